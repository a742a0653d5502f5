"""The `puzzle` family."""
