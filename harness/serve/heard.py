"""What an outside player reads of a hosted episode."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.types import Kind


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
