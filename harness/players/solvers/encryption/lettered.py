"""Ciphers that work letter by letter: each letter gives a piece of text, by a rule of letter and place.

First the ciphertext is cut into pieces (one character for each letter, several, or what stands between separators; a
blank is copied, dropped, or treated as a letter). Then rules are tried from the narrowest to the widest: a number
linear in the letter and in what stands before it (Caesar, affine, progressive, autokey); a series of shifts by position
(running keys, card decks); a table of letters; tables that change with the position (Vigenere, mixed alphabets).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption import rings
from boxwright.harness.players.solvers.encryption.ciphers import Pairs
from boxwright.harness.players.solvers.encryption.letter_rules import Context, LetterRule, fit_rules

Unit = tuple[Context, str]
"""A letter where it stands, and its piece of ciphertext."""
BLANKS = ("copied", "dropped", "letter")


@dataclass(frozen=True)
class Cut:
    """How a ciphertext falls into pieces."""

    width: int
    """Characters of a piece; 0 where a separator stands behind each."""
    separator: str
    blanks: str

    def units(self, text: str, told: str) -> list[Unit] | None:
        """Return each letter with its piece, or None where this cut cannot be."""
        contexts = Context.of(text, self.blanks == "letter")
        if self.separator:
            pieces = [piece for piece in told.split(self.separator) if piece.strip()]
            return list(zip(contexts, map(str.strip, pieces), strict=True)) if len(pieces) == len(contexts) else None
        units, at, rest = [], 0, iter(contexts)
        for character in text:
            if character == " " and self.blanks != "letter":
                if self.blanks == "copied":
                    if told[at : at + 1] != " ":
                        return None
                    at += 1
                continue
            units.append((next(rest), told[at : at + self.width]))
            at += self.width
        return units if at == len(told) else None

    def join(self, text: str, pieces: Sequence[str]) -> str:
        """Put pieces together."""
        made, rest = "", iter(pieces)
        for character in text:
            if character == " " and self.blanks != "letter":
                made += " " if self.blanks == "copied" else ""
            else:
                made += next(rest) + self.separator
        return made.removesuffix(self.separator) if self.separator else made


@dataclass(frozen=True)
class Lettered:
    """A cut and a rule."""

    cut: Cut
    rule: LetterRule

    def encode(self, text: str) -> str | None:
        """Apply the rule letter by letter; None where it does not know one of them."""
        pieces: list[str] = []
        for context in Context.of(text, self.cut.blanks == "letter"):
            piece = self.rule.piece(context, pieces)
            if piece is None:
                return None
            pieces.append(piece)
        return self.cut.join(text, pieces)

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Return a text that has, at every place, a letter about which the rule knows nothing, where there is one."""
        letters = list(domain.alphabet if self.cut.blanks == "letter" else domain.alphabet.strip())
        rng.shuffle(letters)
        text, news = "", 0
        fresh: set[tuple[object, ...]] = set()
        for _ in range(domain.max_length):
            place = Context.of(text + letters[0], self.cut.blanks == "letter")[-1]
            for letter in letters:
                context = replace(place, letter=letter)
                key = self.rule.key(context)
                if key is not None and key not in fresh and not self.rule.knows(context):
                    fresh.add(key)
                    text, news = text + letter, news + 1
                    break
            else:
                text += letters[len(text) % len(letters)]
        return text if news and text == text.strip() else None


def fit(pairs: Pairs, domain: TextDomain) -> Iterator[Lettered]:
    """Give every rule of every possible cut, the narrow rules of all cuts before the wide ones."""
    found: list[tuple[int, Lettered]] = []
    shapes = [(width, "") for width in range(1, 7)] + [(0, ","), (0, " "), (0, "-")]
    for (width, separator), blanks in product(shapes, BLANKS):
        cut = Cut(width, separator, blanks)
        cuts = [cut.units(*pair) for pair in pairs]
        units = [cut_pair for cut_pair in cuts if cut_pair is not None]
        if pairs and len(units) == len(pairs):
            rules = list(fit_rules(units))
            if not any(rank <= rings.RANK for rank, _ in rules):
                rules += rings.rings(units)
            found += [(rank, Lettered(cut, rule)) for rank, rule in rules]
    yield from (made for _, made in sorted(found, key=lambda entry: entry[0]))


KINDS = (fit,)
