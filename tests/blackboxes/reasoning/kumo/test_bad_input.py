"""Bad input, each through the command: one clear message, exit code 1, nothing half-written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boxwright.cli import run
from tests.blackboxes.reasoning.kumo.test_domains import BREAK, small

WORDS = {
    "unknown_truth": "rules out 'yeti', which is not in `truths`",
    "overlap": "ranges overlap from 2 to 3",
    "gap": "no outcome between 1 and 2",
    "too_few_outcomes": "has 1 outcome; give it at least two",
    "always_ruled_out": "every outcome rules out 'cat'",
    "not_told_apart": "no action tells apart",
    "never_ruled_out": "no outcome rules it out",
}
"""The faults that the issue lists, and what is said of each."""


def lines(games: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in games.read_text().splitlines()]


@pytest.mark.parametrize("kind", sorted(BREAK))
def test_each_fault_of_a_configuration(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = small()
    BREAK[kind](data)
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(data))
    code = run(["kumo", "validate", str(file)])
    said = capsys.readouterr().out
    assert f"({kind})" in said
    assert WORDS.get(kind, "") in said
    assert code == int("fault (" in said)
    generated = run(["kumo", "generate", str(file), "--truths", "3", "--actions", "2", "--out", str(tmp_path / "i")])
    assert generated == 1 or code == 0
    assert (tmp_path / "i").exists() == (generated == 0)


def test_a_configuration_with_many_faults_names_them_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = ["unknown_truth", "overlap", "always_ruled_out", "no_outcomes", "duplicate_truth", "never_ruled_out"]
    data = small()
    for kind in kinds:
        BREAK[kind](data)
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(data))
    assert run(["kumo", "validate", str(file)]) == 1
    said = capsys.readouterr().out
    assert [kind for kind in kinds if f"({kind})" not in said] == []


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        (["--truths", "12", "--actions", "2"], "constraint 2: ruling out all invalid truths takes more than 2 actions"),
        (["--truths", "4", "--valid", "4"], "4 valid of 4 truths leaves nothing to rule out"),
        (["--truths", "4", "--valid", "9"], "9 valid of 4 truths leaves nothing to rule out"),
        (["--truths", "13"], "has 12 truths, 13 were asked for"),
        (["--actions", "31"], "has 10 actions, 31 were asked for"),
        (["--valid", "0"], "must be 1 or more"),
    ],
)
def test_sizes_that_cannot_be(
    sizes: list[str], words: str, domain: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "none.jsonl"
    assert run(["kumo", "generate", domain, *sizes, "--out", str(out)]) == 1
    assert words in capsys.readouterr().err
    assert not out.exists()


def test_a_truth_that_nothing_rules_out_fails_the_third_constraint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = small()
    data["truths"].append("elk")
    file = tmp_path / "elk.json"
    file.write_text(json.dumps(data))
    out = tmp_path / "none.jsonl"
    assert run(["kumo", "generate", str(file), "--truths", "4", "--actions", "2", "--out", str(out)]) == 1
    assert "constraint 3" in capsys.readouterr().err


def test_a_book_of_another_instance(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = tmp_path / "books.jsonl"
    assert run(["kumo", "book", str(games), "--out", str(books)]) == 0
    second = tmp_path / "second.md"
    second.write_text(json.loads(books.read_text().splitlines()[1])["book"])
    capsys.readouterr()
    assert run(["kumo", "check-book", str(second), str(games), "--instance", "2"]) == 0
    assert run(["kumo", "check-book", str(second), str(games), "--instance", "1"]) == 1
    assert re.search(r", (1 finding|\d+ findings) in the book", capsys.readouterr().out)


def test_an_unknown_outcome_in_an_instance_file(
    games: Path, domain: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = lines(games)
    action = rows[0]["actions"][0]
    rows[0]["observations"][action] = "purple"
    games.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["kumo", "import", domain, "--instances", str(games), "--out", str(tmp_path / "in")]) == 1
    said = capsys.readouterr().out
    assert f"{games}:1: action {action!r} shows 'purple', which is none of its outcomes" in said
    assert "1 instance written, 1 left out as faulty" in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"actions": ["no such action"]}, "no such action"),
        ({"valid_truth": "nobody"}, "the valid truth 'nobody' is not among the instance's truths"),
        ({"truths": ["truth 1", "truth 1"]}, "is listed twice"),
        ({"observations": {}}, "has no observation"),
    ],
)
def test_a_broken_instance_file_names_its_line(
    change: dict[str, Any], words: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = lines(games)
    rows[1] |= change
    games.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["kumo", "solve", str(games), "--semantics", "elimination"]) == 1
    said = capsys.readouterr().err
    assert f"{games}:2" in said
    assert words in said


def test_a_broken_line_is_told_once_on_a_terminal(
    games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = lines(games)
    rows[1] |= {"observations": {}}
    games.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(["kumo", "solve", str(games), "--semantics", "elimination"]) == 1
    told = capsys.readouterr()
    assert told.err == "" and told.out.count("has no observation") == 1


def test_validate_goes_on_behind_a_file_that_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound, broken, lost = tmp_path / "sound.json", tmp_path / "broken.json", tmp_path / "lost.json"
    sound.write_text(json.dumps(small()))
    broken.write_text("{")
    assert run(["kumo", "validate", str(broken), str(lost), str(sound)]) == 1
    told = capsys.readouterr()
    assert f"{broken}:" in told.err and f"{lost}: no such file" in told.err
    assert f"{sound}: 0 faults" in told.out
