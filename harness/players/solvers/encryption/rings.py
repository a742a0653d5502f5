"""Letters that stand on a ring in an unknown order, and move on by numbers that depend on where they stand.

That a letter x becomes y at a place p is an equation: where(y) = where(x) + move(p), modulo 26; at a place below 0 it
moves back. Neither the order of the ring nor the moves are known, so all equations together are solved, modulo 2 and
modulo 13: y is known for x at p, seen or not, where every solution says it. Capitals may have a ring of their own, and
so may the letters of the ciphertext. Where some letters move back, all may move on by one more number, the same one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from boxwright.harness.players.solvers.encryption.letter_rules import LOW, PLACES, UP, Context, LetterRule, Units

PRIMES = (2, 13)
"""The ring has as many places as both multiplied."""
RANK = 5
FURTHER, APART = "all letters move further", "the ciphertext has a ring of its own"
KINDS = ("", FURTHER, APART)
"""Of rings, the narrower first."""
Form = tuple[tuple[int, ...], ...]
"""Where a letter stands, or how far a place moves one, for each prime: by the unknowns that are left open."""


@dataclass(frozen=True)
class Ring:
    """What follows from the equations."""

    place: str
    letters: Mapping[str, Form]
    """Of the plaintext; small ones alone where capitals stand in the same order."""
    pieces: Mapping[str, Form]
    """Of the ciphertext."""
    moves: Mapping[int, Form]
    further: Form
    """How far every letter moves on beside."""

    def piece(self, context: Context, made: Sequence[str]) -> str | None:
        """Return the letter that stands so far on, if that is one that is known."""
        (letter,), place = self.key(context), PLACES[self.place](context)
        move = self.moves.get(abs(place))
        if move is None:
            return None
        goal = _sum(_sum(self.letters[letter], move, -1 if place < 0 else 1), self.further, 1)
        found = next((y for y, form in self.pieces.items() if form == goal and y.isupper() == letter.isupper()), None)
        return found.upper() if found is not None and context.letter.isupper() else found

    def key(self, context: Context) -> tuple[str]:
        """The letter: once in a text, since equations about others tell more."""
        return (context.letter if len(self.letters) > len(LOW) else context.letter.lower(),)

    def knows(self, context: Context) -> bool:
        """Whether the letter's piece follows."""
        return self.piece(context, ()) is not None


def _sum(one: Form, other: Form, factor: int) -> Form:
    """Add a multiple of the other form."""
    return tuple(
        tuple((a + factor * b) % prime for a, b in zip(*both, strict=True))
        for prime, both in zip(PRIMES, zip(one, other, strict=True), strict=True)
    )


def rings(units: Units) -> Iterator[tuple[int, LetterRule]]:
    """Give a ring, or two, for every kind of place that contradicts nothing; letters keep their case."""
    pairs = [pair for text in units for pair in text]
    if not all(
        len(y) == 1 and c.letter.isalpha() and y.isalpha() and y.isupper() == c.letter.isupper() for c, y in pairs
    ):
        return
    for kind, letters, (place, value) in product(KINDS, (LOW, LOW + UP), PLACES.items()):
        seen = {(c.letter, value(c), piece) for c, piece in pairs}
        moved = {(x.lower(), p, y.lower()) for x, p, y in seen} if letters == LOW else seen
        whence, whither = {(x, p) for x, p, _ in moved}, {(p, y) for _, p, y in moved}
        if kind == FURTHER and all(p >= 0 for _, p, _ in moved):
            continue  # it would be a part of every move
        if len(whence) == len(whither) == len(moved):
            ring = _solved(place, letters, sorted(moved), kind)
            if ring is not None:
                yield RANK + (letters != LOW) + KINDS.index(kind), ring


def _solved(place: str, letters: str, moved: Sequence[tuple[str, int, str]], kind: str) -> Ring | None:
    """Return what the equations say, None where two letters of one ring would stand at the same place."""
    values = sorted({abs(p) for _, p, _ in moved})
    written = {letter: (letter, APART) if kind == APART else letter for letter in letters}
    columns: dict[object, int] = {
        name: n for n, name in enumerate(dict.fromkeys([*letters, *written.values(), *values, FURTHER]))
    }
    forms: list[list[tuple[int, ...]]] = []
    for prime in PRIMES:
        rows: dict[int, list[int]] = {}
        for x, p, y in moved:
            row = [0] * len(columns)
            terms = ((written[y], 1), (x, -1), (abs(p), 1 if p < 0 else -1), (FURTHER, -1 if kind == FURTHER else 0))
            for name, factor in terms:
                row[columns[name]] += factor
            row = _reduced([n % prime for n in row], rows, prime)
            first = next((n for n, factor in enumerate(row) if factor), None)
            if first is not None:
                inverse = pow(row[first], -1, prime)
                rows[first] = [n * inverse % prime for n in row]
        units = ([int(n == column) for n in range(len(columns))] for column in range(len(columns)))
        forms.append([tuple(_reduced(unit, rows, prime)) for unit in units])
    made = [tuple(both) for both in zip(*forms, strict=True)]
    stand = {letter: made[columns[letter]] for letter in letters}
    pieces = {letter: made[columns[written[letter]]] for letter in letters}
    if any(len({(y.isupper(), form) for y, form in ring.items()}) < len(letters) for ring in (stand, pieces)):
        return None
    further = made[columns[FURTHER]] if kind == FURTHER else tuple((0,) * len(columns) for _ in PRIMES)
    return Ring(place, stand, pieces, {value: made[columns[value]] for value in values}, further)


def _reduced(row: list[int], rows: Mapping[int, list[int]], prime: int) -> list[int]:
    """Take multiples of the rows away, so that their first columns are 0."""
    for column in range(len(row)):
        factor = row[column]
        if factor and (pivot := rows.get(column)) is not None:
            row = [(a - factor * b) % prime for a, b in zip(row, pivot, strict=True)]
    return row
