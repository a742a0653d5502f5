"""Boxwright: black-boxes from plain language, built by agents, proved in a sandbox, and played by language models.

The public API; names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.build import BuildOptions, BuildResult, build
    from agents.chat import ChatModel, load_models, open_model, resolve
    from blackboxes.box import Box
    from blackboxes.description import Description, parse_description, read_description
    from blackboxes.family import Plan
    from blackboxes.workspace import Workspace, find_workspace
    from harness.episode import play
    from harness.evaluate import Contest, EvalSettings, evaluate
    from harness.gates import GateResult, run_gates
    from harness.metrics import scores
    from harness.players import BuiltinPlayer, ModelPlayer
    from harness.registry import Accepted, load
    from harness.store import Store
    from sandbox import Conditions, Launcher, Limits, Module, Session, open_launcher

_HOMES = {
    "agents.build": ("BuildOptions", "BuildResult", "build"),
    "agents.chat": ("ChatModel", "load_models", "open_model", "resolve"),
    "blackboxes.box": ("Box",),
    "blackboxes.description": ("Description", "parse_description", "read_description"),
    "blackboxes.family": ("Plan",),
    "blackboxes.workspace": ("Workspace", "find_workspace"),
    "harness.episode": ("play",),
    "harness.evaluate": ("Contest", "EvalSettings", "evaluate"),
    "harness.gates": ("GateResult", "run_gates"),
    "harness.metrics": ("scores",),
    "harness.players": ("BuiltinPlayer", "ModelPlayer"),
    "harness.registry": ("Accepted", "load"),
    "harness.store": ("Store",),
    "sandbox": ("Conditions", "Launcher", "Limits", "Module", "Session", "open_launcher"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Accepted",
    "Box",
    "BuildOptions",
    "BuildResult",
    "BuiltinPlayer",
    "ChatModel",
    "Conditions",
    "Contest",
    "Description",
    "EvalSettings",
    "GateResult",
    "Launcher",
    "Limits",
    "ModelPlayer",
    "Module",
    "Plan",
    "Session",
    "Store",
    "Workspace",
    "build",
    "evaluate",
    "find_workspace",
    "load",
    "load_models",
    "open_launcher",
    "open_model",
    "parse_description",
    "play",
    "read_description",
    "resolve",
    "run_gates",
    "scores",
]


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(import_module(_HOME_OF[name]), name)
    raise AttributeError(f"module 'boxwright' has no attribute {name!r}")
