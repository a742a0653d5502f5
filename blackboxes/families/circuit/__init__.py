"""The `circuit` family."""
