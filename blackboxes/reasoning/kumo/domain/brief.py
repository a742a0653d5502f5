"""What an author writes about a KUMO domain: its goal, its truths and its actions, in a sentence each."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.description import BY_SIZE, CANARY_PATTERN, Description
from boxwright.blackboxes.faults import DescriptionFault

PARTS = ("Goal", "Truths", "Actions")
_PART = re.compile(rf"^({'|'.join(PARTS)}):[ \t]*", re.MULTILINE)


class Parameters(BaseModel):
    """The front matter's `parameters`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    truths: int = Field(default=50, ge=12, le=150)
    """The approximate number of truths; nine tenths of it are enough."""
    actions: int = Field(default=30, ge=16, le=60)
    """The approximate number of actions."""
    plausible: bool = False
    """Whether a rule-out that a judge finds arbitrary is a fault."""


@dataclass(frozen=True)
class Brief:
    """A domain's description, parsed."""

    name: str
    goal: str
    truths: str
    actions: str
    size: Parameters


def read_brief(description: Description) -> Brief:
    """Read a `descriptions/kumo/<domain>.md`. Raises: DescriptionFault."""
    front = description.front
    if front.difficulty != BY_SIZE:
        raise DescriptionFault(
            "a KUMO domain has no difficulty of its own (its instances' size decides)",
            "remove the field",
            ("difficulty",),
        )
    for field in ("domain", "examples", "properties"):
        if getattr(front, field):
            raise DescriptionFault(f"`{field}` says nothing about a KUMO domain", "remove the field", (field,))
    try:
        size = Parameters.model_validate(front.parameters)
    except ValidationError as error:
        fault = error.errors()[0]
        raise DescriptionFault(
            f"parameters: {fault['msg'].lower()}",
            "write e.g. `parameters: {truths: 50, actions: 30}`, or leave them out",
            ("parameters", *fault["loc"]),
        ) from error
    found = _parts(description)
    return Brief(description.id.split("/")[1], found["Goal"], found["Truths"], found["Actions"], size)


def _parts(description: Description) -> dict[str, str]:
    text = re.sub(r"<!--.*?-->", "", CANARY_PATTERN.sub("", description.hidden), flags=re.DOTALL)
    pieces = _PART.split(text)
    names = pieces[1::2]
    for name in PARTS:
        if names.count(name) != 1:
            raise DescriptionFault(
                f"the line `{name}: ...` occurs {names.count(name)} times below the front matter",
                "write `Goal: ...`, `Truths: ...` and `Actions: ...` once each, a sentence or two each",
            )
    said = {name: " ".join(words.split()) for name, words in zip(names, pieces[2::2], strict=True)}
    empty = [name for name in PARTS if not said[name]]
    if empty:
        raise DescriptionFault(f"`{empty[0]}:` is empty", "write a sentence after it")
    return said
