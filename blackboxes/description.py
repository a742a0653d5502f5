"""Description files: Markdown with YAML front matter, read into a Description or refused with file and line."""

from __future__ import annotations

import math
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.faults import BoxwrightError, DescriptionFault
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.yaml_lines import BadYaml, Truth, load_with_lines, unquoted_truths

ID_PATTERN = re.compile(r"[a-z][a-z0-9_]*/[a-z0-9][a-z0-9_]*")
CANARY_PATTERN = re.compile(r"boxwright-canary-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PUBLIC_HEADING = re.compile(r"^# Public[ \t]*$", re.MULTILINE)
_BETWEEN = re.compile(r"\n(?:[ \t]*\n)+")
"""Empty lines: what stands between two paragraphs."""
_LAID_OUT = re.compile(r"^(?: {4}|\t|[ ]*(?:[-*+|>#]|\d+[.)] |```|~~~))|(?:  |\\)$", re.MULTILINE)
"""A line that Markdown does not join to the one above: of a list, a table, a heading, code, or broken on purpose."""
NEARLY_PUBLIC = re.compile(r"^#+[ \t]*public\b.*$", re.MULTILINE | re.IGNORECASE)
BY_SIZE = "by size"
"""The difficulty of an entry without one of its own: its instances decide."""


class Property(BaseModel):
    """Something that must hold for every input; with `check`, the gates try it on many."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    says: str
    """The property in words: the test agent probes it."""
    check: str | None = None
    """A Python expression over `input` and `output`, evaluated inside the sandbox."""


class Decided(BaseModel):
    """One point that a drafted sentence left open, and who settled it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    point: str
    answer: str
    by: Literal["person", "author"]


class Drafted(BaseModel):
    """That the description was drafted: from which words, and how their open points were decided."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    words: str = Field(alias="from")
    decided: tuple[Decided, ...] = ()
    since: str = ""
    """What a person changed of the rule afterwards, in words; empty if it is what was drafted."""


class FrontMatter(BaseModel):
    """The fields between the two `---` lines."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: str = BY_SIZE
    """easy | hard; the environment decides which are allowed, if any."""
    tags: tuple[str, ...] = ()
    """Free-form words for selecting boxes."""
    domain: dict[str, Any] = Field(default_factory=dict)
    """Which inputs are valid; each family defines the fields."""
    examples: tuple[dict[str, Any], ...] = ()
    """Worked out manually or by an independent source, never by the generated code."""
    properties: tuple[str | Property, ...] = ()
    """What holds for every input: a sentence, or {says, check}."""
    parameters: dict[str, Any] = Field(default_factory=dict)
    """Numbers of the rule that siblings may change (`rule_parameters.py`), and what the family lets an author set."""
    answers: Literal["direct", "code"] = "direct"
    """How `--settings paper` has test samples answered: one by one, or by a program that is run on all of them."""
    differs_from_oracle: str = ""
    """Where and why the rule corrects a published one, if it does."""
    drafted: Drafted | None = None
    """What `boxwright draft` noted; nobody needs to write it by hand."""


class FaultyFile(BoxwrightError):
    """One or more faults in a description file, each as `file:line: what; what to do`."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Description:
    """One black-box in plain language."""

    id: str
    """`family/name`, from the path."""
    front: FrontMatter
    hidden: str
    """The rule: never shown to players."""
    public: str
    """What a player may read before exploring; `{rows}` is replaced by the value of the rule's parameter rows."""
    canary: str
    """A string by which a leak of the hidden text can be found."""
    text: str
    """The whole file, line ends normalised."""
    line_of: Callable[..., int]
    """Maps keys and indices of the front matter to a line in the file."""
    path: Path | None = None
    truths: tuple[Truth, ...] = ()
    """What the front matter holds unquoted that YAML reads as true or false."""

    @property
    def family(self) -> str:
        """The part of the id before the slash."""
        return self.id.split("/")[0]

    @property
    def told(self) -> str:
        """What players read of the public part: each paragraph on a line of its own, as Markdown takes it."""
        parts = _BETWEEN.split(self.public.strip())
        return "\n\n".join(part if _LAID_OUT.search(part) else " ".join(part.split()) for part in parts)

    @property
    def hash(self) -> str:
        """Hex SHA-256 of the file's text."""
        return digest(self.text)

    @property
    def properties(self) -> list[Property]:
        """All properties, plain sentences included."""
        return [Property(says=p) if isinstance(p, str) else p for p in self.front.properties]

    def with_examples(self, examples: Sequence[Mapping[str, Any]]) -> Description:
        """Return the same black-box with other worked examples, and without properties."""
        front = {**self.front.model_dump(by_alias=True), "examples": examples, "properties": ()}
        return replace(self, front=FrontMatter.model_validate(front), text="", line_of=lambda *path: 1, truths=())

    def located(self, fault: DescriptionFault) -> FaultyFile:
        """Return the fault with this file's name and the line of its field.

        If YAML read the field, or something in it, as a truth value, its author may have meant a text: that is said.
        """
        where = len(fault.path)
        truth = next((t for t in self.truths if where and t.path[:where] == fault.path), None)
        hint = f" (YAML reads {truth.written} as a truth value: if it is a text, quote it)" if truth else ""
        return FaultyFile([f"{self.path or self.id}:{self.line_of(*fault.path)}: {fault}{hint}"])


def read_description(path: Path, root: Path) -> Description:
    """Read one file below the folder `root` (whose sub-folders are families).

    Raises: FaultyFile naming file, line and remedy.
    """
    return parse_description(read_text(path), path.relative_to(root).with_suffix("").as_posix(), path)


def read_text(path: Path) -> str:
    """Return a description file's text, line ends normalised. Raises: FaultyFile."""
    try:
        return normalised(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise FaultyFile([f"{path}:1: not UTF-8 text (byte {error.start}); save the file as UTF-8"]) from error
    except OSError as error:
        raise FaultyFile(
            [f"{path}:1: cannot be read ({error.strerror}); check the path and its permissions"]
        ) from error


def normalised(text: str) -> str:
    """Return a text with the line ends of Unix, and without a mark of the order of bytes."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def parse_description(text: str, identifier: str, path: Path | None = None) -> Description:
    """Read a description from its text. Raises: FaultyFile naming file, line and remedy."""
    where = str(path or identifier)
    text = normalised(text)
    if not ID_PATTERN.fullmatch(identifier):
        raise FaultyFile(
            [
                f"{where}:1: {identifier!r} is not a valid id; name the file <family>/<name>.md in lower case, "
                "e.g. encryption/zigzag_cipher.md"
            ]
        )
    front_text, body, body_line = _split(text, where)
    front, lines, truths = _read_front(front_text, where)
    hidden, public = _split_body(body)
    faults = []
    if not CANARY_PATTERN.sub("", hidden).replace("<!--", "").replace("-->", "").strip():
        faults.append(f"{where}:{body_line}: the rule is empty; describe the black-box below the front matter")
    canary = CANARY_PATTERN.search(hidden)
    if canary is None:
        faults.append(
            f"{where}:{body_line}: no canary in the hidden text; add the line <!-- {new_canary()} --> above `# Public`"
        )
    nearly = NEARLY_PUBLIC.search(hidden)
    if nearly:
        line = body_line + body[: body.index(nearly.group())].count("\n")
        faults.append(f"{where}:{line}: {nearly.group()!r} does not begin the public part; write exactly `# Public`")
    if CANARY_PATTERN.search(public):
        line = body_line + body[: body.rfind("boxwright-canary-")].count("\n")
        faults.append(f"{where}:{line}: the canary is in the public part; move it above `# Public`")
    if faults or canary is None:
        raise FaultyFile(faults)
    told = _filled(public, front.parameters)
    return Description(identifier, front, hidden, told, canary.group(), text, lines, path, truths)


def public_as_written(description: Description) -> str:
    """Return the public part of a description's file, `{rows}` and the like not replaced."""
    _, body, _ = _split(description.text, description.id)
    return _split_body(body)[1]


def _filled(public: str, parameters: Mapping[str, Any]) -> str:
    for name, entry in parameters.items():
        if isinstance(entry, Mapping) and type(entry.get("value")) is int:
            public = public.replace(f"{{{name}}}", str(entry["value"]))
    return public


def new_canary() -> str:
    """Return a fresh canary string."""
    return f"boxwright-canary-{uuid.uuid4()}"


def _split(text: str, where: str) -> tuple[str, str, int]:
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        raise FaultyFile([f"{where}:1: no front matter; start the file with a line --- and close it with another"])
    for number, line in enumerate(lines[1:], start=1):
        if line.rstrip() == "---":
            return "\n".join(lines[1:number]), "\n".join(lines[number + 1 :]), number + 2
    raise FaultyFile([f"{where}:1: the front matter is never closed; add a line --- after the last field"])


def _read_front(front_text: str, where: str) -> tuple[FrontMatter, Callable[..., int], tuple[Truth, ...]]:
    try:
        data, line_of = load_with_lines(front_text)
    except BadYaml as error:
        raise FaultyFile([f"{where}:{error.line + 1}: {error}; fix the front matter"]) from error

    def line_in_file(*path: str | int) -> int:
        return line_of(*path) + (1 if path else 0)

    truths = tuple(unquoted_truths(front_text))
    _check_truths(truths, where)
    data = {} if data is None else data
    if not isinstance(data, dict):
        raise FaultyFile([f"{where}:2: the front matter holds no fields; write at least `difficulty: easy`"])
    for path, value in _not_json(data):
        kind = type(value).__name__
        raise FaultyFile([f"{where}:{line_in_file(*path)}: {value!r} is a {kind}, not plain JSON; put it in quotes"])
    try:
        return FrontMatter.model_validate(data), line_in_file, truths
    except ValidationError as error:
        faults = [f"{where}:{line_in_file(*e['loc'])}: {_field_fault(e['loc'], e)}" for e in error.errors()]
        raise FaultyFile(list(dict.fromkeys(faults))) from error


def _check_truths(truths: Sequence[Truth], where: str) -> None:
    """Refuse `yes`, `no`, `on` and `off` where a text may be meant, and truth values as keys. Raises: FaultyFile."""
    faults = []
    for truth in truths:
        a_field = truth.path[:1] == ("domain",) and len(truth.path) == 2
        if truth.is_key or not (truth.plain or a_field):
            read = "true" if truth.written.lower() in ("yes", "on", "true") else "false"
            meant = "" if truth.is_key else f", or write {read} if that is meant"
            said = f'{truth.written} without quotes is read as {read}; quote it: "{truth.written}"{meant}'
            faults.append(f"{where}:{truth.line + 1}: {said}")
    if faults:
        raise FaultyFile(faults)


def _not_json(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Find values (and keys) that YAML has and JSON lacks: dates, sets, bytes, NaN and infinity."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _not_json(key, path)
            yield from _not_json(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _not_json(inner, (*path, index))
    elif not isinstance(value, str | int | float | None) or (isinstance(value, float) and not math.isfinite(value)):
        yield path, value


def _field_fault(loc: tuple[str | int, ...], error: Any) -> str:
    field = ".".join(str(part) for part in loc if part not in ("str", "Property"))
    if error["type"] == "extra_forbidden":
        known = ", ".join(FrontMatter.model_fields)
        return f"unknown field {field!r}; the fields are {known}"
    if error["type"] == "missing":
        return f"the field {field!r} is missing; add it (see `boxwright new` for a commented example)"
    quote = "; if it is a text, quote it" if isinstance(error["input"], bool) else ""
    return f"{field}: {error['msg'].lower()} (found {error['input']!r}){quote}; write what `boxwright new` shows"


def _split_body(body: str) -> tuple[str, str]:
    heading = PUBLIC_HEADING.search(body)
    if heading is None:
        return body.strip() + "\n", ""
    return body[: heading.start()].strip() + "\n", body[heading.end() :].strip() + "\n"
