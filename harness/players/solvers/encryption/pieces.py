"""Codes with pieces of different lengths and no separator: letters sent twice tell where a piece ends."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption.ciphers import Pairs

LONGEST = 8
MOST = 40
"""Tables that are given."""
LETTERS = 400
"""Letters of plaintext that are searched through; the other texts are only checked."""
STEPS = 30_000
"""Pieces that are tried before the search ends."""


@dataclass(frozen=True)
class Pieces:
    """A piece for each letter, whatever its case, and for a blank."""

    table: Mapping[str, str]

    def encode(self, text: str) -> str | None:
        """Join the pieces; None where one is not known."""
        found = [self.table.get(c.lower()) for c in text]
        return "".join(piece for piece in found if piece is not None) if None not in found else None

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Return letters that are not known, each one twice; at last a blank between letters."""
        unknown = [c for c in dict.fromkeys(domain.alphabet.lower()) if c not in self.table and c != " "]
        asked = "".join(2 * c for c in unknown[: domain.max_length // 2])
        asked = asked if set(asked) <= set(domain.alphabet) else asked.upper()
        if not asked and domain.spaces and " " not in self.table:
            return f"{domain.alphabet.strip()[0]} {domain.alphabet.strip()[1]}"
        return asked or None


def fit(pairs: Pairs, domain: TextDomain) -> Iterator[Pieces]:
    """Give tables that explain the texts whose new letters are there twice, or which have one new letter."""
    if not pairs or any(" " in out for _, out in pairs):
        return
    known, told = set[str](), list[tuple[str, str]]()
    for text, out in sorted(pairs, key=lambda pair: len({*pair[0].lower()}) / len(pair[0])):
        new = [letter for letter in text.lower() if letter not in known]
        ends = len({*new}) == 1 or all(new.count(letter) > 1 for letter in new)
        if new and ends and sum(len(one) for one, _ in told) + len(text) <= LETTERS:
            told.append((text, out))
            known |= {*new}
    yield from (Pieces(table) for table in islice(_tables(told), MOST))


def _tables(pairs: Sequence[tuple[str, str]]) -> Iterator[dict[str, str]]:
    """Search depth first: for each letter, in the order of the texts, the shortest piece first."""
    left = [STEPS]

    def go(which: int, at: int, place: int, table: dict[str, str]) -> Iterator[dict[str, str]]:
        if which == len(pairs):
            yield dict(table)
            return
        text, out = pairs[which]
        if at == len(text):
            if place == len(out):
                yield from go(which + 1, 0, 0, table)
            return
        letter = text[at].lower()
        known = table.get(letter)
        if known is not None:
            if out.startswith(known, place):
                yield from go(which, at + 1, place + len(known), table)
            return
        for size in range(1, min(LONGEST, len(out) - place - (len(text) - at - 1)) + 1):
            left[0] -= 1
            if left[0] < 0:
                return
            table[letter] = out[place : place + size]
            yield from go(which, at + 1, place + size, table)
        table.pop(letter, None)

    yield from go(0, 0, 0, {})


KINDS = (fit,)
