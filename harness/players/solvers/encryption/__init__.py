"""The solver's strategy for `encryption`."""
