"""Common to the families whose box is one function: one input, one output, one conversation.

A turn is one valid query and its output; a test sample is one unseen input; a shot is one answer.
"""

from __future__ import annotations

import json
import random
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import eq
from statistics import fmean
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.clear import is_clear
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.chance import constant_level, played_tests, truths_of
from boxwright.blackboxes.families.expression import (
    DRAWS_PER_INPUT,
    Expression,
    Trial,
    always,
    introduction_for,
)
from boxwright.blackboxes.families.fields import check_difficulty
from boxwright.blackboxes.families.telling import telling_questions
from boxwright.blackboxes.faults import BadOutput, DescriptionFault, InvalidReply
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.rule_parameters import OF_THE_RULE, family_parameters
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import (
    Ask,
    Call,
    Conversation,
    Example,
    Feedback,
    Plan,
    Refusal,
    Sample,
    Score,
    Shot,
    Turn,
)
from boxwright.sandbox import Reply, SandboxError, values

DRAWS_PER_SAMPLE = 60
"""Maximum number of inputs drawn to find a discriminating test sample."""
DRAWS_TO_CHOOSE = 20
"""Number of draws among which the family chooses a test sample while a box is built, if it has a preference."""
DRAWS_FOR_FRESH = 5_000
"""Maximum number of further draws, where all of these were explored, before an explored one is used."""
HABIT_DRAWS = 64
"""Number of drawn inputs of which the commonest output is taken."""


class Worked(Protocol):
    """Common to all rules: the description's worked examples."""

    @property
    def examples(self) -> Sequence[Example]: ...  # noqa: D102


Domain = TypeVar("Domain", bound=BaseModel)
Rules = TypeVar("Rules", bound=Worked)
Shape = TypeVar("Shape")
"""A module's checked `describe()`; None in a family whose modules have none."""


def read_domain(model: type[Domain], description: Description) -> Domain:
    """Check the difficulty, then read the field `domain` as the family's model. Raises: DescriptionFault."""
    check_difficulty(description)
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


def commonest(counts: Mapping[str, int]) -> Any:
    """Return the value whose text (`values.dumps`) was counted most often; of several the first by its text."""
    return values.loads(min(counts, key=lambda text: (-counts[text], text)))


def no_parameters(description: Description) -> None:
    """Check that a family without parameters was given none but the rule's. Raises: DescriptionFault."""
    if given := family_parameters(description):
        named = ", ".join(given)
        raise DescriptionFault(
            f"the family {description.family!r} has no parameters, but {named} is set",
            f"remove it; {OF_THE_RULE}",
            ("parameters",),
        )


class FunctionFamily(Family[Rules], Generic[Rules, Shape]):
    """Base of the families with one function `blackbox`."""

    chooses_questions = True
    signature: ClassVar[str]
    """The function that a program defines, as players read it."""

    # What each family defines.

    @abstractmethod
    def parse_input(self, rules: Rules, text: str) -> Any:
        """Read a query's text, without its marker; wrapped forms are tried in turn. Raises: InvalidReply."""

    @abstractmethod
    def parse_output(self, rules: Rules, shape: Shape, text: str) -> Any:
        """Read an answer's text. Raises: InvalidReply for what no box of these rules can give."""

    @abstractmethod
    def render(self, rules: Rules, value: Any) -> str:
        """Write an input or an output as players read and write it."""

    @abstractmethod
    def draw(self, rules: Rules, rng: random.Random) -> Any:
        """Draw one input from the domain."""

    def draw_test(self, rules: Rules, rng: random.Random, part: float) -> Any:
        """Draw one input as a test; `part`, in [0, 1), is its place among an episode's tests, for strata."""
        return self.draw(rules, rng)

    def draw_asked(self, rules: Rules, rng: random.Random, part: float) -> Any:
        """Draw one input as a test of a finished box: what its own test agent is asked is drawn as in its recording."""
        return self.draw_test(rules, rng, part)

    def sameness(self, truths: Sequence[Any], truth: Any) -> float:
        """Return how little an output adds to those of the tests before; of drawn inputs the least of it is asked.

        Only while a box is built: what its test agent is asked is chosen as in its recording.
        """
        return 0.0

    def candidates(self, rules: Rules, rng: random.Random) -> Sequence[Any]:
        """Return the inputs among which tests are chosen; none where they are taken as they are drawn."""
        return ()

    def choose(self, among: Sequence[Any], beside: Sequence[Any], count: int, rng: random.Random) -> Sequence[int]:
        """Return the places of the tests, of all candidates' outputs; `beside` are those of the episode's other tests.

        At most `count` different ones: fewer where there are fewer candidates.
        """
        return rng.sample(range(len(among)), min(count, len(among)))

    @abstractmethod
    def corners(self, rules: Rules) -> Sequence[Any]:
        """Return inputs at the edges of the domain."""

    @abstractmethod
    def in_domain(self, rules: Rules, value: Any) -> bool:
        """Return whether a value (of a module's own samples, or of an example) is a valid input."""

    @abstractmethod
    def check_output(self, rules: Rules, shape: Shape | None, value: Any) -> None:
        """Check an output's type and size, as far as possible without a shape. Raises: BadOutput."""

    @abstractmethod
    def guess_output(self, rules: Rules, shape: Shape, value: Any, rng: random.Random) -> Any:
        """Return a random output of the right form for an input, without asking the box."""

    @abstractmethod
    def compare(self, rules: Rules, truth: Any, answer: Any) -> Score:
        """Score one answer."""

    @abstractmethod
    def shape(self, box: Box[Rules]) -> Shape:
        """Return what players read about the box besides its domain. Raises: BadOutput, SandboxError."""

    def introduction(self, rules: Rules, shape: Shape) -> dict[str, object]:
        """Return the values that the family adds to its introduction text."""
        return {}

    # Common to all of them.

    def refuse(self, section: str, **values: object) -> InvalidReply:
        """Return the refusal in the words of the family's prompt file."""
        return InvalidReply(self.prompt.render(f"refuse_{section}", **values))

    def read_examples(self, description: Description, rules: Rules) -> tuple[Example, ...]:
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
                    "fix the example or widen `domain`",
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

    def examples(self, rules: Rules) -> Sequence[Example]:
        """The description's worked examples."""
        return tuple(rules.examples)

    def edges(self, rules: Rules) -> Sequence[Call]:
        """Calls at the edges of the domain."""
        return [Call("blackbox", (value,)) for value in self.corners(rules)]

    def probes(self, box: Box[Rules], seed: int, count: int) -> Sequence[Call]:
        """Return `count` calls drawn from the domain, and up to as many of the module's own valid ones."""
        rng = stream(seed, self.name, "probes")
        drawn = [self.draw(box.rules, rng) for _ in range(count)]
        extra = [v for v in box.extra_inputs(derive(seed, "extra"), count) if self.in_domain(box.rules, v)]
        return [Call("blackbox", (value,)) for value in [*drawn, *extra]]

    def check(self, box: Box[Rules], call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput, SandboxError."""
        if call.function == "blackbox":
            self.check_output(box.rules, self.shape(box), value)

    def direct_call(self, box: Box[Rules], value: Any) -> Call:
        """Return the call for one input of the domain. Raises: ValueError."""
        if not self.in_domain(box.rules, value):
            raise ValueError("the input is outside the domain of this black-box")
        return Call("blackbox", (value,))

    def chance_level(self, box: Box[Rules], seed: int) -> float:
        """Return the share of an episode's tests that one answer, or repeating the input, gets right.

        The higher one; the answer is the commonest in other episodes (`families/chance.py`).
        """
        episodes = played_tests(box, seed)
        echoes = fmean(values.equal(test.question, test.truth) for tests in episodes for test in tests)
        return max(constant_level(truths_of(episodes), eq), echoes)

    def habit_level(self, box: Box[Rules], seed: int) -> float:
        """Return the share of drawn inputs that the best constant answer, or repeating the input, gets right."""
        counts, echoes, total = _habits(self, box, seed)
        return max([*counts.values(), echoes]) / total

    def conversations(self, box: Box[Rules], plan: Plan) -> Iterator[Conversation]:
        """One conversation: explore the function, then answer."""
        yield FunctionConversation(self, box, plan)

    def expression(self, box: Box[Rules], plan: Plan, conversation: Conversation) -> FunctionExpression[Rules, Shape]:
        """Return how programs are tested in place of answers."""
        assert isinstance(conversation, FunctionConversation)
        return FunctionExpression(box, plan, conversation)


def _habits(family: FunctionFamily[Rules, Shape], box: Box[Rules], seed: int) -> tuple[Counter[str], int, int]:
    """Return how often each output comes for drawn inputs, how often it is the input, and the number of inputs."""
    rng = stream(seed, family.name, "floor")
    inputs = [family.draw(box.rules, rng) for _ in range(HABIT_DRAWS)]
    outputs = [r.unwrap() for r in box.call_many("blackbox", [[v] for v in inputs])]
    counts = Counter(values.dumps(o) for o in outputs)
    echoes = sum(values.equal(i, o) for i, o in zip(inputs, outputs, strict=True))
    return counts, echoes, len(inputs)


class FunctionConversation(Generic[Rules, Shape]):
    """The one conversation of an episode: T queries, then K unseen inputs."""

    def __init__(self, family: FunctionFamily[Rules, Shape], box: Box[Rules], plan: Plan) -> None:
        self.family, self.box, self.plan = family, box, plan
        self.shape = family.shape(box)
        self.explored: dict[str, Any] = {}
        self._read_ahead: tuple[str, Any] = ("", None)  # a reply to a query, and the input that it asks about
        self._foreseen = False  # whether the test samples were
        self._skips: list[Any] = []
        self.told = family.introduction(box.rules, self.shape)
        self.introduction = family.prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            samples=plan.samples,
            public=box.description.told,
            **self.told,
        ).strip()

    def turn(self, number: int) -> Turn:
        """One valid query and its output."""
        family, rules = self.family, self.box.rules
        text = family.prompt.render("query", number=number, turns=self.plan.turns, **self.told)
        reply = yield Ask(text, "query", QueryBaseline(self, number))
        while True:
            try:
                value = self._query(reply)
                break
            except InvalidReply as error:
                reply = yield Refusal(str(error))
        output = self.ask_box(value)
        self.explored[values.dumps(value)] = value
        shown = {"input": family.render(rules, value), "output": family.render(rules, output)}
        text = family.prompt.render("feedback", **{**self.told, **shown})
        return Feedback(value, output, text)

    def _query(self, reply: str) -> Any:
        """Return the input that a query asks about, read once. Raises: InvalidReply."""
        (before, value), self._read_ahead = self._read_ahead, ("", None)
        if reply and reply == before:
            return value
        return self.read(reply, "QUERY", partial(self.family.parse_input, self.box.rules))

    def foresee(self, query: str | None, tests: bool) -> Sequence[Call]:
        """Return the call of a reply to a query, and with `tests` those of the test samples as first drawn."""
        calls: list[Call] = []
        if query is not None:
            try:
                value = self._query(query)
            except InvalidReply:  # it will be refused, with the reason
                return ()
            self._read_ahead = query, value
            calls.append(Call("blackbox", (value,)))
        if tests and not self._foreseen and not self._are_chosen:
            self._foreseen = True
            rng, strata = self._strata()
            parts = ((stratum + rng.random()) / self.plan.samples for stratum in strata)
            calls += [Call("blackbox", (self._draw(rng, part),)) for part in parts]
        return calls

    @cached_property
    def commonest_output(self) -> Any:
        """The box's commonest output on inputs drawn from its domain."""
        counts, _, _ = _habits(self.family, self.box, derive(self.plan.seed, "habits"))
        return commonest(counts)

    def render(self, value: Any) -> str:
        """Write an input or an output as players read and write it."""
        return self.family.render(self.box.rules, value)

    def ask_box(self, value: Any) -> Any:
        """Return the box's checked output. Raises: BadOutput, SandboxError."""
        output = self.box.call("blackbox", value)
        self.family.check_output(self.box.rules, self.shape, output)
        return output

    def samples(self) -> Iterator[Sample]:
        """Unseen inputs, different from each other, and as far as the domain allows with different outputs."""
        rng, strata = self._strata()
        settled = telling_questions(self.box, self.plan, self._is_fresh)
        if self._are_chosen:
            settled |= self._chosen(settled)
        seen = set(map(values.dumps, settled.values()))
        truths: list[Any] = []
        outputs = Counter[str]()
        for number, stratum in enumerate(strata, start=1):
            if number in settled:
                value = settled[number]
                truth = self.ask_box(value)
            else:
                value, truth = self._draw_sample(rng, seen, truths, outputs, stratum)
            seen.add(values.dumps(value))
            truths.append(truth)
            outputs[values.dumps(truth)] += 1
            yield FunctionSample(self, number, value, truth)

    def plain_samples(self, rng: random.Random, count: int) -> Iterator[FunctionSample[Rules, Shape]]:
        """Inputs as the domain has them, without any choice among them."""
        inputs = [self.family.draw(self.box.rules, rng) for _ in range(count)]
        replies = self.box.call_many("blackbox", [[value] for value in inputs])
        for number, (value, reply) in enumerate(zip(inputs, replies, strict=True), start=1):
            yield FunctionSample(self, number, value, reply.unwrap())

    def _is_fresh(self, value: Any) -> bool:
        """Whether an input was not explored; one that was is skipped."""
        explored = values.dumps(value) in self.explored
        if explored and value not in self._skips:
            self._skips.append(value)
        return not explored

    def _strata(self) -> tuple[random.Random, list[int]]:
        """Return what draws the test samples, and the parts of the domain that they are drawn from, in order."""
        rng = stream(self.plan.seed, "tests")
        strata = list(range(self.plan.samples))
        rng.shuffle(strata)
        return rng, strata

    def _draw(self, rng: random.Random, part: float) -> Any:
        draw = self.family.draw_test if self.box.telling is None else self.family.draw_asked
        return draw(self.box.rules, rng, part)

    def _draw_sample(
        self, rng: random.Random, seen: set[str], truths: Sequence[Any], outputs: Counter[str], stratum: int
    ) -> tuple[Any, Any]:
        usual = max(1, self.plan.samples // 2)
        fallback: tuple[float, Any, Any] | None = None
        for draw in range(DRAWS_PER_SAMPLE):
            if fallback is not None and fallback[0] < 1 and draw >= DRAWS_TO_CHOOSE:
                break
            part = (stratum + rng.random()) / self.plan.samples
            value = self._draw(rng, part)
            key = values.dumps(value)
            if key in seen:
                continue
            truth = self.ask_box(value)
            explored = key in self.explored
            dull = outputs[values.dumps(truth)] >= usual or values.equal(value, truth)
            if explored and value not in self._skips:
                self._skips.append(value)
            same = self.family.sameness(truths, truth) if self.box.telling is None else 0.0
            cost = 2 * explored + dull + same
            if not cost:
                return value, truth
            if fallback is None or cost < fallback[0]:
                fallback = (cost, value, truth)
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

    @property
    def _are_chosen(self) -> bool:
        """Whether tests are chosen among candidates: not while a box is built, as its recording has them drawn."""
        return self.box.telling is not None and bool(self._candidates)

    @cached_property
    def _candidates(self) -> Sequence[Any]:
        return self.family.candidates(self.box.rules, stream(self.plan.seed, "candidates"))

    def _chosen(self, settled: Mapping[int, Any]) -> dict[int, Any]:
        """Return inputs that the family chooses for all other tests, by number.

        Explored ones are skipped, and those that the box gives back as they are: who repeats them would be right.
        """
        family, inputs = self.family, self._candidates
        outputs = self.box.outputs("blackbox", [[value] for value in inputs])
        for output in outputs:
            family.check_output(self.box.rules, self.shape, output)
        beside = [self.ask_box(value) for value in settled.values()]
        free = [number for number in range(1, self.plan.samples + 1) if number not in settled]
        keys = list(map(values.dumps, inputs))
        echoes = (key for key, *pair in zip(keys, inputs, outputs, strict=True) if values.equal(*pair))
        known = {*map(values.dumps, settled.values()), *echoes}
        while True:
            places = [at for at, key in enumerate(keys) if key not in known]
            among = [outputs[at] for at in places]
            chosen = family.choose(among, beside, len(free), stream(self.plan.seed, "chosen"))
            tests = [inputs[places[at]] for at in chosen]
            explored = [value for value in tests if not self._is_fresh(value)]
            if not explored:
                return dict(zip(free, tests, strict=False))
            known |= self.explored.keys()

    def skips(self) -> Sequence[Any]:
        """Explored inputs that were skipped."""
        return self._skips

    def read(self, reply: str, marker: str, parse: Callable[[str], Any]) -> Any:
        """Read a query or an answer. Raises: InvalidReply."""
        missing = self.family.prompt.render("refuse_marker", marker=marker)
        return read_reply(reply, marker, parse, missing, self.introduction)


class FunctionSample(Generic[Rules, Shape]):
    """One unseen input."""

    def __init__(self, conversation: FunctionConversation[Rules, Shape], number: int, value: Any, truth: Any) -> None:
        self.conversation, self.number, self.value, self.truth = conversation, number, value, truth
        self.question = value
        self.call = Call("blackbox", (value,))

    def is_answered(self, reply: Reply) -> bool:
        """Whether another box's reply to the call counts as right; not if that box failed."""
        conversation = self.conversation
        try:
            conversation.family.check_output(conversation.box.rules, conversation.shape, reply.unwrap())
        except (BadOutput, SandboxError):
            return False
        return conversation.family.compare(conversation.box.rules, self.truth, reply.unwrap()).right

    def shot(self, number: int) -> Shot:
        """One answer, compared with the box's own output."""
        conversation, family = self.conversation, self.conversation.family
        text = family.prompt.render(
            "answer",
            number=self.number,
            samples=conversation.plan.samples,
            shot=number,
            shots=conversation.plan.shots,
            **{**conversation.told, "input": family.render(conversation.box.rules, self.value)},
        )
        reply = yield Ask(text, "answer", AnswerBaseline(self))
        while True:
            try:
                parse = partial(family.parse_output, conversation.box.rules, conversation.shape)
                answer = conversation.read(reply, "ANSWER", parse)
                return family.compare(conversation.box.rules, self.truth, answer)
            except InvalidReply as error:
                reply = yield Refusal(str(error))


class QueryBaseline(Generic[Rules, Shape]):
    """Replies to a query by players that need no model."""

    def __init__(self, conversation: FunctionConversation[Rules, Shape], number: int) -> None:
        self._conversation, self._number = conversation, number

    def _reply(self, value: Any) -> str:
        return f"QUERY: {self._conversation.render(value)}"

    def truth(self) -> str:
        """Return the next of a fixed series of valid queries."""
        plan = self._conversation.plan
        return self.guess(stream(plan.seed, "oracle", self._number))

    def guess(self, rng: random.Random) -> str:
        """Draw a valid query."""
        return self._reply(self._conversation.family.draw(self._conversation.box.rules, rng))

    def constant(self) -> str:
        """Return the first corner of the domain."""
        return self._reply(self._conversation.family.corners(self._conversation.box.rules)[0])

    def echo(self) -> str:
        """Return the first corner: an output need not be a valid query."""
        return self.constant()


class AnswerBaseline(Generic[Rules, Shape]):
    """Replies to a test sample by players that need no model."""

    def __init__(self, sample: FunctionSample[Rules, Shape]) -> None:
        self._sample = sample

    def _reply(self, value: Any) -> str:
        text = self._sample.conversation.render(value)
        return f"ANSWER: {json.dumps(text) if text == value and not is_clear(text) else text}"

    def truth(self) -> str:
        """Answer with the box's own output."""
        return self._reply(self._sample.truth)

    def guess(self, rng: random.Random) -> str:
        """Answer with a random output of the right form."""
        conversation = self._sample.conversation
        return self._reply(
            conversation.family.guess_output(conversation.box.rules, conversation.shape, self._sample.value, rng)
        )

    def constant(self) -> str:
        """Always answer with the box's commonest output."""
        conversation = self._sample.conversation
        return self._reply(conversation.commonest_output)

    def echo(self) -> str:
        """Answer with the input, unchanged."""
        return self._reply(self._sample.value)


class FunctionExpression(Expression, Generic[Rules, Shape]):
    """The program is the function."""

    _share = 2

    def __init__(self, box: Box[Rules], plan: Plan, conversation: FunctionConversation[Rules, Shape]) -> None:
        super().__init__(box, plan)
        self._conversation, self._family = conversation, conversation.family
        self.signature = self._family.signature

    def introduction(self, rules: str) -> str:
        """Return the family's text for programs."""
        told = self._family.introduction(self.box.rules, self._conversation.shape)
        return introduction_for(self.box, self.plan, rules, told)

    def judge(self, truth: Any, output: Any) -> Score:
        """Check type and shape as for the box's own outputs, then compare as an answer."""
        self._family.check_output(self.box.rules, self._conversation.shape, output)
        return self._family.compare(self.box.rules, truth, output)

    def oracle(self) -> str:
        """Return the box's own code."""
        return self.box.source

    def constant(self) -> str:
        """Return a function of one value."""
        return always(self._conversation.commonest_output)

    def echo(self) -> str:
        """Return the identity."""
        return "def blackbox(given):\n    return given\n"

    def guess(self, rng: random.Random) -> str:
        """Draw an output as for a drawn input."""
        value = self._family.draw(self.box.rules, rng)
        return always(self._family.guess_output(self.box.rules, self._conversation.shape, value, rng))

    def _drawn(self, rng: random.Random, count: int, seen: set[str], explored: bool) -> Iterator[Trial]:
        inputs: list[Any] = []
        for _ in range(DRAWS_PER_INPUT * count):
            if len(inputs) == count:
                break
            value = self._family.draw(self.box.rules, rng)
            key = values.dumps(value)
            known = key in self._conversation.explored
            if known and not explored and value not in self.skips:
                self.skips.append(value)
            if key not in seen and (explored or not known):
                seen.add(key)
                inputs.append(value)
        for value, reply in zip(inputs, self.box.call_many("blackbox", [[v] for v in inputs]), strict=True):
            truth = reply.unwrap()
            self._family.check_output(self.box.rules, self._conversation.shape, truth)
            yield Trial((value,), truth, echo=values.equal(value, truth))
