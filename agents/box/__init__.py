"""Building black-boxes: the graph, its roles, and what surrounds them."""
