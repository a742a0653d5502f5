"""KnowLogic: questions from knowledge and clues, in two languages, each certified by counting worlds."""

from __future__ import annotations

from boxwright.blackboxes.environment import Environment


def environment() -> Environment:
    """Return the game."""
    from boxwright.blackboxes.reasoning.knowlogic.play.environment import KnowLogicGame

    return KnowLogicGame()
