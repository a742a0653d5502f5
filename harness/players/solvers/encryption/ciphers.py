"""What the hypotheses about ciphers have in common."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from boxwright.blackboxes.families.encryption.family import TextDomain

Pairs = tuple[tuple[str, str], ...]
"""(plaintext, ciphertext), in the order of asking."""


class Encoder(Protocol):
    """A hypothesis, fitted."""

    def encode(self, text: str) -> str | None:
        """Return the ciphertext, or None where the pairs seen do not tell."""
        ...

    def wish(self, domain: TextDomain, rng: random.Random, left: int) -> str | None:
        """Return a text whose ciphertext would complete the hypothesis, or None where nothing is missing."""
        ...


Hypothesis = Callable[[Pairs, TextDomain], Iterable[Encoder]]
"""Fits one kind of rule to pairs; gives nothing where the kind cannot be."""


def number(letter: str) -> int:
    """Return a letter's place in the alphabet, from 0, whatever its case."""
    return ord(letter.lower()) - ord("a")


def lettered_as(place: int, like: str) -> str:
    """Return the letter at a place of the alphabet, in the case of another letter."""
    letter = chr(place % 26 + ord("a"))
    return letter.upper() if like.isupper() else letter
