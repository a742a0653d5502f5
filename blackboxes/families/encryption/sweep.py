"""The sweep of a text rule: every text of a small domain; of a large one each short text, texts of all shapes, texts
that its own code names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families import function_sweep
from boxwright.blackboxes.families.encryption.family import TextDomain, TextRules
from boxwright.blackboxes.families.structured import altered, text, texts
from boxwright.blackboxes.sweep import SMALL, Steps, constants
from boxwright.blackboxes.types import Call

SHORT = 2
"""Every text of up to so many characters is asked."""


def sweep(box: Box[TextRules], rng: Random) -> Steps:
    """Ask texts for as long as they are wanted."""
    domain = box.rules.domain
    size = box.domain_size()
    if size is not None and size <= SMALL:
        every = texts(domain.alphabet, domain.min_length, domain.max_length)
        return function_sweep.of_whole_domain(box, every, rng)
    known = [word for word in constants(box.source) if isinstance(word, str)]
    listed = [*known, *_single_odd_letters(domain, rng), *texts(domain.alphabet, 0, SHORT)]

    def structured() -> str:
        return text(domain.alphabet, domain.min_length, domain.max_length, rng, known)

    return function_sweep.of_inputs(box, listed, structured, rng)


def _single_odd_letters(domain: TextDomain, rng: Random) -> Iterator[str]:
    """Each character once at the end of a longest text, and once anywhere."""
    for character in domain.alphabet:
        for length in (domain.max_length, rng.randint(max(1, domain.min_length), domain.max_length)):
            made = [rng.choice(domain.alphabet.replace(" ", "")) for _ in range(length)]
            made[rng.choice((-1, rng.randrange(length)))] = character
            yield "".join(made)


def near(box: Box[TextRules], call: Call, rng: Random) -> Call:
    """Alter the text in a place or two."""
    domain = box.rules.domain
    text = altered(call.args[0], domain.alphabet, domain.min_length, domain.max_length, rng)
    return Call(call.function, (text,))
