"""The starters of `boxwright new` are real: a module written to each passes the gates, and the docs show it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from boxwright.blackboxes.box import Box
from boxwright.cli import run
from boxwright.harness.direct_call import answer_line
from boxwright.harness.gates import GATES, run_gates
from boxwright.sandbox import Launcher
from tests.blackboxes.families_page import MARK, PAGE, refreshed
from tests.blackboxes.starters import STARTERS, starter

Make = Callable[..., Box]
RAW = {
    "encryption": ("abc", "bcd"),
    "circuit": ([1, 1, 0], [1, 1, 1, 1]),
    "physics": (1.5, {"ball": [4.5, 488.75, 0]}),
    "code": ({"inputs": {"n": 3, "items": [4, 1]}, "checkpoint": [2, 1]}, {"variables": {"s": 8, "h": 4.0}}),
    "puzzle": ({"hidden": {"number": 42}, "query": 58, "turn": 2}, "Far"),
    "game": (
        {"settings": {"turns": 6}, "moves": ["rock"], "replies": ["scissors"]},
        {
            "replies": ["scissors"],
            "gets": [1],
            "chance": None,
            "reads": "Turns left: 5.",
            "actions": ["rock", "paper", "scissors"],
            "opponent": {"paper": 0.75, "rock": 0.25},
            "state": {"left": 5, "last": "rock"},
        },
    ),
    "freeform": ({"text": "a", "state": 0}, {"state": 1, "feedback": "one"}),
}


@pytest.mark.parametrize("family", STARTERS)
def test_a_module_written_to_the_starter_passes_the_gates(family: str, make_box: Make) -> None:
    results = run_gates(make_box(starter(family), STARTERS[family]))
    failed = {r.gate for r in results if not r.passed}
    assert [r.gate for r in results] == list(GATES)
    assert not failed, [f for r in results for f in r.findings]


@pytest.mark.parametrize("family", STARTERS)
def test_raw_access_is_as_documented(family: str, make_box: Make) -> None:
    given, expected = RAW[family]
    line = json.dumps({"input": given})
    assert answer_line(make_box(starter(family), STARTERS[family]), line) == {"output": expected}
    assert line in PAGE.read_text(encoding="utf-8"), "docs/families.md shows this line"


@pytest.mark.parametrize("family", STARTERS)
def test_new_and_lint_work(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init", str(tmp_path / "w")]) == 0
    monkeypatch.chdir(tmp_path / "w")
    assert run(["new", f"{family}/mine"]) == 0
    assert run(["lint"]) == 0
    assert "2 descriptions, 0 faults" in capsys.readouterr().out


def test_the_samples_in_the_docs_are_what_is_played(launcher: Launcher) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {family for _, family, _ in MARK.findall(text)} == set(STARTERS)
    assert refreshed(text, launcher) == text, "run `python -m tests.blackboxes.families_page`"
