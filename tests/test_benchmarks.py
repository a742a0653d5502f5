"""The benchmarks start, by path and as modules, and have a docstring."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
