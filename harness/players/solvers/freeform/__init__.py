"""The solver's strategy for `freeform`."""
