"""A line before a counter: whom does a priority customer pass, how often is one overtaken, how long is the line?"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from boxwright.harness.players.solvers.freeform.enumerated import Enumerated
from boxwright.harness.players.solvers.freeform.world import Told
from boxwright.harness.players.solvers.information import bits

ALWAYS = 99
WAITING = 3
"""Customers who wait at the beginning."""
AHEAD = 8
"""Texts that are planned at a time: only a long line shows how often one is overtaken, and who finds no room."""
PLANS = 30
JUDGED = 60
"""Disciplines, drawn from those that are left, on which a plan is judged."""
Line = tuple[tuple[tuple[int, str, int], ...], int]
"""Customers as (number, kind, times overtaken), the first in line first; the next number."""


class Discipline(NamedTuple):
    """How a line is kept."""

    overtaken: int
    """How often a regular customer is overtaken at most."""
    passes: int
    """How many a priority customer passes at most."""
    room: int
    """How long the line gets at most."""
    numbered: bool
    """Whether a customer who finds no room takes a number."""
    newest: bool
    """Whether a priority customer passes others of its kind, too."""
    last: bool
    """Whether the last in line is served, and not the first."""


class Counter(Enumerated[Discipline, Line]):
    """A counter with regular and priority customers."""

    phrases = (
        "`r`, a regular customer arrives; `p`, a priority customer arrives; `s`, the counter serves",
        "At the beginning three regular customers wait",
        "the counter serves the first in line once more",
    )

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.numbered = False
        """Whether a number was read."""

    def rules(self) -> Iterator[Discipline]:
        """Return the disciplines; a line without an end first."""
        limits = (ALWAYS, 1, 2, 3, 4, 5)
        rooms = (ALWAYS, *range(3, 16))
        for last, newest, passes, overtaken, room in product((False, True), (False, True), limits, limits, rooms):
            for numbered in (False, True) if room < ALWAYS else (False,):
                yield Discipline(overtaken, passes, room, numbered, newest, last)
        for room, numbered in product(rooms, (False, True)):
            yield Discipline(0, 0, room, numbered, False, False)

    def begin(self, rule: Discipline) -> Line:
        """Return a line of three regular customers; they are counted from 0 until a number was read."""
        return tuple((number, "r", 0) for number in range(WAITING)), WAITING

    def learn(self, text: str, back: str) -> None:
        """As Enumerated; by the first number that comes back each discipline knows the first customer's."""
        if not self.numbered and (found := next(iter(back.split()), "")).isdigit():
            self.numbered = True
            self.left = [
                (rule, _renumbered(state, int(found) - self._first(rule, state, text))) for rule, state in self.left
            ]
        super().learn(text, back)

    def _first(self, rule: Discipline, state: Line, text: str) -> int:
        """Return who is served first."""
        first = self.step(rule, state, text)[0].split()[0]
        return int(first) if first.isdigit() else 0

    def choose(self, left: int) -> str:
        """Return the first text of the plan, of those drawn, that is expected to tell most."""
        rng, longest = self.told.rng, self.told.longest
        plans = [self._plan(longest * min(left, AHEAD)) for _ in range(PLANS)]
        if len(self.left) < 2:
            return plans[0][:longest]
        judged = self.left if len(self.left) <= JUDGED else rng.sample(self.left, JUDGED)
        return max(plans, key=lambda plan: bits(Counts(self._told(*one, plan) for one in judged)))[:longest]

    def _plan(self, events: int) -> str:
        """Return so many events: in two of three plans customers come, and then all are served."""
        rng = self.told.rng
        if rng.randrange(3) == 0:
            return self.told.text(events)
        coming = rng.randint(0, events)
        return "".join(rng.choice("rp") for _ in range(coming)) + "s" * (events - coming)

    def _told(self, rule: Discipline, state: Line, plan: str) -> tuple[str, ...]:
        """Return what comes back for the texts of a plan."""
        told = []
        for start in range(0, len(plan), self.told.longest):
            back, state = self.step(rule, state, plan[start : start + self.told.longest])
            told.append(back)
        return tuple(told)

    def step(self, rule: Discipline, state: Line, text: str) -> tuple[str, Line]:
        """Let the events happen; return the numbers of those who were served."""
        line, number, served = list(state[0]), state[1], list[int]()
        for event in f"{text}s":
            if event == "s":
                if line:
                    served.append(line.pop(-1 if rule.last else 0)[0])
            elif len(line) >= rule.room:
                number += rule.numbered
            else:
                place = _place(rule, line) if event == "p" else len(line)
                line[place:] = [(n, kind, times + 1) for n, kind, times in line[place:]]
                line.insert(place, (number, event, 0))
                number += 1
        return " ".join(map(str, served)) or "nobody", (tuple(line), number)


def _renumbered(state: Line, more: int) -> Line:
    """Return a line whose numbers, and the next one, are greater by so much."""
    return tuple((number + more, kind, times) for number, kind, times in state[0]), state[1] + more


def _place(rule: Discipline, line: list[tuple[int, str, int]]) -> int:
    """Return where a priority customer comes to stand."""
    place = len(line)
    while place and len(line) - place < rule.passes:
        _, kind, times = line[place - 1]
        if times >= rule.overtaken or (kind == "p" and not rule.newest):
            break
        place -= 1
    return place
