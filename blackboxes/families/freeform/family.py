"""The `freeform` family: the description defines the interaction too; comparators stay trusted and named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import factorial, prod
from operator import eq
from statistics import fmean
from typing import Any, ClassVar

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.chance import constant_level, played_tests
from boxwright.blackboxes.families.form_atoms import visible
from boxwright.blackboxes.families.freeform.contract import Freeform
from boxwright.blackboxes.families.freeform.conversation import FreeformConversation, as_written
from boxwright.blackboxes.families.freeform.rules import (
    SessionDomain,
    SessionRules,
    checked_questions,
    checked_turn,
    written_in,
)
from boxwright.blackboxes.families.function import no_parameters, read_domain
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call, Conversation, Example, Plan, Setting


class FreeformFamily(Family[SessionRules]):
    """A session with a state: each turn sends a text and reads a text; then questions are asked."""

    name = "freeform"
    revision = 16
    chooses_questions = True
    told_words = 16
    functions = functions_of(Freeform)
    no_siblings = "what is hidden is drawn anew in every episode, and its description declares no parameter of the rule"
    unsolved = (
        "Each box is a world of its own, told in prose; the solver has a module for each kind of world that it reads, "
        "and gives again what it saw of all others."
    )
    refuses: ClassVar[Mapping[Setting, str]] = {
        "code": "its black-boxes are not functions that a program could replace"
    }

    def takes_and_returns(self, rules: SessionRules) -> str:
        """As Family."""
        domain = rules.domain
        return (
            f"takes texts of 1 to {domain.max_length} characters (each one of: {visible(domain.alphabet)}) in a "
            "session that may remember them, and returns a text each time; then it asks questions of its own"
        )

    def read(self, description: Description) -> SessionRules:
        """Read domain and examples (of a feedback, an opening, or questions). Raises: DescriptionFault."""
        no_parameters(description)
        domain = read_domain(SessionDomain, description)
        rules, examples = SessionRules(domain), []
        for index, entry in enumerate(description.front.examples):
            examples.append(_example(entry, index))
            _check_can_be(rules, examples[-1], index)
        if not description.public.strip():
            raise DescriptionFault(
                "players are told nothing about this black-box",
                "write below `# Public` what a text means to it, what comes back, and what the questions ask",
            )
        return SessionRules(domain, tuple(examples), written_in(examples))

    def conversations(self, box: Box[SessionRules], plan: Plan) -> Iterator[Conversation]:
        """One conversation: one session."""
        yield FreeformConversation(self.prompt, box, plan)

    def behind(self, conversation: Conversation) -> Mapping[str, Any]:
        """The state in which the session opened."""
        assert isinstance(conversation, FreeformConversation)
        return {"state": conversation.opening}

    def subject(self, call: Call) -> Any:
        """Properties are about feedback: `input` is {state, text}, the state before the text."""
        return dict(zip(("state", "text"), call.args, strict=True)) if call.function == "explore" else None

    def stated(self, call: Call, value: Any) -> Any:
        """A property's `output` is the feedback."""
        return value["feedback"] if isinstance(value, dict) else value

    def examples(self, rules: SessionRules) -> Sequence[Example]:
        """The worked examples: feedback texts for a given state and query."""
        return rules.examples

    def edges(self, rules: SessionRules) -> Sequence[Call]:
        """Opening sessions; queries need a state and are made by `probes`."""
        return [Call("open", (0,)), Call("open", (1,))]

    def probes(self, box: Box[SessionRules], seed: int, count: int) -> Sequence[Call]:
        """Return calls along a few random sessions, and the questions that end them."""
        rng = stream(seed, self.name, "probes")
        calls = []
        for session in range(4):
            opening = derive(seed, session) % 2**31
            state = box.call("open", opening)
            calls.append(Call("open", (opening,)))
            for _ in range(max(1, count // 4)):
                call = Call("explore", (state, box.rules.draw(rng)))
                calls.append(call)
                state = checked_turn(box.call(call.function, *call.args))["state"]
            calls.append(Call("questions", (state, opening, 3)))
        return calls

    def check(self, box: Box[SessionRules], call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput."""
        if call.function == "explore":
            checked_turn(value)
        elif call.function == "questions":
            checked_questions(value, call.args[2])

    def outside(self, rules: SessionRules) -> Sequence[str]:
        """Too long, strange characters, and no query at all."""
        letter = rules.domain.alphabet[0]
        return [
            "",
            "hello",
            "QUERY:",
            f"QUERY: {letter * (rules.domain.max_length + 1)}",
            f"QUERY: {letter}\x00字",
        ]

    def direct_call(self, box: Box[SessionRules], value: Any) -> Call:
        """Return the call for {"text": ..., "state": ...}; without a state, a new session. Raises: ValueError."""
        if not isinstance(value, dict) or not {"text"} <= set(value) <= {"state", "text", "seed"}:
            raise ValueError('the input must be {"text": ..., "state": ...} or {"text": ..., "seed": n}')
        text = value["text"]
        if not isinstance(text, str) or not box.rules.valid(text):
            raise ValueError("the text is outside the domain of this black-box")
        state = value["state"] if "state" in value else box.call("open", value.get("seed", 0))
        return Call("explore", (state, text))

    def chance_level(self, box: Box[SessionRules], seed: int) -> float:
        """Return the share of an episode's tests that the commonest answer in others gets right, or a drawn order.

        The higher one counts. In a drawn order stand the words of the question that the answer holds: of two, half.
        """
        episodes = played_tests(box, seed)
        by_order = fmean(_by_order(test.question, test.truth) for tests in episodes for test in tests)
        truths = [[as_written(test.truth) for test in tests] for tests in episodes]
        return max(constant_level(truths, eq), by_order)


def _by_order(question: str, truth: Any) -> float:
    """Return how likely the answer's words, drawn from those behind the question mark, come in the right order."""
    words = Counter(as_written(truth).replace(",", " ").split())
    if not words or words - Counter(question.rpartition("?")[2].split()):
        return 0.0
    return prod(map(factorial, words.values())) / factorial(words.total())


def _example(entry: Mapping[str, Any], index: int) -> Example:
    keys = set(entry)
    if keys == {"state", "input", "output"} and isinstance(entry["output"], str):
        return Example(Call("explore", (entry["state"], entry["input"])), entry["output"])
    if keys == {"state", "input", "output", "next"} and isinstance(entry["output"], str):
        turn = {"state": entry["next"], "feedback": entry["output"]}
        return Example(Call("explore", (entry["state"], entry["input"])), turn)
    if keys == {"seed", "state"} and type(entry["seed"]) is int:
        return Example(Call("open", (entry["seed"],)), entry["state"])
    if keys == {"state", "seed", "count", "questions"} and {type(entry["seed"]), type(entry["count"])} == {int}:
        try:
            asked = checked_questions(entry["questions"], entry["count"])
        except BadOutput as error:
            raise DescriptionFault(f"{error}", "fix the example", ("examples", index, "questions")) from error
        return Example(Call("questions", (entry["state"], entry["seed"], entry["count"])), asked)
    raise DescriptionFault(
        "an example of a freeform black-box tells a feedback, how a session opens, or its questions",
        "write {state: ..., input: text, output: feedback text} (and next: the next state), {seed: 5, state: ...} or "
        "{state: ..., seed: 5, count: 1, questions: [{prompt: ..., answer: ..., comparator: ...}]}",
        ("examples", index),
    )


def _check_can_be(rules: SessionRules, example: Example, index: int) -> None:
    """Check that a session can go as an example says. Raises: DescriptionFault."""
    if example.call.function != "explore":
        return
    _, text = example.call.args
    if not isinstance(text, str) or not rules.valid(text):
        fault = f"the example's input {text!r} is outside the domain"
        raise DescriptionFault(fault, "fix the example or widen `domain`", ("examples", index, "input"))
    told = example.expected if isinstance(example.expected, dict) else {"state": None, "feedback": example.expected}
    try:
        checked_turn(told)
    except BadOutput as error:
        raise DescriptionFault(f"{error}", "fix the example", ("examples", index, "output")) from error
