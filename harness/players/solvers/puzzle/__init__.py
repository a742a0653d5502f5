"""The solver's strategy for `puzzle`."""
