"""The small types of an episode: its budget, what a player reads, and what comes of a reply.

A turn, a shot and a whole practice game are all *dialogues*: generators that yield what the player reads next, are
sent the player's reply, and return what came of it. So one engine plays them all, counts them, and lets a player
repair a reply that could not be read. Where the conversation starts afresh (a new hidden answer, a new game setting)
an environment opens a new *conversation*.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

Kind = Literal["query", "answer", "move", "program"]
"""What is wanted of a player: a query, an answer or program that is scored, or a further move of a game."""
Setting = Literal["code", "non-adaptive", "stop", "no learning"]
"""A setting that is not the default, by the name that players and refusals use."""


class Options(BaseModel):
    """An environment's own options; one without any uses this class as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True)
class Plan:
    """One episode's budget: T turns, K test samples, S shots each, and the seed that decides everything else."""

    turns: int
    """T; 0 asks the test samples without an exploration."""
    shots: int
    samples: int
    seed: int
    reveal: Literal["adaptive", "non-adaptive"] = "adaptive"
    history: bool = True
    stop_early: bool = False
    answers: Literal["direct", "code"] = "direct"
    options: Options = field(default_factory=Options)
    """The options of the environment that is played."""

    def settings(self) -> list[Setting]:
        """Return the settings that are not the default."""
        on: dict[Setting, bool] = {
            "code": self.answers == "code",
            "non-adaptive": self.reveal == "non-adaptive",
            "stop": self.stop_early,
            "no learning": not self.history,
        }
        return [name for name, active in on.items() if active]


class Baseline(Protocol):
    """What players that need no model reply: each gives a whole, well-formed reply."""

    def truth(self) -> str:
        """The reply of one who knows the answer (for a query: any valid query)."""
        ...

    def guess(self, rng: random.Random) -> str:
        """A random valid reply."""
        ...

    def constant(self) -> str:
        """The same valid reply every time."""
        ...

    def echo(self) -> str:
        """What was just seen, given back."""
        ...


@runtime_checkable
class SkilledBaseline(Protocol):
    """The baseline of an environment that names builtin players of its own."""

    def play(self, player: str) -> str:
        """Return the reply of one of `Environment.players`. Raises: BadOutput where it cannot be worked out."""
        ...


@dataclass(frozen=True)
class Ask:
    """What the player reads next, and what kind of reply is wanted. `baseline` never reaches a player."""

    text: str
    kind: Kind
    baseline: Baseline


@dataclass(frozen=True)
class Refusal:
    """The last reply could not be read; the player reads the reason and may reply again."""

    reason: str


@dataclass(frozen=True)
class Feedback:
    """What a turn gave: the query as understood, and what the player reads about it."""

    query: Any
    value: Any
    text: str
    last: bool = False
    """Whether the player has ended its exploration with this turn."""


@dataclass(frozen=True)
class Score:
    """What a shot was worth: `value` in [0, 1]; `right` is what the binary signal tells the player."""

    answer: Any
    truth: Any
    right: bool
    value: float
    detail: Mapping[str, Any] = field(default_factory=dict)


Turn = Generator[Ask | Refusal, str, Feedback]
Shot = Generator[Ask | Refusal, str, Score]


class Sample(Protocol):
    """One test sample."""

    question: Any
    """JSON: what is asked, for the record."""

    def shot(self, number: int) -> Shot:
        """Open the dialogue of shot `number` (from 1)."""
        ...


class Conversation(Protocol):
    """An introduction, T turns, then test samples."""

    introduction: str

    def turn(self, number: int) -> Turn:
        """Open the dialogue of turn `number` (1 to T)."""
        ...

    def samples(self) -> Iterator[Sample]:
        """The conversation's test samples; asked for after its last turn."""
        ...

    def skips(self) -> Sequence[Any]:
        """Inputs that were passed over as test samples because the player had explored them."""
        ...


@dataclass(frozen=True)
class Call:
    """One call of a generated function, as the gates make it."""

    function: str
    args: tuple[Any, ...]


@dataclass(frozen=True)
class Example:
    """A worked example of the description, as a call and what it must give."""

    call: Call
    expected: Any
    agrees: Callable[[Any, Any], bool] | None = None
    """Whether (expected, what came back) agree; without it they must be the same value of the same type."""
    whole: bool = True
    """Whether `expected` has the form of a whole output, so that properties can be tried on it."""
