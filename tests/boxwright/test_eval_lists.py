"""`eval` with lists: several settings are runs side by side, and a plan says what is ahead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxwright.cli import run

PLAYED = ("eval", "--models", "builtin/oracle,builtin/random", "--boxes", "kumo/bread,kumo/birds", "--samples", "1")


def test_a_list_of_settings_is_a_run_each_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [*PLAYED, "--settings", "1@1,2@1", "--out", "out"]
    assert run([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [entry["label"] for entry in told["runs"]] == ["1@1", "2@1"]
    assert [entry["settings"]["turns"] for entry in told["runs"]] == [1, 2]
    assert {(c["first"], c["second"]) for c in told["comparisons"]} >= {("builtin/random 2@1", "builtin/random 1@1")}
    assert run([*command]) == 1
    assert "already holds results" in capsys.readouterr().err
    assert run([*command, "--resume"]) == 0
    assert run(["report", "out", "--markdown"]) == 0
    assert "| builtin/random 2@1 − builtin/random 1@1 |" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["10", "10@0", "x@1", "10@1,,20@2", "best"])
def test_settings_that_cannot_be_read_are_one_line(
    given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*PLAYED, "--settings", given, "--out", str(tmp_path / "out")]) == 1
    assert "write TURNS@SHOTS" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_turns_beside_settings_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for settings in ("paper", "1@1"):
        command = [*PLAYED, "--settings", settings, "--turns", "3", "--shots", "2", "--out", str(tmp_path / "out")]
        assert run(command) == 2
        assert "--settings says turns and shots; leave out --turns and --shots" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_dry_run_says_cost_and_power_and_asks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    priced = "prices: {input: 1, output: 2}"
    at = "provider: openai, base_url: 'http://127.0.0.1:9/v1'"
    Path("m.yaml").write_text(f"models:\n  - {{name: priced, {at}, {priced}}}\n  - {{name: other, {at}}}\n")
    command = ["eval", "--models", "m.yaml", "--boxes", "kumo/bread,kumo/birds", "--settings", "1@1,3@1", "--dry-run"]
    assert run([*command, "--samples", "2", "--runs", "3", "--out", "out"]) == 0
    said = capsys.readouterr().out
    assert "plan 3@1: 2 boxes, 3 runs, 12 episodes" in said
    assert "cost typically unknown, at most unknown" in said
    (line,) = (x for x in said.splitlines() if "priced:" in x and "6 episodes, 48 calls, at most 144;" in x)
    assert "at most $" in line
    assert said.count("is found with 80 % power (differences assumed") == 2
    keyless = ["eval", "--models", "openai/gpt-5.5", "--boxes", "kumo/bread", "--out", "out"]
    assert run([*keyless, "--dry-run"]) == 0
    assert "openai/gpt-5.5: 1 episode" in capsys.readouterr().out
    assert run(keyless) == 1
    assert "needs a key" in capsys.readouterr().err
    assert not Path("out").exists()


def test_a_plan_counts_the_replies_that_are_then_asked_for_and_nothing_longer_than_the_context(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.yaml").write_text(
        "models:\n  - {name: m, provider: openai, base_url: 'http://127.0.0.1:9/v1', context_tokens: 9000}\n"
    )
    boxes = "circuit/and_tree,puzzle/number_guessing,kumo/bread,knights/questions,knights/puzzles,knowlogic/mixed"
    command = ["eval", "--boxes", boxes, "--turns", "3", "--samples", "2", "--out", "out"]
    assert run([*command, "--models", "builtin/random", "--json"]) == 0
    (whole,) = (s for s in json.loads(capsys.readouterr().out)["scores"] if s["scope"] == "*")
    asked = whole["replies"] - whole["invalid"]
    assert run([*command, "--models", "m.yaml", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert f"6 episodes, {asked} calls, at most {3 * asked};" in said
    most = int(said.split("tokens typically")[1].split("at most ")[1].split(";")[0].replace(",", ""))
    assert most <= 3 * asked * 9000
