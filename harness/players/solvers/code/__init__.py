"""The solver's strategy for `code`."""
