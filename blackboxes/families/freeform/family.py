"""The `freeform` family: the description defines the interaction too; comparators stay trusted and named."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

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
from boxwright.blackboxes.families.freeform.comparators import COMPARATORS, fits
from boxwright.blackboxes.families.function import no_parameters, read_domain
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.replies import final_line
from boxwright.blackboxes.seeds import derive, stream

MORE_QUESTIONS = 5
"""How often a session is asked for questions, where some of them were explored."""
MAX_TEXT = 4_000
"""Characters that an introduction, a feedback or a question may have."""


class SessionDomain(BaseModel):
    """The field `domain`: what a player may type."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    alphabet: str = Field(min_length=1)
    """The characters a query may hold."""
    max_length: int = Field(30, ge=1, le=200)
    """Characters."""


@dataclass(frozen=True)
class SessionRules:
    """What the family read from a description."""

    domain: SessionDomain
    examples: tuple[Example, ...] = ()


class FreeformFamily:
    """A session with a state: each turn sends a text and reads a text; then questions are asked."""

    name = "freeform"
    revision = 1
    plans_queries = True
    shim = ""
    functions = functions_of("freeform")

    @cached_property
    def prompt(self) -> Prompt:
        """The family's texts for players."""
        return load_prompt("players/freeform")

    def read(self, description: Description) -> SessionRules:
        """Read domain and examples (of a feedback, an opening, or questions). Raises: DescriptionFault."""
        no_parameters(description)
        domain = read_domain(SessionDomain, description)
        examples = tuple(_example(entry, index) for index, entry in enumerate(description.front.examples))
        return SessionRules(domain, examples)

    def valid(self, rules: SessionRules, text: str) -> bool:
        """Whether a text is a valid query."""
        return 0 < len(text) <= rules.domain.max_length and set(text) <= set(rules.domain.alphabet)

    def draw(self, rules: SessionRules, rng: random.Random) -> str:
        """Draw a valid query."""
        length = rng.randint(1, rules.domain.max_length)
        return "".join(rng.choice(rules.domain.alphabet) for _ in range(length)).strip() or rules.domain.alphabet[0]

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """One chapter: one session."""
        yield FreeformChapter(self, box, plan)

    def examples(self, rules: SessionRules) -> Sequence[Example]:
        """The worked examples: feedback texts for a given state and query."""
        return rules.examples

    def edges(self, rules: SessionRules) -> Sequence[Call]:
        """Opening sessions; queries need a state and are made by `probes`."""
        return [Call("introduction", ()), Call("open", (0,)), Call("open", (1,))]

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        """Return calls along a few random sessions, and the questions that end them."""
        rng = stream(seed, self.name, "probes")
        calls = []
        for session in range(4):
            opening = derive(seed, session) % 2**31
            state = box.call("open", opening)
            calls.append(Call("open", (opening,)))
            for _ in range(max(1, count // 4)):
                call = Call("explore", (state, self.draw(box.rules, rng)))
                calls.append(call)
                state = explored(box.call(*_parts(call)))["state"]
            calls.append(Call("questions", (state, opening, 3)))
        return calls

    def check(self, box: Box, call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput."""
        if call.function == "introduction":
            _check_text("introduction() must return", value)
        elif call.function == "explore":
            explored(value)
        elif call.function == "questions":
            questions(value, call.args[2])

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

    def domain_size(self, rules: SessionRules) -> int | None:
        """Sessions have histories: nobody counts them."""
        return None

    def raw_call(self, box: Box, value: Any) -> Call:
        """Return the call for {"text": ..., "state": ...}; without a state, a new session. Raises: ValueError."""
        if not isinstance(value, dict) or not {"text"} <= set(value) <= {"state", "text", "seed"}:
            raise ValueError('the input must be {"text": ..., "state": ...} or {"text": ..., "seed": n}')
        text = value["text"]
        if not isinstance(text, str) or not self.valid(box.rules, text):
            raise ValueError("the text is outside the domain of this black-box")
        state = value["state"] if "state" in value else box.call("open", value.get("seed", 0))
        return Call("explore", (state, text))

    def floor(self, box: Box, seed: int) -> float:
        """Return the share that the best constant answer gets right over questions of several sessions."""
        answers = []
        for number in range(8):
            opening = derive(seed, "floor", number) % 2**31
            asked = questions(box.call("questions", box.call("open", opening), opening, 8), 8)
            answers += [str(q["answer"]) for q in asked]
        return max(map(answers.count, set(answers))) / len(answers)


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
            asked = questions(entry["questions"], entry["count"])
        except BadOutput as error:
            raise DescriptionFault(f"{error}", "mend the example", ("examples", index, "questions")) from error
        return Example(Call("questions", (entry["state"], entry["seed"], entry["count"])), asked)
    raise DescriptionFault(
        "an example of a freeform black-box tells a feedback, how a session opens, or its questions",
        "write {state: ..., input: text, output: feedback text} (and next: the next state), {seed: 5, state: ...} or "
        "{state: ..., seed: 5, count: 1, questions: [{prompt: ..., answer: ..., comparator: ...}]}",
        ("examples", index),
    )


def _parts(call: Call) -> tuple[Any, ...]:
    return (call.function, *call.args)


def _check_text(what: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise BadOutput(f"{what} a text of at most {MAX_TEXT} characters")
    return value


def explored(value: Any) -> dict[str, Any]:
    """Return what `explore` gave, checked. Raises: BadOutput."""
    if not isinstance(value, dict) or set(value) != {"state", "feedback"}:
        raise BadOutput('explore() must return {"state": ..., "feedback": text}')
    _check_text("explore() must give as feedback", value["feedback"])
    return value


def questions(value: Any, count: int) -> list[dict[str, Any]]:
    """Return what `questions` gave, checked. Raises: BadOutput."""
    if not isinstance(value, list) or len(value) != count:
        raise BadOutput(f"questions() must return a list of {count} questions")
    for question in value:
        if not isinstance(question, dict) or set(question) != {"prompt", "answer", "comparator"}:
            raise BadOutput('a question must be {"prompt": text, "answer": ..., "comparator": name}')
        _check_text("a question's prompt must be", question["prompt"])
        if question["comparator"] not in COMPARATORS:
            raise BadOutput(f"unknown comparator; use one of {', '.join(COMPARATORS)}")
        if not fits(question["comparator"], question["answer"]):
            raise BadOutput(
                "a question's answer must fit its comparator: a finite number for `number`, a text or a list of texts "
                "and numbers for `sequence` and `set`, a text, a number or a boolean for `exact` and `text`"
            )
    return value


def asks_for(prompt: str, query: str) -> bool:
    """Whether a question ends with an explored query (whole words; marks of punctuation may follow)."""
    words = " ".join(query.split())
    head, found, tail = " ".join(prompt.split()).rpartition(words) if words else ("", "", "")
    return bool(found) and not tail.strip("\"'`.?! ") and not head[-1:].isalnum()


class FreeformChapter:
    """One session: T texts in and out, then K questions."""

    def __init__(self, family: FreeformFamily, box: Box, plan: Plan) -> None:
        self.family, self.box, self.plan = family, box, plan
        self._queries: list[str] = []
        self._skips: list[str] = []
        self.state = box.call("open", derive(plan.seed, "open") % 2**31)
        said = _check_text("introduction() must return", box.call("introduction"))
        self.introduction = family.prompt.render(
            "introduction",
            turns=plan.turns,
            shots=plan.shots,
            samples=plan.samples,
            max_length=box.rules.domain.max_length,
            alphabet=box.rules.domain.alphabet,
            said=said,
            public=box.description.public,
        ).strip()

    def turn(self, number: int) -> Turn:
        """One text, and the feedback on it."""
        family = self.family
        text = family.prompt.render("query", number=number, turns=self.plan.turns)
        reply = yield Ask(text, "query", FreeformCheats(self, None))
        while True:
            query = final_line(reply, "QUERY")
            if query is not None and family.valid(self.box.rules, query):
                break
            domain = self.box.rules.domain
            reason = family.prompt.render("refuse_query", max_length=domain.max_length, alphabet=domain.alphabet)
            reply = yield Refusal(reason)
        result = explored(self.box.call("explore", self.state, query))
        self.state = result["state"]
        self._queries.append(query)
        return Feedback(query, result["feedback"], family.prompt.render("feedback", feedback=result["feedback"]))

    def samples(self) -> Iterator[Sample]:
        """The questions of this session; one that was explored is passed over for another, where there is one."""
        fresh: dict[str, dict[str, Any]] = {}
        known: dict[str, dict[str, Any]] = {}
        for more in range(MORE_QUESTIONS):
            for question in self._questions(more):
                was_explored = any(asks_for(question["prompt"], query) for query in self._queries)
                (known if was_explored else fresh).setdefault(question["prompt"], question)
            if len(fresh) >= self.plan.samples:
                break
        self._skips += known
        chosen = [*fresh.values(), *known.values()]
        for number in range(self.plan.samples):
            yield FreeformSample(self, number + 1, chosen[number % len(chosen)])

    def _questions(self, more: int) -> list[dict[str, Any]]:
        seed = derive(self.plan.seed, "tests", more) if more else derive(self.plan.seed, "tests")
        asked = self.box.call("questions", self.state, seed % 2**31, self.plan.samples)
        return questions(asked, self.plan.samples)

    def skips(self) -> Sequence[Any]:
        """Questions that ended with a query which the player had asked."""
        return self._skips


class FreeformSample:
    """One question."""

    def __init__(self, chapter: FreeformChapter, number: int, entry: dict[str, Any]) -> None:
        self.chapter, self.number, self.entry = chapter, number, entry
        self.question = entry["prompt"]

    def shot(self, number: int) -> Shot:
        """One answer, compared by the question's comparator."""
        chapter = self.chapter
        prompt = chapter.family.prompt
        text = prompt.render(
            "answer",
            number=self.number,
            samples=chapter.plan.samples,
            shot=number,
            shots=chapter.plan.shots,
            question=self.question,
        )
        reply = yield Ask(text, "answer", FreeformCheats(chapter, self.entry))
        answer = final_line(reply, "ANSWER")
        while answer is None:
            reply = yield Refusal(prompt.render("refuse_answer"))
            answer = final_line(reply, "ANSWER")
        right = COMPARATORS[self.entry["comparator"]](self.entry["answer"], answer)
        return Score(answer, self.entry["answer"], right, float(right))


class FreeformCheats:
    """Replies for players that need no model."""

    def __init__(self, chapter: FreeformChapter, entry: dict[str, Any] | None) -> None:
        self._chapter, self._entry = chapter, entry

    def truth(self) -> str:
        """Give the right answer, or some valid query."""
        if self._entry is None:
            return self.guess(stream(self._chapter.plan.seed, "oracle"))
        answer = self._entry["answer"]
        listed = isinstance(answer, (list, tuple, set, frozenset))
        text = ", ".join(map(str, answer)) if listed else str(answer)
        return f"ANSWER: `{text}`" if text.startswith("*") else f"ANSWER: {text}"

    def guess(self, rng: random.Random) -> str:
        """Give a random valid query, or one such text as the answer."""
        text = self._chapter.family.draw(self._chapter.box.rules, rng)
        return f"{'QUERY' if self._entry is None else 'ANSWER'}: {text}"

    def constant(self) -> str:
        """Give the alphabet's first character."""
        return f"{'QUERY' if self._entry is None else 'ANSWER'}: {self._chapter.box.rules.domain.alphabet[0]}"

    def echo(self) -> str:
        """Give the question back."""
        if self._entry is None:
            return self.constant()
        return f"ANSWER: {' '.join(str(self._entry['prompt']).split()) or '-'}"
