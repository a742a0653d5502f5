"""The `freeform` family."""
