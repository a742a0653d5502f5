"""Every shipped box: intact, right by an independent reference, and rebuilt from its recording, byte for byte."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.box.testers import PROBER
from boxwright.agents.runs.journal import read_recording
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Example
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.chat.api import Reply
from boxwright.harness.exams import (
    check_worked_examples,
    difference,
    exam_path,
    exam_rows,
    exam_text,
    open_reference,
    source_of,
)
from boxwright.harness.gates import GATES
from boxwright.harness.gates.calls import told
from boxwright.sandbox import Launcher, SandboxUnavailable, open_launcher, values
from tests.reference import REFERENCES

COLLECTION = Workspace(SHIPPED, True, None)
BOXES = sorted(name for name in COLLECTION.accepted_folders() if not name.startswith("kumo/"))
DESCRIPTIONS = sorted(name for name in COLLECTION.description_files() if not name.startswith("kumo/"))
FIRST_OF_EACH_FAMILY = sorted({name.split("/")[0]: name for name in reversed(BOXES)}.values())
PLACES = [
    *[pytest.param(name, "local", id=name) for name in BOXES],
    *[pytest.param(name, "docker", id=f"{name}-docker", marks=pytest.mark.engine) for name in FIRST_OF_EACH_FAMILY],
]
"""Every box here, and one of each family in a container: in both the code runs in the same sandboxed process."""
MOST_LINES, LINE = 10, 120
"""Of a game's rule with its public part, and characters of one."""


@pytest.mark.parametrize("identifier", DESCRIPTIONS)
def test_references_that_a_description_or_its_exam_names_are_there(identifier: str) -> None:
    description = COLLECTION.description(identifier)
    said = description.text + exam_path(description).read_text(encoding="utf-8")
    for named in re.findall(r"tests/reference[\w/.]*", said):
        assert (SHIPPED / named).is_file(), named


@pytest.mark.parametrize("identifier", [name for name in DESCRIPTIONS if name.startswith("game/")])
def test_a_game_is_described_in_ten_lines(identifier: str) -> None:
    description = COLLECTION.description(identifier)
    lines = f"{description.hidden}\n{description.public}".splitlines()
    assert len([line for line in lines if line.strip() and "boxwright-canary" not in line]) <= MOST_LINES
    assert max(map(len, lines)) <= LINE


@pytest.fixture(scope="module")
def opened(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    try:
        launcher = open_launcher(request.param)
    except SandboxUnavailable as error:
        if os.environ.get("BOXWRIGHT_REQUIRE_ENGINE"):
            raise
        pytest.skip(f"no Docker engine here: {error}")
    yield launcher
    launcher.close()


def test_there_is_a_collection() -> None:
    assert len(BOXES) >= 3


def test_every_description_has_a_reference_and_every_reference_a_description() -> None:
    assert set(REFERENCES) == set(DESCRIPTIONS)


@pytest.mark.parametrize("identifier", BOXES)
def test_a_box_agrees_with_its_reference(identifier: str, launcher: Launcher) -> None:
    accepted = load(COLLECTION, identifier)
    with open_reference(accepted.description, REFERENCES[identifier], launcher) as reference:
        fresh = _read(accepted.description, exam_rows(reference, stream(11, identifier)))
    with accepted.open(launcher) as box:
        assert len(fresh) >= exam_size(box)
        replies = [r.unwrap() for r in box.replies([example.call for example in fresh])]
    pairs = [(e, told(e, reply)) for e, reply in zip(fresh, replies, strict=True)]
    wrong = [(e.call, reply, e.expected) for e, reply in pairs if not (e.agrees or values.equal)(e.expected, reply)]
    assert not wrong, wrong[:3]


@pytest.mark.parametrize("identifier", DESCRIPTIONS)
def test_the_worked_examples_agree_with_the_reference(identifier: str, launcher: Launcher) -> None:
    description = COLLECTION.description(identifier)
    assert description.front.examples
    with open_reference(description, REFERENCES[identifier], launcher) as reference:
        check_worked_examples(reference)


@pytest.mark.parametrize("identifier", DESCRIPTIONS)
def test_an_exam_is_what_the_reference_writes(identifier: str, launcher: Launcher) -> None:
    description, file = COLLECTION.description(identifier), REFERENCES[identifier]
    with open_reference(description, file, launcher) as reference:
        text = exam_text(reference, source_of(description, file, COLLECTION))
    remedy = (
        f"write it again: boxwright exam {identifier} --reference {file.relative_to(SHIPPED)}, then rebuild the box"
    )
    assert not difference(description, text), remedy


def _read(description: Description, entries: Sequence[dict[str, Any]]) -> Sequence[Example]:
    """Read examples as the family reads those of the description."""
    front = description.front.model_copy(update={"examples": tuple(entries), "properties": ()})
    family = get_family(description.family)
    return family.examples(family.read(replace(description, front=front)))


def exam_size(box: Box) -> int:
    """How many examples an exam holds at least: games and puzzles have fewer questions, small domains fewer inputs."""
    wanted = {"game": 60, "puzzle": 150, "freeform": 150}.get(box.family.name, 250)
    return min(wanted, box.family.domain_size(box.rules) or wanted)


@pytest.mark.parametrize("identifier", BOXES)
def test_a_box_is_current(identifier: str) -> None:
    assert load(COLLECTION, identifier).stale == ""


@pytest.mark.parametrize(("identifier", "opened"), PLACES, indirect=["opened"])
def test_a_recording_rebuilds_its_box_byte_for_byte(identifier: str, opened: Launcher, tmp_path: Path) -> None:
    kept = COLLECTION.accepted_folders()[identifier]
    exam = exam_path(COLLECTION.description(identifier))
    target = tmp_path / "descriptions" / f"{identifier}.md"
    target.parent.mkdir(parents=True)
    shutil.copyfile(COLLECTION.description_files()[identifier], target)
    shutil.copyfile(exam, target.with_name(exam.name))
    place = Workspace(tmp_path, True, None)
    reworded = load(COLLECTION, identifier).manifest.reworded
    options = BuildOptions(models={}, recording=kept / "recording.jsonl", strict=not reworded)
    result = build(place, identifier, opened, options)
    assert result.ending == "accepted"
    assert Counter(name.split()[0] for name in result.differing) == reworded, "the manifest counts what differs"
    rebuilt = place.own_folder(identifier)
    for name in ("box.py", "recording.jsonl"):
        assert (rebuilt / name).read_bytes() == (kept / name).read_bytes()
    assert replies(result.run / "recording.jsonl") == replies(kept / "recording.jsonl")
    with load(place, identifier).open(opened) as box:
        least = exam_size(box)
    gates = {gate["gate"]: gate for gate in load(place, identifier).manifest.gates}
    assert [name for name, gate in gates.items() if gate["passed"]] == list(GATES)
    assert gates["examples"]["notes"]["exam"] >= least
    if not reworded:
        assert (result.run / "recording.jsonl").read_bytes() == (kept / "recording.jsonl").read_bytes()


def replies(path: Path) -> list[tuple[str, str, Reply]]:
    return [(entry.role, entry.step, entry.reply) for entry in read_recording(path)[1]]


@pytest.mark.parametrize("identifier", BOXES)
def test_a_recording_holds_no_path_and_no_key(identifier: str) -> None:
    folder = COLLECTION.accepted_folders()[identifier]
    header, entries = read_recording(folder / "recording.jsonl")
    text = (folder / "recording.jsonl").read_text() + (folder / "manifest.json").read_text()
    assert not [word for word in ("/root", "/home", "/work", "/tmp", "sk-", "Bearer") if word in text]
    needs_none = {"tester"} if header.models["tester"] == PROBER else set()
    assert {e.role for e in entries} == {"coder", "tester", "refiner"} - needs_none
    assert header.planted == load(COLLECTION, identifier).manifest.planted
