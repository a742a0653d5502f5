"""What a build reports while it runs: events for a terminal or a log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boxwright.harness.chat.api import Usage

Kind = Literal[
    "step", "gate", "refused", "cause", "reply", "failed", "planted", "resumed", "consensus", "drift", "ended"
]


@dataclass(frozen=True)
class Event:
    """One thing that happened in a build."""

    kind: Kind
    id: str
    attempt: int
    text: str
    passed: bool = True
    detail: str = ""
    usage: Usage | None = None
    """All tokens of the build so far (with `reply`)."""
