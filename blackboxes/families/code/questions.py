"""Questions about runs: what is the value of one variable at one visit?"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.code.rules import CodeRules, CodeShape, checked_counts, checked_visit, shape_of
from boxwright.blackboxes.families.literals import same, write_literal
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import stream

DRAWS = 60
"""Maximum number of inputs drawn for a discriminating question."""
HABIT_DRAWS = 64
"""Number of questions from which the common answers are estimated."""


@dataclass(frozen=True)
class Question:
    """What is the value of one variable at one visit?"""

    inputs: dict[str, Any]
    checkpoint: tuple[int, int]
    variable: str
    truth: Any

    def record(self) -> dict[str, Any]:
        """Return the question as JSON values."""
        return {"inputs": self.inputs, "checkpoint": list(self.checkpoint), "variable": self.variable}


def choose_question(box: Box[CodeRules], shape: CodeShape, rng: random.Random) -> Question:
    """Draw inputs, a visit that they reach, and a variable there that neither repeats an input nor is too long.

    Raises: BadOutput where no such question is found, SandboxError.
    """
    for _ in range(DRAWS):
        question = _question_about(box, shape, box.rules.inputs.draw(rng), rng)
        if question is not None:
            return question
    raise BadOutput(f"no question can be asked: on {DRAWS} inputs, every variable is an input given back, or too long")


def _question_about(
    box: Box[CodeRules], shape: CodeShape, inputs: dict[str, Any], rng: random.Random
) -> Question | None:
    limits = box.rules.questions
    counts = checked_counts(shape, box.call("boxwright_counts", inputs))
    if not counts:
        return None
    index = rng.choice(sorted(counts))
    visit = rng.randint(1, min(counts[index], limits.max_visit))
    query = {"inputs": inputs, "checkpoint": [index, visit]}
    found = checked_visit(box.call("boxwright_visit", query)).get("variables", {})
    fair = [
        name
        for name, value in found.items()
        if len(write_literal(value)) <= limits.max_answer and not any(same(value, given) for given in inputs.values())
    ]
    if not fair:
        return None
    name = rng.choice(sorted(fair))
    return Question(inputs, (index, visit), name, found[name])


def habits(box: Box[CodeRules], seed: int) -> list[Any]:
    """Return the answers to questions drawn from the domain. Raises: BadOutput, SandboxError."""
    rng, shape = stream(seed, box.family.name, "floor"), shape_of(box)
    return [choose_question(box, shape, rng).truth for _ in range(HABIT_DRAWS)]
