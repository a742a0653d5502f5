"""The knowledge base: data files, their meanings, and what is checked about them."""
