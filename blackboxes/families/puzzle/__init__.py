"""The `puzzle` family."""

from __future__ import annotations

from boxwright.blackboxes.environment import Environment


def environment() -> Environment:
    """Return the family."""
    from boxwright.blackboxes.families.puzzle.family import PuzzleFamily

    return PuzzleFamily()
