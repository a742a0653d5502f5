"""The `encryption` family."""
