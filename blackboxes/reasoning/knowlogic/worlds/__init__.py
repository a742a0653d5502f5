"""All arrangements that a scene allows, and what holds in them."""
