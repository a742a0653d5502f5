"""Records of play: turns, shots and test samples, as plain validated data without timestamps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationInfo

from boxwright.sandbox import values

Outcome = Literal["right", "wrong", "unparsable", "cut", "failed"]
"""`cut`: cut off or refused by the provider. `failed`: infrastructure; never scored as wrong."""
OUTCOMES: tuple[Outcome, ...] = ("right", "wrong", "unparsable", "cut", "failed")


def _from_json(value: Any, info: ValidationInfo) -> Any:
    return values.decode(value) if info.mode == "json" else value


Tagged = Annotated[Any, BeforeValidator(_from_json), PlainSerializer(values.encode, return_type=Any, when_used="json")]
"""A value of a family. As JSON it is in the tagged encoding: tuples and integer keys survive, sets have an order."""


class Record(BaseModel):
    """Base of all records."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TurnRecord(Record):
    """One turn: the query and its output, or why it was lost."""

    chapter: int
    """Which of the episode's conversations, from 1."""
    number: int
    query: Tagged = None
    value: Tagged = None
    refusals: int = 0
    """Number of unreadable replies."""
    lost: str = ""
    """For a lost turn, the last reason."""


class ShotRecord(Record):
    """One shot at a test sample."""

    number: int
    answer: Tagged = None
    right: bool = False
    value: float = 0.0
    detail: dict[str, Any] = Field(default_factory=dict)
    refusals: int = 0
    lost: str = ""
    confidence: float | None = Field(default=None, exclude_if=lambda stated: stated is None)
    """The probability that the player gave its answer, in [0, 1]; None where it gave none or was not asked."""


class SampleRecord(Record):
    """One test sample: the best of its shots."""

    chapter: int
    number: int
    question: Tagged
    truth: Tagged = None
    outcome: Outcome
    value: float
    """Score in [0, 1]; 0 for `failed`, which no mean counts."""
    shots: tuple[ShotRecord, ...] = ()

    @property
    def unread(self) -> bool:
        """Whether no answer could be read: none was, or the reply was cut off."""
        return self.outcome in ("unparsable", "cut")


class StopRecord(Record):
    """The player ended one conversation's exploration early."""

    chapter: int
    turns: int
    """Turns played before that."""
    refusals: int = 0


class PlayedEpisode(Record):
    """What was played in one episode."""

    turns: tuple[TurnRecord, ...] = ()
    samples: tuple[SampleRecord, ...] = ()
    skips: tuple[Tagged, ...] = ()
    """Explored inputs that were skipped as test samples, each once."""
    stops: tuple[StopRecord, ...] = ()
    """Conversations whose exploration the player ended early, where it may."""
