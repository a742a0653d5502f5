"""The one conversation of a `code` episode: T looks at variables, then K questions about runs that were not seen."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.code.names import names_of
from boxwright.blackboxes.families.code.questions import (
    Question,
    Spread,
    asked_again,
    choose_question,
    habits,
    is_echo,
    is_plain,
    questions,
)
from boxwright.blackboxes.families.code.rules import CodeRules, checked_visit, draw_query, query_fault, shape_of
from boxwright.blackboxes.families.function import commonest
from boxwright.blackboxes.families.literals import (
    MAX_LITERAL,
    NoLiteral,
    literal_in,
    read_literal,
    same,
    types_in,
    with_straight_quotes,
    write_literal,
)
from boxwright.blackboxes.families.telling import telling_questions
from boxwright.blackboxes.faults import Ambiguous, InvalidReply
from boxwright.blackboxes.prompts import Prompt
from boxwright.blackboxes.replies import read_reply
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Ask, Feedback, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.blackboxes.wrappings import NAMES
from boxwright.sandbox import Reply, values

_STOPPED = re.compile(r"(?:[+-]\s*)?[0-9]+\.")
"""A whole number at the end of a sentence, or a number with a decimal point."""
_ROW_STOPPED = re.compile(r"[^][(){}'\"]*,[^][(){}'\"]*?([0-9]+\.)")
"""The same behind other numbers that no bracket encloses."""
_THOUSANDS = re.compile(r"(?:[+-]\s*)?[0-9]{1,3}(?:,[0-9]{3})+")
"""A number with commas in it, or several numbers: it is not told which."""
_FEWEST_BARE = 3
"""Items of a list without brackets: `2, 5` may be a number."""
_NO_BARE_LIST = re.compile(r"[\[({]|,\s*\Z")
_SIGNED = re.compile(r"(?<!\d)\u2212(?=[0-9])")
_BRACKETED = re.compile(r"\(.*\)", re.DOTALL)
_KINDS: Mapping[type, str] = {
    **{str: "a text", tuple: "a tuple", set: "a set", dict: "a dictionary"},
    **{float: "a number with a decimal point", bool: "True or False"},
    type(None): "None",
}
"""Types that an answer has where a variable does, by their names."""
_KEYS = {"answer", "final answer", "final_answer"}
"""An object with one of these holds the answer, or two; it is none."""
DRAWS_TO_SPREAD = 40
"""Number of draws among which the question is chosen that is least like the earlier ones."""
KNOWN = 1_000
"""More than it can cost a question to be like the others: what was asked or explored counts first."""
DRAWS_FOR_FRESH = 400
"""Maximum number of draws for a question that was neither explored nor asked."""


class CodeConversation:
    """T queries, then K questions."""

    def __init__(self, prompt: Prompt, box: Box[CodeRules], plan: Plan) -> None:
        self.prompt, self.box, self.plan = prompt, box, plan
        self.shape = shape_of(box)
        self.names = names_of(box, plan.options)
        self.explored: set[str] = set()
        self._skips: list[Any] = []
        example = {"inputs": self.names.inputs(box.rules.inputs.corners()[0]), "checkpoint": [1, 1]}
        self.introduction = prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            samples=plan.samples,
            inputs=box.rules.words(self.names.shown_input),
            checkpoints=self.shape.checkpoints,
            example=write_literal(example),
            public=box.description.told,
        ).strip()

    def turn(self, number: int) -> Turn:
        """One visit of one checkpoint, and the variables there."""
        prompt = self.prompt
        reply = yield Ask(
            prompt.render("query", number=number, turns=self.plan.turns), "query", QueryBaseline(self, number)
        )
        while True:
            try:
                query = self._query(reply)
                break
            except InvalidReply as error:
                reply = yield Refusal(str(error))
        found = checked_visit(self.box.call("boxwright_visit", query))
        self.explored.add(values.dumps(query["inputs"]))
        index, visit = query["checkpoint"]
        told = {"inputs": assigned(self.names.inputs(query["inputs"])), "index": index, "visit": visit}
        if "visits" in found:
            return Feedback(query, found, prompt.render("feedback_missed", visits=found["visits"], **told))
        return Feedback(
            query,
            found,
            prompt.render("feedback", variables=assigned(self.names.variables(found["variables"])), **told),
        )

    def _query(self, reply: str) -> dict[str, Any]:
        """Read a query. Raises: InvalidReply."""
        query = self.read(reply, "QUERY", self._parse_query)
        return {"inputs": query["inputs"], "checkpoint": list(query["checkpoint"])}

    def _parse_query(self, text: str) -> Any:
        try:
            query = self.names.query(read_literal(with_straight_quotes(text)))
        except NoLiteral as error:
            raise InvalidReply(self.prompt.render("refuse_literal", limit=MAX_LITERAL)) from error
        fault = query_fault(self.box.rules, self.shape, query, self.names.shown_input)
        if fault:
            raise InvalidReply(self.prompt.render("refuse_query", fault=fault))
        return query

    def read(self, reply: str, marker: str, parse: Callable[[str], Any]) -> Any:
        """Read a query or an answer. Raises: InvalidReply."""
        told = " ".join([self.introduction, *chain.from_iterable(self.names.tables)])
        return read_reply(reply, marker, parse, self.prompt.render("refuse_marker", marker=marker), told)

    @cached_property
    def literals_in_texts(self) -> set[type | None]:
        """The types of the literals that variables which are texts hold: of the text '12' it is int."""
        return {None, *(literal_in(truth) for truth in self.usual if isinstance(truth, str))}

    @cached_property
    def types(self) -> frozenset[type]:
        """The types of variables."""
        return frozenset(map(type, self.usual))

    @cached_property
    def types_within(self) -> frozenset[type]:
        """The types of variables, and of all that lies in them."""
        return frozenset(kind for value in self.usual for kind in types_in(value))

    @cached_property
    def deepest(self) -> int:
        """How many lists lie in each other in a variable, at most."""
        return max(map(_depth, self.usual), default=0)

    @cached_property
    def usual(self) -> list[Any]:
        """Answers to questions drawn from the domain."""
        return habits(self.box, derive(self.plan.seed, "habits"))

    @cached_property
    def commonest_answer(self) -> Any:
        """The commonest answer to the questions."""
        return commonest(Counter(map(values.dumps, self.usual)))

    def samples(self) -> Iterator[Sample]:
        """Questions about unseen inputs, spread over variables, visits and answers as far as the box allows."""
        drawn = questions(self.box, self.shape, derive(self.plan.seed, "tests"))
        told = telling_questions(self.box, self.plan, self._is_fresh)
        seen = {values.dumps(question["inputs"]) for question in told.values()}
        spread = Spread(self.plan.samples, chosen=self.box.telling is not None)
        for number in range(1, self.plan.samples + 1):
            chosen = told[number] if number in told else self._draw(drawn, seen, spread).record()
            question = asked_again(self.box, chosen)
            seen.add(values.dumps(question.inputs))
            spread.take(question)
            yield CodeSample(self, number, question)

    def plain_samples(self, rng: random.Random, count: int) -> Iterator[CodeSample]:
        """Questions as the domain has them, without any choice among them."""
        for number in range(1, count + 1):
            yield CodeSample(self, number, choose_question(self.box, self.shape, rng, echoes=True))

    def _is_fresh(self, question: Mapping[str, Any]) -> bool:
        """Whether a question's inputs were not explored; those that were are skipped."""
        explored = values.dumps(question["inputs"]) in self.explored
        if explored and question["inputs"] not in self._skips:
            self._skips.append(question["inputs"])
        return not explored

    def _draw(self, drawn: Iterator[Question], seen: set[str], spread: Spread) -> Question:
        best: tuple[float, Question] | None = None
        for draw in range(DRAWS_FOR_FRESH):
            if best is not None and best[0] < KNOWN and draw >= DRAWS_TO_SPREAD:
                break
            question = next(drawn)
            key = values.dumps(question.inputs)
            explored = key in self.explored
            if explored and question.inputs not in self._skips:
                self._skips.append(question.inputs)
            cost = 2 * KNOWN * explored + KNOWN * (key in seen) + spread.cost(question)
            if best is None or cost < best[0]:
                best = (cost, question)
            if not cost:
                break
        assert best is not None
        return best[1]

    def skips(self) -> Sequence[Any]:
        """Explored inputs that were skipped."""
        return self._skips


class CodeSample:
    """One question."""

    def __init__(self, conversation: CodeConversation, number: int, asked: Question) -> None:
        self.conversation, self.number, self.asked = conversation, number, asked
        self.question, self.truth, self.call = asked.record(), asked.truth, asked.call

    @property
    def guessable(self) -> bool:
        """Whether the answer is an input given back, or another that somebody who asked nothing would think of."""
        return is_plain(self.asked) or is_echo(self.truth, self.asked.inputs)

    def is_answered(self, reply: Reply) -> bool:
        """Whether another box's reply to the call counts as right; not if that box failed."""
        variables = reply.value.get("variables", {}) if reply.error is None and isinstance(reply.value, dict) else {}
        return self.asked.variable in variables and same(self.asked.truth, variables[self.asked.variable])

    def shot(self, number: int) -> Shot:
        """One answer, compared by value and type."""
        conversation, asked = self.conversation, self.asked
        prompt = conversation.prompt
        text = prompt.render(
            "answer",
            number=self.number,
            samples=conversation.plan.samples,
            shot=number,
            shots=conversation.plan.shots,
            inputs=assigned(conversation.names.inputs(asked.inputs)),
            index=asked.checkpoint[0],
            visit=asked.checkpoint[1],
            variable=conversation.names.variable(asked.variable),
        )
        reply = yield Ask(text, "answer", AnswerBaseline(self))
        while True:
            try:
                answer = conversation.read(reply, "ANSWER", self._parse)
                right = same(asked.truth, answer)
                return Score(answer, right, float(right))
            except InvalidReply as error:
                reply = yield Refusal(str(error))

    def _parse(self, text: str) -> Any:
        """Read an answer that can mean only one value. Raises: InvalidReply."""
        conversation, prompt = self.conversation, self.conversation.prompt
        name = conversation.names.variable(self.asked.variable)
        text = with_straight_quotes(_without_name(text, name))
        if _THOUSANDS.fullmatch(text.strip()):
            raise InvalidReply(prompt.render("refuse_answer"))
        text = text if re.search(r"['\"]", text) else _SIGNED.sub("-", text)
        try:
            value = read_literal(text)
        except NoLiteral as error:
            raise InvalidReply(prompt.render("refuse_answer")) from error
        types = conversation.types | {type(self.asked.truth)}
        held = conversation.types_within.union(types_in(self.asked.truth))
        if number := _stopped(text.strip(), float in types):
            raise Ambiguous(prompt.render("refuse_stop", number=number))
        if isinstance(value, tuple) and tuple not in types:
            if _BRACKETED.fullmatch(text.strip()):
                raise Ambiguous(prompt.render("refuse_tuple"))
            if list not in types or len(value) < _FEWEST_BARE or _NO_BARE_LIST.search(text):
                raise InvalidReply(prompt.render("refuse_tuple"))
            value = list(value)
        too_deep = _depth(value) > max(conversation.deepest, _depth(self.asked.truth))
        if too_deep and isinstance(value, list) and len(value) == 1:
            return self._parse(write_literal(value[0]))  # [3] is 3
        keys = _KEYS if dict in types else _KEYS.union(NAMES)
        if isinstance(value, dict) and list(value) == [name] and dict not in types:
            return self._parse(write_literal(value[name]))
        keyed = isinstance(value, dict) and any(str(key).casefold() in keys for key in value)
        inside = literal_in(value.rstrip(".,;! ")) if isinstance(value, str) else None
        in_quotes = isinstance(value, str) and inside not in conversation.literals_in_texts
        in_quotes |= isinstance(value, str) and _without_name(value, name) != value
        if keyed or in_quotes or _STOPPED.fullmatch(text.strip()) or text.rstrip().endswith(","):
            raise InvalidReply(prompt.render("refuse_answer"))  # what it wraps is read next
        strange = next((_KINDS[kind] for kind in types_in(value) if kind in _KINDS and kind not in held), None)
        if too_deep:
            strange = "a list of lists" if list in held else "a list"
        if strange is not None:
            raise Ambiguous(prompt.render("refuse_kind", kind=strange))
        return value


def _stopped(text: str, points: bool) -> str | None:
    """Return the last number of a text whose stop may end a sentence: of a row, or alone where some have `points`."""
    row = _ROW_STOPPED.fullmatch(text)
    if row:
        return row[1]
    return text if points and _STOPPED.fullmatch(text) else None


def _depth(value: Any) -> int:
    """Return how many lists lie in each other: 1 for a list of numbers, 0 for a number."""
    if isinstance(value, dict):
        return max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list | tuple) else 0


def _without_name(text: str, name: str) -> str:
    """Return what is said of a variable: `i = 3`, `` `i` → `3` ``, `The value of i is 3`; else the text as it is."""
    written = re.sub(r"(?<=[a-z])([0-9]+)\Z", r"_?{?\1}?", re.escape(name))
    called = rf"(?:[Tt]he\s(?:final\s)?value\sof\s)?[`*$]*{written}[`*]*"
    said = re.fullmatch(rf"{called}\s?(?:==?|[:→]|->|is\s)(.*)", text.strip(), re.DOTALL)
    return said[1].strip("`*$ ") if said else text


def assigned(variables: dict[str, Any]) -> str:
    """Write variables as assignments."""
    return ", ".join(f"{name} = {write_literal(value)}" for name, value in variables.items())


class QueryBaseline:
    """Replies to a query by players that need no model."""

    def __init__(self, conversation: CodeConversation, number: int) -> None:
        self._conversation, self._number = conversation, number

    def truth(self) -> str:
        """Return the next of a fixed series of valid queries."""
        return self.guess(stream(self._conversation.plan.seed, "oracle", self._number))

    def guess(self, rng: random.Random) -> str:
        """Draw a valid query."""
        conversation = self._conversation
        query = draw_query(conversation.box.rules, conversation.shape, rng)
        return f"QUERY: {write_literal({**query, 'inputs': conversation.names.inputs(query['inputs'])})}"

    def constant(self) -> str:
        """Look at the first visit of the first checkpoint, on the first corner of the domain."""
        corner = self._conversation.box.rules.inputs.corners()[0]
        query = {"inputs": self._conversation.names.inputs(corner), "checkpoint": [1, 1]}
        return f"QUERY: {write_literal(query)}"

    def echo(self) -> str:
        """Do the same: variables are not a query."""
        return self.constant()


class AnswerBaseline:
    """Replies to a question by players that need no model."""

    def __init__(self, sample: CodeSample) -> None:
        self._sample = sample

    def truth(self) -> str:
        """Answer with the box's own value."""
        return f"ANSWER: {write_literal(self._sample.asked.truth)}"

    def guess(self, rng: random.Random) -> str:
        """Answer with some small number."""
        return f"ANSWER: {rng.randint(-10, 10)}"

    def constant(self) -> str:
        """Always give the commonest answer."""
        return f"ANSWER: {write_literal(self._sample.conversation.commonest_answer)}"

    def echo(self) -> str:
        """Answer with the first input."""
        return f"ANSWER: {write_literal(next(iter(self._sample.asked.inputs.values())))}"
