"""What an exam of a text rule asks: texts that distinguish such rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked
from boxwright.blackboxes.families import function_exam
from boxwright.blackboxes.families.encryption.family import TextDomain

FUNCTIONS = function_exam.FUNCTIONS
blanks = function_exam.blanks


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask designed texts and random ones."""
    return function_exam.ask_inputs(reference, rng, _texts(reference.rules.domain, rng))


def _texts(domain: TextDomain, rng: Random) -> Iterator[str]:
    """Every length, every character, repetitions, neighbours, blanks in odd places."""
    characters = domain.alphabet.replace(" ", "")
    lengths = range(max(1, domain.min_length), domain.max_length + 1)
    for length in lengths:  # all characters different (as far as there are enough), so that each can be followed
        start = rng.randrange(len(characters))
        text = "".join(characters[(start + place) % len(characters)] for place in range(length))
        yield from (text, text[::-1])  # and the same characters in another order
    for index, character in enumerate(characters):  # every character alone, doubled, and beside its neighbour
        neighbour = characters[index - 1]
        yield character
        yield f"{neighbour}{character}{character}{rng.choice(characters)}{character}"
    for length in lengths:  # few different characters: repetitions in every place
        few = rng.sample(characters, 2)
        few += [c for c in (few[0].swapcase(), few[1]) if c in characters]
        yield "".join(rng.choice(few) for _ in range(length))
    if domain.spaces:
        for length in lengths:  # many blanks, also at the ends and side by side
            yield "".join(rng.choice(characters) if rng.random() < 0.6 else " " for _ in range(length))
            yield " " * (length - 1) + rng.choice(characters)
