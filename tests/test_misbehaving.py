"""Boxes that misbehave in play (benchmarks/misbehaving.py): refused by the gates, ended by play, or harmless there."""

from __future__ import annotations

import builtins
import symtable

import pytest

from benchmarks import misbehaving
from benchmarks.acceptance import subjects
from benchmarks.planting import latecomers, newcomers, strangers, visitors
from benchmarks.planting.held_out import EDITS, GLOBALS, Edit, held_out_mutants
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


@pytest.fixture(scope="module")
def every() -> list[Subject]:
    return subjects(["*"])


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


@pytest.mark.parametrize(
    ("edits", "before", "count"),
    [
        (EDITS, GLOBALS, 71),
        (strangers.EDITS, {}, 90),
        (newcomers.EDITS, {}, 62),
        (latecomers.EDITS, {}, 39),
        (visitors.EDITS, {}, 48),
    ],
    ids=["held out", "by strangers", "by newcomers", "by latecomers", "by visitors"],
)
def test_every_written_fault_can_be_planted_in_the_code_as_it_is_now(
    edits: tuple[Edit, ...], before: dict[str, str], count: int, every: list[Subject]
) -> None:
    planted = [(s, mutant) for s in every for mutant in held_out_mutants(s.id, s.source, edits, before)]
    assert len(planted) == len(edits) == count
    assert {edit.box for edit in edits} <= {subject.id for subject in every}
    lost = {(s.id, m.change): names for s, m in planted if (names := unbound(m.source) - unbound(s.source))}
    assert not lost, "these fit, but their box has been built anew without what they name"


def unbound(source: str) -> set[str]:
    """Return the names that a module reads and nowhere binds. Raises: SyntaxError."""
    module = symtable.symtable(source, "box.py", "exec")
    bound = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    return _read_from_outside(module) - bound - {*dir(builtins)}


def _read_from_outside(table: symtable.SymbolTable) -> set[str]:
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced() and symbol.is_global()}
    return own.union(*map(_read_from_outside, table.get_children()))
