"""Ciphers that make a number of each pair of letters and raise it to a power, modulo another number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import gcd

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption.ciphers import Pairs, number

LARGEST = 2_000
EXPONENTS = range(2, 66)
BASES = (26, 27, 100)


@dataclass(frozen=True)
class Powers:
    """m = base * first + second; m to the power of `exponent`, modulo `modulus`."""

    size: int
    base: int
    origin: int
    """The place in the alphabet of the letter with the lowest number ..."""
    first: int
    """... and that number."""
    exponent: int
    modulus: int
    separator: str

    def numbers(self, text: str) -> list[int]:
        """Return m for each group of letters; what is missing at the end counts 0."""
        letters = [(number(c) - self.origin) % 26 + self.first for c in text if c != " "]
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
        for origin, size, base, first in product(range(26), (1, 2), BASES, (1, 0)):
            reading = Powers(size, base, origin, first, 1, 1, separator)
            numbers = [m for text, _ in told for m in reading.numbers(text)]
            if len(numbers) == len(seen) and max(seen) < LARGEST:
                yield from _powers(reading, sorted(set(zip(numbers, seen, strict=True))))


def _powers(reading: Powers, seen: Sequence[tuple[int, int]]) -> Iterator[Powers]:
    """Give the powers that explain what was seen, smallest modulus first: it divides m**exponent - c for every pair."""
    lowest = max(c for _, c in seen) + 1
    found: list[tuple[int, int]] = []
    for exponent in EXPONENTS:
        common = 0
        for m, c in seen:
            common = gcd(common, m**exponent - c)
            if 0 < common < lowest:
                break
        else:
            found += [(modulus, exponent) for modulus in range(lowest, LARGEST) if common % modulus == 0]
    for modulus, exponent in sorted(found):
        yield replace(reading, exponent=exponent, modulus=modulus)


KINDS = (fit,)
