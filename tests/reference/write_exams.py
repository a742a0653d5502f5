"""Writes the held-back examples of every shipped description from its independent reference, never from a box.

`python -m tests.reference.write_exams [ID...]` writes `descriptions/<id>.exam.jsonl`; the same command always writes
the same bytes. The inputs: the domain's edges, a design that tells rules of the family's kind apart (every length,
every character, repetitions, blanks in odd places; for small circuits simply all inputs), and inputs drawn from the
domain. Where these do not say what can be asked (code, puzzle, game, freeform), the reference brings its questions
(`tests/reference/forms.py`). A reference for a new description is named in `tests/reference/catalogue.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from boxwright.blackboxes.box import get_family
from boxwright.blackboxes.exam import SUFFIX
from boxwright.blackboxes.families.circuit.family import BitDomain
from boxwright.blackboxes.families.encryption.family import TextDomain
from boxwright.blackboxes.families.function import FunctionFamily
from boxwright.blackboxes.families.physics.family import TimeDomain
from boxwright.blackboxes.faults import UnknownBox
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.workspace import SHIPPED, Workspace, match
from boxwright.sandbox import values
from tests.reference.catalogue import REFERENCES

COLLECTION = Workspace(SHIPPED, True, None)
ALL_BITS = 10
"""Up to so many input wires, an exam holds all inputs."""
EVEN_TIMES = 150
"""Times at even distances."""
DRAWN = 200
"""Inputs drawn as the gates and the evaluation draw them (circuits with more wires: four times as many)."""


def exam_text(identifier: str) -> str:
    """Return the exam of one description as the file's text. Raises: KeyError for one without a reference."""
    rows: list[dict[str, Any]] = [{"source": REFERENCES[identifier].source}]
    rows += exam_examples(identifier, stream(4, identifier, "exam"))
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def exam_examples(identifier: str, rng: Random) -> list[dict[str, Any]]:
    """Return the examples of one description's exam, each question once, in the family's own form."""
    description, reference = COLLECTION.description(identifier), REFERENCES[identifier]
    family = get_family(description.family)
    rules = family.read(description)
    if reference.questions is not None:
        questions = list(reference.questions(rules, rng))
    elif isinstance(family, FunctionFamily):
        questions = [{"input": value} for value in _inputs(family, rules, rng)]
    else:
        raise KeyError(f"the reference of {identifier} gives no questions")
    once = {values.dumps(dict(question)): question for question in questions}
    return [example for question in once.values() for example in reference.examples(question)]


def _inputs(family: FunctionFamily, rules: Any, rng: Random) -> list[Any]:
    chosen = [*family.corners(rules), *_designed(rules.domain, rng)]
    drawn = DRAWN * 4 if isinstance(rules.domain, BitDomain) else DRAWN
    chosen += [family.draw(rules, rng) for _ in range(drawn)]
    return [value for value in chosen if family.in_domain(rules, value)]


def _designed(domain: object, rng: Random) -> Iterator[Any]:
    if isinstance(domain, BitDomain) and domain.inputs <= ALL_BITS:
        yield from (list(bits) for bits in product((0, 1), repeat=domain.inputs))
    if isinstance(domain, TimeDomain):  # the whole range evenly, so that no stage of a motion is left out
        yield from (domain.at(domain.steps * part // EVEN_TIMES) for part in range(EVEN_TIMES + 1))
    if isinstance(domain, TextDomain):
        yield from _texts(domain, rng)


def _texts(domain: TextDomain, rng: Random) -> Iterator[str]:
    """Texts that tell text rules apart: lengths, characters, repetitions, neighbours, blanks."""
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
            text = [rng.choice(characters) if rng.random() < 0.6 else " " for _ in range(length)]
            yield "".join(text)
            yield " " * (length - 1) + rng.choice(characters)


def exam_path(identifier: str) -> Path:
    """Where the exam of a shipped description stands."""
    return SHIPPED / "descriptions" / f"{identifier}{SUFFIX}"


def main(patterns: list[str]) -> None:
    """Write the exams of the descriptions that the patterns name (without any: of all). Raises: SystemExit."""
    try:
        identifiers = match(patterns or ["*"], REFERENCES, "reference")
    except UnknownBox as error:
        raise SystemExit(str(error)) from error
    for identifier in identifiers:
        text = exam_text(identifier)
        exam_path(identifier).write_text(text, encoding="utf-8", newline="\n")
        print(f"descriptions/{identifier}{SUFFIX}: {len(text.splitlines()) - 1} examples")


if __name__ == "__main__":
    main(sys.argv[1:])
