"""Reasoning games: puzzles that reviewed code generates and certifies. One package per game."""
