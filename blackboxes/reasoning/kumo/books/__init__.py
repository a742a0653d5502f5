"""Knowledge books: written by rule, read back and checked against the exclusion table, and stored."""
