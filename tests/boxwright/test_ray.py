"""`eval --executor ray` on a local cluster of two workers, one of which is killed: the bytes of a single run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boxwright.cli import run
from boxwright.commands.ray_parts import _without

PLAYER = """
import os, signal
from pathlib import Path

class Mortal:
    "Its worker is killed once, in the middle of an episode."

    def reply(self, observation):
        if observation.kind != "query" or len(observation.conversation) > 1:
            mark = Path("killed")
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return "I do not know."
"""
EVAL = ("eval", "--models", "mortal:Mortal,builtin/random", "--boxes", "kumo/bread,kumo/birds", "--turns", "1")


def test_the_options_of_the_launch_are_not_those_of_a_part() -> None:
    given = ["eval", "--out", "a", "--executor=ray", "--boxes", "all", "--parts", "3", "--resume", "--seed", "2"]
    assert _without(given, ("--executor", "--parts", "--out")) == ["eval", "--boxes", "all", "--seed", "2"]


def test_what_does_not_go_together_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["eval", "--models", "builtin/random", "--boxes", "kumo/bread", "--out", str(tmp_path / "out")]
    assert run([*command, "--parts", "2"]) == 1
    assert run([*command, "--executor", "ray", "--shard", "1/2"]) == 1
    err = capsys.readouterr().err
    assert "--parts is for --executor ray" in err and "--executor cannot be combined with --shard" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    (tmp_path / "mortal.py").write_text(PLAYER)
    command = [sys.executable, "-m", "boxwright", *EVAL, "--samples", "1", "--runs", "3"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}

    def do(*more: str) -> str:
        done = subprocess.run(
            [*command[: 3 if more[0] == "export" else None], *more],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    do("--out", "parts", "--executor", "ray", "--parts", "2")
    assert (tmp_path / "killed").exists()
    do("--out", "whole")
    assert do("export", "parts") == do("export", "whole")
