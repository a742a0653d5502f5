"""The solver's strategy for `game`."""
