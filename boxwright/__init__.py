"""Boxwright: black-boxes from plain language, built by agents, proved in a sandbox, and played by language models.

The public API is what `__all__` names; nothing else is promised. Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boxwright.api import evaluate, list_environments, load
    from boxwright.blackboxes.types import Plan
    from boxwright.harness.episode import Episode
    from boxwright.harness.players.player import Observation, Player
    from boxwright.harness.serve.pool import make_pool
    from boxwright.harness.serve.text_env import TextEnv, TextEnvs

_HOMES = {
    "evaluate": "boxwright.api",
    "list_environments": "boxwright.api",
    "load": "boxwright.api",
    "Plan": "boxwright.blackboxes.types",
    "Episode": "boxwright.harness.episode",
    "Observation": "boxwright.harness.players.player",
    "Player": "boxwright.harness.players.player",
    "TextEnv": "boxwright.harness.serve.text_env",
    "TextEnvs": "boxwright.harness.serve.text_env",
    "make_pool": "boxwright.harness.serve.pool",
}

__all__ = [
    "Episode",
    "Observation",
    "Plan",
    "Player",
    "TextEnv",
    "TextEnvs",
    "evaluate",
    "list_environments",
    "load",
    "make_pool",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'boxwright' has no attribute {name!r}")
