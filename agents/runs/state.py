"""What a build knows between two steps: small, plain, and on disk after every step. Code and logs are files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from boxwright.agents.runs.progress import Event

Ending = Literal["", "accepted", "given up", "ambiguous"]
Fault = Literal["", "runtime", "logic"]


class Noted(BaseModel):
    """One version of the code, and what refused it."""

    model_config = ConfigDict(extra="forbid")

    number: int
    ended: str = ""
    findings: tuple[str, ...] = ()


class BuildState(BaseModel):
    """The state of the build graph."""

    model_config = ConfigDict(extra="forbid")

    id: str
    attempt: int = 0
    """The current version of the code, from 1."""
    began: int = 1
    """The attempt that wrote the code from scratch; later ones revise it."""
    coder: int = 0
    """The current coder, from 0."""
    claims: tuple[str, ...] = ()
    probed: bool = False
    """Whether the claims that the current version's log left open were asked for once more."""
    fault: Fault = ""
    """Which of the two ways back to the coder to take."""
    findings: tuple[str, ...] = ()
    """What refused the current code, in canonical words."""
    cause: str = ""
    change: str = ""
    history: tuple[Noted, ...] = ()
    ending: Ending = ""


class Step(BaseModel):
    """What one node changes. Unknown fields are refused, so that nothing is dropped silently."""

    model_config = ConfigDict(extra="forbid")

    attempt: int | None = None
    began: int | None = None
    coder: int | None = None
    claims: tuple[str, ...] | None = None
    probed: bool | None = None
    fault: Fault | None = None
    findings: tuple[str, ...] | None = None
    cause: str | None = None
    change: str | None = None
    history: tuple[Noted, ...] | None = None
    ending: Ending | None = None

    def update(self) -> dict[str, object]:
        """Return what LangGraph merges into the state."""
        return {name: getattr(self, name) for name in self.model_fields_set}


Node = Callable[[BuildState], Step]


class GraphNode(Protocol):
    """A node as LangGraph takes it: the parameter must be called `state`."""

    def __call__(self, state: BuildState) -> dict[str, object]:
        """Do the step; return what changes."""
        ...


def as_node(name: str, node: Node, report: Callable[[Event], None]) -> GraphNode:
    """Return a step as LangGraph takes it, reported when it begins."""

    def run(state: BuildState) -> dict[str, object]:
        report(Event("step", state.id, state.attempt, name))
        return node(state).update()

    return run
