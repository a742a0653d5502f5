"""Nerdle: true equations that agree with all marks so far, found by trying characters in a drawn order."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence

from boxwright.blackboxes.families.form_equation import EquationForm, value_of
from boxwright.harness.players.solvers.puzzle.marking import marks

CHARACTERS = "0123456789+-*/="
STEPS = 60_000
"""Characters that are tried, at most, to find an equation."""
ANEW = 3_000
"""After so many the search begins anew: it may have begun badly."""
SUM = re.compile(r"[1-9][0-9]?(?:[-+*/][1-9][0-9]?)*")
"""A left side: numbers from 1 to 99."""
NUMBERS = range(3, 6)
"""How many numbers there are on the left."""


class Equations:
    """What the marks have told, as a player keeps it."""

    def __init__(self, length: int, rng: random.Random) -> None:
        self.length, self._rng = length, rng
        self._told: list[tuple[str, str]] = []
        self._allowed = [set(CHARACTERS) for _ in range(length)]
        self._most = dict.fromkeys(CHARACTERS, length)

    def learn(self, query: str, told: str, turn: int) -> None:
        """Take note of the marks on an equation."""
        if len(told) != self.length or not set(told) <= set("AMX"):
            return
        self._told.append((query, told))
        earned = Counter(character for character, mark in zip(query, told, strict=True) if mark != "X")
        for place, (character, mark) in enumerate(zip(query, told, strict=True)):
            if mark == "A":
                self._allowed[place] &= {character}
            else:
                self._allowed[place] -= {character}
            if mark == "X":
                self._most[character] = earned[character]

    def best(self, turn: int) -> str:
        """Return an equation that may be the hidden one: there are too many to weigh them."""
        return self.ranked()[0]

    def ranked(self) -> Sequence[str]:
        """Return one that may be the hidden one, or, where none is found in time, any."""
        steps = 0
        while steps < STEPS:
            self._steps = 0
            if (found := self._completed("")) is not None:
                return [found]
            steps += max(1, self._steps)
        return [EquationForm(type="equation", length=self.length).draw(self._rng)]

    def _completed(self, left: str) -> str | None:
        """Return an equation that begins so, the left side going on in a drawn order."""
        if self._steps > ANEW or len(left) > self.length - 2:
            return None
        for character in self._rng.sample(sorted(self._allowed[len(left)]), len(self._allowed[len(left)])):
            self._steps += 1
            if left.count(character) >= self._most[character]:
                continue
            longer = left + character
            if character == "=":
                found = self._whole(left)
            elif SUM.fullmatch(longer) or (character in "+-*/" and SUM.fullmatch(left)):
                found = self._completed(longer)
            else:
                continue
            if found is not None:
                return found
        return None

    def _whole(self, left: str) -> str | None:
        if not SUM.fullmatch(left) or len(re.split(r"[-+*/]", left)) not in NUMBERS:
            return None
        value = value_of(left)
        equation = f"{left}={value}"
        if value is None or value < 0 or value.denominator != 1 or len(equation) != self.length:
            return None
        return equation if all(marks(equation, query) == told for query, told in self._told) else None


def read(public: str, rng: random.Random) -> Equations | None:
    """Read the public part of nerdle; None where it is another puzzle."""
    fits = (
        "A true equation of fifteen characters is hidden" in public and "three to five numbers from 1 to 99" in public
    )
    return Equations(15, rng) if fits and "the A marks are given first" in public else None
