"""The commands, one module per group of them."""
