"""The reasoning game `toy_game`: sums, one question each."""

from __future__ import annotations

from boxwright.blackboxes.environment import Environment


def environment() -> Environment:
    """Return the game."""
    from boxwright_toys.toy_game.game import SumGame

    return SumGame()
