"""Who remembers what: the area under the curve by hand, and labels that the text tells, or does not."""

from __future__ import annotations

import json
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest

from benchmarks.coverage import area_coverage
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.records import SampleRecord
from boxwright.cli import run
from boxwright.harness.analysis.memorization import Place, labels_of
from boxwright.harness.analysis.remembering import FEATURES, area, area_interval, remembered
from boxwright.harness.chat.api import Message
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord

NEEDS = pytest.mark.skipif(find_spec("sklearn") is None, reason="needs the extra `study`")


def played(told: bool, count: int = 200, copies: int = 1) -> list[tuple[Key, EpisodeRecord]]:
    """Instances of which those about apples lose their answer; without `told` no word says which."""
    rng = Random("played")
    bases, partners, said = [], [], []
    for chapter in range(1, count + 1):
        group = (chapter - 1) // copies
        lost = Random(f"label {group}").random() < 0.5
        word = ("apple" if lost else "pear") if told else rng.choice(["apple", "pear"])
        name = f"tree{group}"  # the same word in all copies of a class, and in nothing else
        question = {"puzzle": f"p{chapter}", "class": f"c{group}"}
        bases.append(SampleRecord(chapter=chapter, number=1, question=question, outcome="right", value=1.0))
        own = {"puzzle": f"q{chapter}", "base": f"p{chapter}"}
        outcome: Any = "wrong" if lost else "right"
        partners.append(SampleRecord(chapter=chapter, number=1, question=own, outcome=outcome, value=float(not lost)))
        said.append((Message(role="user", content=f"Is {name} an {word}?"), Message(role="assistant", content="Yes")))
    base = EpisodeRecord(samples=tuple(bases), conversations=tuple(said))
    return [(Key("m", "x/y", 1), base), (Key("m", "x/y~leaf", 1), EpisodeRecord(samples=tuple(partners)))]


def test_the_area_under_the_curve_by_hand() -> None:
    rng = Random("area")
    for _ in range(50):
        scores = [rng.choice([0.1, 0.4, 0.4, 0.9]) for _ in range(12)]
        labels = [True, False, *(rng.random() < 0.5 for _ in range(10))]
        pairs = list(
            product(
                [s for s, label in zip(scores, labels, strict=True) if label],
                [s for s, label in zip(scores, labels, strict=True) if not label],
            )
        )
        assert area(scores, labels) == pytest.approx(sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs))


def test_the_interval_of_an_area_has_ends_whose_own_error_reaches_it_and_is_never_a_point() -> None:
    low, high = area_interval(0.7, 50, 50)
    lowest, one = area_interval(1.0, 50, 50)
    for auc, end in ((0.7, low), (0.7, high), (1.0, lowest)):  # Hanley and McNeil's standard error, at the end
        first, second = end / (2 - end), 2 * end**2 / (1 + end)
        error = ((end * (1 - end) + 49 * (first - end**2) + 49 * (second - end**2)) / 2500) ** 0.5
        assert abs(auc - end) == pytest.approx(1.959964 * error, abs=1e-5)
    assert one == 1.0
    assert area_interval(0.0, 50, 50) == pytest.approx((0.0, 1 - lowest))


def test_the_interval_of_an_area_holds_it_as_often_as_it_says() -> None:
    """400 evaluations: one standard error of a coverage of 0.95 is 0.011; `python -m benchmarks.coverage` has more."""
    for positives, negatives, true in ((5, 5, 0.95), (20, 20, 0.8)):
        assert area_coverage(numpy.random.default_rng(1), 400, positives, negatives, true) >= 0.92


def test_labels_are_of_right_instances_with_a_partner() -> None:
    records = played(told=True, count=20)
    labels = labels_of(records, "m", "leaf")
    assert len(labels) == 20
    assert labels[Place("x/y", 1, 3, 1)] == (records[1][1].samples[2].outcome == "right")
    assert labels_of(records, "m", "statement") == {}


def test_labels_are_written_one_per_instance_and_partner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, file = str(tmp_path / "r"), tmp_path / "labels.jsonl"
    words = ["eval", "--models", "builtin/constant,builtin/oracle", "--boxes", "knights/puzzles", "--samples", "30"]
    assert run([*words, "--pairs=leaf,names", "--knights", "people=3", "--out", out]) == 0
    assert run(["memorization", out, "--labels", str(file)]) == 0
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    constant = [row for row in rows if row["model"] == "builtin/constant"]
    assert {row["sort"] for row in rows} == {"leaf", "names"}
    assert len([row for row in constant if row["sort"] == "names"]) == 30
    for row in constant:  # everybody a knight: lost with another answer, kept under other names, as when asked again
        assert row["right"] == row["again_right"] == ("knave" not in row["reply"] and row["right"])
        assert row["remembered"] == (None if not row["right"] else row["sort"] == "leaf")
        assert row["question"]["puzzle"] and "You meet three of them" in row["asked"]
    assert not any(row["remembered"] for row in rows if row["model"] == "builtin/oracle")
    capsys.readouterr()
    assert run(["memorization", out, "--labels", str(tmp_path / "no" / "labels.jsonl")]) == 1
    assert "no such folder" in capsys.readouterr().err


def test_too_few_pairs_are_said() -> None:
    with pytest.raises(BoxwrightError, match="a classifier needs"):
        remembered(played(told=True, count=6), ["m"], "leaf")


def test_a_sort_that_was_not_played_is_named() -> None:
    with pytest.raises(BoxwrightError, match="no partners of the sort 'names' were played; there are leaf"):
        remembered(played(True, 8), ["m"], "names")


@NEEDS
def test_what_the_text_tells_is_found_and_what_it_does_not_tell_is_not() -> None:
    told = {row.features: row for row in remembered(played(told=True), ["m"], "leaf")}
    untold = {row.features: row for row in remembered(played(told=False), ["m"], "leaf")}
    assert set(told) == set(FEATURES)
    assert told["tfidf"].auc > 0.99
    assert told["words"].auc > 0.99
    for row in untold.values():
        assert row.low <= 0.5 <= row.high


@NEEDS
def test_renamed_copies_are_never_on_both_sides() -> None:
    """Each class has a word of its own: a split that ignored classes would learn the labels by these words."""
    rows = {row.features: row for row in remembered(played(told=False, count=240, copies=4), ["m"], "leaf")}
    assert rows["words"].classes == 60
    assert abs(rows["words"].auc - 0.5) < 0.2


@pytest.mark.skipif(find_spec("sklearn") is not None, reason="the extra `study` is installed")
def test_without_the_extra_it_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BoxwrightError, match=r"pip install 'boxwright\[study\]'"):
        remembered(played(told=True), ["m"], "leaf")


@NEEDS
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "r")
    words = [
        "eval",
        "--models",
        "builtin/constant",
        "--boxes",
        "knights/puzzles",
        "--samples",
        "60",
        "--pairs=names",
    ]
    assert run([*words, "--knights", "people=2", "--out", out]) == 0
    capsys.readouterr()
    assert run(["memorization", out, "--who", "names", "--json"]) == 1  # it is always consistent: nothing to tell
    assert "a classifier needs" in capsys.readouterr().err
    again = str(tmp_path / "s")
    words = ["eval", "--models", "builtin/random", "--boxes", "knights/puzzles", "--samples", "300", "--pairs=names"]
    assert run([*words, "--knights", "people=2", "--out", again]) == 0
    capsys.readouterr()
    assert run(["memorization", again, "--who", "names", "--json"]) == 0
    assert {row["features"] for row in json.loads(capsys.readouterr().out)} == set(FEATURES)
