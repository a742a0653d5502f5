"""Memorization: the formula by hand, pairs by what they are, intervals, and scripted players whose truth is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pytest

from benchmarks.coverage import memorization_coverage
from benchmarks.memorization import PLAYERS, Truth, on_knights, on_siblings
from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.instances.certify import check_instance
from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
from boxwright.blackboxes.reasoning.kumo.instances.partners import BOOK, NAMES, OUTCOMES, partner
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.play.environment import domain_of
from boxwright.blackboxes.records import Outcome, SampleRecord
from boxwright.blackboxes.types import Options
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness.analysis.memorization import difference_interval, memorization, share_interval
from boxwright.harness.evaluation.pairs import base_and_kind, sort_of, with_partners
from boxwright.harness.evaluation.plan import EvalSettings, plan_of
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import Launcher

PLACE = Workspace(SHIPPED, True, None)


def episode(*outcomes: Outcome | None, base: str = "", skips: Any = ()) -> EpisodeRecord:
    """One conversation per outcome; None for a conversation without a sample."""
    samples = [
        SampleRecord(
            chapter=chapter,
            number=1,
            question={"puzzle": f"{base}p{chapter}", **({"base": f"p{chapter}"} if base else {})},
            outcome=outcome,
            value=float(outcome == "right"),
        )
        for chapter, outcome in enumerate(outcomes, start=1)
        if outcome
    ]
    return EpisodeRecord(samples=tuple(samples), skips=tuple(skips))


def records(**by_kind: EpisodeRecord) -> list[tuple[Key, EpisodeRecord]]:
    return [(Key("m", f"x/y~{kind}" if kind != "own" else "x/y", 1), record) for kind, record in by_kind.items()]


def test_the_formula_by_hand() -> None:
    found = memorization(
        records(
            own=episode("right", "right", "right", "wrong", "right"),
            again=episode("right", "wrong", "right", "right", "right"),
            leaf=episode("wrong", "right", "unparsable", "right", "cut", base="q"),
        ),
        ["m"],
    )
    leaf = next(row for row in found if row.sort == "leaf")
    assert (leaf.pairs, leaf.accuracy, leaf.partner_accuracy) == (5, 0.8, 0.4)
    assert leaf.consistency == 0.25
    assert leaf.limem == pytest.approx(0.8 * (1 - 0.25)) == pytest.approx(0.6)
    assert leaf.baseline == pytest.approx(0.2)
    assert leaf.difference == pytest.approx(0.4)
    assert leaf.compared == 5


def test_pairs_are_matched_by_what_they_are_and_the_others_are_counted() -> None:
    skip = {"base": "p2", "kind": "leaf", "why": "no edit"}
    partners = episode("wrong", None, "right", "failed", "right", base="q", skips=[skip])
    moved = partners.samples[-1].model_copy(update={"question": {"puzzle": "qp5", "base": "p9"}})
    partners = partners.model_copy(update={"samples": (*partners.samples[:-1], moved)})
    found = memorization(records(own=episode("right", "right", "right", "right", "right"), leaf=partners), ["m"])
    [row] = found
    assert (row.pairs, row.limem) == (2, 0.5)
    assert row.skipped == {"infrastructure failed": 1, "no edit": 1, "the partner belongs to another puzzle": 1}
    assert row.baseline is None
    assert row.difference is None


def test_no_right_base_has_no_consistency_and_no_memorization() -> None:
    [row] = memorization(records(own=episode("wrong", "wrong"), leaf=episode("right", "wrong", base="q")), ["m"])
    assert row.consistency is None
    assert row.limem == 0.0


def test_an_evaluation_without_pairs_says_so() -> None:
    with pytest.raises(BoxwrightError, match="--pairs"):
        memorization([(Key("m", "x/y", 1), episode("right"))], ["m"])


def test_intervals_of_single_conversations_and_of_clusters() -> None:
    alone = [(("x", 1, number), float(number < 8)) for number in range(10)]
    low, high = share_interval(alone) or (0.0, 0.0)
    assert (round(low, 3), round(high, 3)) == (0.444, 0.975)  # Clopper and Pearson, 8 of 10
    together = [(("x", 1 + number // 5, 1), value) for (_, value), number in zip(alone, range(10), strict=True)]
    wide = share_interval(together) or (0.0, 0.0)
    assert wide[0] < low
    assert difference_interval([(("x", 1, number), 0.0) for number in range(20)]) is not None
    values = [1.0 if n < 9 else -1.0 if n < 10 else 0.0 for n in range(20)]
    low, high = difference_interval([(("x", 1, n), value) for n, value in enumerate(values)]) or (0, 0)
    assert low < 0.4 < high
    grouped = difference_interval([(("x", 1, n // 4), value) for n, value in enumerate(values)]) or (0, 0)
    assert grouped[0] < low and high < grouped[1]
    assert share_interval([]) is None and difference_interval([]) is None


def test_intervals_hold_as_often_as_they_say_where_few_explorations_serve_many_pairs() -> None:
    """400 evaluations: one standard error of a coverage of 0.95 is 0.011; `python -m benchmarks.coverage` has more."""
    for explorations, samples in ((60, 1), (3, 6), (25, 6)):
        found = memorization_coverage(numpy.random.default_rng(1), 400, explorations, samples, lost=0.2, gained=0.1)
        assert min(found) >= 0.92, (explorations, samples)


@pytest.mark.parametrize(
    ("box", "base", "kind", "sort"),
    [
        ("a/b", "a/b", "", ""),
        ("a/b~leaf", "a/b", "leaf", "leaf"),
        ("a/b_2~sibling_12", "a/b_2", "sibling_12", "sibling"),
    ],
)
def test_ids_of_partners(box: str, base: str, kind: str, sort: str) -> None:
    assert base_and_kind(box) == (base, kind)
    assert sort_of(kind) == sort


def test_a_partner_has_the_plan_of_its_base_and_chance_of_its_own() -> None:
    settings = EvalSettings(models=("m",), boxes=("knights/puzzles",), shots=1)
    base, again = Key("m", "knights/puzzles", 2), Key("m", "knights/puzzles~again", 2)
    assert plan_of(settings, base) == plan_of(settings, again)
    assert plan_of(settings, base) != plan_of(settings, Key("m", "knights/puzzles", 1))


@pytest.fixture(scope="module")
def scripted(launcher: Launcher) -> dict[Truth, Any]:
    return dict(on_knights(250, "4-6", launcher))


@pytest.mark.parametrize("truth", PLAYERS, ids=[truth.name for truth in PLAYERS])
def test_the_truth_about_scripted_players_is_recovered(truth: Truth, scripted: dict[Truth, Any]) -> None:
    rows = [row for row in scripted[truth] if row.sort in ("leaf", "statement", "names")]
    assert len(rows) == 3
    for row in rows:
        limem, difference = truth.scores(row.sort)
        assert row.low - 1e-9 <= limem <= row.high + 1e-9, row
        assert row.difference_low - 0.02 <= difference <= row.difference_high + 0.02, row


def test_the_truth_is_recovered_on_siblings_of_black_boxes(launcher: Launcher) -> None:
    found = on_siblings(8, 5, launcher, ("encryption/zigzag_cipher", "circuit/compare"))
    by_name = {truth.name: {row.scope: row for row in rows if row.sort == "sibling"} for truth, rows in found.items()}
    assert by_name["reasoner"]["*"].difference == 0.0
    assert by_name["memorizer"]["*"].limem > 0.7  # some samples have the same answer for both
    assert by_name["memorizer"]["*"].difference_low > 0.4
    for name in ("coin 0.3", "coin 0.7"):
        row = by_name[name]["*"]
        assert row.difference_low <= 0.0 <= row.difference_high
        assert row.low <= 0.21 <= row.high


@pytest.mark.parametrize("kind", [NAMES, BOOK, OUTCOMES])
@pytest.mark.parametrize("sizes", [Sizes(4, 6, 1), Sizes(6, 8, 2)])
def test_kumo_partners_are_certified_and_change_one_thing(kind: str, sizes: Sizes) -> None:
    birds, other = (domain_of(load_entry(PLACE, f"kumo/{name}")) for name in ("birds", "chemistry"))
    drawn = generate(birds, sizes, 3)
    made = 0
    for _ in range(12):
        base = next(drawn)
        found = partner(base, kind, 1, other)
        if found is None:
            continue
        made += 1
        assert check_instance(found) == []
        assert found == partner(base, kind, 1, other)
        assert found.hash == found.content_hash() != base.hash
        if kind == NAMES:
            assert not set(found.truths) & set(base.truths)
            assert game_of(found).revealed == game_of(base).revealed
            assert game_of(found).valid == game_of(base).valid
            continue
        assert (found.truths, found.actions) == (base.truths, base.actions)
        assert set(found.valid) != set(base.valid)
        assert (found.observations == base.observations) == (kind == BOOK)
        assert (found.outcomes == base.outcomes) == (kind == OUTCOMES)
    assert made >= 10


def test_every_kind_of_environment_has_partners() -> None:
    ids = ("knights/puzzles", "knights/questions", "kumo/birds", "circuit/count")
    entries = {identifier: load_entry(PLACE, identifier) for identifier in ids}
    paired = with_partners(entries, PLACE, lambda entry: Options())
    assert {base_and_kind(box)[1] for box in paired.boxes if box.startswith("knights/puzzles")} == {
        "", "again", "leaf", "statement", "names", "roles", "order", "flip"
    }  # fmt: skip
    assert {base_and_kind(box)[1] for box in paired.boxes if box.startswith("kumo/")} == {
        "", "again", "names", "book", "outcomes"
    }  # fmt: skip
    assert list(paired.alone) == ["knights/questions", "circuit/count"]
    with pytest.raises(BoxwrightError, match="--pairs leef: no id has such partners"):
        with_partners(entries, PLACE, lambda entry: Options(), "leef")


def test_eval_plays_pairs_and_reports_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "r")
    words = ["eval", "--models", "builtin/random,builtin/solver", "--boxes", "knights/puzzles"]
    options = ["--samples", "12", "--knights", "people=2", "--pairs", "--out", out]
    assert run([*words, *options]) == 0
    assert "memorization of builtin/solver" in capsys.readouterr().out
    assert run([*words, *options, "--resume"]) == 0
    capsys.readouterr()
    assert run(["memorization", out, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    random = {row["sort"]: row for row in rows if row["model"] == "builtin/random"}
    assert set(random) == {"again", "leaf", "statement", "names", "roles", "order", "flip"}
    assert random["leaf"]["skipped"]
    assert random["again"]["limem"] > 0.0  # it draws anew when asked again
    assert all(row["limem"] == 0.0 for row in rows if row["model"] == "builtin/solver")
    assert run(["report", out, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert len(whole["memorization"]) == len(rows)
    assert {row["scope"] for row in whole["scores"]} == {"knights/puzzles", "knights/*", "*"}


def test_memorization_of_results_without_pairs_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "r")
    words = ["eval", "--models", "builtin/oracle", "--boxes", "knights/puzzles", "--samples", "2", "--out", out]
    assert run(words) == 0
    capsys.readouterr()
    assert run(["memorization", out]) == 1
    assert "holds no pairs; play them with `boxwright eval ... --pairs`" in capsys.readouterr().err
    assert run(["memorization", str(tmp_path / "none")]) == 1
