"""Journals and checkpoints that are cut, damaged, on a full or a read-only disk: nothing is lost or paid for unsaid."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.folder import NotResumable
from boxwright.agents.runs.journal import Journal, read_whole
from boxwright.agents.runs.options import BuildOptions, BuildResult
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run as cli_run
from boxwright.harness.chat.api import ProviderFailed, Request
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, Disk, describe, write_description

ID = "encryption/caesar"
DESCRIPTION = describe(ID, CAESAR_FRONT, CAESAR_RULE)
STEPS = ["write/1", "claims/1", *(f"test/1/{number}" for number in range(1, 9)), "judge/1"]


def run(place: Workspace, launcher: Launcher, model: Any, **given: Any) -> tuple[BuildResult, list[str]]:
    """Build; return the result and what was said about resuming."""
    events: list[Event] = []
    result = build(place, ID, launcher, BuildOptions(models=played_by(model), **given), events.append)
    return result, [event.text for event in events if event.kind == "resumed"]


def down(request: Request) -> str:
    raise ProviderFailed("down")


@pytest.fixture
def stopped(place: Workspace, launcher: Launcher, kept: Path) -> Path:
    """The folder of a build that lacks only its last reply."""
    if kept.exists():
        shutil.copytree(kept, place.root, dirs_exist_ok=True)
    else:
        write_description(place, DESCRIPTION)
        with pytest.raises(ProviderFailed):
            run(place, launcher, ScriptedModel(judge=down))
        shutil.copytree(place.root, kept)
    return place.runs / "builds" / ID / "001"


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        pytest.param(2, False, id="in the middle of line 2"),
        pytest.param(3, True, id="at the end of line 3"),
        pytest.param(7, True, id="at the end of line 7"),
        pytest.param(11, False, id="in the middle of line 11"),
    ],
)
def test_a_journal_that_was_cut_asks_for_what_is_missing_and_can_be_replayed(
    place: Workspace, launcher: Launcher, stopped: Path, line: int, whole: bool
) -> None:
    journal = stopped / "recording.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    kept, torn = lines[: line - 1], b"" if whole else lines[line - 1][: len(lines[line - 1]) // 2]
    journal.write_bytes(b"".join(kept) + torn)
    model = ScriptedModel()
    result, said = run(place, launcher, model, resume=True)
    assert (result.ending, result.run) == ("accepted", stopped)
    assert [request.step for request in model.asked] == STEPS[line - 2 :]
    replies = "1 reply" if line == 3 else f"{line - 2} replies"
    assert said[-1] == f"the checkpoints are damaged or ahead of the journal: starting again from {replies}"
    recording = place.own_folder(ID) / "recording.jsonl"
    options = replace(BuildOptions(models={}), recording=recording, strict=True)
    again = build(place, ID, launcher, options)
    assert (again.ending, again.differing) == ("accepted", ())


@pytest.mark.parametrize("damage", [b"\x00" * 40, b'{"n": 2}', b"garbage", b"\xff\xfe"])
def test_garbage_in_the_middle_of_a_journal_never_pays_again_without_a_word(
    place: Workspace, launcher: Launcher, stopped: Path, damage: bytes
) -> None:
    journal = stopped / "recording.jsonl"
    lines = journal.read_bytes().splitlines()
    journal.write_bytes(b"\n".join([*lines[:2], damage, *lines[3:]]) + b"\n")
    model = ScriptedModel()
    said = r"001/recording\.jsonl.*; restore the file, name another run with --run, or start again without --resume$"
    with pytest.raises(NotResumable, match=said):
        run(place, launcher, model, resume=True)
    assert model.asked == []
    assert [path.name for path in stopped.parent.glob("*/")] == ["001"]


def altered(statement: str, *values: object) -> Callable[[Path], None]:
    def alter(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(statement, values)

    return alter


def filled(begin: float, end: float, byte: bytes) -> Callable[[Path], None]:
    """Overwrite a part of a file."""

    def fill(path: Path) -> None:
        data = bytearray(path.read_bytes())
        one, other = int(len(data) * begin), int(len(data) * end)
        data[one:other] = byte * (other - one)
        path.write_bytes(data)

    return fill


DAMAGED: dict[str, Callable[[Path], None]] = {
    "empty": lambda path: path.write_bytes(b"") and None,
    "noise": lambda path: path.write_bytes(random.Random(1).randbytes(9_000)) and None,
    "its first half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]) and None,
    "no header": filled(0, 0.01, b"\x00"),
    "zeros in its middle": filled(0.4, 0.6, b"\x00"),
    "ones in its middle": filled(0.3, 0.9, b"\xff"),
    "no table": altered("DROP TABLE checkpoints"),
    "another table": altered("ALTER TABLE checkpoints RENAME COLUMN checkpoint TO something"),
    "a state that is noise": altered("UPDATE checkpoints SET checkpoint = ?", b"\xc1\x00noise"),
    "metadata that is noise": altered("UPDATE checkpoints SET metadata = ?", b"{noise"),
    "a state of another shape": altered("UPDATE checkpoints SET type = 'msgpack', checkpoint = ?", b"\x81\xa1a\x01"),
    "no metadata": altered("UPDATE checkpoints SET metadata = ?", b"{}"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_damaged_checkpoints_cost_nothing(place: Workspace, launcher: Launcher, stopped: Path, kind: str) -> None:
    DAMAGED[kind](stopped / "checkpoints.sqlite")
    model = ScriptedModel()
    result, _ = run(place, launcher, model, resume=True)
    assert result.ending == "accepted"
    assert [request.step for request in model.asked] == ["judge/1"]


@pytest.mark.parametrize("room", range(0, 160, 10))
def test_on_a_full_disk_a_build_stops_with_one_line_and_goes_on_when_there_is_room(
    launcher: Launcher, small_disk: Disk, room: int, tmp_path: Path
) -> None:
    """The disk is full after some kilobytes: in the journal, in the checkpoints, in the files of an attempt."""
    (small_disk.folder / "boxwright.yaml").write_text("collection: none\n")
    place = Workspace(small_disk.folder, True, None)
    write_description(place, DESCRIPTION)
    small_disk.resize(12 + room)
    model = ScriptedModel()
    try:
        result, _ = run(place, launcher, model)
    except (BoxwrightError, OSError) as error:
        assert "No space left" in str(error) or "is full" in str(error) or "disk I/O" in str(error)
        assert str(small_disk.folder) in str(error)
        small_disk.resize(100_000)
        result, _ = run(place, launcher, model, resume=True)
    assert result.ending == "accepted"
    asked = [request.step for request in model.asked]
    assert set(asked) == set(STEPS)
    assert len(asked) <= len(STEPS) + 1, "asked again is at most the reply that found no room"
    assert len(read_whole(place.own_folder(ID) / "recording.jsonl").entries) == len(STEPS)


def test_a_line_that_finds_no_room_leaves_no_half_behind(small_disk: Disk, stopped: Path) -> None:
    journal = small_disk.folder / "recording.jsonl"
    journal.write_bytes((stopped / "recording.jsonl").read_bytes())
    before = journal.read_bytes()
    small_disk.resize(len(before) // 1_000 + 8)
    opened = Journal.resume(journal)
    entry = opened.entries[0]
    request = Request(role="coder", step="write/9", messages=entry.messages)
    with pytest.raises(OSError, match="No space left") as error:
        opened.write(request, entry.reply.model_copy(update={"text": "x" * 100_000}))
    assert error.value.filename == str(journal)
    assert journal.read_bytes() == before
    assert opened.find(request) is None


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_a_read_only_folder_is_one_line(
    small_disk: Disk, resume: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_disk.folder / "boxwright.yaml").write_text("collection: none\n")
    write_description(Workspace(small_disk.folder, True, None), DESCRIPTION)
    small_disk.protect()
    monkeypatch.chdir(small_disk.folder)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    assert cli_run(["build", ID, "--model", "relay/me", *resume]) == 1
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("boxwright: ")]
    assert "Read-only file system" in line
