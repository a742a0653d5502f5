"""Books read by two models: both have to write down the table; what either adds or objects to is a finding."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kumo_books import prose
from boxwright.blackboxes.reasoning.kumo.books.writer import label_of
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.commands.kumo.domains import named_domain
from boxwright.harness.chat.api import ModelError
from tests.agents.kumo.tiny import Author

CHECK = ["kumo", "check-book", "book.md", "game.jsonl", "--readers"]


@pytest.fixture
def game(place: Workspace, monkeypatch: pytest.MonkeyPatch) -> Instance:
    found = next(islice(generate(named_domain("kumo/medical"), Sizes(4, 6), 1), 1))
    monkeypatch.chdir(place.root)
    Path("game.jsonl").write_text(found.model_dump_json() + "\n", encoding="utf-8")
    Path("book.md").write_text(prose(found), encoding="utf-8")
    return found


def reading(game: Instance) -> dict[str, Any]:
    rules = [
        {"action": action, "outcome": label_of(state), "rules_out": [t for t in state.rules_out if t in game.truths]}
        for action in game.actions
        for state in (game.outcomes or {})[action].states
    ]
    return {"rules": rules}


def readers(monkeypatch: pytest.MonkeyPatch, replies: Mapping[str, tuple[str, ...]]) -> dict[str, Author]:
    models = {name: Author(*said) for name, said in replies.items()}
    for name, model in models.items():
        model.name = name
    monkeypatch.setattr("boxwright.commands.kumo.books.open_named", lambda name, *rest: models[name])
    return models


def test_a_book_that_both_read_as_the_table_is_checked(
    game: Instance, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = json.dumps(reading(game))
    models = readers(monkeypatch, {"A": (f"```json\n{right}\n```",), "B": ('{"rules": [{"action": "x"}]}', right)})
    assert run([*CHECK, "A,B"]) == 0
    assert "0 findings in the book: checked by A,B" in capsys.readouterr().out
    asked = models["A"].asked[0].messages[-1].content
    assert asked.count("must be excluded") == prose(game).count("must be excluded"), "the book, and no table"
    assert len(models["B"].asked) == 2, "what cannot be read is asked for again"


def test_what_one_reader_misses_adds_or_objects_to_is_found(
    game: Instance, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right, other = reading(game), reading(game)
    rule = next(rule for rule in other["rules"] if 0 < len(rule["rules_out"]) < len(game.truths))
    lost, added = rule["rules_out"][0], next(t for t in game.truths if t not in rule["rules_out"])
    rule["rules_out"] = [*rule["rules_out"][1:], added]
    other["objections"] = ["All of this is read backwards."]
    readers(monkeypatch, {"A": (json.dumps(right),), "B": (json.dumps(other),)})
    assert run([*CHECK, "A,B", "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["kind"] for row in rows] == ["not found", "invented", "unclear"]
    assert lost in rows[0]["message"] and added in rows[1]["message"] and "reader-2 (B)" in rows[1]["sentence"]


def test_readers_are_two_and_a_stopped_run_goes_on(
    game: Instance, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for said in ("A", "A,A", "A,B,C"):
        assert run([*CHECK, said]) == 1
        assert "two different models" in capsys.readouterr().err
    right = json.dumps(reading(game))

    class Gone(Author):
        def ask(self, request: Any) -> Any:
            raise ModelError("the server is away")

    models = {"A": Author(right), "B": Gone()}
    for name, model in models.items():
        model.name = name
    monkeypatch.setattr("boxwright.commands.kumo.books.open_named", lambda name, *rest: models[name])
    assert run([*CHECK, "A,B"]) != 0
    again = readers(monkeypatch, {"A": (), "B": (right,)})
    assert run([*CHECK, "A,B", "--resume"]) == 0
    assert len(again["A"].asked) == 0, "its reply is on disk"
