"""Knights and Knaves: puzzles of people who always tell the truth or always lie, proved, worded and played."""

from __future__ import annotations

from boxwright.blackboxes.environment import Environment


def environment() -> Environment:
    """Return the game."""
    from boxwright.blackboxes.reasoning.knights.play.environment import KnightsGame

    return KnightsGame()
