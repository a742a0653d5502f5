"""The studies of results: an evaluation's replies, tokens and structure; what revision did to stored books."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.agents.kumo.build import build_domain
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from tests.agents.kumo.test_write_book import right, tagged, write, wrong
from tests.agents.kumo.tiny import GOOD, ID, INSTRUCTIONS, Author, by, description
from tests.conftest import write_description


@pytest.fixture
def garden(place: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    write_description(place, description())
    build_domain(place, ID, by(Author(INSTRUCTIONS, GOOD)))
    monkeypatch.chdir(place.root)
    return place


def test_an_evaluation_is_studied(garden: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kumo", "results", ".", "--out", "study"]) == 1
    assert "holds no results" in capsys.readouterr().err
    models = "builtin/greedy,builtin/constant"
    wanted = ["--turns", "6", "--samples", "6", "--seed", "3", "--sandbox", "local", "--out", "games"]
    assert run(["eval", "--models", models, "--boxes", ID, *wanted]) == 0
    capsys.readouterr()
    for kind in ("communities", "degrees"):
        assert run(["kumo", "results", "games", "--by", kind, "--out", "study"]) == 0
    assert "builtin/greedy: 6 instances" in capsys.readouterr().out
    lines = Path("study/structure_builtin_greedy.csv").read_text().splitlines()
    assert lines[0] == "class,right,runs,domain" and len(lines) == 7
    assert all(line.split(",")[1] == "1" for line in lines[1:])
    assert "<svg" in Path("study/tokens.svg").read_text()


def test_what_revision_did_is_shown(garden: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kumo", "revision", "--out", "revision.svg"]) == 1
    assert "no model-written book" in capsys.readouterr().err
    write(garden, Author(tagged(wrong(garden)), tagged(right(garden))))
    assert run(["kumo", "revision", "--out", "revision.svg"]) == 0
    assert "0.00" in capsys.readouterr().out
    assert "<svg" in Path("revision.svg").read_text()


def test_a_counterfactual_domain_plays(garden: Workspace) -> None:
    assert run(["kumo", "counterfactual", ID, "--out", "other.json"]) == 0
    assert run(["kumo", "generate", "other.json", "--count", "2", "--out", "games.jsonl"]) == 0
