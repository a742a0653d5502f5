"""What the author replies: a whole description as data, or why the text is no single black-box."""

from __future__ import annotations

import io
import re
import textwrap
import uuid
from collections.abc import Sequence
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxwright.blackboxes.box import get_family
from boxwright.blackboxes.description import Decided, Description, Property, parse_description
from boxwright.blackboxes.seeds import digest
from boxwright.harness.lint import lint

WIDTH = 110
_CODE = re.compile(r"`[^`\n]*`")
_KEPT = "\0"
"""Stands for a blank at which no line is broken."""
QUOTED = 400
"""Characters of the note that the file repeats."""
Kind = Literal["box", "no box", "contradiction", "several", "needs the world", "orders"]


class Point(BaseModel):
    """Something that the text left open, and how the author took it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    point: str = Field(min_length=1)
    answer: str = Field(min_length=1)


class Proposal(BaseModel):
    """One black-box as its author would describe it, or a refusal with a reply to the person."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind
    reply: str = ""
    """If it is no box: what the person is told."""
    parts: tuple[str, ...] = ()
    """If it is several: a sentence for each."""
    family: str = ""
    name: str = Field("", pattern=r"^([a-z][a-z0-9_]{1,40})?$")
    difficulty: str = ""
    tags: tuple[str, ...] = ()
    domain: dict[str, Any] = Field(default_factory=dict)
    parameters: dict[str, Any] = Field(default_factory=dict)
    rule: str = ""
    public: str = ""
    examples: tuple[dict[str, Any], ...] = ()
    properties: tuple[str | Property, ...] = ()
    decided: tuple[Point, ...] = ()

    @model_validator(mode="after")
    def _complete(self) -> Proposal:
        if self.kind != "box":
            if not self.reply.strip():
                raise ValueError("`reply` is empty: tell the person in one or two sentences why, and what to do")
            if self.kind == "several" and len(self.parts) < 2:
                raise ValueError("`parts` must hold one sentence for each of the black-boxes")
            return self
        missing = [name for name in ("family", "name", "difficulty", "rule") if not getattr(self, name)]
        if missing:
            raise ValueError(f"{', '.join(missing)}: missing")
        if any(line.strip() == "# Public" for line in self.rule.splitlines()):
            raise ValueError("`rule` holds the line `# Public`: put what players are told into `public`")
        if len(self.examples) < LEAST:
            raise ValueError(f"give at least {LEAST} worked examples")
        return self


LEAST = 3
"""Worked examples."""


def described(proposal: Proposal, note: str, identifier: str = "", decided: Sequence[Decided] = ()) -> Description:
    """Return a box's proposal in the house's format, linted; `decided` is what a person settled.

    Raises: FaultyFile, BoxwrightError for a family that is none.
    """
    identifier = identifier or f"{proposal.family}/{proposal.name}"
    get_family(identifier.split("/")[0])
    description = parse_description(_text(proposal, note, identifier, decided), identifier)
    lint(description)
    return description


def _text(proposal: Proposal, note: str, identifier: str, decided: Sequence[Decided]) -> str:
    own = [Decided(point=p.point, answer=p.answer, by="author") for p in proposal.decided]
    shown = " ".join(note.split())
    drafted = {
        "from": shown if len(shown) <= QUOTED else f"{shown[:QUOTED]}...",
        "decided": [d.model_dump() for d in (*decided, *own)],
    }
    properties = [p if isinstance(p, str) else p.model_dump(exclude_none=True) for p in proposal.properties]
    front = {
        "difficulty": proposal.difficulty,
        "tags": list(proposal.tags),
        "domain": proposal.domain,
        "parameters": proposal.parameters,
        "examples": list(proposal.examples),
        "properties": properties,
        "drafted": drafted,
    }
    kept = {key: value for key, value in front.items() if value or key == "difficulty"}
    dumped = _laid_out(kept)
    canary = f"<!-- boxwright-canary-{uuid.UUID(digest(identifier + note)[:32])} -->"
    public = f"\n# Public\n{_wrapped(proposal.public)}\n" if proposal.public.strip() else ""
    return f"---\n{dumped}---\n{_wrapped(proposal.rule)}\n\n{canary}\n{public}"


def _laid_out(front: dict[str, Any]) -> str:
    """Return front matter as YAML, flat wherever a list or a mapping fits into a line or holds nothing deeper."""
    node = yaml.SafeDumper(io.StringIO(), sort_keys=False).represent_data(front)
    for _, value in node.value:
        _flatten(value)
    return _yaml(node, WIDTH)


def _flatten(node: yaml.Node) -> None:
    if not isinstance(node, yaml.CollectionNode):
        return
    node.flow_style = True
    parts = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
    for part in parts:
        _flatten(part)
    short = len(_yaml(node, 2 * WIDTH)) <= WIDTH
    node.flow_style = short or all(isinstance(part, yaml.ScalarNode) or _is_row(part) for part in parts)


def _is_row(node: yaml.Node) -> bool:
    return isinstance(node, yaml.SequenceNode) and all(isinstance(part, yaml.ScalarNode) for part in node.value)


def _yaml(node: yaml.Node, width: int) -> str:
    return str(yaml.serialize(node, Dumper=yaml.SafeDumper, allow_unicode=True, width=width))


def _wrapped(text: str) -> str:
    """Break long lines at blanks, but for those in code; everything else stays as written."""
    lines = _CODE.sub(lambda code: code[0].replace(" ", _KEPT), text.strip()).splitlines()
    broken = (textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False) or [""] for line in lines)
    return "\n".join(line for group in broken for line in group).replace(_KEPT, " ")
