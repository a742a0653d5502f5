"""The small types of an episode: its budget, what a player reads, and the result of a reply.

A turn, a shot and a whole practice game are all *dialogues*: generators that yield what the player reads next, are
sent the player's reply, and return the result. So one engine plays them all, counts them, and lets a player
repair an unreadable reply. Where the conversation starts over (a new hidden answer, a new game setting)
an environment opens a new *conversation*.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, get_args, runtime_checkable

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.faults import BoxwrightError

Kind = Literal["query", "answer", "move", "program"]
"""The kind of reply that is expected: a query, a scored answer or program, or a further move of a game."""
Setting = Literal["code", "non-adaptive", "stop", "no learning", "confidence"]
"""A setting other than the default, by the name that players and refusals use."""


Reveal = Literal["adaptive", "non-adaptive"]
Answers = Literal["direct", "code"]


class BadPlan(BoxwrightError):
    """A budget that no episode can have."""


class Options(BaseModel):
    """An environment's own options; one without any uses this class itself."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True)
class Plan:
    """One episode's budget: T turns, K test samples, S shots each, and the seed that decides everything else.

    Raises: BadPlan naming the field and what it may be.
    """

    turns: int
    """T; 0 asks the test samples without an exploration."""
    shots: int
    samples: int
    """K; 0 for an exploration without tests."""
    seed: int
    reveal: Reveal = "adaptive"
    history: bool = True
    stop_early: bool = False
    answers: Answers = "direct"
    confidence: bool = False
    """Whether a probability is asked for with each answer."""
    telling: bool = True
    """Whether tests may ask the telling questions of a box's manifest, which everybody can read."""
    options: Options = field(default_factory=Options)
    """The environment's own options."""

    def __post_init__(self) -> None:
        for name, lowest in (("turns", 0), ("shots", 1), ("samples", 0), ("seed", None)):
            given = getattr(self, name)
            if type(given) is not int or (lowest is not None and given < lowest):
                least = "" if lowest is None else f" of at least {lowest}"
                raise BadPlan(f"{name} must be a whole number{least}, not {given!r}")
        for name, known in (("reveal", get_args(Reveal)), ("answers", get_args(Answers))):
            if getattr(self, name) not in known:
                raise BadPlan(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)!r}")
        if not isinstance(self.options, Options):
            raise BadPlan(f"options must be what an environment's read_options returns, not {self.options!r}")

    def settings(self) -> list[Setting]:
        """Return the settings other than the default."""
        on: dict[Setting, bool] = {
            "code": self.answers == "code",
            "non-adaptive": self.reveal == "non-adaptive",
            "stop": self.stop_early,
            "no learning": not self.history,
            "confidence": self.confidence,
        }
        return [name for name, active in on.items() if active]


class Baseline(Protocol):
    """Replies of players that need no model, each whole and well-formed."""

    def truth(self) -> str:
        """The reply of a player who knows the answer (for a query: any valid query)."""
        ...

    def guess(self, rng: random.Random) -> str:
        """A random valid reply."""
        ...

    def constant(self) -> str:
        """The same valid reply every time."""
        ...

    def echo(self) -> str:
        """The last value seen, repeated."""
        ...


@runtime_checkable
class SkilledBaseline(Protocol):
    """The baseline of an environment that names builtin players of its own."""

    def play(self, player: str) -> str:
        """Return the reply of one of `Environment.players`. Raises: BadOutput if it cannot be computed."""
        ...


@dataclass(frozen=True, slots=True)
class Ask:
    """What the player reads next, and the expected kind of reply. `baseline` never reaches a player."""

    text: str
    kind: Kind
    baseline: Baseline


@dataclass(frozen=True, slots=True)
class Refusal:
    """The last reply was unreadable; the player reads the reason and may reply again."""

    reason: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """A turn's result: the query as understood, and what the player reads about it."""

    query: Any
    value: Any
    text: str
    last: bool = False
    """Whether the player has ended its exploration with this turn."""


@dataclass(frozen=True, slots=True)
class Score:
    """A shot's score: `value` in [0, 1]; `right` is the binary signal to the player."""

    answer: Any
    right: bool
    value: float
    detail: Mapping[str, Any] = field(default_factory=dict)


Turn = Generator[Ask | Refusal, str, Feedback]
Shot = Generator[Ask | Refusal, str, Score]


class Sample(Protocol):
    """One test sample."""

    question: Any
    """JSON: what is asked, for the record."""
    truth: Any
    """What would be right, for the record: read once the sample is over, and told no player. None where no single value
    is, as for a program."""

    def shot(self, number: int) -> Shot:
        """Open the dialogue of shot `number` (from 1)."""
        ...


class Conversation(Protocol):
    """An introduction, T turns, then test samples.

    An optional attribute `repairs` (int) says how often an unreadable reply may be repaired, in place of twice. With 0
    the first unreadable reply ends the conversation, and its sample counts as unparsable. With `reads_the_end` (bool) a
    reply of more than `MAX_REPLY` characters is passed on, and read from its end; otherwise it is refused unread.
    `word` (str) is what players read for a turn, where `turn` means something else to them ("practice game").

    An optional method `foresee(query, tests)` returns the calls of the box's code that a reply to a query, and with
    `tests` the test samples, will likely make: episodes that are played side by side ask them together (`shared.py`).
    """

    introduction: str

    def turn(self, number: int) -> Turn:
        """Open the dialogue of turn `number` (1 to T)."""
        ...

    def samples(self) -> Iterator[Sample]:
        """The conversation's test samples, requested after its last turn."""
        ...

    def skips(self) -> Sequence[Any]:
        """Inputs that were skipped as test samples because the player had explored them."""
        ...


@dataclass(frozen=True)
class Gain:
    """What one query told, in bits, where the hypotheses that were left can be counted; all of them equally likely."""

    bits: float
    """Log2 of how many times fewer hypotheses were left after it; below 0 where noise misled."""
    expected: float
    """The mutual information of its answer and the hypotheses, before it was asked."""
    most: float
    """The largest mutual information that any query had at that moment, or a bound that none exceeds."""
    reached: float | None = None
    """Where `most` is a bound: the largest mutual information that was found, at least `expected`."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a generated function, as the gates make it."""

    function: str
    args: tuple[Any, ...]


@dataclass(frozen=True)
class Example:
    """A worked example of the description: a call and its expected result."""

    call: Call
    expected: Any
    agrees: Callable[[Any, Any], bool] | None = None
    """Compares (expected, returned); without it they must have the same value and type."""
    whole: bool = True
    """Whether `expected` is a whole output, so that properties can be checked on it."""
