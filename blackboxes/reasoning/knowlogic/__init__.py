"""KnowLogic: questions from knowledge and clues, in two languages, each certified by counting worlds."""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.environment import Environment
from boxwright.blackboxes.workspace import Workspace


def environment() -> Environment:
    """Return the game."""
    from boxwright.blackboxes.reasoning.knowlogic.play.environment import KnowLogicGame

    return KnowLogicGame()


def ids(workspace: Workspace) -> Sequence[str]:
    """Return what `list` names, without importing the game. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.knowlogic.domains import domain_files

    return sorted(domain_files(workspace))
