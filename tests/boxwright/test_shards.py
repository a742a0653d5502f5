"""Shards: parts of a run put together are the bytes of a single run; transcripts are read in the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boxwright.cli import run

PLAYED = ("eval", "--models", "builtin/oracle,builtin/random", "--boxes", "kumo/bread,kumo/birds", "--samples", "1")
RUN = (*PLAYED, "--turns", "1", "--runs", "3")


def test_merged_shards_are_the_bytes_of_a_single_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*RUN, "--out", "whole"]) == 0
    for part in ("1", "2"):
        assert run([*RUN, "--out", f"part{part}", "--shard", f"{part}/2"]) == 0
    assert "UNFINISHED" in capsys.readouterr().out
    assert run(["merge", "part1", "--out", "half"]) == 1
    assert run(["merge", "part1", "part2", "--out", "both"]) == 0
    assert "both: 12 episodes" in capsys.readouterr().out
    exports = []
    for folder in ("whole", "both"):
        assert run(["export", folder]) == 0
        exports.append(capsys.readouterr().out)
    assert exports[0] == exports[1]
    assert run([*RUN, "--seed", "9", "--out", "other", "--shard", "2/2"]) == 0
    assert run(["merge", "part1", "other", "--out", "mixed"]) == 1
    assert "is of another plan than part1/results.sqlite (seed)" in capsys.readouterr().err
    assert not Path("mixed").exists()
    assert run([*RUN, "--out", "none", "--shard", "3/2"]) == 1
    assert run(["transcript", "both", "--model", "builtin/r*", "--box", "kumo/bread", "--outcome", "wrong"]) == 0
    said = capsys.readouterr().out
    assert said.count("===== builtin/random on kumo/bread") >= 1
    assert "builtin/oracle" not in said and "; truth " in said
    assert run(["transcript", "both", "--box", "kumo/none"]) == 1


def test_parts_of_a_list_of_settings_are_merged_setting_by_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for part in ("1", "2"):
        command = [*PLAYED, "--settings", "0@1,1@1", "--out", f"part{part}", "--shard", f"{part}/2"]
        assert run(command) == 0
    capsys.readouterr()
    assert run(["merge", "part1", "part2", "--out", "both"]) == 0
    assert run(["report", "both", "--json"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("both/0@1: 4 episodes\nboth/1@1: 4 episodes\n")
    told = json.loads(said[said.index("{") :])
    assert [(r["label"], r["complete"]) for r in told["runs"]] == [("0@1", True), ("1@1", True)]
    assert run(["merge", "part1", "part2/1@1", "--out", "mixed"]) == 1
    assert "as other parts do; merge parts of one plan" in capsys.readouterr().err
    assert not Path("mixed").exists()


def test_a_player_of_ones_own_module_plays(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Patient:\n"
        "    def reply(self, observation):\n"
        "        assert not hasattr(observation, 'baseline') and not hasattr(observation, 'ask')\n"
        "        return 'I would rather not say.'\n"
    )
    command = [sys.executable, "-m", "boxwright", "eval", "--boxes", "kumo/bread", "--samples", "1", "--models"]
    done = subprocess.run(
        [*command, "mine:Patient", "--out", "out"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "mine:Patient" in done.stdout
    done = subprocess.run(
        [*command, "mine:None_", "--out", "o"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "mine:None_: cannot be loaded" in done.stderr
