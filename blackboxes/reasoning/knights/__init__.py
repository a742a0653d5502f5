"""Knights and Knaves: puzzles of people who always tell the truth or always lie, proved, worded and played."""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.environment import Environment
from boxwright.blackboxes.workspace import Workspace


def environment() -> Environment:
    """Return the game."""
    from boxwright.blackboxes.reasoning.knights.play.environment import KnightsGame

    return KnightsGame()


def ids(workspace: Workspace) -> Sequence[str]:
    """Return what `list` names, without importing the game. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.knights.names import SAYS

    return sorted(SAYS)
