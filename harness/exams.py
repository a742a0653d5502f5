"""Exams are written from a person's own implementation of a rule, which runs in the sandbox like a box.

A *reference* is a module with the functions of its family's boxes that an exam asks for (`FUNCTIONS` in the family's
`exam.py`). The family draws the questions and the reference answers them; it must first agree with the worked
examples. The same description and the same reference always give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.description import Description, FaultyFile
from boxwright.blackboxes.environments import get_environment, module_beside
from boxwright.blackboxes.exam import SUFFIX, parse_exam
from boxwright.blackboxes.examiner import Asked, Examiner
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Call, Example
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.finding import show, show_call
from boxwright.harness.gates.calls import told
from boxwright.sandbox import Launcher, Limits, ModuleRaised, Reply, SandboxError, values
from boxwright.sandbox.run_module import BadRequest, read_module

LIMITS = Limits(load_seconds=20.0, call_seconds=20.0, cpu_seconds=600)
"""A reference may be slower than a box: it is written for correctness."""


class ReferenceFault(BoxwrightError):
    """A reference from which no exam can be written."""


@dataclass(frozen=True)
class Reference:
    """A person's implementation of one description's rule, opened in the sandbox."""

    file: Path
    box: Box[Any]
    examiner: Examiner

    def answers(self, calls: Sequence[Call]) -> list[Any]:
        """Make the calls. Raises: ReferenceFault at the first without an answer."""
        with self.blamed():
            replies = list(self.box.replies(calls))
        return [self._unwrapped(call, reply) for call, reply in zip(calls, replies, strict=True)]

    def _unwrapped(self, call: Call, reply: Reply) -> Any:
        if reply.error is not None:
            raise self.fault(f"{show_call(call)}: {reply.error}", reply.error)
        return reply.value

    def fault(self, what: str, error: Exception | None = None) -> ReferenceFault:
        """Return the fault with the reference's file, and the line where one is known."""
        line = f":{error.line}" if isinstance(error, ModuleRaised) and error.line is not None else ""
        return ReferenceFault(f"{self.file}{line}: {what}")

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Attribute errors during the block to the reference. Raises: ReferenceFault."""
        try:
            yield
        except (SandboxError, BadOutput) as error:
            raise self.fault(str(error), error) from error


def examiner_of(family: Family[Any]) -> Examiner:
    """Return the module `exam` of the package that a family is in. Raises: ReferenceFault where there is none."""
    module = module_beside(family, "exam")
    if module is None:
        raise ReferenceFault(f"the family {family.name!r} has no exams: its package has no module `exam`")
    return cast(Examiner, module)


@contextmanager
def open_reference(description: Description, file: Path, launcher: Launcher) -> Iterator[Reference]:
    """Open a reference and check that it defines what an exam asks for.

    Raises: ReferenceFault, UnknownEnvironment, FaultyFile, OSError, SandboxUnavailable.
    """
    family = get_environment(description.family)
    if not isinstance(family, Family):
        raise ReferenceFault(f"the environment {family.name!r} has no exams: it has no generated code")
    examiner = examiner_of(family)
    try:
        source = read_module(file).source
    except BadRequest as error:
        raise ReferenceFault(str(error)) from error
    with Box(description, family, source, launcher, limits=LIMITS) as box:
        reference = Reference(file, box, examiner)
        with reference.blamed():
            defined = box.session().functions
        missing = [name for name in examiner.FUNCTIONS if name not in defined]
        if missing:
            wanted = ", ".join(examiner.FUNCTIONS)
            fault = f"defines no function {', '.join(missing)}; a reference of this family defines {wanted}"
            raise reference.fault(fault)
        yield reference


def check_worked_examples(reference: Reference) -> None:
    """Check that the reference agrees with the description's worked examples. Raises: ReferenceFault, FaultyFile."""
    box = reference.box
    worked = box.family.examples(box.rules)
    for example, answer in zip(worked, reference.answers([e.call for e in worked]), strict=True):
        if not _agrees(reference, example, answer):
            found, expected = show(told(example, answer)), show(example.expected)
            raise reference.fault(f"{show_call(example.call)} gives {found}, but the worked example says {expected}")


def _agrees(reference: Reference, example: Example, answer: Any) -> bool:
    box = reference.box
    with reference.blamed():
        if "describe" not in box.family.functions:  # else describe() gives the shape, and exams do not need it
            box.family.check(box, example.call, answer)
        return (example.agrees or values.equal)(example.expected, told(example, answer))


@dataclass(frozen=True)
class _Line:
    """One example of an exam."""

    call: Call
    answer: Any
    row: dict[str, Any]
    """Its fields, as JSON."""


def exam_rows(reference: Reference, rng: Random) -> list[dict[str, Any]]:
    """Return an exam's examples, each question once, as the lines hold them. Raises: ReferenceFault, FaultyFile."""
    return [line.row for line in _lines(reference, rng)]


def _lines(reference: Reference, rng: Random) -> list[_Line]:
    reference.box.rules  # noqa: B018 -- a faulty description is no fault of the reference
    with reference.blamed():
        asked = _once(reference.examiner.ask(reference.box, rng))
    lines = []
    for one, answer in zip(asked, reference.answers([one.call for one in asked]), strict=True):
        try:
            row = values.encode({**one.question, **one.told(answer)})
        except BadOutput as error:
            raise reference.fault(f"{show_call(one.call)}: {error}") from error
        lines.append(_Line(one.call, answer, row))
    return lines


def _once(asked: Iterator[Asked]) -> list[Asked]:
    return list({(values.dumps(dict(one.question)), one.call.function): one for one in asked}.values())


def exam_text(reference: Reference, source: str) -> str:
    """Return the text of the exam, which names the source in its first line.

    Raises: ReferenceFault, also where the family's examples cannot represent the answers; FaultyFile.
    """
    check_worked_examples(reference)
    description, family = reference.box.description, reference.box.family
    lines = _lines(reference, stream(4, description.id, "exam"))
    rows = [{"source": source}, *(line.row for line in lines)]
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    try:
        examples = parse_exam(text, reference.file, lambda: description, family.worked).examples
    except FaultyFile as error:
        raise reference.fault(f"its answers make no exam: {_first(error)}") from error
    for line, example in zip(lines, examples, strict=True):
        if not values.equal(line.call.args, example.call.args) or not _agrees(reference, example, line.answer):
            what = f"{show_call(line.call)} gives {show(line.answer)}"
            raise reference.fault(
                f"{what}: an exam cannot represent that; use lists, and dictionaries with texts as keys"
            )
    return text


def _first(error: FaultyFile) -> str:
    """Return the first fault without file and line, which the author did not write."""
    return error.faults[0].split(": ", 1)[-1]


def exam_path(description: Description) -> Path:
    """The path of a description's exam, whether or not it exists."""
    assert description.path is not None
    return description.path.with_name(description.path.stem + SUFFIX)


def source_of(description: Description, file: Path, place: Workspace) -> str:
    """Return the source that the existing exam names, else the reference's path. Raises: FaultyFile."""
    path = exam_path(description)
    if path.is_file():
        with path.open(encoding="utf-8") as lines:
            return _named_source(path, next(lines, ""))
    file, root = file.resolve(), place.root.resolve()
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name


def _named_source(path: Path, line: str) -> str:
    try:
        return str(json.loads(line)["source"])
    except (ValueError, TypeError, KeyError) as error:
        raise FaultyFile([f"{path}:1: names no source; remove the file, or use --source TEXT"]) from error


def write_exam(place: Workspace, description: Description, text: str) -> Path:
    """Write the exam beside its description. Raises: BoxwrightError for a description outside this workspace."""
    path = exam_path(description)
    if not path.is_relative_to(place.writable()):
        raise BoxwrightError(
            f"{description.id} is not in this workspace ({path.parent}); exams are written beside the description"
        )
    write_atomically(path, text)
    return path


def difference(description: Description, text: str) -> str:
    """Return how the exam beside a description differs from a text; None if it does not."""
    path = exam_path(description)
    if not path.is_file():
        return f"{path}: there is no exam yet"
    found, wanted = path.read_bytes().splitlines(keepends=True), text.encode().splitlines(keepends=True)
    if found == wanted:
        return ""
    pairs = enumerate(zip(found, wanted, strict=False), start=1)
    line = next((number for number, (a, b) in pairs if a != b), min(len(found), len(wanted)) + 1)
    return f"{path}:{line}: not what the reference gives"
