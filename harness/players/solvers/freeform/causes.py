"""Lamps that follow each other: which two does each follow, and how? Each lamp's rule is found for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from boxwright.harness.players.solvers.freeform.world import Told, World
from boxwright.harness.players.solvers.information import bits

WORLDS = 80
"""Sets of rules, drawn from what is left for each lamp, that judge a text or answer a question."""
TRIED = 30


class Rule(NamedTuple):
    """A lamp's rule: on for these states of two lamps, as bits 2 * first + second."""

    first: str
    second: str
    table: int


FIXED = [Rule("", "", 0), Rule("", "", 15)]
MIXED = [table for table in range(16) if table not in (0, 15, 3, 12, 5, 10)]
"""The tables in which both lamps count."""


class Lamps(World):
    """Lamps, on or off; the domain's capital letters name them."""

    phrases = (
        "lamps, A to",
        "Each is always on, always off, or depends on two of the others",
    )

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.lamps = "".join(sorted(letter for letter in told.alphabet if letter.isupper()))
        self.left = {
            lamp: [*FIXED, *(Rule(a, b, t) for a, b in combinations(self.lamps.replace(lamp, ""), 2) for t in MIXED)]
            for lamp in self.lamps
        }
        self._worlds: list[Mapping[str, Rule]] = []

    def choose(self, left: int) -> str:
        """Force what is expected to tell most, as drawn rules see it: at least two lamps, and all but two at most."""
        worlds = self._drawn()
        rng = self.told.rng
        texts = []
        for _ in range(TRIED):
            forced = rng.sample(self.lamps, rng.randint(2, len(self.lamps) - 2))
            texts.append("".join(rng.choice((lamp, lamp.lower())) for lamp in forced))
        return max(texts, key=lambda text: bits(Counter(shown(world, text) for world in worlds)))

    def learn(self, text: str, back: str) -> None:
        """Keep, for each lamp that was not forced, the rules that show it as it was."""
        self._worlds = []
        lit = dict(zip(self.lamps, (c == "1" for c in back), strict=True))
        for lamp in set(self.lamps) - set(text.upper()):
            kept = [rule for rule in self.left[lamp] if _on(rule, lit) == lit[lamp]]
            self.left[lamp] = kept or self.left[lamp]

    def answers(self, question: str) -> Sequence[str]:
        """Return what most of the drawn rules show."""
        text = question.split()[-1]
        return [answer for answer, _ in Counter(shown(world, text) for world in self._drawn()).most_common()]

    def _drawn(self) -> list[Mapping[str, Rule]]:
        """Return sets of rules without circles, a rule for each lamp; they are drawn anew after each text."""
        if self._worlds:
            return self._worlds
        rng, drawn = self.told.rng, list[Mapping[str, Rule]]()
        for _ in range(100 * WORLDS):
            world = {lamp: rng.choice(rules) for lamp, rules in self.left.items()}
            if len(_order(world)) == len(self.lamps):
                drawn.append(world)
            if len(drawn) == WORLDS:
                break
        self._worlds = drawn or [{lamp: rules[0] for lamp, rules in self.left.items()}]
        return self._worlds


def _on(rule: Rule, lit: Mapping[str, bool]) -> bool:
    place = 2 * lit.get(rule.first, False) + lit.get(rule.second, False)
    return bool(rule.table >> place & 1)


def _order(world: Mapping[str, Rule]) -> list[str]:
    """Return the lamps in an order in which each comes after those it follows; those on circles are left out."""
    order: list[str] = []
    while found := [
        lamp
        for lamp, rule in world.items()
        if lamp not in order and all(other in order for other in (rule.first, rule.second) if other)
    ]:
        order += found
    return order


def shown(world: Mapping[str, Rule], text: str) -> str:
    """Return the lamps under a text, as digits."""
    forced = {letter.upper(): letter.isupper() for letter in text}
    order, lit = _order(world), dict[str, bool]()
    for lamp in [*order, *(lamp for lamp in world if lamp not in order)]:
        lit[lamp] = forced[lamp] if lamp in forced else _on(world[lamp], lit)
    return "".join(str(int(lit[lamp])) for lamp in sorted(world))
