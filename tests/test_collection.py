"""Every shipped box: intact, right by an independent reference, and rebuilt byte for byte from its recording."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.journal import read_recording
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.families.fields import untagged
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Example
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.gates import run_gates
from boxwright.sandbox import Launcher, SandboxUnavailable, open_launcher, values
from tests.reference.catalogue import REFERENCES
from tests.reference.forms import question_of
from tests.reference.write_exams import exam_examples, exam_path, exam_text

COLLECTION = Workspace(SHIPPED, True, None)
BOXES = sorted(name for name in COLLECTION.accepted_folders() if not name.startswith("kumo/"))
DESCRIPTIONS = sorted(name for name in COLLECTION.description_files() if not name.startswith("kumo/"))
LAUNCHERS = [pytest.param("local"), pytest.param("docker", marks=pytest.mark.engine)]


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
    assert set(BOXES) <= set(REFERENCES), "every shipped box has an independent reference"


@pytest.mark.parametrize("identifier", BOXES)
def test_a_box_agrees_with_its_reference(identifier: str, launcher: Launcher) -> None:
    accepted = load(COLLECTION, identifier)
    fresh = _read(identifier, exam_examples(identifier, stream(11, identifier)))
    with accepted.open(launcher) as box:
        assert len(fresh) >= exam_size(box)
        replies = [r.unwrap() for r in box.replies([example.call for example in fresh])]
    pairs = [(e, told(e, reply)) for e, reply in zip(fresh, replies, strict=True)]
    wrong = [(e.call, reply, e.expected) for e, reply in pairs if not (e.agrees or values.equal)(e.expected, reply)]
    assert not wrong, wrong[:3]


@pytest.mark.parametrize("identifier", DESCRIPTIONS)
def test_a_worked_example_agrees_with_the_reference(identifier: str) -> None:
    entries = COLLECTION.description(identifier).front.examples
    assert entries
    for entry, example in zip(entries, _read(identifier, entries), strict=True):
        reply = told(example, REFERENCES[identifier].reply(untagged(question_of(entry)), example.call.function))
        assert (example.agrees or values.equal)(example.expected, reply), (entry, reply)


def told(example: Example, value: Any) -> Any:
    """What an example speaks of: of a free-form turn the feedback, where it does not tell the next state too."""
    turn = isinstance(value, dict) and set(value) == {"state", "feedback"}
    return value["feedback"] if turn and isinstance(example.expected, str) else value


def _read(identifier: str, entries: Sequence[dict[str, Any]]) -> Sequence[Example]:
    """Read examples as the family reads those of the description."""
    description = COLLECTION.description(identifier)
    front = description.front.model_copy(update={"examples": tuple(entries), "properties": ()})
    family = get_family(description.family)
    return family.examples(family.read(replace(description, front=front)))


@pytest.mark.parametrize("identifier", DESCRIPTIONS)
def test_an_exam_is_what_the_reference_writes(identifier: str) -> None:
    written = exam_path(identifier).read_text(encoding="utf-8")
    remedy = f"write it again: python -m tests.reference.write_exams {identifier}, then rebuild the box"
    assert written == exam_text(identifier), remedy


def exam_size(box: Box) -> int:
    """How many examples an exam holds at least: games and puzzles have fewer questions, small domains fewer inputs."""
    wanted = {"game": 60, "puzzle": 150, "freeform": 150}.get(box.family.name, 250)
    return min(wanted, box.family.domain_size(box.rules) or wanted)


@pytest.mark.parametrize("opened", LAUNCHERS, indirect=True)
@pytest.mark.parametrize("identifier", BOXES)
def test_a_box_passes_all_gates(identifier: str, opened: Launcher) -> None:
    accepted = load(COLLECTION, identifier)
    assert accepted.stale == ""
    with accepted.open(opened) as box:
        results = run_gates(box)
    assert len(results) == 8
    assert next(r for r in results if r.gate == "examples").notes["exam"] >= exam_size(box)
    assert not [f.sentence() for r in results for f in r.findings]


@pytest.mark.parametrize("opened", LAUNCHERS, indirect=True)
@pytest.mark.parametrize("identifier", BOXES)
def test_a_recording_rebuilds_its_box_byte_for_byte(identifier: str, opened: Launcher, tmp_path: Path) -> None:
    kept = COLLECTION.accepted_folders()[identifier]
    target = tmp_path / "descriptions" / f"{identifier}.md"
    target.parent.mkdir(parents=True)
    shutil.copyfile(COLLECTION.description_files()[identifier], target)
    shutil.copyfile(exam_path(identifier), target.with_name(exam_path(identifier).name))
    place = Workspace(tmp_path, True, None)
    result = build(place, identifier, opened, BuildOptions(models={}, recording=kept / "recording.jsonl", strict=True))
    assert (result.ending, result.differing) == ("accepted", ())
    rebuilt = place.own_folder(identifier)
    for name in ("box.py", "recording.jsonl"):
        assert (rebuilt / name).read_bytes() == (kept / name).read_bytes()
    assert (result.run / "recording.jsonl").read_bytes() == (kept / "recording.jsonl").read_bytes()


@pytest.mark.parametrize("identifier", BOXES)
def test_a_recording_holds_no_path_and_no_key(identifier: str) -> None:
    folder = COLLECTION.accepted_folders()[identifier]
    header, entries = read_recording(folder / "recording.jsonl")
    text = (folder / "recording.jsonl").read_text() + (folder / "manifest.json").read_text()
    assert not [word for word in ("/root", "/home", "/work", "/tmp", "sk-", "Bearer") if word in text]
    assert {e.role for e in entries} == {"coder", "tester", "refiner"}
    assert header.planted == load(COLLECTION, identifier).manifest.planted
