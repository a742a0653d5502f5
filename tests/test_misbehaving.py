"""Boxes that misbehave in play (benchmarks/misbehaving.py): refused by the gates, ended by play, or harmless there."""

from __future__ import annotations

import pytest

from benchmarks import misbehaving
from benchmarks.acceptance import subjects
from benchmarks.planting.held_out import EDITS, held_out_mutants
from benchmarks.planting.misbehaving import BOX, EVERY, KINDS, NAMED, OWN, Misbehaving
from benchmarks.planting.trial import Subject
from boxwright.sandbox import Launcher

UNREFUSED = {
    "more than 0.3 s since the last call",
    "sessions older than 1 s",
    "wall time per call",
    "memory that has leaked",
    "the hash seed",
    "the process's number",
    "the garbage collector's count",
}
"""Those that no gate need refuse in a short run: play ends them, or they are harmless in it."""


@pytest.fixture(scope="module")
def subject() -> Subject:
    (found,) = subjects([BOX])
    return found


def test_all_boxes_that_were_named_and_ten_more_are_there() -> None:
    assert (len(NAMED) + len(KINDS), len(OWN)) == (22, 10)
    assert len({box.name for box in EVERY}) == len(EVERY)


@pytest.mark.parametrize("box", [b for b in EVERY if not b.waits], ids=lambda box: box.name)
def test_no_wrong_answer_goes_unnoticed(
    box: Misbehaving, subject: Subject, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    if box.name not in UNREFUSED:
        monkeypatch.setattr(misbehaving, "PAUSES", (0.0,))
    verdict = misbehaving.tried(subject, box, launcher)
    assert not verdict.unnoticed, verdict
    assert verdict.gate or box.name in UNREFUSED


@pytest.mark.slow
@pytest.mark.parametrize("box", [b for b in EVERY if b.waits], ids=lambda box: box.name)
def test_a_time_bomb_does_not_go_off_unnoticed(box: Misbehaving, subject: Subject, launcher: Launcher) -> None:
    assert not misbehaving.tried(subject, box, launcher).unnoticed


def test_every_held_out_fault_can_be_planted_in_the_code_as_it_is_now() -> None:
    every = subjects(["*"])
    planted = [mutant for subject in every for mutant in held_out_mutants(subject.id, subject.source)]
    assert len(planted) == len(EDITS) >= 50
    assert {edit.box for edit in EDITS} <= {subject.id for subject in every}
