"""The one conversation of a `code` episode: T looks at variables, then K questions about runs that were not seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.environment import Ask, Feedback, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.blackboxes.families.literals import NoLiteral, read_literal, same, write_literal
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.replies import InvalidReply, final_line
from boxwright.blackboxes.seeds import derive, stream
from boxwright.sandbox import values

if TYPE_CHECKING:
    from boxwright.blackboxes.box import Box
    from boxwright.blackboxes.families.code.family import CodeFamily, CodeShape

DRAWS = 60
"""How many inputs are drawn to find a question that discriminates."""
DRAWS_FOR_FRESH = 400
"""How many at most, where all of these were explored or asked already."""


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


def choose_question(family: CodeFamily, box: Box, shape: CodeShape, rng: random.Random) -> Question:
    """Draw inputs, a visit that they reach, and a variable there that is no echo of an input and not too long.

    Raises: BadOutput where no such question is found, SandboxError.
    """
    for _ in range(DRAWS):
        question = _question_about(family, box, shape, box.rules.inputs.draw(rng), rng)
        if question is not None:
            return question
    raise BadOutput(f"no question can be asked: on {DRAWS} inputs, every variable is an input given back, or too long")


def _question_about(
    family: CodeFamily, box: Box, shape: CodeShape, inputs: dict[str, Any], rng: random.Random
) -> Question | None:
    limits = box.rules.questions
    counts = family.checked_counts(shape, box.call("boxwright_counts", inputs))
    if not counts:
        return None
    index = rng.choice(sorted(counts))
    visit = rng.randint(1, min(counts[index], limits.max_visit))
    query = {"inputs": inputs, "checkpoint": [index, visit]}
    found = family.checked_visit(box.call("boxwright_visit", query)).get("variables", {})
    fair = [
        name
        for name, value in found.items()
        if len(write_literal(value)) <= limits.max_answer and not any(same(value, given) for given in inputs.values())
    ]
    if not fair:
        return None
    name = rng.choice(sorted(fair))
    return Question(inputs, (index, visit), name, found[name])


class CodeChapter:
    """T queries, then K questions."""

    def __init__(self, family: CodeFamily, box: Box, plan: Plan) -> None:
        self.family, self.box, self.plan = family, box, plan
        self.shape = family.shape(box)
        self.explored: set[str] = set()
        self._skips: list[Any] = []
        example = {"inputs": box.rules.inputs.corners()[0], "checkpoint": [1, 1]}
        self.introduction = family.prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            samples=plan.samples,
            inputs=box.rules.words(),
            checkpoints=self.shape.checkpoints,
            example=write_literal(example),
            public=box.description.public,
        ).strip()

    def turn(self, number: int) -> Turn:
        """One visit of one checkpoint, and the variables there."""
        prompt = self.family.prompt
        reply = yield Ask(
            prompt.render("query", number=number, turns=self.plan.turns), "query", QueryCheats(self, number)
        )
        while True:
            try:
                query = self.family.parse_query(self.box.rules, self.shape, self.marked(reply, "QUERY"))
                break
            except InvalidReply as error:
                reply = yield Refusal(str(error))
        found = self.family.checked_visit(self.box.call("boxwright_visit", query))
        self.explored.add(values.dumps(query["inputs"]))
        index, visit = query["checkpoint"]
        told = {"inputs": assigned(query["inputs"]), "index": index, "visit": visit}
        if "visits" in found:
            return Feedback(query, found, prompt.render("feedback_missed", visits=found["visits"], **told))
        return Feedback(query, found, prompt.render("feedback", variables=assigned(found["variables"]), **told))

    def marked(self, reply: str, marker: str) -> str:
        """Return the text behind the marker. Raises: InvalidReply."""
        text = final_line(reply, marker)
        if text is None:
            raise InvalidReply(self.family.prompt.render("refuse_marker", marker=marker))
        return text

    @cached_property
    def commonest_answer(self) -> Any:
        """The answer that questions have most often."""
        counts = Counter(map(values.dumps, self.family.habits(self.box, derive(self.plan.seed, "habits"))))
        return values.loads(min(counts, key=lambda text: (-counts[text], text)))

    def samples(self) -> Iterator[Sample]:
        """Questions about unseen inputs, different from each other, as far as possible with different answers."""
        rng = stream(self.plan.seed, "tests")
        seen: set[str] = set()
        answers: Counter[str] = Counter()
        for number in range(1, self.plan.samples + 1):
            question = self._draw(rng, seen, answers)
            seen.add(values.dumps(question.inputs))
            answers[values.dumps(question.truth)] += 1
            yield CodeSample(self, number, question)

    def _draw(self, rng: random.Random, seen: set[str], answers: Counter[str]) -> Question:
        usual = max(1, self.plan.samples // 4)
        fallback: tuple[int, Question] | None = None
        for draw in range(DRAWS_FOR_FRESH):
            if fallback is not None and fallback[0] < 2 and draw >= DRAWS:
                break
            question = choose_question(self.family, self.box, self.shape, rng)
            key = values.dumps(question.inputs)
            explored, dull = key in self.explored, answers[values.dumps(question.truth)] >= usual
            if explored:
                self._skips.append(question.inputs)
            worth = 4 * explored + 2 * (key in seen) + dull
            if not worth:
                return question
            if fallback is None or worth < fallback[0]:
                fallback = (worth, question)
        assert fallback is not None
        return fallback[1]

    def skips(self) -> Sequence[Any]:
        """Explored inputs that were passed over."""
        return self._skips


class CodeSample:
    """One question."""

    def __init__(self, chapter: CodeChapter, number: int, asked: Question) -> None:
        self.chapter, self.number, self.asked = chapter, number, asked
        self.question = asked.record()

    def shot(self, number: int) -> Shot:
        """One answer, compared by value and type."""
        chapter, asked = self.chapter, self.asked
        prompt = chapter.family.prompt
        text = prompt.render(
            "answer",
            number=self.number,
            samples=chapter.plan.samples,
            shot=number,
            shots=chapter.plan.shots,
            inputs=assigned(asked.inputs),
            index=asked.checkpoint[0],
            visit=asked.checkpoint[1],
            variable=asked.variable,
        )
        reply = yield Ask(text, "answer", AnswerCheats(self))
        while True:
            try:
                answer = read_literal(chapter.marked(reply, "ANSWER"))
                right = same(asked.truth, answer)
                return Score(answer, asked.truth, right, float(right))
            except InvalidReply as error:
                reply = yield Refusal(str(error))
            except NoLiteral:
                reply = yield Refusal(prompt.render("refuse_answer"))


def assigned(variables: dict[str, Any]) -> str:
    """Write variables as assignments."""
    return ", ".join(f"{name} = {write_literal(value)}" for name, value in variables.items())


class QueryCheats:
    """Replies to a query for players that need no model."""

    def __init__(self, chapter: CodeChapter, number: int) -> None:
        self._chapter, self._number = chapter, number

    def truth(self) -> str:
        """Return the next of a fixed series of valid queries."""
        return self.guess(stream(self._chapter.plan.seed, "oracle", self._number))

    def guess(self, rng: random.Random) -> str:
        """Draw a valid query."""
        chapter = self._chapter
        return f"QUERY: {write_literal(chapter.family.draw_query(chapter.box.rules, chapter.shape, rng))}"

    def constant(self) -> str:
        """Look at the first visit of the first checkpoint, on the first corner of the domain."""
        query = {"inputs": self._chapter.box.rules.inputs.corners()[0], "checkpoint": [1, 1]}
        return f"QUERY: {write_literal(query)}"

    def echo(self) -> str:
        """Do the same: variables are no query."""
        return self.constant()


class AnswerCheats:
    """Replies to a question for players that need no model."""

    def __init__(self, sample: CodeSample) -> None:
        self._sample = sample

    def truth(self) -> str:
        """Answer with the box's own value."""
        return f"ANSWER: {write_literal(self._sample.asked.truth)}"

    def guess(self, rng: random.Random) -> str:
        """Answer with some small number."""
        return f"ANSWER: {rng.randint(-10, 10)}"

    def constant(self) -> str:
        """Answer with the commonest answer, whatever is asked."""
        return f"ANSWER: {write_literal(self._sample.chapter.commonest_answer)}"

    def echo(self) -> str:
        """Answer with the first input."""
        return f"ANSWER: {write_literal(next(iter(self._sample.asked.inputs.values())))}"
