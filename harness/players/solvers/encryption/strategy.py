"""Ciphers by chosen plaintext: probes that separate kinds of rules, then hypotheses that must explain every pair.

A hypothesis is fitted to all pairs seen; the first one that explains them all is used. It may say which text it would
like to see next (a letter it knows nothing about, a length it has no order for). Kinds of rules that are tried:
letters by table, shift, or a linear rule of what came before (`lettered.py`), or along a ring whose order is unknown
(`rings.py`); orders of reading (`transposition.py`); blocks of letters by a matrix (`blocks.py`); pairs through a
square (`digraphs.py`); words (`words.py`); pieces of different lengths (`pieces.py`); powers of numbers (`powers.py`).
Generators that the plaintext stirs are not tried.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from itertools import islice

from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.blackboxes.seeds import stream
from boxwright.harness.players.solvers.encryption import (
    blocks,
    digraphs,
    lettered,
    pieces,
    powers,
    transposition,
    words,
)
from boxwright.harness.players.solvers.encryption.ciphers import Encoder, Hypothesis, Pairs
from boxwright.harness.players.solvers.strategy import FunctionStrategy, Known

KINDS: tuple[Hypothesis, ...] = (
    *lettered.KINDS,
    *transposition.KINDS,
    *blocks.KINDS,
    *digraphs.KINDS,
    *words.KINDS,
    *pieces.KINDS,
    *powers.KINDS,
)

MOST = 6
"""Hypotheses that are kept."""


class EncryptionStrategy(FunctionStrategy):
    """Probe, then follow the first hypothesis that still explains everything."""

    labels = ("Plaintext", "Ciphertext")

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.domain = TextDomain.model_validate(known.domain)
        self.rng = stream(known.seed, "encryption")
        self._probes = self._first_probes()
        self._asked: set[str] = set()
        self._fitted: tuple[int, list[Encoder]] = (-1, [])

    def choose(self, left: int) -> str:
        """Return the next probe, or what the best hypothesis wants to see, or a text that could refute it."""
        while self._probes:
            text = self._fit(self._probes.pop(0))
            if text is not None:
                return self._sent(text)
        for encoder in self._encoders():
            wish = encoder.wish(self.domain, self.rng, left)
            text = self._fit(wish) if wish is not None else None
            if text is not None:
                return self._sent(text)
        return self._sent(self._random_text())

    def predict(self, given: str, shot: int) -> str:
        """Return what the hypotheses say, one after the other by shot."""
        said = [encoder.encode(given) for encoder in self._encoders()]
        texts = list(dict.fromkeys(text for text in said if text is not None and text.strip()))
        if not texts:
            return given.strip() or '"-"'
        text = texts[min(shot, len(texts)) - 1]
        return f'"{text}"' if text[0] in '"`*' else text

    def _encoders(self) -> list[Encoder]:
        """Return the hypotheses that explain all pairs, best first."""
        if self._fitted[0] != len(self.pairs):
            pairs: Pairs = tuple(self.pairs)
            fitted = (encoder for kind in KINDS for encoder in kind(pairs, self.domain))
            alive = islice((e for e in fitted if _explains(e, pairs)), MOST)
            self._fitted = (len(self.pairs), list(alive))
        return self._fitted[1]

    def _first_probes(self) -> list[str]:
        """Distinct letters, one letter again and again, mixed case with blanks."""
        low, up = string.ascii_lowercase, string.ascii_uppercase
        first, other = (up, up) if self.domain.letters == "upper" else (low, low)
        if self.domain.letters == "any":
            other = up
        size = self.domain.max_length
        spaced = "".join(c + (" " if n in (1, 2, 6, 11, 19) else "") for n, c in enumerate(first))
        mixed = "".join(a + b for a, b in zip(first[::-1], other[3:] + other[:3], strict=True))
        probes = [first[:size], first[0] * size, spaced[:size], mixed[:size]]
        return [p if self.domain.spaces else p.replace(" ", "") for p in probes]

    def _fit(self, text: str) -> str | None:
        """Return the text if it is in the domain and new."""
        domain = self.domain
        fits = domain.min_length <= len(text) <= domain.max_length and set(text) <= set(domain.alphabet)
        return text if fits and text.strip() and text not in self._asked else None

    def _sent(self, text: str) -> str:
        self._asked.add(text)
        return f'"{text}"' if text != text.strip() or text[0] in '"`*' else text

    def _random_text(self) -> str:
        domain = self.domain
        letters = domain.alphabet.strip()
        for _ in range(1_000):
            length = self.rng.randint(max(1, domain.min_length), domain.max_length)
            text = "".join(
                " " if domain.spaces and 0 < n < length - 1 and self.rng.random() < 0.15 else self.rng.choice(letters)
                for n in range(length)
            )
            if text not in self._asked:
                break
        return text


def _explains(encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> bool:
    return all((told := encoder.encode(given)) is None or told.strip() == out.strip() for given, out in pairs)


STRATEGY = EncryptionStrategy
