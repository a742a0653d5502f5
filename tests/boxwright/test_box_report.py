"""`--report` of `build` and `check`: one line of JSON per box, whatever became of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes.workspace import SHIPPED
from boxwright.cli import run

IDS = ("circuit/count", "encryption/zigzag_cipher")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for identifier in IDS:
        for name in (f"descriptions/{identifier}.md", f"descriptions/{identifier}.exam.jsonl"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SHIPPED / name, tmp_path / name)
        name = f"blackboxes/accepted/{identifier}"
        shutil.copytree(SHIPPED / name, tmp_path / name)
    (tmp_path / "boxwright.yaml").write_text("collection: none\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    return tmp_path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_builds(place: Path) -> None:
    box = place / "blackboxes/accepted" / IDS[1] / "box.py"
    described = place / "descriptions" / f"{IDS[0]}.md"
    described.write_text(described.read_text() + "\nMore.\n")
    box.write_text(box.read_text() + "\nX = 1\n")
    assert run(["build", "--all", "--model", "replay", "--report", "r.jsonl"]) != 0
    first, second, spent = lines(place / "r.jsonl")
    assert (first["id"], first["ending"]) == (IDS[0], "needs a model")
    assert "the description has changed" in first["words"][0]
    assert (second["id"], second["ending"], second["words"]) == (IDS[1], "accepted", [])
    assert (place / second["run"] / "recording.jsonl").is_file()
    assert spent == {"spent": {}, "budget": "2,000,000 tokens"}


def test_a_run_s_journal_is_replayed_without_a_manifest_and_a_sealed_one_only_unchanged(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, sealed = place / "kept" / IDS[0], place / "sealed" / IDS[0]
    for folder in (kept, sealed):
        folder.mkdir(parents=True)
        shutil.copyfile(place / "blackboxes/accepted" / IDS[0] / "recording.jsonl", folder / "recording.jsonl")
    shutil.copyfile(place / "blackboxes/accepted" / IDS[1] / "manifest.json", sealed / "manifest.json")
    assert run(["build", IDS[0], "--model", "replay", "--recordings", "kept"]) == 0
    assert run(["build", IDS[0], "--model", "replay", "--recordings", "sealed"]) == 1
    assert "recording.jsonl: changed since" in capsys.readouterr().err


def test_checks(place: Path) -> None:
    manifest = place / "blackboxes/accepted" / IDS[0] / "manifest.json"
    manifest.write_text(manifest.read_text().replace("{", "{ ", 1))
    (place / "descriptions" / f"{IDS[1]}.exam.jsonl").unlink()
    code = run(["check", *IDS, "--report", "r.jsonl"])
    first, second = lines(place / "r.jsonl")
    assert first["id"] == IDS[0]
    assert (second["id"], second["faults"]) == (IDS[1], [])
    assert second["stale"].startswith("its exam has changed since it was accepted")
    assert code == (1 if first["faults"] else 4)


def test_a_report_that_cannot_be_written_is_said_first(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--report", "nowhere/r.jsonl"]) == 1
    assert "--report nowhere/r.jsonl: cannot be written" in capsys.readouterr().err
