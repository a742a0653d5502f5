"""The solver's strategy for `physics`."""
