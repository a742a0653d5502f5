"""Puzzles by expected information over all that can be hidden, the noise included.

The rules of a puzzle are prose; a person has read these, from the public part alone, into the readings below: numbers
that are "Far" or "Close"; words with marks A, M and X; one heavy coin on scales that are wrong once in ten turns.
Numbers in the prose (ranges, distances, counts) are read from it. A puzzle whose public part fits no reading is not
tried: its queries and answers are drawn. Words come from the list that the package ships for puzzles.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from pydantic import TypeAdapter

from blackboxes.families.forms import Form
from blackboxes.seeds import stream
from blackboxes.words import common_words
from harness.solvers.information import Elimination
from harness.solvers.strategy import Known, Strategy

Hidden = tuple[Any, Any]
"""(answer, noise)."""


@dataclass(frozen=True)
class Reading:
    """The rules of one puzzle."""

    hidden: Sequence[Hidden]
    tells: Callable[[Hidden, Any, int], str]
    pool: Callable[[Sequence[Hidden], random.Random], Sequence[Any]]
    """Queries worth judging, given what is left."""


def _numbers(public: str) -> Reading | None:
    found = re.search(r"number from (\d+) to (\d+) is hidden.*\"Far\" if it differs .* more than (\d+)", public)
    if not found:
        return None
    low, high, distance = map(int, found.groups())
    return Reading(
        [(n, None) for n in range(low, high + 1)],
        lambda hidden, query, turn: "Far" if abs(query - hidden[0]) > distance else "Close",
        lambda left, rng: range(low, high + 1),
    )


COUNTS = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


def _words(public: str) -> Reading | None:
    found = re.search(r"English word of (\w+) letters is hidden", public)
    if not found or found[1] not in COUNTS or "marks are given first" not in public:
        return None
    words = [word.upper() for word in common_words() if len(word) == COUNTS[found[1]]]

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[str]:
        return [word for word, _ in (left if len(left) <= 60 else rng.sample(list(left), 40))]

    return Reading([(word, None) for word in words], lambda hidden, query, turn: marks(hidden[0], query), pool)


@cache
def marks(word: str, query: str) -> str:
    """Return the marks of a query: A in place, M in the word elsewhere, X else; each letter earns one mark."""
    spare = Counter(a for a, b in zip(word, query, strict=True) if a != b)
    made = []
    for right, letter in zip(word, query, strict=True):
        if right == letter:
            made.append("A")
        elif spare[letter] > 0:
            spare[letter] -= 1
            made.append("M")
        else:
            made.append("X")
    return "".join(made)


def _coins(public: str) -> Reading | None:
    found = re.search(r"their numbers from 1 to (\d+)", public)
    if not found or "of the turns 1 to 10 exactly one" not in public:
        return None
    coins = range(1, int(found[1]) + 1)

    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        lies: tuple[int, ...] = hidden[1]
        lied = turn <= 20 and (turn - 1) % 10 + 1 == lies[(turn - 1) // 10]
        return "Imbalance" if (hidden[0] in query) != lied else "Balance"

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[Any]:
        alive = sorted({coin for coin, _ in left})
        return [sorted(rng.sample(alive, size)) for size in range(1, len(alive) + 1) for _ in range(6)][:90]

    return Reading([(coin, lies) for coin in coins for lies in product(range(1, 11), repeat=2)], tells, pool)


READINGS = (_numbers, _words, _coins)


class PuzzleStrategy(Strategy):
    """Ask what tells most, then answer what is likeliest."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.rng = stream(known.seed, "puzzle")
        self.forms: dict[str, Any] = {name: TypeAdapter(Form).validate_python(f) for name, f in known.domain.items()}
        prose = " ".join(known.public.split())
        self.reading = next((made for read in READINGS if (made := read(prose)) is not None), None)
        self.left = Elimination(self.reading.hidden, self.reading.tells, self.rng) if self.reading else None
        self._asked: Any = None
        self._turn = 0

    def query(self, message: str, left: int) -> str:
        """Learn from the feedback, and ask."""
        self._hear(message)
        self._turn += 1
        form = self.forms["query"]
        if self.left is None or self.reading is None:
            self._asked = form.draw(self.rng)
        else:
            pool = self.reading.pool(self.left.left, self.rng)
            self._asked = self.left.best(pool, self._turn)
        return str(form.write(self._asked))

    def answer(self, message: str, shot: int) -> str:
        """Name what is likeliest; the next likeliest with a further shot."""
        self._hear(message)
        form = self.forms["answer"]
        if self.left is None:
            return str(form.write(form.draw(self.rng)))
        ranked = [answer for answer, _ in Counter(answer for answer, _ in self.left.left).most_common()]
        return str(form.write(ranked[min(shot, len(ranked)) - 1]))

    def _hear(self, message: str) -> None:
        found = re.search(r"^Feedback: (.*)$", message, re.MULTILINE)
        if found and self.left is not None and self._asked is not None:
            self.left.learn(self._asked, found[1].strip(), self._turn)
        self._asked = None
