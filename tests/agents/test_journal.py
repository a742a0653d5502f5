"""What a recording holds: each request and reply whole, but no message twice where a request goes on from the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.agents.runs.journal import Header, Journal, read_whole
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.chat.api import Message, Reply, Request

HEADER = Header(id="game/x", description="d", prompts={}, models={}, settings={})


def asked(role: str, step: str, *contents: str) -> Request:
    return Request(role=role, step=step, messages=tuple(Message(role="user", content=text) for text in contents))


def lengths(path: Path) -> list[int]:
    """How many messages each entry's line holds."""
    return [len(json.loads(line)["messages"]) for line in path.read_text().splitlines()[1:] if '"messages"' in line]


REQUESTS = st.lists(
    st.tuples(st.sampled_from(["tester", "coder"]), st.lists(st.sampled_from("abc"), min_size=1, max_size=6)),
    max_size=12,
)


@given(REQUESTS, st.integers(0, 12), st.booleans())
def test_what_was_written_is_read_again_whole_also_after_a_crash(
    tmp_path_factory: pytest.TempPathFactory, given: list[tuple[str, list[str]]], stop: int, aside: bool
) -> None:
    path = tmp_path_factory.mktemp("journal") / "recording.jsonl"
    journal = Journal.start(path, HEADER)
    requests = [asked(role, f"step/{n}", *contents) for n, (role, contents) in enumerate(given)]
    for number, request in enumerate(requests):
        if number == stop:
            if aside and number:
                journal.set_aside(requests[0].role, requests[0].step, "unusable")
            path.write_text(path.read_text() + '{"n":1,"ro')
            journal = Journal.resume(path)
        journal.write(request, Reply(text=f"reply {number}", model="m"))
    whole = read_whole(path)
    found = sorted([*whole.entries, *whole.aside], key=lambda entry: int(entry.step.rpartition("/")[2]))
    assert [(e.role, e.step, e.messages) for e in found] == [(r.role, r.step, r.messages) for r in requests]
    before = path.read_bytes()
    Journal.resume(path)
    assert path.read_bytes() == before


def test_a_request_that_goes_on_from_the_last_of_its_role_is_written_from_there(tmp_path: Path) -> None:
    path = tmp_path / "recording.jsonl"
    journal = Journal.start(path, HEADER)
    for number, (role, *said) in enumerate(
        [("tester", "a", "b"), ("coder", "a"), ("tester", "a", "b", "c", "d"), ("tester", "a", "x", "c")]
    ):
        journal.write(asked(role, f"step/{number}", *said), Reply(text="", model="m"))
    assert lengths(path) == [2, 1, 2, 2]
    assert [len(entry.messages) for entry in read_whole(path).entries] == [2, 1, 4, 3]


def test_recordings_of_before_are_read_and_continued_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "recording.jsonl"
    journal = Journal.start(path, HEADER.model_copy(update={"format": 2}))
    journal.write(asked("tester", "step/1", "a"), Reply(text="", model="m"))
    Journal.resume(path).write(asked("tester", "step/2", "a", "b"), Reply(text="", model="m"))
    assert lengths(path) == [1, 2]


def test_an_entry_without_the_line_that_it_goes_on_from_is_one_clear_fault(tmp_path: Path) -> None:
    path = tmp_path / "recording.jsonl"
    journal = Journal.start(path, HEADER)
    journal.write(asked("tester", "step/1", "a"), Reply(text="", model="m"))
    journal.write(asked("tester", "step/2", "a", "b"), Reply(text="", model="m"))
    journal.write(asked("tester", "step/3", "c"), Reply(text="", model="m"))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], *lines[2:]]))
    with pytest.raises(BoxwrightError, match=r"recording\.jsonl:2: not a valid line of a recording"):
        read_whole(path)
