"""Knowledge books: writing them, reading them back, keeping them."""
