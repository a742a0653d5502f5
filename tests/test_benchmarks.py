"""The benchmarks start, by path and as modules, and have a docstring."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.kumo_repeats import left_of, played
from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.instances.renaming import structure_key

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted(p.name for p in (ROOT / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_benchmark_can_be_started_by_its_path(name: str) -> None:
    code = (
        "import runpy, sys; sys.path[0] = 'benchmarks';"
        f"module = runpy.run_path('benchmarks/{name}', run_name='looked_at');"
        "assert callable(module['main']); assert module['__doc__']"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_loop_is_measured_on_a_box() -> None:
    command = [sys.executable, "benchmarks/loop.py", "--rounds", "1", "circuit/and_tree"]
    wide = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run(command, cwd=ROOT, env=wide, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "seconds per attempt" in done.stdout
    assert "local+landlock" in done.stdout


def test_an_evaluation_is_measured_at_a_server() -> None:
    command = [sys.executable, "-m", "benchmarks.scale", "--episodes", "4", "--at-once", "4", "--delay", "0.01"]
    done = subprocess.run([*command, "--loaded", "10"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [line.split(" | ")[0] for line in done.stdout.splitlines()[2:]] == [
        "| bare client",
        "| eval",
        "| report",
        "| report --html",
        "| export",
    ]


def test_what_is_left_of_a_game_is_compared_without_names_and_outcomes() -> None:
    """Names, valid truths and shown outcomes are left out, and actions that rule out none of the survivors."""
    states = ((0b0001, 0b0110), (0b0010, 0b1000), (0b1000, 0b1000))
    one = Game(tuple("abcd"), tuple("xyz"), states, revealed=(0b0110, 0b0010, 0b1000), valid=1)
    turned = (states[2], states[0], states[1])
    other = Game(tuple("dcba"), tuple("zxy"), turned, revealed=(0b1000, 0b0001, 0b1000), valid=8)
    assert structure_key(one) != structure_key(other)
    assert structure_key(left_of(one, 0b1111, 0b111)) == structure_key(left_of(other, 0b1111, 0b111))
    rest = left_of(one, 0b0011, 0b110)
    assert (rest.truths, rest.actions, rest.states) == (("a", "b"), ("y",), ((0b10, 0b00),))
    assert list(played(one)) == [(0b1111, 0b111), (0b1001, 0b110), (0b1001, 0b100), (0b0001, 0)]
