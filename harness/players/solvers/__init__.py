"""`builtin/solver`: players that need no model and explore well, with a strategy per family."""
