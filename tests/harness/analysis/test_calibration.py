"""Stated confidence: read from replies, scored as by hand, reported by the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest

from benchmarks.coverage import calibration_coverage
from boxwright.cli import run
from boxwright.harness.analysis.calibration import Stated, calibration
from boxwright.harness.settings import split_confidence


@pytest.mark.parametrize(
    ("reply", "rest", "stated"),
    [
        ("I think so.\nCONFIDENCE: 85\nANSWER: abc", "I think so.\n\nANSWER: abc", 0.85),
        ("**Confidence: 7.5 %**\nANSWER: a", "ANSWER: a", 0.075),
        ("ANSWER: a\nconfidence = 0.4", "ANSWER: a", 0.4),
        ("CONFIDENCE: 10\nCONFIDENCE: 90\nANSWER: a", "CONFIDENCE: 10\n\nANSWER: a", 0.9),
        ("CONFIDENCE: 101\nANSWER: a", "ANSWER: a", None),
        ("CONFIDENCE: high\nANSWER: a", "CONFIDENCE: high\nANSWER: a", None),
        ("ANSWER: confidence 90", "ANSWER: confidence 90", None),
        ("CONFIDENCE: 1\nx", "x", 0.01),
    ],
)
def test_a_probability_is_read_from_a_line_of_its_own(reply: str, rest: str, stated: float | None) -> None:
    assert split_confidence(reply) == (rest, stated)


def answers(*stated: tuple[float, bool]) -> list[Stated]:
    return [Stated(p, right, f"circuit/{n}") for n, (p, right) in enumerate(stated)]


def test_brier_score_and_calibration_error_are_those_of_the_definitions() -> None:
    told = calibration("m", answers((0.9, True), (0.95, False), (0.3, False), (1.0, True)))
    assert told.brier == pytest.approx((0.01 + 0.9025 + 0.09 + 0) / 4)
    assert told.brier_low < told.brier < told.brier_high
    # two bins: three answers at 0.95 on average, of which two thirds are right; one at 0.3, wrong
    assert told.error == pytest.approx((3 * abs(0.95 - 2 / 3) + 0.3) / 4)
    assert [b.answers for b in told.bins] == [1, 3]
    assert calibration("m", answers((0.5, True), (0.5, False))).brier == 0.25


def test_many_answers_on_few_boxes_say_less_than_on_many() -> None:
    shares = [(0.7, n % 4 != 0) for n in range(48)]
    many = calibration("m", answers(*shares))
    few = calibration("m", [Stated(p, right, f"circuit/{n % 4}") for n, (p, right) in enumerate(shares)])
    assert few.error_by_chance > 2 * many.error_by_chance
    assert few.brier_high - few.brier_low > many.brier_high - many.brier_low
    assert few.bins[0].high - few.bins[0].low > many.bins[0].high - many.bins[0].low


def test_intervals_of_stated_confidence_hold_as_often_as_they_say() -> None:
    """100 simulated evaluations for each; `python -m benchmarks.coverage` has more of them."""
    found = calibration_coverage(numpy.random.default_rng(4), 100, boxes=20, answers=4, spread=0.2)
    assert found["Brier score"] >= 0.9 and found["share of a bin"] >= 0.9
    assert found["error of the calibrated"] >= 0.9


PLAYER = """
class Sure:
    def reply(self, observation):
        if observation.kind == "query":
            assert "CONFIDENCE: <0 to 100>" in observation.message
            return "QUERY: abc"
        asked = observation.text.split("Plaintext: ")[-1].splitlines()[0]
        said = " ".join(str(ord(c) - 96) for c in asked.lower() if c.isalpha())
        return f"CONFIDENCE: 80\\nANSWER: {said}"
"""


def test_a_run_with_confidence_reports_its_calibration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("certain.py").write_text(PLAYER)
    command = ["eval", "--models", "certain:Sure,builtin/constant", "--boxes", "encryption/char_to_num", "--turns", "1"]
    assert run([*command, "--samples", "3", "--confidence", "--out", "out", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["calibration"]
    assert (told["model"], told["answers"], told["unstated"], told["right"]) == ("certain:Sure", 3, 0, 1.0)
    assert (told["brier"], told["error"]) == (pytest.approx(0.04), pytest.approx(0.2))
    assert run(["report", "out", "--html", "page.html", "--figures", "figures"]) == 0
    assert "Stated confidence" in Path("page.html").read_text() and Path("figures/calibration.svg").is_file()
    assert run([*command[:3], "--boxes", "kumo/bread", "--confidence", "--out", "none"]) == 1
    assert "'kumo' does not support the setting 'confidence'" in capsys.readouterr().err
