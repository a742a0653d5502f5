"""The `physics` family."""
