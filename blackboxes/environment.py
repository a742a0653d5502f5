"""What every family is: the trusted side of one kind of black-box, as the engine and the gates see it.

A turn, a shot and a whole practice game are all *dialogues*: generators that yield what the player reads next, are
sent the player's reply, and return what came of it. So one engine plays them all, counts them, and lets a player
repair a reply that no family could read. Where the conversation starts afresh (a new hidden answer, a new game
setting) a family opens a new *chapter*.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    from boxwright.blackboxes.box import Box
    from boxwright.blackboxes.description import Description
    from boxwright.blackboxes.prompts import Prompt

Reveal = Literal["adaptive", "non-adaptive"]


@dataclass(frozen=True)
class Plan:
    """One episode's budget: T turns, K test samples, S shots each, and the seed that decides everything else."""

    turns: int
    shots: int
    samples: int
    seed: int
    reveal: Reveal = "adaptive"
    history: bool = True
    stop_early: bool = False
    answers: Literal["direct", "code"] = "direct"
    kumo: Mapping[str, Any] = field(default_factory=dict)
    """How KUMO games are played (`blackboxes/reasoning/kumo/play/settings.py`); other families do not look at it."""


class Cheats(Protocol):
    """What players that need no model may reply: each gives a whole, well-formed reply."""

    def truth(self) -> str:
        """The reply of one who knows the box (for a query: any valid query)."""
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
class Skilled(Protocol):
    """Cheats of a family in which some players need no model and still play well."""

    def optimal(self, semantics: str) -> str:
        """Return the reply of optimal play under one semantics. Raises: BadOutput where it is not known."""
        ...

    def greedy(self) -> str:
        """Return the reply that tells most at once. Raises: BadOutput where it cannot be worked out."""
        ...


@dataclass(frozen=True)
class Ask:
    """What the player reads, and what is wanted: a query to the box, an answer or program to be scored, or a move."""

    text: str
    kind: Literal["query", "answer", "move", "program"]
    cheats: Cheats


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


Turn = Generator["Ask | Refusal", str, Feedback]
Shot = Generator["Ask | Refusal", str, Score]


class Sample(Protocol):
    """One test sample."""

    question: Any
    """JSON: what is asked, for the record."""

    def shot(self, number: int) -> Shot:
        """Open the dialogue of shot `number` (from 1)."""
        ...


class Chapter(Protocol):
    """One conversation: an introduction, its T turns, then its test samples."""

    introduction: str

    def turn(self, number: int) -> Turn:
        """Open the dialogue of turn `number` (1 to T)."""
        ...

    def samples(self) -> Iterator[Sample]:
        """The chapter's test samples; asked for after its last turn."""
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


@runtime_checkable
class Tolerant(Protocol):
    """A family for which two outputs may differ in the last digits and still be the same."""

    def alike(self, rules: Any, one: Any, other: Any) -> bool:
        """Whether two outputs of a box are the same as far as anybody can tell."""
        ...


class Family(Protocol):
    """The trusted side of one kind of black-box."""

    @property
    def name(self) -> str:
        """The first part of its boxes' ids."""
        ...

    @property
    def functions(self) -> tuple[str, ...]:
        """What generated code must define."""
        ...

    @property
    def shim(self) -> str:
        """Source that travels into the sandbox with the module."""
        ...

    @property
    def prompt(self) -> Prompt:
        """Its texts for players, and its starter description (sections `starter`, `starter_rule`)."""
        ...

    @property
    def revision(self) -> int:
        """Raised when what players read, or how they are scored, changes (`revisions.py`)."""
        ...

    @property
    def plans_queries(self) -> bool:
        """Whether a tester may plan several queries at once; a game, for one, is played move by move."""
        ...

    def read(self, description: Description) -> Any:
        """Read domain, parameters and examples into the family's own rules. Raises: DescriptionFault."""
        ...

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """Return the conversations of one episode. Raises: BadOutput, SandboxError."""
        ...

    # What the gates ask for.

    def examples(self, rules: Any) -> Sequence[Example]:
        """The description's worked examples."""
        ...

    def edges(self, rules: Any) -> Sequence[Call]:
        """Calls at the edges of the domain, which a box must answer."""
        ...

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        """Return calls drawn from the domain, the module's own additions included."""
        ...

    def check(self, box: Box, call: Call, value: Any) -> None:
        """Check one reply's type and shape. Raises: BadOutput."""
        ...

    def outside(self, rules: Any) -> Sequence[str]:
        """Replies of a player that are no valid query: each must be refused."""
        ...

    def domain_size(self, rules: Any) -> int | None:
        """How many different inputs there are; None for more than anyone counts."""
        ...

    def raw_call(self, box: Box, value: Any) -> Call:
        """Return the call that raw access makes for one input. Raises: ValueError saying what is wrong."""
        ...

    def floor(self, box: Box, seed: int) -> float:
        """Return the chance level: what a player who learns nothing can expect. Raises: as chapters."""
        ...


@runtime_checkable
class Declared(Protocol):
    """A family whose boxes are data that reviewed code plays: there is no function to call in the sandbox."""

    def answer(self, box: Box, value: Any) -> Any:
        """Answer raw access. Raises: ValueError saying what is wrong with the input, BoxwrightError."""
        ...


@runtime_checkable
class Measured(Protocol):
    """A family that can compute something about a box worth showing: how much can be found out, what is optimal."""

    def measure(self, box: Box, turns: int, seed: int) -> Mapping[str, Any]:
        """Return JSON values for the manifest. Raises: BadOutput, SandboxError."""
        ...


@runtime_checkable
class Timed(Protocol):
    """A family whose calls must be quick: an exploration, or a test of a thousand samples, makes many of them."""

    slowest_call: float
    """Seconds that one call may take."""

    def edges(self, rules: Any) -> Sequence[Call]:
        """Calls at the edges of the domain: the ones that are timed."""
        ...


@runtime_checkable
class Subjects(Protocol):
    """A family that says which calls the description's properties speak of (without it: those of one argument)."""

    def subject(self, call: Call) -> Any:
        """Return what a property's `input` is for this call, or None where properties say nothing about it."""
        ...
