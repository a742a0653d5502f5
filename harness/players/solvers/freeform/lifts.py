"""A lift's policy: in what order are the floors served, and which one is treated otherwise?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from boxwright.harness.players.solvers.freeform.enumerated import Enumerated

Ride = tuple[int, bool]
"""Where the lift stands, and whether its direction is up."""
ABOVE = 10
"""More than any floor."""
MOST = 3
"""Floors that are not served in one direction, at most, and in one of them one fewer."""
Floors = tuple[int, ...]
STRAIGHT = ("pressed", "backwards", "rising", "falling", "nearest")


class Policy(NamedTuple):
    """How a lift rides."""

    order: str
    """`direction`: on in its direction, then back; or one of STRAIGHT."""
    again: str
    """What pressing a button again does: `nothing`, or `back` (it takes the wish back)."""
    start: Ride
    rising: Floors
    """Floors that are not served on the way up."""
    falling: Floors
    """Floors that are not served on the way down."""
    here: str
    """Whether the floor where it stands is served `first`, `last`, or `never`."""


class Lift(Enumerated[Policy, Ride]):
    """A lift in a house; its floors are the digits of the domain."""

    phrases = ("You press buttons of a lift in a house with the floors 1 to",)

    def rules(self) -> Iterator[Policy]:
        """Return the policies, those without a special floor first."""
        top = len(self.told.alphabet)
        some = [floors for size in range(MOST) for floors in combinations(range(1, top + 1), size)]
        rides = [(at, up) for at in (1, top, top // 2, top // 2 + 1) for up in (True, False)]
        for again, start, here in product(("nothing", "back"), rides, ("first", "last", "never")):
            for order in ("direction", *STRAIGHT):
                yield Policy(order, again, start, (), (), here)
            for rising, falling in product(some, repeat=2):
                if len(rising) + len(falling) <= MOST and not set(rising) & set(falling):
                    yield Policy("direction", again, start, rising, falling, here)

    def begin(self, rule: Policy) -> Ride:
        """Return where the lift stands at first."""
        return rule.start

    def texts(self, left: int) -> Sequence[str]:
        """Return presses of one floor to six, with repetitions now and then."""
        rng = self.told.rng
        sizes = [rng.randint(2, self.told.longest) for _ in range(self.pool)]
        return [self.told.text(n) if rng.random() < 0.3 else "".join(rng.sample(self.told.alphabet, n)) for n in sizes]

    def asked(self, question: str) -> str:
        """Return the texts of both rides."""
        return " ".join(re.findall(r"\d+", question))

    def says(self, rule: Policy, state: Ride, text: str) -> str:
        """Ride for all but the last text first."""
        *before, last = text.split()
        for first in before:
            state = self.step(rule, state, first)[1]
        return self.step(rule, state, last)[0]

    def step(self, rule: Policy, state: Ride, text: str) -> tuple[str, Ride]:
        """Ride; return the stops."""
        pressed = Counter(int(floor) for floor in text)
        wanted = [floor for floor, times in pressed.items() if rule.again == "nothing" or times % 2]
        at, up = state
        here = [at] if at in wanted and rule.here != "never" else []
        others = [floor for floor in wanted if floor != at]
        way = _ahead(rule, others, at, up) if rule.order == "direction" else _straight(rule.order, others, at)
        stops = [*way, *here] if rule.here == "last" else [*here, *way]
        if stops:
            came = [at, *stops]
            up = up if came[-1] == came[-2] else came[-1] > came[-2]
            if way and way[-1] in (*rule.rising, *rule.falling):
                up = way[-1] in rule.falling
            at = stops[-1]
        return " ".join(map(str, stops)) or "none", (at, up)


def _ahead(rule: Policy, wanted: list[int], at: int, up: bool) -> list[int]:
    """Return the stops of a lift that goes on in its direction, turns, and turns again for what is left."""
    left, stops, here = set(wanted), list[int](), at
    for _ in range(4):
        skipped = rule.rising if up else rule.falling
        found = sorted((f for f in left if (f > here) is up and f not in skipped), reverse=not up)
        stops += found
        left -= set(found)
        here = ABOVE if up else 0
        up = not up
    return stops


def _straight(order: str, wanted: list[int], at: int) -> list[int]:
    if order in ("pressed", "backwards"):
        return wanted[:: 1 if order == "pressed" else -1]
    if order != "nearest":
        return sorted(wanted, reverse=order == "falling")
    stops, left = list[int](), set(wanted)
    while left:
        at = min(left, key=lambda floor: (abs(floor - at), floor))
        left.remove(at)
        stops.append(at)
    return stops
