"""`play`: a person explores and answers in the terminal, leaves in the middle, and goes on; no truth is shown."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from boxwright.cli import run

GAME = ("play", "circuit/and_tree", "--turns", "1", "--samples", "2", "--out")


def test_a_person_plays_leaves_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "people")
    monkeypatch.setattr("sys.stdin", io.StringIO("1 0 1 1 0 0 1 0\n\n0 0 0 0 0 0 0\n\n"))
    assert run([*GAME, out, "--name", "ada"]) == 1
    captured = capsys.readouterr()
    assert "the terminal was closed; what you said is kept" in captured.err
    assert "truth" not in captured.out
    monkeypatch.setattr("sys.stdin", io.StringIO("ANSWER: 1 1 1 1 1 1 1\n\n"))
    assert run([*GAME, out, "--name", "ada", "--resume"]) == 0
    assert "> QUERY: 1 0 1 1 0 0 1 0" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("1 1 1 1 1 1 1 1\n\n" + "1 0 1 0 1 0 1\n\n" * 2))
    assert run([*GAME, out, "--name", "bob", "--resume"]) == 0
    assert run(["export", out]) == 0 and run([*GAME, out, "--name", "a b", "--resume"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert lines[0]["settings"]["models"] == ["human/ada", "human/bob"]
    ada, bob = lines[1:]
    assert [s["question"] for s in ada["samples"]] == [s["question"] for s in bob["samples"]]
    assert len(ada["turns"]) == 1 and [s["outcome"] for s in ada["samples"]].count("failed") == 0
