"""The recorded drafts: replayed to the file that they wrote, and summed up in docs/drafts.md as they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.drafts import (
    BUILDS,
    LEFT_OUT,
    MEASURED,
    RECORDINGS,
    asked,
    rebuilt,
    recorded_note,
    replayed,
    row_of,
    rows,
    table,
    written,
)
from boxwright.agents.draft.roles import AUTHOR, PERSON, READER
from boxwright.agents.runs.journal import read_recording
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from docs.first_box import BOX, RECORDING, SENTENCE

ALL = sorted(RECORDINGS.glob("*.jsonl"))
IN_EVERY_RUN = {path.stem for path in ALL[:20]} | {"36", "37"}
"""The twenty sentences of all kinds, a draft with a question, and one that went back for what readers called open. The
others are slow."""


@pytest.mark.parametrize(
    "recording",
    [pytest.param(path, id=path.stem, marks=[] if path.stem in IN_EVERY_RUN else [pytest.mark.slow]) for path in ALL],
)
def test_a_recorded_draft_replays_to_its_file(recording: Path, tmp_path: Path) -> None:
    row = row_of(recording)
    ending, text = replayed(recording, tmp_path)
    assert ending == row.ending
    assert bool(text) == bool(row.box)
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("descriptions/**/*.md"))
    assert files == ([f"descriptions/{row.box}.md"] if row.box else [])
    assert (digest(text) if text else "") == written()[recording.stem]
    if row.accepted and not row.edited:
        assert text == Workspace(SHIPPED, True, None).description(row.box).text


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(path, id=path.stem, marks=[] if path.stem == "01" else [pytest.mark.slow])
        for path in sorted(BUILDS.glob("*.jsonl"))
    ],
)
def test_a_box_that_was_set_aside_is_built_again_from_what_its_draft_writes(build: Path, tmp_path: Path) -> None:
    recording = RECORDINGS / build.name
    row = row_of(recording)
    assert row.aside
    assert not row.accepted
    replayed(recording, tmp_path)
    result = rebuilt(recording, tmp_path)
    assert (result.id, result.ending, result.differing) == (row.box, "accepted", ())


def test_what_drafts_wrote_is_kept_for_each_and_for_no_other() -> None:
    assert sorted(written()) == [path.stem for path in ALL]


def test_the_pictured_description_is_still_what_its_draft_wrote() -> None:
    """Or its build from the recording, which `docs/first_box.py` shows, would be stale."""
    row = row_of(RECORDING)
    assert (row.box, row.accepted, row.edited) == (BOX, True, False)
    assert recorded_note(RECORDING).text == SENTENCE


def test_the_picture_shows_the_recordings_that_are_here() -> None:
    picture = (SHIPPED / "docs" / "first-box.svg").read_text(encoding="utf-8").replace("&#160;", " ")
    build = Workspace(SHIPPED, True, None).accepted_folders()[BOX] / "recording.jsonl"
    for recording in (RECORDING, build):
        entries = read_recording(recording)[1]
        tokens = sum(entry.reply.usage.total for entry in entries)
        assert f"{len(entries)} calls, {tokens:,} tokens" in picture, "draw it again: python docs/picture.py"


def test_the_page_says_what_the_recordings_say() -> None:
    page = (SHIPPED / "docs" / "drafts.md").read_text(encoding="utf-8")
    assert table(rows()) in page, "write the output of `python -m benchmarks.drafts` between the marks"
    before = page.partition("<!-- drafts -->")[0]
    for head in (before, (SHIPPED / "docs" / "add-a-box.md").read_text(encoding="utf-8")):
        assert asked(rows()) in head


def test_what_was_planted_is_no_question_of_a_persons_words() -> None:
    row = row_of(ALL[0])
    own, planted = replace(row, questions=2), replace(row, questions=1, planted="a gap")
    assert asked([row]) == "No text as a person wrote it led to a question."
    assert (
        asked([own, planted])
        == "2 questions came of texts as they were; 1 question came of what was planted into a reply."
    )


def test_what_was_not_accepted_says_whether_it_was_built() -> None:
    """Each says for itself what became of it, and the first twenty are summed up on their own."""
    found = rows()
    lines = table(found).splitlines()
    of_box = {row.box: line for row, line in zip(found, lines[2:], strict=False) if row.box}
    assert "`code/nine_day_week`, passed, left out |" in of_box["code/nine_day_week"]
    assert "`game/over_thirty`, not built |" in of_box["game/over_thirty"]
    assert sorted(row.box for row in found if row.aside) == sorted(
        box for box, line in of_box.items() if f"`{box}`, accepted, set aside |" in line
    )
    assert not [box for box in LEFT_OUT if box in Workspace(SHIPPED, True, None).accepted_folders()]
    assert lines[-1].startswith(f"Of these the first {MEASURED}, ")


@pytest.mark.parametrize("recording", [pytest.param(path, id=path.stem) for path in ALL])
def test_a_recorded_draft_holds_no_path_and_no_key(recording: Path) -> None:
    text = recording.read_text(encoding="utf-8")
    assert not [word for word in ("/root", "/home/", "/work", "/tmp", "sk-", "Bearer") if word in text]
    header, entries = read_recording(recording)
    assert {e.role for e in entries} <= {AUTHOR, READER, PERSON}
    assert header.planted in table([row_of(recording)])
