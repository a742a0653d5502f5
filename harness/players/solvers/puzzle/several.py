"""Several words at once: each is looked for apart, and a query is judged by what it tells of all of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence

from boxwright.blackboxes.words import common_words
from boxwright.harness.players.solvers.information import Elimination, bits
from boxwright.harness.players.solvers.puzzle.marking import marks
from boxwright.harness.players.solvers.strategy import NUMBERS

JUDGED = 24
"""Queries that are judged."""
AGAINST = 80
"""Words that each is judged against, for each that is hidden."""


class Several:
    """What is left for each of the words, as a player keeps it."""

    def __init__(self, words: Sequence[str], number: int, rng: random.Random) -> None:
        self._rng = rng
        self._hidden: list[Elimination[str, str]] = [Elimination(words, _told, rng) for _ in range(number)]

    def learn(self, query: str, told: str, turn: int) -> None:
        """Drop what says otherwise, for each word."""
        groups = re.findall(r"[AMX]+", told)
        if len(groups) == len(self._hidden):
            for hidden, marked in zip(self._hidden, groups, strict=True):
                hidden.learn(query, marked, turn)

    def best(self, turn: int) -> str:
        """Return a word that may be one of them, and tells most of all."""
        unsure = [hidden.left for hidden in self._hidden if len(hidden.left) > 1]
        if not unsure:
            return self._hidden[0].left[0]
        pool = sorted({word for left in unsure for word in self._some(left, max(1, JUDGED // len(unsure)))})
        judged = [self._some(left, AGAINST) for left in unsure]
        return max(pool, key=lambda query: sum(_bits(words, query) for words in judged))

    def ranked(self) -> Sequence[list[str]]:
        """Return words that are possible; with each further answer others."""
        return [[hidden.left[shot % len(hidden.left)] for hidden in self._hidden] for shot in range(3)]

    def _some(self, words: list[str], most: int) -> list[str]:
        return words if len(words) <= most else self._rng.sample(words, most)


def _told(word: str, query: str, turn: int) -> str:
    return marks(word, query)


def _bits(words: Sequence[str], query: str) -> float:
    return bits(Counter(marks(word, query) for word in words))


def read(public: str, rng: random.Random) -> Several | None:
    """Read the public part of a puzzle with several words; None where it is another."""
    found = re.search(r"(\w+) different common English words of (\w+) letters are hidden, in a fixed order", public)
    if not found or "the A marks are given first" not in public:
        return None
    number, length = (NUMBERS.get(word.lower(), 0) for word in found.groups())
    words = [word.upper() for word in common_words() if len(word) == length]
    return Several(words, number, rng) if number and words else None
