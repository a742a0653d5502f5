"""Ciphers that make a number of each pair of letters and raise it to a power, modulo another number."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption.ciphers import Pairs, number

LARGEST = 2_000
EXPONENTS = range(2, 66)
BASES = (26, 27, 100)
FEW = 3
"""Numbers by which powers are found; then all are looked at."""


@dataclass(frozen=True)
class Powers:
    """m = base * first + second; m to the power of `exponent`, modulo `modulus`."""

    size: int
    base: int
    first: int
    """The number of the letter a."""
    exponent: int
    modulus: int
    separator: str

    def numbers(self, text: str) -> list[int]:
        """Return m for each group of letters; what is missing at the end counts 0."""
        letters = [number(c) + self.first for c in text if c != " "]
        letters += [0] * (-len(letters) % self.size)
        groups = [letters[n : n + self.size] for n in range(0, len(letters), self.size)]
        return [sum(letter * self.base ** (self.size - 1 - n) for n, letter in enumerate(group)) for group in groups]

    def encode(self, text: str) -> str:
        """Raise each number."""
        return self.separator.join(str(pow(m, self.exponent, self.modulus)) for m in self.numbers(text))

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Nothing is missing."""
        return None


def fit(pairs: Pairs, domain: TextDomain) -> Iterator[Powers]:
    """Give every power that explains all numbers."""
    for separator in (",", " "):
        told = [(text, out.split(separator)) for text, out in pairs if text.strip()]
        if not told or not all(piece.strip().isdigit() for _, pieces in told for piece in pieces):
            continue
        seen = [int(piece) for _, pieces in told for piece in pieces]
        for size, base, first in product((1, 2), BASES, (1, 0)):
            reading = Powers(size, base, first, 1, 1, separator)
            numbers = [m for text, _ in told for m in reading.numbers(text)]
            if len(numbers) == len(seen) and max(seen) < LARGEST:
                yield from _powers(reading, sorted(set(zip(numbers, seen, strict=True))))


def _powers(reading: Powers, seen: list[tuple[int, int]]) -> Iterator[Powers]:
    for modulus, exponent in _found(tuple(seen[:FEW])):
        if all(pow(m, exponent, modulus) == c for m, c in seen):
            yield Powers(reading.size, reading.base, reading.first, exponent, modulus, reading.separator)


@cache
def _found(seen: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Return the moduli and exponents that explain some numbers."""
    tried = product(range(max(c for _, c in seen) + 1, LARGEST), EXPONENTS)
    return [both for both in tried if all(pow(m, both[1], both[0]) == c for m, c in seen)]


KINDS = (fit,)
