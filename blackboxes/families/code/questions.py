"""Questions about runs: what is the value of one variable at one visit?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, count, islice
from typing import Any
from weakref import WeakKeyDictionary

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.code.rules import CodeRules, CodeShape, checked_counts, checked_visit, shape_of
from boxwright.blackboxes.families.literals import same, write_literal
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Call

DRAWS = 60
"""Maximum number of inputs drawn for a discriminating question."""
HABIT_DRAWS = 64
"""Number of questions from which the common answers are estimated."""
SEEDS_KEPT = 4
"""Per open box, the questions drawn with so many seeds are kept in memory."""


@dataclass(frozen=True)
class Question:
    """What is the value of one variable at one visit?"""

    inputs: dict[str, Any]
    checkpoint: tuple[int, int]
    variable: str
    truth: Any

    @property
    def call(self) -> Call:
        """The call of the box that answers it."""
        return Call("boxwright_visit", ({"inputs": self.inputs, "checkpoint": list(self.checkpoint)},))

    def record(self) -> dict[str, Any]:
        """Return the question as JSON values."""
        return {"inputs": self.inputs, "checkpoint": list(self.checkpoint), "variable": self.variable}


def choose_question(box: Box[CodeRules], shape: CodeShape, rng: random.Random, *, echoes: bool = False) -> Question:
    """Draw inputs, a visit that they reach, and a variable there that is not too long.

    Unless `echoes` are asked too, the variable is none that repeats an input.

    Raises: BadOutput where no such question is found, SandboxError.
    """
    for _ in range(DRAWS):
        question = _question_about(box, shape, box.rules.inputs.draw(rng), rng, echoes)
        if question is not None:
            return question
    raise BadOutput(f"no question can be asked: on {DRAWS} inputs, every variable is an input given back, or too long")


_DRAWN: WeakKeyDictionary[Box[CodeRules], dict[int, tuple[random.Random, list[Question]]]] = WeakKeyDictionary()


def questions(box: Box[CodeRules], shape: CodeShape, seed: int) -> Iterator[Question]:
    """Yield the questions drawn with a seed; what an earlier episode of the same open box has drawn is not drawn again.

    Raises: as choose_question.
    """
    kept = _DRAWN.setdefault(box, {})
    rng, drawn = kept.pop(seed, (random.Random(seed), []))
    kept[seed] = rng, drawn
    while len(kept) > SEEDS_KEPT:
        del kept[next(iter(kept))]
    for place in count():
        if place == len(drawn):
            try:
                drawn.append(choose_question(box, shape, rng))
            except BaseException:
                kept.pop(seed, None)  # what it left behind cannot be gone on with
                raise
        yield drawn[place]


def _question_about(
    box: Box[CodeRules], shape: CodeShape, inputs: dict[str, Any], rng: random.Random, echoes: bool
) -> Question | None:
    limits = box.rules.questions
    counts = checked_counts(shape, box.call("boxwright_counts", inputs))
    if not counts:
        return None
    index, visit = _visit_of(counts, limits.max_visit, rng)
    query = {"inputs": inputs, "checkpoint": [index, visit]}
    found = checked_visit(box.call("boxwright_visit", query)).get("variables", {})
    fair = [
        name
        for name, value in found.items()
        if len(write_literal(value)) <= limits.max_answer and (echoes or not is_echo(value, inputs))
    ]
    if not fair:
        return None
    name = rng.choice(sorted(fair))
    return Question(inputs, (index, visit), name, found[name])


def asked_again(box: Box[CodeRules], record: Mapping[str, Any]) -> Question:
    """Return the question of a record. Raises: BadOutput if there is no such variable any more, SandboxError."""
    index, visit = record["checkpoint"]
    question = Question(record["inputs"], (index, visit), record["variable"], None)
    found = checked_visit(box.call(question.call.function, *question.call.args)).get("variables", {})
    if question.variable not in found:
        raise BadOutput(
            f"no {question.variable} at checkpoint {index}, visit {visit}, about which a question was drawn before"
        )
    return replace(question, truth=found[question.variable])


def _visit_of(counts: dict[int, int], highest: int, rng: random.Random) -> tuple[int, int]:
    """Draw a visit: half the time each checkpoint is as likely, half the time each visit is."""
    if rng.random() < 0.5:
        index = rng.choice(sorted(counts))
        return index, rng.randint(1, min(counts[index], highest))
    return rng.choice([(i, v) for i in sorted(counts) for v in range(1, min(counts[i], highest) + 1)])


class Spread:
    """Chooses questions so that an episode's are about different variables and visits, with different answers."""

    def __init__(self, samples: int, chosen: bool) -> None:
        self._dull = is_plain if chosen else is_usual
        self._weight = 2 if chosen else 1
        self._usual = max(1, samples // 4)
        self._answers: Counter[str] = Counter()
        self._variables: Counter[tuple[int, str]] = Counter()
        self._visits: Counter[int] = Counter()
        self._plain = 0

    def cost(self, question: Question) -> float:
        """Return how much like the earlier ones a question is; 0 for one that is unlike all of them."""
        index, visit = question.checkpoint
        repeated = self._answers[write_literal(question.truth)] >= self._usual
        about = self._variables[index, question.variable] + self._visits[_stage(visit)] / 2
        return 8 * repeated + about + self._weight * (1 + self._plain) * self._dull(question)

    def take(self, question: Question) -> None:
        """Note a question that is asked."""
        index, visit = question.checkpoint
        self._answers[write_literal(question.truth)] += 1
        self._variables[index, question.variable] += 1
        self._visits[_stage(visit)] += 1
        self._plain += self._dull(question)


def _stage(visit: int) -> int:
    """The first visit, an early or a late one."""
    return 1 if visit == 1 else 2 if visit <= 3 else 3


def is_echo(value: Any, inputs: Mapping[str, Any]) -> bool:
    """Whether a value is an input given back."""
    return any(same(value, given) for given in inputs.values())


def is_plain(question: Question) -> bool:
    """Whether somebody who has seen nothing of the box would think of the answer.

    It is a usual one, the sum of all numbers, one of them or the visit, with another sign, or by one or two apart, half
    the visit or twice as much, or of a list or text its first or last item, or the greatest.
    """
    numbers = [value for value in question.inputs.values() if type(value) is int]
    visit = question.checkpoint[1]
    near = {number + apart for number in (*numbers, visit) for apart in range(-2, 3)}
    obvious = (sum(numbers), *near, *(-number for number in numbers), visit // 2, 2 * visit, *_items(question.inputs))
    return is_usual(question) or any(same(question.truth, value) for value in obvious)


def is_usual(question: Question) -> bool:
    """Whether an answer is a number from -1 to 2, a truth value, nothing, or what a glance at one or two inputs gives.

    That is one of them sorted, reversed or counted, or the sum or difference of two.
    """
    return question.truth in (None, True, False) or any(
        same(question.truth, value) for value in glances(question.inputs)
    )


def glances(inputs: Mapping[str, Any]) -> Iterator[Any]:
    """Yield what a glance at the inputs gives."""
    yield from (-1, 0, 1, 2, "", [], {})
    numbers = [value for value in inputs.values() if type(value) is int]
    for one, other in combinations(numbers, 2):
        yield from (one + other, one - other, other - one, one * other)
    for value in inputs.values():
        if isinstance(value, list | str):
            yield from (len(value), value, value[::-1])
        if isinstance(value, list):
            yield from (ordered := sorted(value, key=repr), ordered[::-1])
            with suppress(TypeError):
                yield from (ordered := sorted(value), ordered[::-1], sum(value), min(value, default=0))


def _items(inputs: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the items of lists and texts that stand out: the first, the last, the greatest."""
    for value in inputs.values():
        if isinstance(value, list | str) and value:
            yield from (value[0], value[-1])
            with suppress(TypeError):
                yield max(value)


def habits(box: Box[CodeRules], seed: int) -> list[Any]:
    """Return the answers to questions drawn from the domain. Raises: BadOutput, SandboxError."""
    drawn = questions(box, shape_of(box), derive(seed, box.family.name, "floor"))
    return [question.truth for question in islice(drawn, HABIT_DRAWS)]
