"""Instances: drawing, certifying, reading and writing them."""
