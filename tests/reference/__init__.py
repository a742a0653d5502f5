"""Independent implementations of published rules: the source of worked examples, never of black-boxes."""
