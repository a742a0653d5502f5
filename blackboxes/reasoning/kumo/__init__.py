"""KUMO: partially observable elimination games, their exact mathematics, instances and knowledge books."""

from __future__ import annotations

from boxwright.blackboxes.environment import Environment


def environment() -> Environment:
    """Return the game."""
    from boxwright.blackboxes.reasoning.kumo.play.environment import KumoGame

    return KumoGame()
