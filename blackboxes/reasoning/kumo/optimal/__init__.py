"""Optimal play: exact values and best actions, compiled."""
