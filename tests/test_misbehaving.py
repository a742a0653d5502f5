"""Boxes that misbehave in play (benchmarks/misbehaving.py): refused by the gates, ended by play, or harmless there."""

from __future__ import annotations

import builtins
import symtable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import misbehaving
from benchmarks.acceptance import subjects
from benchmarks.planting import by_hand, latecomers, newcomers, strangers, visitors
from benchmarks.planting.held_out import EDITS, GLOBALS, Edit, held_out_mutants
from benchmarks.planting.misbehaving import BOX, EVERY, KINDS, NAMED, OWN, Misbehaving
from benchmarks.planting.mutant import Mutant
from benchmarks.planting.trial import Subject
from boxwright.agents.box.replies import SeenFault
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


class TestReadings:
    """What a reading of the code shows of a planted fault (benchmarks/planting/by_hand.py)."""

    CLOCK = "encryption/vowel_clock"
    RECORDING = Path(by_hand.__file__).with_name("visitors_by_hand.recording.jsonl")

    def faulty(self) -> tuple[Subject, Mutant]:
        (clock,) = subjects([self.CLOCK])
        (mutant,) = held_out_mutants(clock.id, clock.source, visitors.EDITS)
        return clock, mutant

    def test_a_recorded_reading_shows_its_fault_and_says_nothing_true_of_the_true_box(self, launcher: Launcher) -> None:
        clock, mutant = self.faulty()
        reader = by_hand.answerer("replay", self.RECORDING, 0)
        found = by_hand.read_by(clock, mutant.source, by_hand.number_of(clock, mutant), reader)
        examples_alone = replace(found, faults=())
        assert found.examples
        assert by_hand.shown_by_reading(clock, mutant, examples_alone, launcher) == "example"
        assert by_hand.read_as_true(clock, found, launcher) == by_hand.ReadAsTrue(clock.id, 0, len(found.faults))

    def test_only_words_on_changed_lines_show_it(self, launcher: Launcher) -> None:
        clock, mutant = self.faulty()
        changed = by_hand.changed_lines(clock.source, mutant.source)
        lines = range(1, len(mutant.source.splitlines()) + 1)
        assert changed < {*lines}
        for line in (min(changed), min({*lines} - changed)):
            said = SeenFault(sentence="the rule", lines=(line,), why="is broken")
            shown = by_hand.shown_by_reading(clock, mutant, by_hand.Finding([], (said,)), launcher)
            assert shown == ("words" if line in changed else "nothing")

    def test_a_wrong_example_is_an_alarm_about_nothing(self, launcher: Launcher) -> None:
        clock, mutant = self.faulty()
        with clock.box(launcher, clock.source) as box:
            example = box.family.examples(box.rules)[0]
        wrong = by_hand.Finding([replace(example, expected="?")], ())
        assert by_hand.shown_by_reading(clock, mutant, wrong, launcher) == "nothing"
        assert by_hand.read_as_true(clock, wrong, launcher).examples == 1


def test_lines_that_are_left_out_count_as_changed_around_the_gap() -> None:
    assert by_hand.changed_lines("a\nb\nc\n", "a\nc\n") == {1, 2}
    assert by_hand.changed_lines("a\nb\n", "a\nB\nb2\n") == {2, 3}


def unbound(source: str) -> set[str]:
    """Return the names that a module reads and nowhere binds. Raises: SyntaxError."""
    module = symtable.symtable(source, "box.py", "exec")
    bound = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    return _read_from_outside(module) - bound - {*dir(builtins)}


def _read_from_outside(table: symtable.SymbolTable) -> set[str]:
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced() and symbol.is_global()}
    return own.union(*map(_read_from_outside, table.get_children()))
