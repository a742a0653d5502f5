"""Serving: episodes for players that call us."""
