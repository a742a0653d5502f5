"""What installs is `boxwright` alone: descriptions, prompts and accepted boxes inside, nothing of a machine."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = (("descriptions", "*/*"), ("prompts", "**/*.md"), ("blackboxes/accepted", "*/*/*"), ("blackboxes/words", "*"))


def build(target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    return set(zipfile.ZipFile(build("wheel", tmp_path_factory.mktemp("wheel"))).namelist())


def test_the_wheel_puts_one_name_into_an_environment(wheel: set[str]) -> None:
    top = {name.split("/")[0] for name in wheel}
    assert {name for name in top if not name.endswith(".dist-info")} == {"boxwright"}


def test_the_wheel_holds_the_collection(wheel: set[str]) -> None:
    for folder, pattern in SHIPPED:
        files = [p for p in (ROOT / folder).glob(pattern) if p.is_file() and "__pycache__" not in p.parts]
        assert files
        assert {f"boxwright/{p.relative_to(ROOT).as_posix()}" for p in files} - wheel == set()
    assert not [n for n in wheel if n.startswith(("tests/", "runs/", "benchmarks/", ".")) or "__pycache__" in n]
    assert "boxwright/py.typed" in wheel


def test_the_source_distribution_holds_every_room(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for room in ("agents", "blackboxes", "descriptions", "harness", "prompts", "sandbox"):
        assert any(name.startswith(f"boxwright/{room}/") for name in names), room
    assert {"pyproject.toml", "README.md", "LICENSE", "tests/test_packaging.py"} <= names
