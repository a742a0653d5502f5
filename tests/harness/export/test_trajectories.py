"""Trajectories of a real evaluation: what is written can be read, and its masks and pairs are right."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import boxwright
from boxwright.blackboxes.extras import import_extra
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.cli import run
from boxwright.harness.players.player import Observation
from boxwright.sandbox import Launcher

BOXES = ["encryption/char_to_num", "puzzle/number_guessing"]


class Wavering:
    """Sometimes unreadable; of two answers to the same question one is wrong."""

    replies = 0

    def reply(self, observation: Observation) -> str:
        self.replies += 1
        if observation.kind == "query":
            return "I wonder." if self.replies == 1 else "QUERY: abc"
        return "ANSWER: 1"


@pytest.fixture(scope="module")
def results(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("results") / "run"
    players = {"wavering": Wavering}
    boxwright.evaluate(players, BOXES[:1], folder=SHIPPED, out=out, launcher=launcher, turns=2, samples=3, shots=2)
    return out


@pytest.fixture(scope="module")
def without_turns(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two players at T = 0: the same question to both, answered rightly by one."""
    out = tmp_path_factory.mktemp("results") / "run"
    boxwright.evaluate(
        ["builtin/oracle", "builtin/random"], BOXES[:1], folder=SHIPPED, out=out, launcher=launcher, turns=0, samples=1
    )
    return out


def written(command: list[str], out: Path) -> list[dict[str, Any]]:
    assert run(["export", *command, "--out", str(out)]) == 0
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_export_without_a_format_prints_the_lines(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(results)]) == 0
    first = capsys.readouterr().out
    assert run(["export", "lines", str(results)]) == 0
    assert capsys.readouterr().out == first
    assert json.loads(first.splitlines()[1])["box"] == BOXES[0]


def test_atif_is_valid_by_its_own_models(results: Path, tmp_path: Path) -> None:
    import atif  # not where `.ci/interfaces` writes Parquet

    made = written(["atif", str(results)], tmp_path / "atif.jsonl")
    for value in made:
        read = atif.Trajectory.model_validate(value)
        assert [step.step_id for step in read.steps] == list(range(1, len(read.steps) + 1))
        assert {step.source for step in read.steps} == {"user", "agent"}
    assert made[0]["extra"]["boxwright"]["score"] == 0.0


def test_chats_are_those_that_went_well_and_only_what_was_read_is_learnt(
    results: Path, without_turns: Path, tmp_path: Path
) -> None:
    assert written(["chat", str(results)], tmp_path / "none.jsonl") == []
    (chat,) = written(["chat", str(results), "--least", "0"], tmp_path / "all.jsonl")
    learnt = [message["content"] for message in chat["messages"] if message["weight"]]
    assert learnt == ["QUERY: abc", "QUERY: abc"]  # neither the refused reply nor the wrong answers
    (right,) = written(["chat", str(without_turns)], tmp_path / "right.jsonl")
    assert right["model"] == "builtin/oracle"
    assert [message["weight"] for message in right["messages"] if message["role"] == "assistant"] == [1]


def test_pairs_answer_the_very_same_messages(without_turns: Path, tmp_path: Path) -> None:
    (pair,) = written(["preferences", str(without_turns)], tmp_path / "pairs.jsonl")
    assert pair["chosen"].startswith("ANSWER:") and pair["chosen"] != pair["rejected"]
    assert [message["role"] for message in pair["prompt"]] == ["user"]


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="needs the extra `parquet` (.ci/interfaces)")
def test_parquet_has_a_row_per_episode(results: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    assert run(["export", "parquet", str(results), "--out", str(out)]) == 0
    (row,) = import_extra("pyarrow.parquet", "parquet").read_table(out).to_pylist()
    assert (row["model"], row["score"], row["wrong"], row["turns"]) == ("wavering", 0.0, 3, 2)
    assert json.loads(row["conversations"])[0][0]["role"] == "user"


@pytest.mark.parametrize("command", ["atif", "chat", "preferences", "parquet"])
def test_what_is_no_evaluation_is_one_line(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", command, str(tmp_path), "--out", str(tmp_path / "x")]) == 1
    assert capsys.readouterr().err.startswith("boxwright: ")
    assert not (tmp_path / "x").exists()
