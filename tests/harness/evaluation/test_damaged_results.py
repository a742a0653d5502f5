"""Results that are damaged, or that nobody may write to: one line that says so, no traceback and no new start."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.harness.evaluation.store import FILE
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, Disk, describe, write_description

ID = "encryption/caesar"
EVAL = ["eval", "--models", "builtin/oracle", "--boxes", ID, "--turns", "2", "--samples", "2", "--runs", "9"]
Damage = Callable[[Path], object]


@pytest.fixture
def evaluated(place: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch, kept: Path) -> Path:
    """A workspace with results in `out`."""
    monkeypatch.chdir(place.root)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    if kept.exists():
        shutil.copytree(kept, place.root, dirs_exist_ok=True)
        return place.root
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    assert run([*EVAL, "--out", "out"]) == 0
    shutil.copytree(place.root, kept)
    return place.root


def altered(statement: str, *values: object) -> Damage:
    def alter(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(statement, values)

    return alter


def filled(begin: float, end: float, byte: bytes) -> Damage:
    """Overwrite a part of a file."""

    def fill(path: Path) -> None:
        data = bytearray(path.read_bytes())
        one, other = int(len(data) * begin), int(len(data) * end)
        data[one:other] = byte * (other - one)
        path.write_bytes(data)

    return fill


DAMAGED: dict[str, Damage] = {
    "noise": lambda path: path.write_bytes(random.Random(1).randbytes(50_000)),
    "its first half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "zeros in its middle": filled(0.3, 0.8, b"\x00"),
    "ones in its middle": filled(0.1, 0.9, b"\xff"),
    "no settings": altered("DELETE FROM meta"),
    "settings that are no JSON": altered("UPDATE meta SET value = '{models'"),
    "settings that are noise": altered("UPDATE meta SET value = ?", b"\xff\x00\xfe"),
    "settings of another shape": altered("UPDATE meta SET value = '[1, 2]'"),
    "no table of settings": altered("DROP TABLE meta"),
    "no table of episodes": altered("DROP TABLE episodes"),
    "another table of episodes": altered("ALTER TABLE episodes RENAME COLUMN record TO something"),
    "an episode that is no JSON": altered("UPDATE episodes SET record = '{' WHERE run = 5"),
    "an episode that is noise": altered("UPDATE episodes SET record = ? WHERE run = 5", b"\xff\x00\xfe"),
    "an episode of another shape": altered("UPDATE episodes SET record = '{\"samples\": 3}' WHERE run = 5"),
    "an episode of nobody": altered("UPDATE episodes SET run = 'x', box = 5 WHERE run = 5"),
}
HARMLESS: dict[str, Damage] = {
    "noise beside it": lambda path: path.with_name(f"{FILE}-wal").write_bytes(b"noise" * 1_000),
    "an index that is gone": lambda path: path.with_name(f"{FILE}-shm").unlink(missing_ok=True),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_damaged_results_are_one_line(evaluated: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    path = evaluated / "out" / FILE
    DAMAGED[kind](path)
    before = path.read_bytes()
    again = [*EVAL, "--out", "out"]
    for command in (["report", "out"], ["report", "out", "--json"], ["export", "out"], again, [*again, "--resume"]):
        capsys.readouterr()
        assert run(command) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(("boxwright: out/results.sqlite: ", f"boxwright: {path}: ", "boxwright: out: ")), line
        assert "--resume" in command or path.read_bytes() == before
        assert command == again or "restore the file" in line or "another --out" in line


@pytest.mark.parametrize("kind", HARMLESS)
def test_what_sqlite_does_without_is_no_damage(evaluated: Path, kind: str) -> None:
    HARMLESS[kind](evaluated / "out" / FILE)
    assert run(["report", "out"]) == 0
    assert run(["export", "out"]) == 0


def test_results_in_a_read_only_folder_can_be_read_and_not_resumed(
    evaluated: Path, small_disk: Disk, capsys: pytest.CaptureFixture[str]
) -> None:
    results = small_disk.folder / "out"
    shutil.copytree(evaluated / "out", results)
    assert run(["export", "out"]) == 0
    before = capsys.readouterr().out
    small_disk.protect()
    assert run(["export", str(results)]) == 0
    assert capsys.readouterr().out == before
    assert run(["report", str(results)]) == 0
    capsys.readouterr()
    for more in ([], ["--resume"]):
        assert run([*EVAL, "--out", str(results), *more]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("boxwright: ")
    assert run([*EVAL, "--out", str(small_disk.folder / "new")]) == 1
    assert "cannot be written (Read-only file system); choose another --out" in capsys.readouterr().err


def test_results_are_one_file(evaluated: Path, tmp_path: Path) -> None:
    """What was written beside it is in it by the end, so that it can be copied alone."""
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(evaluated / "out" / FILE, alone)
    with closing(sqlite3.connect(alone / FILE)) as db:
        assert db.execute("SELECT count(*) FROM episodes").fetchone() == (9,)
