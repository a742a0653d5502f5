"""The `game` family."""
