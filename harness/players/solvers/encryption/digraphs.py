"""Ciphers of Playfair's kind: pairs of letters through a square that is found by SAT from the pairs seen.

Two letters of one row give their neighbours in it, two of one column theirs, all others the corners of their rectangle.
Which letter is missing in the square is seen from the ciphertexts; which one stands for it is tried, and then which one
parts a pair of equal letters. Every cyclic shift of rows or columns is the same cipher, so one letter's place is fixed.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, count, islice, product

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption.ciphers import Pairs

SIDE = 5
ENOUGH = 60
"""Letters of ciphertext from which the missing letter is concluded."""
Cell = tuple[int, int]


@dataclass(frozen=True)
class Reading:
    """How a text becomes pairs of letters."""

    missing: str
    instead: str
    filler: str

    def pairs(self, text: str) -> list[tuple[str, str, str]]:
        """Return (first, second, what the second one looked like: the letter, or the first for a filler)."""
        letters = text.replace(" ", "")
        found, at = [], 0
        while at < len(letters):
            one, two = letters[at], letters[at + 1 : at + 2]
            parted = not two or self.plain(one) == self.plain(two)
            found.append((one, one if parted else two, self.filler if parted else self.plain(two)))
            at += 1 if parted else 2
        return [(one, like, second) for one, like, second in found]

    def plain(self, letter: str) -> str:
        """Return the letter of the square."""
        return letter.lower().replace(self.missing, self.instead)


@dataclass(frozen=True)
class Square:
    """A square, and how texts are read and written."""

    reading: Reading
    at: Mapping[str, Cell]
    step: int
    """1: neighbours are to the right and below; -1: to the left and above."""
    case: str
    blanks: bool

    def encode(self, text: str) -> str | None:
        """Replace pair by pair, then put the blanks back."""
        letter_at = {cell: letter for letter, cell in self.at.items()}
        made = ""
        for one, like, second in self.reading.pairs(text):
            cells = self._pair(self.at[self.reading.plain(one)], self.at[second])
            made += "".join(_cased(letter_at[cell], by, self.case) for cell, by in zip(cells, (one, like), strict=True))
        if not self.blanks:
            return made
        rest = iter(made)
        return "".join(" " if c == " " else next(rest) for c in text) + "".join(rest)

    def _pair(self, one: Cell, two: Cell) -> tuple[Cell, Cell]:
        if one[0] == two[0]:
            return (one[0], (one[1] + self.step) % SIDE), (two[0], (two[1] + self.step) % SIDE)
        if one[1] == two[1]:
            return ((one[0] + self.step) % SIDE, one[1]), ((two[0] + self.step) % SIDE, two[1])
        return (one[0], two[1]), (two[0], one[1])

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Ask for any other text: each has pairs that were not seen."""
        return None


def _cased(letter: str, like: str, case: str) -> str:
    return letter.upper() if case == "upper" or (case == "kept" and like.isupper()) else letter


def fit(pairs: Pairs, domain: TextDomain) -> Iterator[Square]:
    """Give a square for each reading of the pairs for which there is one."""
    told = "".join(out for _, out in pairs).replace(" ", "")
    shapes = [(len(a.replace(" ", "")), len(b.replace(" ", ""))) for a, b in pairs]
    if len(told) < ENOUGH or not told.isalpha() or any(b % 2 or not a <= b <= 2 * a for a, b in shapes):
        return
    case = "lower" if told.islower() else "upper" if told.isupper() else "kept"
    blanks = any(" " in out for _, out in pairs)
    for missing, instead in _missing(told.lower()):
        seen = _seen(Reading(missing, instead, ""), pairs)
        for step in (1, -1) if seen else ():
            at = solve(seen, missing, step)
            if at is not None:
                squares = (Square(Reading(missing, instead, f), dict(at), step, case, blanks) for f, _ in at)
                fits = (one for one in squares if all(one.encode(text) == out for text, out in pairs))
                yield from islice(fits, 1)
                return


def _missing(told: str) -> Iterator[tuple[str, str]]:
    """Give letters that no ciphertext has, each with one that may stand for it: those next to it first."""
    absent = [letter for letter in string.ascii_lowercase if letter not in told]
    for missing in sorted(absent, key=lambda letter: letter not in "jqi"):
        others = sorted(set(string.ascii_lowercase) - {missing}, key=lambda letter: abs(ord(letter) - ord(missing)))
        yield from ((missing, instead) for instead in others)


def _seen(reading: Reading, pairs: Pairs) -> tuple[tuple[str, str, str, str], ...]:
    """Return (first, second, first's ciphertext, second's) of pairs without a filler; nothing where lengths differ."""
    seen: list[tuple[str, str, str, str]] = []
    for text, out in pairs:
        made, read = out.replace(" ", "").lower(), reading.pairs(text)
        if len(made) != 2 * len(read):
            return ()
        seen += [(reading.plain(a), b, made[2 * n], made[2 * n + 1]) for n, (a, _, b) in enumerate(read) if b]
    return tuple(dict.fromkeys(seen))


@lru_cache(maxsize=2_000)
def solve(seen: Sequence[tuple[str, str, str, str]], missing: str, step: int) -> tuple[tuple[str, Cell], ...] | None:
    """Return a square that turns each first two letters into the last two; None if there is none.

    Variables: row and column of each letter (exactly one each), whether two letters that were a pair share a row, or a
    column.
    """
    from pysat.solvers import Cadical153

    told = {pair[:2]: pair[2:] for pair in seen}
    if len(told) < len(seen) or any(told.get(pair[1::-1], pair[:1:-1]) != pair[:1:-1] for pair in seen):
        return None
    letters = [c for c in string.ascii_lowercase if c != missing]
    numbers = count(1)
    lines = [{(c, k): next(numbers) for c in letters for k in range(SIDE)} for _ in range(2)]
    with Cadical153() as solver:
        for line, letter in product(lines, letters):
            group = [line[letter, k] for k in range(SIDE)]
            solver.append_formula([group, *([-a, -b] for a, b in combinations(group, 2))])
        for (a, b), r, c in product(combinations(letters, 2), range(SIDE), range(SIDE)):
            solver.add_clause([-lines[0][a, r], -lines[1][a, c], -lines[0][b, r], -lines[1][b, c]])
        solver.append_formula([[lines[0][letters[0], 0]], [lines[1][letters[0], 0]]])
        for a, b, one, two in seen:
            shared = [next(numbers), next(numbers)]
            for line, share in zip(lines, shared, strict=True):
                _share(solver, line, (a, b), share)
            for line, other, share in zip(lines, lines[::-1], shared, strict=True):
                _same(solver, line, [(a, one), (a, two)], [-share])
                _same(solver, other, [(a, one), (b, two)], [-share], step)
            _same(solver, lines[0], [(a, one), (b, two)], shared)
            _same(solver, lines[1], [(b, one), (a, two)], shared)
        if not solver.solve():
            return None
        true = {v for v in solver.get_model() or [] if v > 0}
    place = [{c: k for (c, k), v in line.items() if v in true} for line in lines]
    return tuple((c, (place[0][c], place[1][c])) for c in letters)


Line = Mapping[tuple[str, int], int]


def _share(solver: object, line: Line, pair: tuple[str, str], share: int) -> None:
    """`share` says whether two letters are in one line."""
    a, b = pair
    for k in range(SIDE):
        _add(solver, [-share, -line[a, k], line[b, k]])
        _add(solver, [share, -line[a, k], -line[b, k]])


def _same(solver: object, line: Line, pairs: Sequence[tuple[str, str]], unless: Sequence[int], step: int = 0) -> None:
    """In each pair the second letter is in the first one's line, or so many lines on, unless one of these holds."""
    for (a, b), k in product(pairs, range(SIDE)):
        _add(solver, [*unless, -line[a, k], line[b, (k + step) % SIDE]])


def _add(solver: object, clause: Sequence[int]) -> None:
    solver.add_clause(list(clause))  # type: ignore[attr-defined]


KINDS = (fit,)
