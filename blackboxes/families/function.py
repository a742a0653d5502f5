"""What families have in common whose box is one function: one input, one output, one chapter.

A turn is one valid query and its output; a test sample is one unseen input; a shot is one answer.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ValidationError

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import (
    Ask,
    Call,
    Chapter,
    Example,
    Feedback,
    Plan,
    Refusal,
    Sample,
    Score,
    Shot,
    Turn,
)
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.replies import InvalidReply, final_line
from boxwright.blackboxes.seeds import derive, stream
from boxwright.sandbox import values

DRAWS_PER_SAMPLE = 60
"""How many inputs are drawn for one test sample to find one that discriminates."""
DRAWS_FOR_FRESH = 5_000
"""How many more are drawn, where all of these were explored, before an explored one is taken after all."""
FLOOR_DRAWS = 64


Domain = TypeVar("Domain", bound=BaseModel)


def read_domain(model: type[Domain], description: Description) -> Domain:
    """Read the field `domain` as the family's model. Raises: DescriptionFault."""
    try:
        return model.model_validate(description.front.domain)
    except ValidationError as error:
        first = error.errors()[0]
        known = ", ".join(model.model_fields)
        raise DescriptionFault(
            f"domain.{'.'.join(map(str, first['loc']))}: {first['msg'].lower()} (found {first['input']!r})",
            f"the fields of `domain` are {known}",
            ("domain", *first["loc"]),
        ) from error


def no_parameters(description: Description) -> None:
    """Check that a family without parameters was given none. Raises: DescriptionFault."""
    if description.front.parameters:
        named = ", ".join(description.front.parameters)
        raise DescriptionFault(
            f"the family {description.family!r} has no parameters, but {named} is set",
            "remove `parameters`",
            ("parameters",),
        )


class FunctionFamily(ABC):
    """Base of the families with one function `blackbox`."""

    name: ClassVar[str]
    revision: ClassVar[int]
    plans_queries: ClassVar[bool] = True
    shim = ""

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """What generated code must define."""
        return functions_of(self.name)

    @cached_property
    def prompt(self) -> Prompt:
        """The family's texts for players."""
        return load_prompt(f"players/{self.name}")

    # What a family of this kind says for itself.

    @abstractmethod
    def read(self, description: Description) -> Any:
        """Read the rules. Raises: DescriptionFault."""

    @abstractmethod
    def parse_input(self, rules: Any, text: str) -> Any:
        """Read a query's text. Raises: InvalidReply."""

    @abstractmethod
    def parse_output(self, rules: Any, shape: Any, text: str) -> Any:
        """Read an answer's text. Raises: InvalidReply."""

    @abstractmethod
    def render(self, value: Any) -> str:
        """Write an input or an output as players read and write it."""

    @abstractmethod
    def draw(self, rules: Any, rng: random.Random) -> Any:
        """Draw one input from the domain."""

    @abstractmethod
    def corners(self, rules: Any) -> Sequence[Any]:
        """Inputs at the edges of the domain."""

    @abstractmethod
    def outside(self, rules: Any) -> Sequence[str]:
        """Replies that are no valid query."""

    @abstractmethod
    def domain_size(self, rules: Any) -> int | None:
        """Number of inputs, or None for more than anyone counts."""

    @abstractmethod
    def in_domain(self, rules: Any, value: Any) -> bool:
        """Whether a value (of a module's own samples, or of an example) is a valid input."""

    @abstractmethod
    def check_output(self, rules: Any, shape: Any, value: Any) -> None:
        """Check an output's type and size. Raises: BadOutput."""

    @abstractmethod
    def guess_output(self, rules: Any, shape: Any, value: Any, rng: random.Random) -> Any:
        """Return a random output of the right form for an input, without asking the box."""

    @abstractmethod
    def compare(self, truth: Any, answer: Any) -> Score:
        """Score one answer."""

    def shape(self, box: Box) -> Any:
        """Return what players are told about the box beside its domain. Raises: BadOutput, SandboxError."""
        return None

    def introduction(self, rules: Any, shape: Any) -> dict[str, str]:
        """Return the values that the family adds to its introduction text."""
        return {}

    # The rest is the same for all of them.

    def refuse(self, section: str, **values: object) -> InvalidReply:
        """Return the refusal in the words of the family's prompt file."""
        return InvalidReply(self.prompt.render(f"refuse_{section}", **values))

    def read_examples(self, description: Description, rules: Any) -> tuple[Example, ...]:
        """Read the worked examples. Raises: DescriptionFault for one that is not of the domain's form."""
        examples = []
        for index, entry in enumerate(description.front.examples):
            path = ("examples", index)
            if set(entry) != {"input", "output"}:
                raise DescriptionFault(
                    f"an example has {', '.join(entry) or 'no fields'}",
                    "write {input: ..., output: ...}",
                    path,
                )
            if not self.in_domain(rules, entry["input"]):
                raise DescriptionFault(
                    f"the example's input {entry['input']!r} is outside the domain",
                    "mend the example or widen `domain`",
                    (*path, "input"),
                )
            try:
                self.check_output(rules, None, entry["output"])
            except BadOutput as error:
                raise DescriptionFault(
                    f"the example's output {entry['output']!r} has the wrong form ({error})",
                    "write what the black-box gives",
                    (*path, "output"),
                ) from error
            examples.append(Example(Call("blackbox", (entry["input"],)), entry["output"]))
        return tuple(examples)

    def examples(self, rules: Any) -> Sequence[Example]:
        """The description's worked examples."""
        return tuple(rules.examples)

    def edges(self, rules: Any) -> Sequence[Call]:
        """Calls at the edges of the domain."""
        return [Call("blackbox", (value,)) for value in self.corners(rules)]

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        """Return `count` calls drawn from the domain, and up to as many of the module's own valid ones."""
        rng = stream(seed, self.name, "probes")
        drawn = [self.draw(box.rules, rng) for _ in range(count)]
        extra = [v for v in box.extra_inputs(derive(seed, "extra"), count) if self.in_domain(box.rules, v)]
        return [Call("blackbox", (value,)) for value in [*drawn, *extra]]

    def check(self, box: Box, call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput, SandboxError."""
        if call.function == "blackbox":
            self.check_output(box.rules, self.shape(box), value)

    def raw_call(self, box: Box, value: Any) -> Call:
        """Return the call for one input of the domain. Raises: ValueError."""
        if not self.in_domain(box.rules, value):
            raise ValueError("the input is outside the domain of this black-box")
        return Call("blackbox", (value,))

    def floor(self, box: Box, seed: int) -> float:
        """Return the share of sampled inputs that the best constant answer, or giving the input back, gets right."""
        counts, echoes, total = _habits(self, box, seed)
        return max([*counts.values(), echoes]) / total

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """One chapter: explore the function, then answer."""
        yield FunctionChapter(self, box, plan)


def _habits(family: FunctionFamily, box: Box, seed: int) -> tuple[Counter[str], int, int]:
    rng = stream(seed, family.name, "floor")
    inputs = [family.draw(box.rules, rng) for _ in range(FLOOR_DRAWS)]
    outputs = [r.unwrap() for r in box.call_many("blackbox", [[v] for v in inputs])]
    counts = Counter(values.dumps(o) for o in outputs)
    echoes = sum(values.equal(i, o) for i, o in zip(inputs, outputs, strict=True))
    return counts, echoes, len(inputs)


class FunctionChapter:
    """The one conversation of an episode: T queries, then K unseen inputs."""

    def __init__(self, family: FunctionFamily, box: Box, plan: Plan) -> None:
        self.family, self.box, self.plan = family, box, plan
        self.shape = family.shape(box)
        self.explored: dict[str, Any] = {}
        self._skips: list[Any] = []
        self.introduction = family.prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            samples=plan.samples,
            public=box.description.public,
            **family.introduction(box.rules, self.shape),
        ).strip()

    def turn(self, number: int) -> Turn:
        """One valid query and its output."""
        family, rules = self.family, self.box.rules
        text = family.prompt.render("query", number=number, turns=self.plan.turns)
        reply = yield Ask(text, "query", QueryCheats(self, number))
        while True:
            try:
                value = family.parse_input(rules, self._marked(reply, "QUERY"))
                break
            except InvalidReply as error:
                reply = yield Refusal(str(error))
        output = self.ask_box(value)
        self.explored[values.dumps(value)] = value
        text = family.prompt.render("feedback", input=family.render(value), output=family.render(output))
        return Feedback(value, output, text)

    @cached_property
    def commonest_output(self) -> Any:
        """The output that the box gives most often on inputs drawn from its domain."""
        counts, _, _ = _habits(self.family, self.box, derive(self.plan.seed, "habits"))
        return values.loads(min(counts, key=lambda text: (-counts[text], text)))

    def ask_box(self, value: Any) -> Any:
        """Return the box's checked output. Raises: BadOutput, SandboxError."""
        output = self.box.call("blackbox", value)
        self.family.check_output(self.box.rules, self.shape, output)
        return output

    def samples(self) -> Iterator[Sample]:
        """Unseen inputs, different from each other, and as far as the domain allows with different outputs."""
        rng = stream(self.plan.seed, "tests")
        seen: set[str] = set()
        outputs: Counter[str] = Counter()
        for number in range(1, self.plan.samples + 1):
            value, truth = self._draw_sample(rng, seen, outputs)
            seen.add(values.dumps(value))
            outputs[values.dumps(truth)] += 1
            yield FunctionSample(self, number, value, truth)

    def _draw_sample(self, rng: random.Random, seen: set[str], outputs: Counter[str]) -> tuple[Any, Any]:
        usual = max(1, self.plan.samples // 2)
        fallback: tuple[int, Any, Any] | None = None
        for _ in range(DRAWS_PER_SAMPLE):
            value = self.family.draw(self.box.rules, rng)
            key = values.dumps(value)
            if key in seen:
                continue
            truth = self.ask_box(value)
            explored = key in self.explored
            dull = outputs[values.dumps(truth)] >= usual or values.equal(value, truth)
            if explored:
                self._skips.append(value)
            if not explored and not dull:
                return value, truth
            if fallback is None or (2 * explored + dull) < fallback[0]:
                fallback = (2 * explored + dull, value, truth)
        if fallback is None or fallback[0] >= 2:
            used = seen | self.explored.keys()
            for _ in range(DRAWS_FOR_FRESH):
                value = self.family.draw(self.box.rules, rng)
                if values.dumps(value) not in used:
                    return value, self.ask_box(value)
        if fallback is None:
            value = self.family.draw(self.box.rules, rng)
            return value, self.ask_box(value)
        return fallback[1], fallback[2]

    def skips(self) -> Sequence[Any]:
        """Explored inputs that were passed over."""
        return self._skips

    def _marked(self, reply: str, marker: str) -> str:
        text = final_line(reply, marker)
        if text is None:
            raise self.family.refuse("marker", marker=marker)
        return text


class FunctionSample:
    """One unseen input."""

    def __init__(self, chapter: FunctionChapter, number: int, value: Any, truth: Any) -> None:
        self.chapter, self.number, self.value, self.truth = chapter, number, value, truth
        self.question = value

    def shot(self, number: int) -> Shot:
        """One answer, compared with the box's own output."""
        chapter, family = self.chapter, self.chapter.family
        text = family.prompt.render(
            "answer",
            number=self.number,
            samples=chapter.plan.samples,
            shot=number,
            shots=chapter.plan.shots,
            input=family.render(self.value),
        )
        reply = yield Ask(text, "answer", AnswerCheats(self))
        while True:
            try:
                answer = family.parse_output(chapter.box.rules, chapter.shape, chapter._marked(reply, "ANSWER"))
                return family.compare(self.truth, answer)
            except InvalidReply as error:
                reply = yield Refusal(str(error))


class QueryCheats:
    """Replies to a query for players that need no model."""

    def __init__(self, chapter: FunctionChapter, number: int) -> None:
        self._chapter, self._number = chapter, number

    def _reply(self, value: Any) -> str:
        return f"QUERY: {self._chapter.family.render(value)}"

    def truth(self) -> str:
        """Return the next of a fixed series of valid queries."""
        plan = self._chapter.plan
        return self.guess(stream(plan.seed, "oracle", self._number))

    def guess(self, rng: random.Random) -> str:
        """Draw a valid query."""
        return self._reply(self._chapter.family.draw(self._chapter.box.rules, rng))

    def constant(self) -> str:
        """Return the first corner of the domain."""
        return self._reply(self._chapter.family.corners(self._chapter.box.rules)[0])

    def echo(self) -> str:
        """Return the first corner: an output need not be a valid query."""
        return self.constant()


class AnswerCheats:
    """Replies to a test sample for players that need no model."""

    def __init__(self, sample: FunctionSample) -> None:
        self._sample = sample

    def _reply(self, value: Any) -> str:
        return f"ANSWER: {self._sample.chapter.family.render(value)}"

    def truth(self) -> str:
        """Answer with the box's own output."""
        return self._reply(self._sample.truth)

    def guess(self, rng: random.Random) -> str:
        """Answer with a random output of the right form."""
        chapter = self._sample.chapter
        return self._reply(chapter.family.guess_output(chapter.box.rules, chapter.shape, self._sample.value, rng))

    def constant(self) -> str:
        """Answer with the box's commonest output, whatever is asked."""
        chapter = self._sample.chapter
        return self._reply(chapter.commonest_output)

    def echo(self) -> str:
        """Answer with the input as it stands."""
        return f"ANSWER: {self._sample.chapter.family.render(self._sample.value)}"
