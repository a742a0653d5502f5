"""The wheel: descriptions, prompts and accepted boxes ship inside it, and nothing of a machine does."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_wheel_holds_the_collection(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, pattern in (("descriptions", "*/*"), ("prompts", "**/*.md"), ("blackboxes/accepted", "*/*/*")):
        shipped = [p.relative_to(ROOT).as_posix() for p in (ROOT / folder).glob(pattern) if p.is_file()]
        assert shipped
        assert set(shipped) - names == set()
    assert not [n for n in names if n.startswith(("tests/", "runs/", "benchmarks/", ".")) or "__pycache__" in n]
    assert {"agents/py.typed", "boxwright/py.typed", "harness/py.typed", "sandbox/py.typed"} <= names
