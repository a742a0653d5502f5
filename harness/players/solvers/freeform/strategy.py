"""Freeform boxes: a table of what came back, and four kinds of rules that a person has read from public parts.

Read are: a row of cells with a neighbourhood rule (all 256 rules, closed or open ends), an order of words (all orders
of the letters, first keys and directions), by expected information; an automaton over two letters, whose states are
found by SAT. Graphs, and everything else, are not tried: what was seen is given again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any

from boxwright.blackboxes.seeds import stream
from boxwright.harness.players.solvers.counting import Counted, Listed
from boxwright.harness.players.solvers.freeform.automata import Automata
from boxwright.harness.players.solvers.freeform.automaton import Automaton, learn
from boxwright.harness.players.solvers.information import Elimination
from boxwright.harness.players.solvers.strategy import Known, Strategy

Rule = tuple[Any, ...]


@dataclass(frozen=True)
class Reading:
    """The rules of one box that are possible."""

    rules: Sequence[Rule]
    tells: Callable[[Rule, str, int], str]
    answers: Callable[[Rule, str], str]
    """What a rule says to a question's text."""


def generation(rule: Rule, row: str, turn: int = 0) -> str:
    """Return the next generation of a row of cells; rule is (Wolfram's number, closed to a ring, what is outside)."""
    number, ring, outside = rule
    wide = (row[-1] + row + row[0]) if ring else outside + row + outside
    return "".join(str(number >> int(wide[n : n + 3], 2) & 1) for n in range(len(row)))


def ordered(rule: Rule, text: str, turn: int = 0) -> str:
    """Return words in order; rule is (letters in their order, first key, read backwards)."""
    letters, first, backwards = rule
    keys: dict[str, Callable[[str], int]] = {
        "none": lambda word: 0,
        "short": len,
        "long": lambda word: -len(word),
        "few": lambda word: word.count(letters[0]),
        "many": lambda word: -word.count(letters[0]),
    }
    words = sorted(
        text.split(), key=lambda w: (keys[first](w), [letters.index(c) for c in w[:: -1 if backwards else 1]])
    )
    return " ".join(words) or "-"


def _cells(prose: str) -> Reading | None:
    if "row of cells, each 0 or 1" not in prose or "three generations after" not in prose:
        return None
    rules = [(number, ring, "0") for number in range(256) for ring in (True, False)]
    rules += [(number, False, "1") for number in range(256)]

    def later(rule: Rule, row: str) -> str:
        return generation(rule, generation(rule, generation(rule, row)))

    return Reading(rules, generation, later)


def _order(prose: str) -> Reading | None:
    if "same words come back, sorted by a fixed criterion" not in prose or "letters a to f" not in prose:
        return None
    firsts = ("none", "short", "long", "few", "many")
    rules = [("".join(p), first, back) for p in permutations("abcdef") for first in firsts for back in (False, True)]
    return Reading(rules, ordered, ordered)


class FreeformStrategy(Strategy):
    """Eliminates rules where a reading fits, learns an automaton where there is one, else remembers."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.rng = stream(known.seed, "freeform")
        self.alphabet, self.longest = str(known.domain["alphabet"]), int(known.domain.get("max_length", 30))
        prose = " ".join(known.public.split())
        self.reading = next((made for read in (_cells, _order) if (made := read(prose)) is not None), None)
        self.left = Elimination(self.reading.rules, self.reading.tells, self.rng) if self.reading else None
        self.states = 6 if "An automaton has six states" in prose else 0
        self.seen: dict[str, str] = {}
        self._asked = ""
        self._turn = 0
        self._machine: Automaton | None = None

    def query(self, message: str, left: int) -> str:
        """Ask what tells most of some texts that are drawn."""
        self._hear(message)
        self._turn += 1
        pool = [self._text() for _ in range(25)]
        fresh = [text for text in pool if text not in self.seen] or pool
        self._asked = self.left.best(fresh, self._turn) if self.left and len(self.left.left) > 1 else fresh[0]
        return self._asked

    def answer(self, message: str, shot: int) -> str:
        """Apply what is left of the rules to the question's last words."""
        self._hear(message)
        asked = message.strip().splitlines()[-2]
        text = asked.rpartition("? ")[2].strip()
        if self.left is not None and self.reading is not None:
            said = list(dict.fromkeys(self.reading.answers(rule, text) for rule in self.left.left[:50]))
            return said[min(shot, len(said)) - 1]
        if self.states:
            self._machine = self._machine or learn(self.seen, self.alphabet, self.states)
            if self._machine is not None and set(text) <= set(self.alphabet):
                return self._machine.outputs(text)
        return self.seen.get(text) or next(iter(self.seen.values()), "") or "-"

    def _text(self) -> str:
        letters = "".join(self.rng.choice(self.alphabet) for _ in range(self.longest))
        if " " in self.alphabet:
            parts = self.alphabet.replace(" ", "")
            words = ("".join(self.rng.choice(parts) for _ in range(self.rng.randint(1, 4))) for _ in range(20))
            letters = " ".join(words)[: self.longest]
        return letters.strip() or self.alphabet.strip()[0]

    def _hear(self, message: str) -> None:
        if self._asked:
            told = message.split("\n\n")[0].strip()
            if not re.match(r"(Turn|Question) \d", told):
                self.seen[self._asked] = told
                if self.left is not None:
                    self.left.learn(self._asked, told, self._turn)
        self._asked = ""

    @classmethod
    def counted(cls, domain: Mapping[str, Any], public: str) -> Counted | None:
        """All rules of the reading; all automata of so many states."""
        prose, longest = " ".join(public.split()), int(domain.get("max_length", 30))
        if "An automaton has six states, three of which accept" in prose and longest <= 20:
            return Automata(6, 3, "AR", longest)
        if (reading := _cells(prose)) is not None and longest <= 8:
            rows = ["".join(row) for length in range(1, longest + 1) for row in product("01", repeat=length)]
            return Listed(reading.rules, reading.tells, lambda left, rng: rows, everything=True)
        if (reading := _order(prose)) is not None:
            return Listed(reading.rules, reading.tells, _words)
        return None


def _words(left: Sequence[Rule], rng: Random) -> list[str]:
    """Texts of words worth looking at, with few words of each length."""
    return [" ".join("".join(rng.choices("abcdef", k=rng.randint(1, 3))) for _ in range(9)) for _ in range(6)]


STRATEGY = FreeformStrategy
