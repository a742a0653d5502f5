"""Block ciphers of Hill's kind: blocks of letters are multiplied by a matrix modulo 26, and a vector is added.

The letters (blanks apart) are taken in blocks of 2 or 3; a last block is filled up with one letter. Blanks are kept at
their positions or dropped; the case is kept, or lost to lower or upper case. The matrix is solved from the pairs seen,
row by row, by elimination over the integers modulo 26.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption.ciphers import Pairs, number
from boxwright.harness.players.solvers.encryption.modular import solve

FILLERS = "xzqabcdefghijklmnoprstuvwy"
SIZES = (2, 3)


@dataclass(frozen=True)
class Blocks:
    """A matrix and a vector over the integers modulo 26."""

    size: int
    rows: Sequence[Sequence[int]]
    """Each row: the factors, then what is added."""
    filler: str
    case: str
    """`lower`, `upper`, or `kept`."""
    blanks: bool

    def encode(self, text: str) -> str | None:
        """Multiply block by block, then put the blanks back."""
        letters = text.replace(" ", "")
        letters += self.filler * (-len(letters) % self.size)
        made = ""
        for start in range(0, len(letters), self.size):
            block = letters[start : start + self.size]
            for row, like in zip(self.rows, block, strict=True):
                total = sum(f * number(c) for f, c in zip(row, block, strict=False)) + row[-1]
                letter = chr(total % 26 + ord("a"))
                made += letter.upper() if self.case == "upper" or (self.case == "kept" and like.isupper()) else letter
        return _with_blanks(text, made) if self.blanks else made

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Ask for texts of odd lengths, with blanks."""
        return None


def _with_blanks(text: str, letters: str) -> str:
    made, rest = "", iter(letters)
    for character in text:
        made += " " if character == " " else next(rest)
    return made + "".join(rest)


def fit(pairs: Pairs, domain: TextDomain) -> Iterator[Blocks]:
    """Give every matrix that explains all pairs."""
    for size in SIZES:
        told = [(a.replace(" ", ""), b.replace(" ", "")) for a, b in pairs]
        if not told or any(len(b) != len(a) + -len(a) % size or not b.isalpha() for a, b in told):
            continue
        whole = [
            (tuple(map(number, a[i : i + size])), tuple(map(number, b[i : i + size])))
            for a, b in told
            for i in range(0, len(a) - size + 1, size)
        ]
        rows = [solve([[*block, 1] for block, _ in whole], [out[r] for _, out in whole], 26) for r in range(size)]
        if any(row is None for row in rows):
            continue
        blanks = any(" " in b for _, b in pairs)
        joined = "".join(b for _, b in told)
        case = "lower" if joined.islower() else "upper" if joined.isupper() else "kept"
        for filler in FILLERS:
            yield Blocks(size, [row for row in rows if row is not None], filler, case, blanks)


KINDS = (fit,)
