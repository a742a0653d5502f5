"""Which builder an environment has: that of the folder of its name among the agents, else that of black-boxes.

A folder `agents/<environment>/` whose module `build` defines `BUILDER` is found by being there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from boxwright.agents.runs.cost import Bound
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher

BOXES = "box"
"""The folder of the builder of every environment that has none of its own."""


@dataclass(frozen=True)
class Builder:
    """How the boxes of an environment are built."""

    roles: Sequence[str]
    """The roles that need a model."""
    build: Callable[[Workspace, str, Launcher, BuildOptions, Callable[[Event], None]], BuildResult]
    """Builds one id to its end. Raises: BoxwrightError, ModelError, SandboxUnavailable."""
    most: Callable[[BuildSettings, bool], Bound]
    """Returns the bounds of one build; the flag says that the tester needs no model."""
    idle: Collection[str] = ()
    """Settings and roles of `boxwright build` that have no effect on it."""
    why_idle: str = ""
    """Why they have none."""


def builder_of(identifier: str) -> Builder:
    """Return the builder of an id."""
    name = identifier.split("/")[0]
    own = (Path(__file__).parent / name / "build.py").is_file()
    builder: Builder = import_module(f"boxwright.agents.{name if own else BOXES}.build").BUILDER
    return builder


def highest(bounds: Sequence[Bound]) -> Bound:
    """Return the bounds that hold for each of several builds."""
    roles = dict.fromkeys(role for bound in bounds for role in bound.by_role)
    return Bound(
        by_role={role: max(bound.by_role.get(role, 0) for bound in bounds) for role in roles},
        output_per_call=max(bound.output_per_call for bound in bounds),
        bytes_per_call=max(bound.bytes_per_call for bound in bounds),
    )
