"""What an outside player reads of an episode, and what it says with a tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.stated import final_line
from boxwright.blackboxes.types import Kind

Tool = Literal["query", "answer"]


class Heard(BaseModel):
    """What an outside player reads: a message, and what is expected next. Never anything of the truth."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    episode: str
    text: str
    kind: Kind | None
    """The expected kind of reply; None after the end."""
    refused: bool = False
    """Whether the last reply could not be read: `text` says why, and the same is asked again."""
    done: bool = False
    score: float | None = None
    """After the end: the mean value of the test samples, in [0, 1]; None if the environment failed."""
    outcomes: Mapping[str, int] | None = None
    """After the end: test samples per outcome."""


class Left(BaseModel):
    """How far an episode is, and its budget."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    environment: str
    kind: Kind | None
    turns_played: int
    turns: int
    """T."""
    samples_answered: int
    samples: int
    """K."""
    shots: int
    """S, per test sample."""
    refusals: int
    """Unreadable replies to what is asked now."""


def marked(tool: Tool, text: str, asked: Kind | None, markers: Mapping[Kind, str]) -> str:
    """Return the reply that a tool's text stands for: with the marker of what the tool gives, unless it has one."""
    if not text.strip() or asked == "program" or any(final_line(text, marker) for marker in markers.values()):
        return text
    return f"{markers['move' if asked == 'move' else tool]}: {text}"
