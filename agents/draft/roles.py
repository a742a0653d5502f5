"""Author, readers and the person: what each is asked, from which prompt, and what the reply must be."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxwright.agents.box.roles import Brief
from boxwright.agents.draft.note import Note
from boxwright.agents.draft.proposal import Proposal, described
from boxwright.agents.runs.asking import Manner, ask_readable, json_is_cut, request_of
from boxwright.blackboxes.box import Family, get_family
from boxwright.blackboxes.description import Decided, Description
from boxwright.blackboxes.environments import UnknownEnvironment, environment_names, get_environment
from boxwright.blackboxes.faults import BoxwrightError, DescriptionFault
from boxwright.blackboxes.prompts import load_prompt, prompt_versions
from boxwright.blackboxes.types import Example
from boxwright.harness.chat.api import ChatModel, Reply, Request
from boxwright.harness.chat.fences import NoCode, extract_code
from boxwright.harness.chat.structured import find_json, parse_reply
from boxwright.harness.worked import masked

AUTHOR, READER, PERSON = "author", "reader", "person"
ROLES = (AUTHOR, READER)
"""The roles that need a model."""
PROMPTS = ("draft/author", "draft/reader")
READERS = (1, 2)
LETTERS = "ABCDEFGHIJ"
"""Name the outcomes of a case."""
_NUMBER = re.compile(r"[+-]?\d+[.)]?")


def prompts_of() -> dict[str, int]:
    """Return the version of every prompt that is used to draft."""
    return prompt_versions(PROMPTS)


class Settlement(BaseModel):
    """The author's judgement of a difference: open, then a question; or somebody's mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    open: bool
    why: str = Field(min_length=1)
    question: str = ""
    one: str = ""
    other: str = ""
    mine: int = Field(1, ge=1, le=2)
    one_gives: str = ""
    """The letter of the outcome that the first answer gives for the first case."""
    other_gives: str = ""

    @model_validator(mode="after")
    def _asks(self) -> Settlement:
        if self.open and not (self.question.strip() and self.one.strip() and self.other.strip()):
            raise ValueError("open is true, but `question`, `one` or `other` is empty")
        return self

    def places(self, outcomes: int) -> tuple[int, ...]:
        """Return which of the outcomes of the first case the two answers give; nothing where fewer than two are known.

        Raises: ValueError if the letters name no two of them.
        """
        if not self.open or outcomes < 2:
            return ()
        letters = tuple(LETTERS[:outcomes])
        named = self.one_gives.strip(), self.other_gives.strip()
        if not set(named) <= set(letters) or named[0] == named[1]:
            raise ValueError(
                f"open is true, but `one_gives` and `other_gives` are not two of {', '.join(letters)}: say which "
                "outcome of the first case each answer gives"
            )
        return tuple(map(letters.index, named))


class Author:
    """Proposes, settles and revises."""

    def __init__(self, model: ChatModel, note: str, identifier: str = "") -> None:
        self._model, self._note, self._identifier = model, note, identifier
        self._fenced = Note(note).fenced
        self._prompt = load_prompt("draft/author")
        self._manner = Manner(json_is_cut, self._prompt)

    def propose(self) -> Proposal:
        """Return the first proposal, or a refusal. Raises: BadReply, ModelError."""
        text = self._prompt.render("propose", note=self._fenced, families=_families(), identifier=self._identifier)
        return self._proposal("propose/1", text, ())

    def settle(
        self, number: int, description: Description, differences: Sequence[str], outcomes: Sequence[str]
    ) -> Settlement:
        """Return whether what differs is open, or a mistake; `outcomes` are those of the first of the differences.

        Raises: BadReply, ModelError.
        """
        text = self._prompt.render(
            "settle",
            note=self._fenced,
            description=Brief(description).text,
            differences=_listed(differences),
            outcomes="\n".join(f"{letter}: {shown}" for letter, shown in zip(LETTERS, outcomes, strict=False)),
        )

        def read(said: str) -> Settlement:
            settled = parse_reply(said, Settlement)
            settled.places(len(outcomes))
            return settled

        return ask_readable(self._model, self._request(f"settle/{number}", text), read, self._manner)

    def revise(self, number: int, proposal: Proposal, findings: Sequence[str], decided: Sequence[Decided]) -> Proposal:
        """Return the corrected proposal; it is shown whole, for no model remembers it. Raises: BadReply, ModelError."""
        text = self._prompt.render(
            "revise",
            note=self._fenced,
            proposal=proposal.model_dump_json(exclude={"reply", "parts"}, exclude_none=True, indent=1),
            findings=_listed(findings),
            decided=_listed([f"{point.point} {point.answer} (decided by the {point.by})" for point in decided]),
        )
        return self._proposal(f"revise/{number}", text, decided)

    def _proposal(self, step: str, text: str, decided: Sequence[Decided]) -> Proposal:
        def read(said: str) -> Proposal:
            proposal = parse_reply(said, Proposal)
            if proposal.kind == "box":
                try:
                    described(proposal, self._note, self._identifier, decided)
                except (BoxwrightError, UnknownEnvironment) as fault:
                    raise ValueError(str(fault)) from fault
            return proposal

        return ask_readable(self._model, self._request(step, text), read, self._manner)

    def _request(self, step: str, text: str) -> Request:
        return request_of(AUTHOR, step, ("system", self._prompt.render("system")), ("user", text))


class Reading(BaseModel):
    """How one reader understood a rule."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    entries: tuple[dict[str, Any], ...]
    """The description's examples, with what the reader worked out in place of the author's results."""
    code: str
    """Its module."""
    open: tuple[str, ...] = ()
    """What the rule leaves open, as the reader says, and how it took it."""

    def cases(self, description: Description) -> Sequence[Example]:
        """Return the examples as the family reads them. Raises: DescriptionFault."""
        return get_family(description.family).worked(description.with_examples(self.entries))


class Reader:
    """Sees the rule alone; works the examples out and writes the box."""

    def __init__(self, model: ChatModel, number: int) -> None:
        self._model, self._number = model, number
        self._prompt = load_prompt("draft/reader")

    def read(self, round_: int, description: Description, complaint: Callable[[str], str]) -> Reading:
        """Return the reading; `complaint` says what is wrong with a module that does not load, or nothing.

        Raises: BadReply, ModelError.
        """
        family = get_family(description.family)
        cases = [masked(entry, e.call) for entry, e in _entries(family, description)]
        text = self._prompt.render(
            "read",
            id=description.id,
            domain=_plain(description.front.domain),
            parameters=_plain(description.front.parameters),
            rule=description.hidden,
            public=description.public or "(nothing)\n",
            cases="\n".join(f"{n}. {_case(*case)}" for n, case in enumerate(cases, 1)),
            contract=family.contract.render("contract"),
        )
        step = f"read/{round_}.{self._number}"
        request = request_of(READER, step, ("system", self._prompt.render("system")), ("user", text))

        def read(said: str) -> Reading:
            found = _worked_out(said)
            entries = _filled([given for given, _ in cases], found.get("cases"))
            reading = Reading(entries=entries, code=_module(said), open=_open(found.get("open", [])))
            _check_cases(reading, description)
            if wrong := complaint(reading.code):
                raise ValueError(wrong)
            return reading

        return ask_readable(self._model, request, read, Manner(lambda text: False, self._prompt))


def _entries(family: Family[Any], description: Description) -> list[tuple[Mapping[str, Any], Example]]:
    return list(zip(description.front.examples, family.worked(description), strict=True))


def _case(given: Mapping[str, Any], asked: Sequence[str]) -> str:
    return json.dumps({**given, **dict.fromkeys(asked, "?")}, ensure_ascii=False)


def _worked_out(said: str) -> dict[str, Any]:
    found = json.loads(find_json(said))
    if not isinstance(found, dict):
        raise ValueError('the JSON object must be {"cases": [{...}, ...], "open": [...]}')
    return found


def _open(points: Any) -> tuple[str, ...]:
    """Return the points that a reader names. Raises: ValueError."""
    if not isinstance(points, list) or not all(isinstance(point, str) for point in points):
        raise ValueError("`open` must be a list of sentences, empty if the rule leaves nothing open")
    return tuple(" ".join(point.split()) for point in points if point.strip())


def _filled(given: Sequence[Mapping[str, Any]], cases: Any) -> tuple[dict[str, Any], ...]:
    """Return the cases with what a reader's reply fills in. Raises: ValueError."""
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise ValueError('the JSON object must be {"cases": [{...}, ...]}')
    if len(cases) != len(given):
        raise ValueError(f"there are {len(given)} cases, but {len(cases)} entries under `cases`")
    return tuple({**known, **case, **known} for known, case in zip(given, cases, strict=True))


def _check_cases(reading: Reading, description: Description) -> None:
    """Check that the family can read what was filled in. Raises: ValueError."""
    try:
        reading.cases(description)
    except DescriptionFault as fault:
        number = fault.path[1] + 1 if len(fault.path) > 1 and isinstance(fault.path[1], int) else 0
        raise ValueError(f"case {number}: {fault}") from fault


def _module(said: str) -> str:
    try:
        return extract_code(said)
    except NoCode as error:
        raise ValueError(str(error)) from error


@dataclass(frozen=True)
class Question:
    """What a person is asked."""

    text: str
    case: str
    """The smallest case, with both outcomes."""
    one: str
    other: str
    mine: int
    gives: Sequence[str] = ()
    """What the two give for the case, if that is known."""

    def words(self) -> str:
        """The question as it is shown."""
        given = [f" (this gives {outcome})" for outcome in self.gives] or ["", ""]
        answers = f"  1. {self.one}{given[0]}\n  2. {self.other}{given[1]}"
        return f"{self.text}\n{self.case}\n{answers}\nAnswer 1, 2, or in your own words."

    def picked(self, answer: str) -> int | None:
        """Which of the two an answer picks, 0 or 1; None for words of the person's own."""
        answers = {"1": 0, self.one.strip(): 0, "2": 1, self.other.strip(): 1}
        return answers.get(answer.strip(), answers.get(answer.strip().rstrip(".)")))

    def names_no_answer(self, answer: str) -> bool:
        """Whether an answer is a mere number, but neither 1 nor 2 nor what one of the two says."""
        return self.picked(answer) is None and _NUMBER.fullmatch(answer.strip()) is not None

    def meaning(self, answer: str) -> str:
        """What an answer says."""
        picked = self.picked(answer)
        return answer.strip() if picked is None else (self.one, self.other)[picked]


class NeedsAnswer(BoxwrightError):
    """A question waits for a person; nothing is built from a draft until it is answered."""

    exit_code = 6


class Person:
    """The person as the journal sees one: asked like a model, so that answers are recorded and resumed like replies."""

    name = PERSON

    def __init__(
        self, answers: Sequence[str] = (), *, accepts: bool = False, ask: Callable[[str], str] | None = None
    ) -> None:
        """`answers` are given in order; then `ask` shows a question, if anybody is there; `accepts` is `--yes`."""
        self.left, self._accepts, self._ask = list(answers), accepts, ask
        self.question: Question | None = None
        """What is asked next."""

    def ask(self, request: Request) -> Reply:
        """Return the answer. Raises: NeedsAnswer if there is none, or if it is a number that names no answer."""
        shown = request.messages[-1].content
        if self.left:
            answer = self.left.pop(0)
            if lost := self._lost(answer):
                raise NeedsAnswer(f"{lost}; the question is open:\n{shown}")
            return Reply(text=answer, model="person")
        if self._accepts:
            return Reply(text=str(self.question.mine if self.question else 1), model="author")
        if self._ask is None:
            raise NeedsAnswer(f"a question is open:\n{shown}")
        answer = self._ask(shown)
        while lost := self._lost(answer):
            answer = self._ask(f"{lost}.")
        return Reply(text=answer, model="person")

    def _lost(self, answer: str) -> str:
        """Return why an answer decides nothing; an empty text where it does."""
        if self.question is None or not self.question.names_no_answer(answer):
            return ""
        return f"{answer.strip()!r} is neither 1 nor 2; if you mean the number itself, write it in a few words"


def _families() -> str:
    """Return every family as the author reads it."""
    prompt = load_prompt("draft/author")
    found = [get_environment(name) for name in environment_names()]
    texts = []
    for family in found:
        if isinstance(family, Family):
            sections = family.prompt.sections
            about = [s for s in sections["introduction"].split("\n")[0].split(". ") if "{" not in s]
            texts.append(
                prompt.render(
                    "family",
                    name=family.name,
                    about=f"Players read: {'. '.join(about).rstrip('.')}.",
                    starter=sections["starter"],
                    rule=sections["starter_rule"],
                    public=sections.get("starter_public", ""),
                    contract=family.contract.render("contract"),
                )
            )
    return "\n\n".join(texts)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if value else "(none)"


def _listed(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items)
