"""Transpositions: the letters come in another order, found by distinct letters and a small library of readings.

With letters that are all different the order for one length is seen at once. For other lengths a reading must explain
it: rail fences, and rows of k letters read by columns (from either side, each column down, up or in turns, alternating
from the first column that is read), with k fixed or k = (length mod m) + c; with or without blanks between columns;
reversed texts and rotations.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption.ciphers import Pairs

Groups = list[list[int]]
"""Positions in the order of reading, in groups (columns, rails)."""
Reading = Callable[[int, int], Groups]
"""(length, k) to groups."""
MOST = 12
"""The largest k that is tried."""


def _rails(length: int, k: int, turned: bool) -> Groups:
    period = max(1, 2 * (k - 1))
    rows: Groups = [[] for _ in range(k)]
    for position in range(length):
        step = position % period
        rows[step if step < k else period - step].append(position)
    return [row for row in (rows[::-1] if turned else rows) if row]


def _columns(length: int, k: int, from_right: bool, ways: str, snake: bool) -> Groups:
    cells: Groups = [[] for _ in range(k)]
    for position in range(length):
        row, column = divmod(position, k)
        cells[k - 1 - column if snake and row % 2 else column].append(position)
    filled = [column for column in (cells[::-1] if from_right else cells) if column]
    return [c[::-1] if ways[n % len(ways)] == "u" else c for n, c in enumerate(filled)]


def _mirrored(groups: Groups, length: int) -> Groups:
    """The same reading of the text written backwards."""
    return [[length - 1 - position for position in group] for group in groups]


def _backwards(groups: Groups) -> Groups:
    """The same reading, read out backwards."""
    return [group[::-1] for group in groups[::-1]]


def _readings() -> Iterator[tuple[str, Reading]]:
    for turned in (False, True):
        yield f"rails {turned}", lambda n, k, t=turned: _rails(n, k, t)  # type: ignore[misc]
        yield f"rails {turned} mirrored", lambda n, k, t=turned: _mirrored(_rails(n, k, t), n)  # type: ignore[misc]
        yield f"rails {turned} backwards", lambda n, k, t=turned: _backwards(_rails(n, k, t))  # type: ignore[misc]
    for right, ways, snake in product((False, True), ("d", "u", "du", "ud"), (False, True)):
        yield (
            f"columns {right} {ways} {snake}",
            lambda n, k, r=right, w=ways, s=snake: _columns(n, k, r, w, s),  # type: ignore[misc]
        )
        yield (
            f"columns {right} {ways} {snake} mirrored",
            lambda n, k, r=right, w=ways, s=snake: _mirrored(_columns(n, k, r, w, s), n),  # type: ignore[misc]
        )
        yield (
            f"columns {right} {ways} {snake} backwards",
            lambda n, k, r=right, w=ways, s=snake: _backwards(_columns(n, k, r, w, s)),  # type: ignore[misc]
        )
    yield "reversed", lambda n, k: [list(range(n))[::-1]]
    yield "rotated", lambda n, k: [[(p + k) % n for p in range(n)]] if n else []
    yield "rotated back", lambda n, k: [[(p - k) % n for p in range(n)]] if n else []


def _remembered(reading: Reading) -> Reading:
    return cache(reading)


READINGS: Sequence[Reading] = tuple(_remembered(reading) for _, reading in _readings())


@dataclass(frozen=True)
class Transposed:
    """One reading with its rule for k."""

    reading: Reading
    modulus: int
    """1 for a k that does not depend on the length."""
    least: int
    separator: str
    keeps_blanks: bool
    """Whether blanks are characters like others; else they are dropped."""

    def encode(self, text: str) -> str | None:
        """Read the letters in their order."""
        used = text if self.keeps_blanks else text.replace(" ", "")
        groups = self.reading(len(used), len(used) % self.modulus + self.least)
        return self.separator.join("".join(used[p] for p in group) for group in groups)

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Ask for other lengths, the letters as different as can be."""
        letters = list(domain.alphabet.strip())
        rng.shuffle(letters)
        return "".join(letters[: rng.randint(max(4, domain.min_length), domain.max_length)])


def fit(pairs: Pairs, domain: TextDomain) -> Iterator[Transposed]:
    """Give every reading that explains all pairs. k fixed comes before k by length."""
    if not pairs or any(sorted(a.replace(" ", "")) != sorted(b.replace(" ", "")) for a, b in pairs):
        return
    given = min(pairs, key=lambda pair: -len(set(pair[0])))
    rules: Sequence[tuple[int, int]] = [(1, k) for k in range(1, MOST)] + [
        (m, c) for m in range(2, 8) for c in range(1, 8)
    ]
    for keeps, separator in product((False, True), ("", " ")):
        if separator and not any(" " in told for _, told in pairs):
            continue
        for reading in READINGS:
            for modulus, least in rules:
                made = Transposed(reading, modulus, least, separator, keeps)
                if made.encode(given[0]) == given[1] and all(made.encode(a) == b for a, b in pairs):
                    yield made


@dataclass(frozen=True)
class ByLength:
    """No reading known: the order that was seen for each length, blanks dropped."""

    orders: dict[int, tuple[int, ...]]

    def encode(self, text: str) -> str | None:
        """Apply the order of this length, where it was seen."""
        used = text.replace(" ", "")
        order = self.orders.get(len(used))
        return None if order is None else "".join(used[p] for p in order)

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Ask for a length without an order."""
        longest = min(domain.max_length, len(string.ascii_letters))
        missing = [n for n in range(max(2, domain.min_length), longest + 1) if n not in self.orders]
        return domain.alphabet.strip()[: missing[len(missing) // 3]] if missing else None


def by_length(pairs: Pairs, domain: TextDomain) -> Iterator[ByLength]:
    """Take down the order of every text of different letters."""
    orders = {}
    for given, told in pairs:
        used = given.replace(" ", "")
        if len(set(used)) == len(used) and sorted(used) == sorted(told):
            orders[len(used)] = tuple(used.index(c) for c in told)
        elif sorted(used) != sorted(told.replace(" ", "")):
            return
    if orders:
        yield ByLength(orders)


KINDS = (fit, by_length)
