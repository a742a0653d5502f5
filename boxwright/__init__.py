"""Boxwright: black-boxes from plain language, built by agents, proved in a sandbox, and played by language models.

The public API; names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boxwright.agents.box.build import build
    from boxwright.agents.runs.options import BuildOptions, BuildResult
    from boxwright.blackboxes.box import Box
    from boxwright.blackboxes.description import Description, parse_description, read_description
    from boxwright.blackboxes.environment import Plan
    from boxwright.blackboxes.registry import Accepted, load
    from boxwright.blackboxes.workspace import Workspace, find_workspace
    from boxwright.harness.analysis.metrics import scores
    from boxwright.harness.chat import ChatModel, load_models, open_model, resolve
    from boxwright.harness.episode import play
    from boxwright.harness.evaluation.evaluate import Contest, EvalSettings, evaluate
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.gates import GateResult, run_gates
    from boxwright.harness.players.builtin import BuiltinPlayer, ModelPlayer
    from boxwright.sandbox import Conditions, Launcher, Limits, Module, Session, open_launcher

_HOMES = {
    "boxwright.agents.box.build": ("build",),
    "boxwright.agents.runs.options": ("BuildOptions", "BuildResult"),
    "boxwright.harness.chat": ("ChatModel", "load_models", "open_model", "resolve"),
    "boxwright.blackboxes.box": ("Box",),
    "boxwright.blackboxes.description": ("Description", "parse_description", "read_description"),
    "boxwright.blackboxes.environment": ("Plan",),
    "boxwright.blackboxes.workspace": ("Workspace", "find_workspace"),
    "boxwright.harness.episode": ("play",),
    "boxwright.harness.evaluation.evaluate": ("Contest", "EvalSettings", "evaluate"),
    "boxwright.harness.gates": ("GateResult", "run_gates"),
    "boxwright.harness.analysis.metrics": ("scores",),
    "boxwright.harness.players.builtin": ("BuiltinPlayer", "ModelPlayer"),
    "boxwright.blackboxes.registry": ("Accepted", "load"),
    "boxwright.harness.evaluation.store": ("Store",),
    "boxwright.sandbox": ("Conditions", "Launcher", "Limits", "Module", "Session", "open_launcher"),
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
