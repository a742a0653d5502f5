"""Ciphers that work word by word: letters change places, then each is replaced by a table, for two sorts of words.

Words are told apart by their length (odd or even), their number, or their first letter; the letters that move may be
all of them, or the consonants alone. Where what was seen of a table is linear, so is the rest of it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.harness.players.solvers.encryption.ciphers import Pairs, lettered_as, number
from boxwright.harness.players.solvers.encryption.modular import solve

VOWELS = frozenset("aeiouAEIOU")
Sort = Callable[[str, int], int]
SORTS: Mapping[str, Sort] = {
    "all": lambda word, nth: 0,
    "length": lambda word, nth: len(word) % 2,
    "number": lambda word, nth: nth % 2,
    "first": lambda word, nth: int(word[0] in VOWELS),
}
ORDERS: Mapping[str, Callable[[list[int]], list[int]]] = {
    "as it is": lambda row: row,
    "reversed": lambda row: row[::-1],
    "halves": lambda row: row[len(row) // 2 :] + row[: len(row) // 2],
    "halves, the middle in front": lambda row: row[(len(row) + 1) // 2 :] + row[: (len(row) + 1) // 2],
    "pairs": lambda row: [row[n ^ 1] if n ^ 1 < len(row) else row[n] for n in range(len(row))],
    "to the left": lambda row: row[1:] + row[:1],
    "to the right": lambda row: row[-1:] + row[:-1],
    "odd ones first": lambda row: row[::2] + row[1::2],
    "ends": lambda row: row[-1:] + row[1:-1] + row[:1] if len(row) > 1 else row,
}
"""From places, those whose letters come there."""
MOVING: Mapping[str, Callable[[str], bool]] = {
    "all": lambda letter: True,
    "consonants": lambda letter: letter not in VOWELS,
}
Table = Mapping[str, str]
DRAWN = 60
"""Texts that are looked at before one is asked."""


@dataclass(frozen=True)
class Words:
    """How words are told apart, and for each sort an order and a table."""

    sort: str
    moving: str
    orders: Mapping[int, str]
    tables: Mapping[int, Table]

    def encode(self, text: str) -> str | None:
        """Replace word by word; None where a letter is not known."""
        made, at = "", 0
        for nth, found in enumerate(re.finditer(r"[^ ]+", text)):
            sort = SORTS[self.sort](found[0], nth)
            if sort not in self.orders:
                return None
            letters = [found[0][n] for n in places(found[0], self.moving, self.orders[sort])]
            pieces = [self.tables[sort].get(letter.lower()) for letter in letters]
            if None in pieces:
                return None
            made += text[at : found.start()]
            made += "".join(lettered_as(number(piece or ""), like) for piece, like in zip(pieces, letters, strict=True))
            at = found.end()
        return made + text[at:]

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Return the text, of some that are drawn, that shows most letters of which a sort of words knows nothing."""
        letters = domain.alphabet.strip()
        rows = [[letter for letter in letters if letter.lower() not in table] for table in self.tables.values()]
        unknown = sorted(set(chain(*rows)))
        if not unknown:
            return None
        drawn = [_drawn(unknown, domain, rng) for _ in range(DRAWN)]
        return max(drawn, key=self._news)

    def _news(self, text: str) -> int:
        """Count the letters that a text would show in words of a sort that knows nothing of them."""
        words = enumerate(text.split())
        seen = {(SORTS[self.sort](word, nth), letter) for nth, word in words for letter in word.lower()}
        return sum(letter not in self.tables.get(sort, {}) for sort, letter in seen)


def _drawn(letters: Sequence[str], domain: TextDomain, rng: random.Random) -> str:
    """Return a text of words of these letters, as long as texts may be."""
    text = "".join(rng.choice(letters) for _ in range(domain.max_length))
    blank = rng.randint(1, len(text)) if domain.spaces else len(text)
    return text if blank >= len(text) - 1 else f"{text[:blank]} {text[blank + 1 :]}"


def places(word: str, moving: str, order: str) -> list[int]:
    """Return, for each place of a word, the place that its letter comes from."""
    row = [n for n, letter in enumerate(word) if MOVING[moving](letter)]
    comes = list(range(len(word)))
    for place, source in zip(row, ORDERS[order](row), strict=True):
        comes[place] = source
    return comes


def fit(pairs: Pairs, domain: TextDomain) -> Iterator[Words]:
    """Give every rule that explains all words."""
    if not pairs or any([c == " " for c in text] != [c == " " for c in out] for text, out in pairs):
        return
    words = [
        (nth, *both) for text, out in pairs for nth, both in enumerate(zip(text.split(), out.split(), strict=True))
    ]
    for sort, moving in product(SORTS, MOVING):
        sorts: dict[int, list[tuple[str, str]]] = {}
        for nth, word, out in words:
            sorts.setdefault(SORTS[sort](word, nth), []).append((word, out))
        fits = {key: [(o, t) for o in ORDERS if (t := _table(some, moving, o))] for key, some in sorts.items()}
        for chosen in product(*fits.values()):
            by_sort = dict(zip(fits, chosen, strict=True))
            yield Words(
                sort, moving, {key: o for key, (o, _) in by_sort.items()}, {key: t for key, (_, t) in by_sort.items()}
            )


def _table(words: Sequence[tuple[str, str]], moving: str, order: str) -> Table | None:
    """Return the table of letters under which an order explains words, None if there is none."""
    table: dict[str, str] = {}
    for word, out in words:
        for source, piece in zip(places(word, moving, order), out, strict=True):
            if table.setdefault(word[source].lower(), piece.lower()) != piece.lower() or not piece.isalpha():
                return None
    return _completed(table)


def _completed(table: Table) -> Table:
    """Fill a table up where the letters that are known lie on a line."""
    known = [(number(a), number(b)) for a, b in table.items()]
    line = solve([[a, 1] for a, _ in known], [b for _, b in known], 26) if len(known) > 4 else None
    if line is None or any((line[0] * a + line[1] - b) % 26 for a, b in known):
        return table
    return {chr(97 + n): chr(97 + (line[0] * n + line[1]) % 26) for n in range(26)}


KINDS = (fit,)
