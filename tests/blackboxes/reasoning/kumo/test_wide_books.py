"""The wide reader: natural books are read, and no planted wrong statement passes as checked."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.kumo_books import FORMS, KINDS, bullets, planted
from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
from boxwright.blackboxes.reasoning.kumo.books.wide import WideReport, read_widely, wide_findings
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.cli import run
from boxwright.commands.kumo.domains import named_domain


@pytest.fixture(scope="module")
def games() -> list[Instance]:
    return [game for name in ("medical", "bread", "weather") for game in drawn(name, 3)]


def drawn(name: str, count: int) -> list[Instance]:
    return list(islice(generate(named_domain(f"kumo/{name}"), Sizes(4, 6), 1), count))


@pytest.mark.parametrize("form", list(FORMS))
def test_every_rule_of_a_right_book_is_found(form: str, games: list[Instance]) -> None:
    reports = [read_widely(game, FORMS[form](game)) for game in games]
    assert [report.wanted - report.right for report in reports] == [set()] * len(games)
    assert [set(report.found) - report.wanted for report in reports] == [set()] * len(games)


@pytest.mark.parametrize("kind", KINDS)
def test_no_planted_wrong_statement_passes(kind: str, games: list[Instance]) -> None:
    draw, read = random.Random(kind), 0
    for game in games:
        for form in FORMS:
            text = planted(kind, form, game, draw)
            if text is not None and text != FORMS[form](game):
                read += 1
                assert not read_widely(game, text).checked, text
    assert read > 4


def report_of(game: Instance, sentence: str) -> WideReport:
    text = bullets(game)
    return read_widely(game, text.replace("\n## In closing", f"\n{sentence}\n\n## In closing"))


@pytest.mark.parametrize(
    "sentence",
    [
        "These tests cannot confirm anything; they only help to exclude.",
        "A patient reader rules candidates out one by one.",
        "No outcome proves a candidate.",
    ],
)
def test_general_remarks_are_no_objection(sentence: str, games: list[Instance]) -> None:
    [game] = games[:1]
    assert report_of(game, sentence).unclear == read_widely(game, bullets(game)).unclear


def test_doubt_and_conditions_are_objections(games: list[Instance]) -> None:
    [game] = games[:1]
    text = bullets(game)
    for said in ("Usually rules out", "Rules out, unless it rains,", "Rules out, with one exception,"):
        assert not read_widely(game, text.replace("Rules out", said, 1)).checked
    assert wide_findings(game, read_widely(game, text.replace("Rules out", "Usually rules out", 1)))


def test_weak_books_are_wrong_and_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["kumo", "generate", "kumo/bread", "--count", "4", "--out", "g.jsonl"]) == 0
    assert run(["kumo", "weak-books", "g.jsonl", "--faults", "2", "--out", "weak.jsonl"]) == 0
    books = [json.loads(line)["knowledge_book"] for line in Path("weak.jsonl").read_text().splitlines()]
    assert all(len(check_book(game, text)) >= 2 for game, text in zip(drawn("bread", 4), books, strict=True))
    assert not any(read_widely(game, text).checked for game, text in zip(drawn("bread", 4), books, strict=True))
    command = ["kumo", "play", "kumo/bread", "g.jsonl", "--models", "builtin/greedy", "--books", "weak.jsonl"]
    assert run([*command, "--out", "results"]) == 0
    assert "books file" in " ".join(capsys.readouterr().out.split())
    assert run(["kumo", "weak-books", "g.jsonl", "--faults", "400", "--out", "no.jsonl"]) == 1
    assert "too many" in capsys.readouterr().err


def test_the_command_keeps_the_two_levels_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, book = tmp_path / "g.jsonl", tmp_path / "book.txt"
    assert run(["kumo", "generate", "kumo/bread", "--count", "1", "--out", str(games)]) == 0
    [game] = drawn("bread", 1)
    book.write_text(bullets(game))
    assert run(["kumo", "check-book", str(book), str(games)]) == 1
    assert "not verified" in capsys.readouterr().out
    assert run(["kumo", "check-book", str(book), str(games), "--wide"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("0 findings in the book: checked")


@pytest.mark.parametrize(
    ("sentence", "passes"),
    [
        ("The mass is divided by its volume.", True),
        ("The share is given in percent.", True),
        ("The share is given in degrees Celsius.", False),
        ("The reading is divided by its half.", False),
        ("The mass is divided by two.", False),
        ("The observer subtracts one.", False),
    ],
)
def test_a_description_passes_if_it_cannot_change_a_reading(sentence: str, passes: bool) -> None:
    game = drawn("bread", 1)[0]
    action = next(a for a in game.actions if "°C" not in a)
    renamed = {f"{a} (%)" if a == action else a: outcomes for a, outcomes in (game.outcomes or {}).items()}
    game = game.model_copy(update={"outcomes": renamed, "actions": list(renamed)})
    book = bullets(game).replace(f"{action} (%)\nA common test.", f"{action} (%)\n{sentence}")
    assert sentence in book
    assert read_widely(game, book).checked == passes
