"""The `code` family."""
