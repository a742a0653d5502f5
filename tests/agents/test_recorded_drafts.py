"""The recorded drafts: replayed to the same file, and summed up in docs/add-a-box.md as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.drafts import RECORDINGS, replayed, row_of, rows, table
from boxwright.agents.draft.roles import AUTHOR, PERSON, READER
from boxwright.agents.runs.journal import read_recording
from boxwright.blackboxes.workspace import SHIPPED, Workspace

ALL = sorted(RECORDINGS.glob("*.jsonl"))
DRAFTED = [path for path in ALL if row_of(path).box]
REFUSED = [path for path in ALL if not row_of(path).box]
NOW, *AT_NIGHT = DRAFTED
"""A replay of a draft runs the gates on two programs: one is enough beside the boxes, which are rebuilt anyway."""


@pytest.mark.parametrize(
    "recording",
    [
        *[pytest.param(path, id=path.stem) for path in [*REFUSED, NOW]],
        *[pytest.param(path, id=path.stem, marks=pytest.mark.slow) for path in AT_NIGHT],
    ],
)
def test_a_recorded_draft_replays_to_its_file(recording: Path, tmp_path: Path) -> None:
    row = row_of(recording)
    ending, text = replayed(recording, tmp_path)
    assert ending == row.ending
    assert bool(text) == bool(row.box)
    written = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("descriptions/**/*.md"))
    assert written == ([f"descriptions/{row.box}.md"] if row.box else [])
    if row.accepted:
        assert text == Workspace(SHIPPED, True, None).description(row.box).text


def test_the_page_says_what_the_recordings_say() -> None:
    page = (SHIPPED / "docs" / "add-a-box.md").read_text(encoding="utf-8")
    assert table(rows()) in page, "write the output of `python -m benchmarks.drafts` between the marks"


@pytest.mark.parametrize("recording", [pytest.param(path, id=path.stem) for path in ALL])
def test_a_recorded_draft_holds_no_path_and_no_key(recording: Path) -> None:
    text = recording.read_text(encoding="utf-8")
    assert not [word for word in ("/root", "/home/", "/work", "/tmp", "sk-", "Bearer") if word in text]
    header, entries = read_recording(recording)
    assert {e.role for e in entries} <= {AUTHOR, READER, PERSON}
    assert header.planted == ""
