"""A domain's file, and some instances of it, as commands take them."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.cli import run
from tests.blackboxes.reasoning.kumo.test_sampling import colours


@pytest.fixture
def domain(tmp_path: Path) -> str:
    file = tmp_path / "colours.json"
    file.write_text(colours().model_dump_json())
    return str(file)


@pytest.fixture
def games(domain: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    out = tmp_path / "games.jsonl"
    assert run(["kumo", "generate", domain, "--count", "2", "--out", str(out)]) == 0
    capsys.readouterr()
    return out
