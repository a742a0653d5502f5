"""What generated code defines, one contract per family, written down as types (DESIGN section 4).

A module is plain Python, standard library only: pure functions of JSON values. Whatever is hidden or stateful is
passed in and out, so that every call can be repeated, compared and searched. These classes are never instantiated:
they say what each family calls in the sandbox, and each family's `functions` are read from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypedDict

State = Any
"""A JSON value (tuples, sets and non-string keys survive the boundary)."""


class CircuitShape(TypedDict):
    """How large a circuit is."""

    inputs: int
    gates: int


class PhysicsShape(TypedDict):
    """Which bodies move."""

    objects: Sequence[str]


class CodeShape(TypedDict):
    """What the player assigns (name to type name), and how many checkpoints there are."""

    inputs: Mapping[str, str]
    checkpoints: int


class Played(TypedDict):
    """A game's next state, and the player's reward for the move."""

    state: State
    reward: float


class Explored(TypedDict):
    """A free-form session's next state, and what the player reads."""

    state: State
    feedback: str


class Question(TypedDict):
    """A free-form test question; `comparator` is trusted and named: exact, number, set, sequence or text."""

    prompt: str
    answer: Any
    comparator: str


class Encryption(Protocol):
    """`encryption`: a text in, a text out."""

    def blackbox(self, plaintext: str) -> str: ...  # noqa: D102


class Circuit(Protocol):
    """`circuit`: input bits in, the output bit of every gate out."""

    def describe(self) -> CircuitShape: ...  # noqa: D102
    def blackbox(self, bits: list[int]) -> list[int]: ...  # noqa: D102


class Physics(Protocol):
    """`physics`: a time in seconds in, positions of bodies out."""

    def describe(self) -> PhysicsShape: ...  # noqa: D102
    def blackbox(self, t: float) -> dict[str, list[float]]: ...  # noqa: D102


class Code(Protocol):
    """`code`: runs an algorithm; the shim supplies `checkpoint` and keeps only the visit that was asked for."""

    def describe(self) -> CodeShape: ...  # noqa: D102
    def run(self, checkpoint: Any, **inputs: Any) -> None: ...  # noqa: D102


class Puzzle(Protocol):
    """`puzzle`: a hidden answer (and any plan of noise) per seed, and feedback on each query."""

    def new_hidden(self, seed: int) -> State: ...  # noqa: D102
    def feedback(self, hidden: State, query: Any, turn: int) -> Any: ...  # noqa: D102
    def solution(self, hidden: State) -> Any: ...  # noqa: D102


class Game(Protocol):
    """`game`: the state holds only what the rules and the opponent need; opponents are distributions.

    Where `chance(state)` is not None, nature moves: `play(state, None, event)` follows, and the player sees nothing of
    that state. Else player and opponent move at once: `play(state, action, reply)`.
    """

    def start(self, settings: Mapping[str, Any]) -> State: ...  # noqa: D102
    def chance(self, state: State) -> Mapping[str, float] | None: ...  # noqa: D102
    def actions(self, state: State) -> Sequence[str]: ...  # noqa: D102
    def opponent(self, state: State) -> Mapping[str, float]: ...  # noqa: D102
    def play(self, state: State, action: str | None, reply: str) -> Played: ...  # noqa: D102
    def view(self, state: State) -> str: ...  # noqa: D102
    def is_over(self, state: State) -> bool: ...  # noqa: D102


class Freeform(Protocol):
    """`freeform`: the description defines the interaction too."""

    def introduction(self) -> str: ...  # noqa: D102
    def open(self, seed: int) -> State: ...  # noqa: D102
    def explore(self, state: State, text: str) -> Explored: ...  # noqa: D102
    def questions(self, state: State, seed: int, count: int) -> Sequence[Question]: ...  # noqa: D102


CONTRACTS: Mapping[str, type] = {
    "encryption": Encryption,
    "circuit": Circuit,
    "physics": Physics,
    "code": Code,
    "puzzle": Puzzle,
    "game": Game,
    "freeform": Freeform,
}

OPTIONAL = frozenset({"sample_inputs"})
"""`sample_inputs(seed, count)`: inputs that the module adds to the family's own samples."""


def functions_of(family: str) -> tuple[str, ...]:
    """Return the names that a module of the family must define, in the contract's order."""
    return tuple(name for name in vars(CONTRACTS[family]) if not name.startswith("_"))
