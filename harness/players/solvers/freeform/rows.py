"""Rules without memory that are listed in full: a neighbourhood of cells, and an order of words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from random import Random

from boxwright.harness.players.solvers.freeform.enumerated import Enumerated

Cells = tuple[int, bool, str]
"""Wolfram's number, closed to a ring, and what is outside."""
Order = tuple[str, str, bool]
"""Letters in their order, first key, and whether words are read backwards."""


def generation(rule: Cells, row: str) -> str:
    """Return the next generation of a row of cells."""
    number, ring, outside = rule
    wide = (row[-1] + row + row[0]) if ring else outside + row + outside
    return "".join(str(number >> int(wide[n : n + 3], 2) & 1) for n in range(len(row)))


def ordered(rule: Order, text: str) -> str:
    """Return words in order."""
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


def ordered_two(rule: Order, text: str) -> str:
    """Return the first two words in order."""
    return ordered(rule, " ".join(text.split()[:2]))


class Row(Enumerated[Cells, None]):
    """A row of cells; asked is the third generation."""

    phrases = ("row of cells, each 0 or 1", "three generations after")

    def rules(self) -> list[Cells]:
        """Return all 256 rules, closed to a ring, and with 0 or 1 outside."""
        rings: list[Cells] = [(number, ring, "0") for number in range(256) for ring in (True, False)]
        return [*rings, *((number, False, "1") for number in range(256))]

    def begin(self, rule: Cells) -> None:
        """Return nothing: rows are not remembered."""

    def step(self, rule: Cells, state: None, text: str) -> tuple[str, None]:
        """Return the next generation."""
        return generation(rule, text), None

    def says(self, rule: Cells, state: None, text: str) -> str:
        """Return the third generation."""
        return generation(rule, generation(rule, generation(rule, text)))


class Words(Enumerated[Order, None]):
    """Two words that come back in their order; asked is that, and the order of more."""

    phrases = ("Only the first two words are read", "in the order of a fixed criterion", "letters a to f")

    def rules(self) -> list[Order]:
        """Return all orders of the letters, first keys and directions."""
        firsts = ("none", "short", "long", "few", "many")
        return [("".join(p), first, back) for p in permutations("abcdef") for first in firsts for back in (False, True)]

    def begin(self, rule: Order) -> None:
        """Return nothing: words are not remembered."""

    def texts(self, left: int) -> Sequence[str]:
        """Return pairs of words of one to four letters."""
        return [some_words(self.told.rng, 2, 4) for _ in range(self.pool)]

    def step(self, rule: Order, state: None, text: str) -> tuple[str, None]:
        """Sort the first two words."""
        return ordered_two(rule, text), None

    def answers(self, question: str) -> Sequence[str]:
        """Sort the words after the question mark: all of them, or the first two where a text's feedback is asked."""
        words = question.rpartition("? ")[2].strip()
        told = ordered_two if "for this text" in question else ordered
        return [*dict.fromkeys(told(rule, words) for rule, _ in self.left[:50])]


def some_words(rng: Random, count: int, longest: int) -> str:
    """Return words of the letters a to f, with blanks between them."""
    return " ".join("".join(rng.choices("abcdef", k=rng.randint(1, longest))) for _ in range(count))


def rows(longest: int) -> Iterator[str]:
    """Return all rows of cells of so many cells and fewer."""
    return ("".join(row) for length in range(1, longest + 1) for row in product("01", repeat=length))
