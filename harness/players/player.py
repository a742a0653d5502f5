"""What a player is: anything that replies to what it observes. It is handed nothing of the truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from boxwright.blackboxes.types import Baseline, Kind
from boxwright.harness.chat.api import Message, Reply


@dataclass(frozen=True)
class Observation:
    """What a player sees when it is to reply."""

    kind: Kind
    """What is wanted: a `query`, an `answer`, a `program`, or a further `move` of a game."""
    text: str
    """What is asked, without what stands before it in the message."""
    conversation: tuple[Message, ...]
    """All messages of the present conversation; the last is to be replied to. A first message begins a conversation."""
    refusals: int = 0
    """How many replies to this were refused already."""

    @property
    def message(self) -> str:
        """The message to reply to."""
        return self.conversation[-1].content


class Player(Protocol):
    """Whoever explores and answers: a model, a program with a strategy of its own, an agent with tools, a person."""

    def reply(self, observation: Observation) -> str | Reply:
        """Reply to what is observed. Raises: ModelError where no reply can be had."""
        ...


@runtime_checkable
class Insider(Protocol):
    """A yardstick: it may use the baseline, which knows the truth."""

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        """Reply. Raises: BadOutput where the environment cannot say what this player would do."""
        ...
