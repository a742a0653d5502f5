"""Results of an earlier version are read or refused in one line, and never resumed.

`tests/data/before_environments` was written by the last version that stored source hashes in place of revisions.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from boxwright.cli import run

OLD = Path(__file__).resolve().parent.parent.parent / "data" / "before_environments" / "results.sqlite"
AGAIN = (
    *("eval", "--models", "builtin/oracle,builtin/random", "--boxes", "circuit/and_tree,kumo/bread"),
    *("--turns", "1", "--samples", "1", "--kumo", "promise=untold", "--resume"),
)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy: reading a store may write beside it."""
    folder = tmp_path / "old"
    folder.mkdir()
    shutil.copyfile(OLD, folder / "results.sqlite")
    return folder


def change(folder: Path, statement: str) -> None:
    """Change the store by hand."""
    database = sqlite3.connect(folder / "results.sqlite")
    with database:
        database.execute(statement)
    database.close()


def test_an_earlier_report_is_read(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(old), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    means = {(s["model"], s["scope"]): s["accuracy"] for s in report["scores"]}
    assert means["builtin/oracle", "circuit/and_tree"] == 1.0
    assert means["builtin/random", "kumo/bread"] == 0.0
    assert {row["model"] for row in report["kumo"]} == {"builtin/oracle", "builtin/random"}
    assert run(["report", str(old)]) == 0
    assert "promise untold" in " ".join(capsys.readouterr().out.split())


def test_an_earlier_export_is_read(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(old)]) == 0
    first, *episodes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first["settings"]["families"].keys() == {"circuit/and_tree", "kumo/bread"}
    assert len(episodes) == 4
    assert all(episode["conversations"] for episode in episodes)


def test_an_earlier_evaluation_is_not_gone_on_with(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*AGAIN, "--out", str(old)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"boxwright: {old}/results.sqlite: was started by an earlier version of Boxwright; finish it with that "
        "version, or start again with another --out"
    )


@pytest.mark.parametrize(
    "statement",
    [
        """UPDATE episodes SET record = '{"rounds": []}'""",
        "UPDATE episodes SET record = 'no JSON'",
        """UPDATE meta SET value = '{"players": []}'""",
        "UPDATE meta SET value = '7'",
    ],
)
@pytest.mark.parametrize("command", ["report", "export"])
def test_what_cannot_be_read_is_refused_in_one_line(
    command: str, statement: str, old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(old, statement)
    assert run([command, str(old)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be read by this version of Boxwright; use the version that wrote it" in line
