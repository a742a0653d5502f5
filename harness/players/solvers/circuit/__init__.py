"""The solver's strategy for `circuit`."""
