"""The writer and the reader of knowledge: what each is asked, and how facts are found in the reply."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.agents.runs.asking import Manner, ask_readable, json_is_cut, request_of
from boxwright.blackboxes.prompts import load_prompt, prompt_versions
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import KindReading, Said
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import Key, Text
from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import Things, Value
from boxwright.harness.chat.api import ChatModel, Request
from boxwright.harness.chat.structured import find_json

WRITER, READER = "writer", "reader"
ROLES = (WRITER, READER)
SHOWN_FAULTS = 40
TELLING = 3
"""Properties that some of the things must have and others not, as far as both readings agree."""
Shape = TypeVar("Shape", bound=BaseModel)


def prompts_of() -> dict[str, int]:
    """Return the version of every prompt that is used to fill the knowledge base."""
    return prompt_versions(["knowlogic/fill"])


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Order(_Strict):
    """What is to be filled in; a part of the recording."""

    about: Annotated[str, Field(min_length=3, max_length=300)]
    """In a person's words."""
    parent: Key
    """The shipped kind that the things belong to."""
    count: Annotated[int, Field(ge=5, le=60)] = 12
    max_repairs: Annotated[int, Field(ge=0, le=10)] = 4


class ProposedThing(_Strict):
    """A thing in both languages, with the values that differ from its kind's."""

    en: Annotated[Text, Field(pattern=r"^[^;,=\n]+$")]
    zh: Annotated[Text, Field(pattern=r"^[^;,=\n]+$")]
    values: dict[Key, Value] = {}


class Proposal(_Strict):
    """What the writer proposes."""

    title_en: Text
    title_zh: Text
    kind_en: Text
    """With its article: `a dinosaur`."""
    kind_zh: Text
    values: dict[Key, Value] = {}
    """What holds of the whole kind, beyond what its parent says."""
    things: Annotated[tuple[ProposedThing, ...], Field(min_length=1, max_length=80)]


class Readings(_Strict):
    """What the reader says of each thing, by its English name; a property that is not listed is never so, or 0."""

    things: dict[Text, dict[Key, Said]]


class Writer:
    """Proposes things, and mends what the program found."""

    def __init__(self, model: ChatModel, order: Order, known: Things) -> None:
        self._model, self._order, self._known = model, order, known
        self._prompt = load_prompt("knowlogic/fill")

    def propose(self) -> Proposal:
        """Return a first proposal. Raises: BadReply, ModelError."""
        return self._ask("propose/1", self._prompt.render("propose", **self._given()))

    def repair(self, number: int, proposal: Proposal, faults: Sequence[str]) -> Proposal:
        """Return the proposal mended. Raises: BadReply, ModelError."""
        told = "\n".join(f"- {fault}" for fault in faults[:SHOWN_FAULTS])
        text = self._prompt.render("repair", **self._given(), proposal=text_of(proposal), faults=told)
        return self._ask(f"repair/{number}", text)

    def _ask(self, step: str, text: str) -> Proposal:
        request = request_of(WRITER, step, ("system", self._prompt.render("writer")), ("user", text))
        return ask_readable(self._model, request, lambda said: _read(Proposal, said), _manner())

    def _given(self) -> dict[str, object]:
        kind = self._known.file.kinds[self._order.parent]
        return {
            "about": self._order.about,
            "count": self._order.count,
            "parent": kind.en,
            "inherited": json.dumps(_inherited(self._known, self._order.parent), ensure_ascii=False),
            "properties": _properties(self._known),
            "telling": TELLING,
            "taken": _taken(self._known, self._order.parent),
        }


class Reader:
    """Says what is so of things, from their names alone."""

    def __init__(self, model: ChatModel, known: Things) -> None:
        self._model, self._known = model, known
        self._prompt = load_prompt("knowlogic/fill")

    def read(self, number: int, kind: str, names: Sequence[str]) -> KindReading:
        """Return a second reading of things of a kind (in words). Raises: BadReply, ModelError."""
        text = self._prompt.render(
            "read", kind=kind, things="\n".join(f"- {name}" for name in names), properties=_properties(self._known)
        )

        def read(said: str) -> KindReading:
            found = _read(Readings, said).things
            missing = [name for name in names if name not in found]
            if missing:
                raise ValueError(f"it says nothing about {', '.join(missing[:5])}")
            return self._whole({name: found[name] for name in names})

        request: Request = request_of(
            READER, f"read/{number}", ("system", self._prompt.render("reader")), ("user", text)
        )
        return ask_readable(self._model, request, read, _manner())

    def _whole(self, found: dict[str, dict[str, Said]]) -> KindReading:
        """Write out what a reading leaves unsaid. Raises: ValueError for an unknown property."""
        properties, numbers = self._known.file.properties, self._known.file.numbers
        unlisted: dict[str, Said] = {**dict.fromkeys(properties, "never"), **dict.fromkeys(numbers, 0)}
        for name, said in found.items():
            unknown = sorted(said.keys() - unlisted.keys())
            if unknown:
                raise ValueError(f"{name}: there is no property {unknown[0]!r}")
        return KindReading.model_validate({"except": {name: {**unlisted, **said} for name, said in found.items()}})


def text_of(proposal: Proposal) -> str:
    """Return a proposal as JSON, a line for each thing."""
    told = proposal.model_dump(mode="json")
    things = ",\n  ".join(json.dumps(thing, ensure_ascii=False) for thing in told.pop("things"))
    head = json.dumps(told, ensure_ascii=False)
    return f'{head[:-1]}, "things": [\n  {things}]}}'


def parse_proposal(text: str) -> Proposal:
    """Return a proposal from its text. Raises: ValidationError."""
    return Proposal.model_validate_json(text)


def _inherited(known: Things, kind: str) -> dict[str, Any]:
    """Return the values that a kind and those above it give."""
    found: dict[str, Any] = {}
    at: str | None = kind
    while at is not None:
        given = known.file.kinds[at]
        found = {**given.values, **found}
        at = given.is_
    return found


def _taken(known: Things, kind: str) -> str:
    """Return the names of the shipped things of the topmost kind above a kind, in both languages."""
    while (above := known.file.kinds[kind].is_) is not None:
        kind = above
    return ", ".join(f"{thing.words['en']} ({thing.words['zh']})" for thing in known.by_kind[kind]) or "none"


def _properties(known: Things) -> str:
    file = known.file
    lines = [f"- {name}: {given.en}; {given.says.en}" for name, given in file.properties.items()]
    lines += [f"- {name}: a number, of {given.en}; {given.note.en}" for name, given in file.numbers.items()]
    return "\n".join(lines)


def _read(shape: type[Shape], text: str) -> Shape:
    """Return the JSON in a reply. Raises: ValueError that says what is wrong with it."""
    try:
        return shape.model_validate_json(find_json(text))
    except ValidationError as error:
        fault = error.errors()[0]
        raise ValueError(f"`{'.'.join(map(str, fault['loc']))}`: {fault['msg']}") from None


def _manner() -> Manner:
    return Manner(json_is_cut, load_prompt("knowlogic/fill"))
