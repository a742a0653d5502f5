"""Another key for a rule of the same class: its kind is seen on sampled texts, so that nothing is put on top of it."""

from __future__ import annotations

import string
from math import gcd, lcm
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box

TELLING = ("blackbox",)
DROPS = ()
UNSEEN = ()
SEEN = 40
"""Texts on which the kind of rule is seen."""
_LETTERS = string.ascii_lowercase
_VOWELS = "aeiou"
_CONSONANTS = "".join(c for c in _LETTERS if c not in _VOWELS)


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw another key: a direction of reading, a shift, or a renaming x -> a x + b (mod 26) of the letters.

    Where a rule tells vowels from consonants, vowels stay vowels: other letters in their place would be no other key
    but another rule, and a harder one. Where it moves them, letters are moved further in the order that the rule has:
    by the alphabet, they would stand in an order of their own, and whoever knows the rule's would know half.
    """
    kind = _kind(box)
    if kind == "mirror":
        return {"kind": kind, "before": rng.random() < 0.5}
    if kind == "further":
        return {"kind": kind, "times": rng.randrange(1, _times(box))}
    if kind == "ring":
        shift, ring = rng.randrange(1, 52), _LETTERS + _LETTERS.upper()
        return {"kind": "letters", "letters": ring[shift:] + ring[:shift]}
    if kind == "vowels":
        letters = _within(_VOWELS, rng, _within(_CONSONANTS, rng, _LETTERS))
    else:
        factor = rng.choice([a for a in range(3, 26, 2) if a != 13]) if kind == "square" else 1
        shift = rng.randrange(1, 26)
        letters = "".join(_LETTERS[(factor * n + shift) % 26] for n in range(26))
    return {"kind": kind, "letters": letters + letters.upper()}


def _kind(box: Box[Any]) -> str:
    """Return the class of a rule: where letters only move, where case changes, where they become something else."""
    rules, rng = box.rules, Random(0)
    texts = [box.family.draw(rules, rng) for _ in range(SEEN)]  # type: ignore[attr-defined]
    outputs = [reply.unwrap() for reply in box.call_many("blackbox", [[text] for text in texts])]
    pairs = [("".join(text.split()), "".join(output.split())) for text, output in zip(texts, outputs, strict=True)]
    if all(sorted(text) == sorted(output) for text, output in pairs):
        return "mirror"
    if not any(output.isalpha() for _, output in pairs if output):
        return "letters"
    cased = [(t, o) for t, o in pairs if len(t) == len(o)]
    if rules.domain.letters == "any" and any(o != o.lower() and _capitals(o) != _capitals(t) for t, o in cased):
        return "ring"
    if not _tells_vowels(box, [text for text, output in zip(texts, outputs, strict=True) if len(text) == len(output)]):
        return "square"
    keeps = all((t in _VOWELS) == (o in _VOWELS) for t, o in zip("".join(texts), "".join(outputs), strict=True))
    return "vowels" if keeps or _times(box) < 2 else "further"


def _times(box: Box[Any]) -> int:
    """Return how often each character, alone, is enciphered until all are themselves again; 0 if they never are."""
    letters = box.rules.domain.alphabet
    alone = [reply.unwrap() for reply in box.call_many("blackbox", [[letter] for letter in letters])]
    if sorted(alone) != sorted(letters):
        return 0
    following, lengths = dict(zip(letters, alone, strict=True)), set[int]()
    for letter in letters:
        at, length = following[letter], 1
        while at != letter:
            at, length = following[at], length + 1
        lengths.add(length)
    return lcm(*lengths)


def _capitals(text: str) -> int:
    """Return how many capitals a text has: where letters take their case along to another place, as many as before."""
    return sum(c.isupper() for c in text)


def _within(group: str, rng: Random, letters: str) -> str:
    """Rename the letters of one group among themselves: x -> a x + b in their order."""
    size = len(group)
    factor, shift = rng.choice([a for a in range(2, size) if gcd(a, size) == 1]), rng.randrange(size)
    renamed = {letter: group[(factor * n + shift) % size] for n, letter in enumerate(group)}
    return "".join(renamed.get(letter, letter) for letter in letters)


def _tells_vowels(box: Box[Any], texts: list[str]) -> bool:
    """Whether a vowel in the place of a consonant, or the reverse, changes more than its own letter.

    A letter of the same group must not: else a letter's neighbours depend on all of it, and not on its group.
    """
    rng, tried = Random(1), list[tuple[str, bool]]()
    for text in texts:
        at = rng.choice([n for n, c in enumerate(text) if c.isalpha()])
        for other in (_VOWELS, _CONSONANTS):
            letter = rng.choice([c for c in other if c != text[at].lower()])
            letter = letter.upper() if text[at].isupper() else letter
            tried.append((text[:at] + letter + text[at + 1 :], (text[at].lower() in _VOWELS) == (other == _VOWELS)))
    replies = box.call_many("blackbox", [[text] for text in [*texts, *(text for text, _ in tried)]])
    outputs = [reply.unwrap() for reply in replies]
    changed = [
        (same, sum(a != b for a, b in zip(outputs[n // 2], output, strict=False)) > 1)
        for n, ((_, same), output) in enumerate(zip(tried, outputs[len(texts) :], strict=True))
    ]
    others = [more for same, more in changed if not same]
    return not any(more for same, more in changed if same) and sum(others) * 4 > len(others)
