"""A player is anything that replies to what it observes. It never gets the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.types import Baseline, Kind
from boxwright.harness.chat.api import Message, Reply


class BadPlayer(BoxwrightError):
    """What was given as a player is none, or what it replied is no text."""


@dataclass(frozen=True)
class Observation:
    """What a player sees when it has to reply."""

    kind: Kind
    """The expected kind of reply: a `query`, an `answer`, a `program`, or a further `move` of a game."""
    text: str
    """What is asked, without the rest of the message."""
    conversation: tuple[Message, ...]
    """All messages of the current conversation; the last awaits the reply. A single message starts a conversation."""
    refusals: int = 0
    """How many replies to this were already refused."""
    markers: Mapping[Kind, str] = field(default_factory=dict)
    """The words that a reply's last line begins with, before a colon (`QUERY`), by what the reply gives."""

    reads_unmarked: bool = False
    """Whether a reply of one line is read without a marker, too."""

    @property
    def message(self) -> str:
        """The message to reply to."""
        return self.conversation[-1].content


class Player(Protocol):
    """Explores and answers: a model, a program with its own strategy, an agent with tools, a person."""

    def reply(self, observation: Observation) -> str | Reply:
        """Reply to the observation. Raises: ModelError if it cannot reply.

        A player with a method `close` has it called at the end of its episode.
        """
        ...


@runtime_checkable
class Insider(Protocol):
    """A yardstick: it may use the baseline, which knows the truth."""

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        """Reply. Raises: BadOutput if the environment cannot compute this player's reply."""
        ...


def check_reply(reply: object, who: str) -> None:
    """Check that a reply is a text, or a text with its tokens. Raises: BadPlayer."""
    if not isinstance(reply, (str, Reply)):
        given = "None" if reply is None else f"a value of type {type(reply).__name__}"
        raise BadPlayer(f"{who} must return a text (str), not {given}")
