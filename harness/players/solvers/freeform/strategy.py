"""Freeform boxes: each public part is read as a world of some kind, which knows what can be hidden in it.

A module here holds one kind, or a few that are alike. What no kind reads is remembered, and given again; so is a box
that turns out to reply otherwise than its kind does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from boxwright.blackboxes.seeds import stream
from boxwright.harness.players.solvers.counting import Counted, Listed
from boxwright.harness.players.solvers.freeform.automata import Automata
from boxwright.harness.players.solvers.freeform.cables import Cables
from boxwright.harness.players.solvers.freeform.calendars import Dates
from boxwright.harness.players.solvers.freeform.causes import Lamps
from boxwright.harness.players.solvers.freeform.counters import Counter
from boxwright.harness.players.solvers.freeform.gauges import Gauge
from boxwright.harness.players.solvers.freeform.grammars import Derivations
from boxwright.harness.players.solvers.freeform.graphs import Graph
from boxwright.harness.players.solvers.freeform.lifts import Lift
from boxwright.harness.players.solvers.freeform.locks import Lock
from boxwright.harness.players.solvers.freeform.parcels import Parcels
from boxwright.harness.players.solvers.freeform.prices import Prices
from boxwright.harness.players.solvers.freeform.remembered import Remembered, SixStates
from boxwright.harness.players.solvers.freeform.rows import Row, Words, generation, ordered_two, rows, some_words
from boxwright.harness.players.solvers.freeform.sheets import Sheet
from boxwright.harness.players.solvers.freeform.stacks import Machines
from boxwright.harness.players.solvers.freeform.vending import Vending
from boxwright.harness.players.solvers.freeform.wires import Wires
from boxwright.harness.players.solvers.freeform.world import Told, World
from boxwright.harness.players.solvers.strategy import Known, Strategy

T = TypeVar("T")
_SENT = re.compile(r"What comes back if you send this text in a turn now\? (.*)")
"""A question of the family's own (prompts/players/freeform.md)."""
WORLDS: Sequence[type[World]] = (
    Row, Words, SixStates, Counter, Lift, Gauge, Lock, Lamps, Machines, Vending, Sheet, Wires, Derivations, Dates,
    Parcels, Graph, Prices, Cables, Remembered,
)  # fmt: skip
"""The kinds, in the order in which they are looked at; the last one reads everything."""


def kind_of(public: str) -> type[World]:
    """Return the kind of world that a public part tells of."""
    prose = " ".join(public.split())
    return next(kind for kind in WORLDS if kind.reads(prose))


class FreeformStrategy(Strategy):
    """Asks and answers as the world says that was read."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.told = Told.of(known.domain, stream(known.seed, "freeform"))
        self.world = kind_of(known.public)(self.told)
        self.seen: list[tuple[str, str]] = []
        self._asked = ""

    def query(self, message: str, left: int) -> str:
        """Send what the world chooses."""
        self._hear(message)
        self._asked = self._by_world(lambda world: world.choose(left))
        return self._asked

    def answer(self, message: str, shot: int) -> str:
        """Give the world's best answer, with the next shot the next best."""
        self._hear(message)
        question = message.strip().splitlines()[-2]
        sent = _SENT.fullmatch(question)
        said = self._by_world(lambda world: world.feedback(sent[1]) if sent else world.answers(question))
        return said[min(shot, len(said)) - 1] if said and all(said) else "-"

    def _hear(self, message: str) -> None:
        if self._asked:
            told = message.split("\n\n")[0].strip()
            if not re.match(r"(Turn|Question) \d", told):
                self.seen.append((self._asked, told))
                self._by_world(lambda world: world.learn(*self.seen[-1]))
        self._asked = ""

    def _by_world(self, does: Callable[[World], T]) -> T:
        """Return what the world says; one that cannot read a reply or a question was misread, and is left for good."""
        try:
            return does(self.world)
        except (ValueError, IndexError, KeyError):
            if isinstance(self.world, Remembered):
                raise
            self.world = Remembered(self.told)
            for text, back in self.seen:
                self.world.learn(text, back)
            return does(self.world)

    @classmethod
    def counted(cls, domain: Mapping[str, Any], public: str) -> Counted | None:
        """All rules of the reading; all automata of so many states."""
        prose, longest = " ".join(public.split()), int(domain.get("max_length", 30))
        if "An automaton has six states, three of which accept" in prose and longest <= 20:
            return Automata(6, 3, "AR", longest)
        told, kind = Told.of(domain, Random(0)), kind_of(public)
        if kind is Row and longest <= 8:
            pool = [*rows(longest)]
            cells = [rule for rule, _ in Row(told).left]
            return Listed(cells, lambda rule, row, turn: generation(rule, row), lambda left, rng: pool, everything=True)
        if kind is Words:
            orders = [rule for rule, _ in Words(told).left]
            return Listed(orders, lambda rule, text, turn: ordered_two(rule, text), _several)
        return None


def _several(left: Sequence[Any], rng: Random) -> list[str]:
    """Texts of two words worth looking at."""
    return [some_words(rng, 2, 4) for _ in range(6)]


STRATEGY = FreeformStrategy
