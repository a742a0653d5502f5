"""`boxwright knights ...`, as a user meets it: the formats of the files, and one line for what is wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from boxwright.cli import run
from tests.blackboxes.reasoning.knights.reference import published_steps, random_puzzle, worlds_of


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def written(path: Path, rows: list[Any]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    out = tmp_path / "puzzles.jsonl"
    assert run(["knights", "generate", "--people", "4", "--count", "12", "--seed", "3", "--out", str(out)]) == 0
    return out


def test_solve_writes_solutions_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random("solve")
    drawn = [random_puzzle(rng, rng.randint(1, 6)) for _ in range(60)]
    file = written(tmp_path / "p.jsonl", [{"statements": puzzle} for puzzle in drawn])
    for options, limit in (([], 2), (["--all"], None)):
        capsys.readouterr()
        assert run(["knights", "solve", file, *options]) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        for row, puzzle in zip(rows, drawn, strict=True):
            worlds = [list(world) for world in worlds_of(puzzle)]
            assert row == {"solutions": worlds[:limit], "unique": len(worlds) == 1}


def test_reason_writes_the_published_steps(tmp_path: Path) -> None:
    rng = random.Random("reason")
    drawn = [random_puzzle(rng, rng.randint(1, 5), 2) for _ in range(60)]
    file, out = written(tmp_path / "p.jsonl", [{"statements": puzzle} for puzzle in drawn]), tmp_path / "steps.jsonl"
    assert run(["knights", "reason", file, "--order", "published", "--out", str(out)]) == 0
    assert lines_of(out) == [{"steps": published_steps(puzzle)} for puzzle in drawn]


def test_generated_puzzles_are_checked_perturbed_and_worded(
    puzzles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = lines_of(puzzles)
    assert len({row["id"] for row in rows}) == 12
    for row in rows:
        assert worlds_of(row["statements"]) == [tuple(row["solution"])]
    partners, worded = tmp_path / "partners.jsonl", tmp_path / "worded.jsonl"
    assert run(["knights", "perturb", str(puzzles), "--out", str(partners)]) == 0
    assert [(row["base"], row["kind"]) for row in lines_of(partners)] == [
        (row["id"], kind) for row in rows for kind in ("leaf", "statement")
    ]
    solution = {row["id"]: row["solution"] for row in rows}
    for row in lines_of(partners):
        if not row.get("impossible"):
            [world] = worlds_of(row["statements"])
            assert list(world) == row["solution"] != solution[row["base"]]
    assert run(["knights", "render", str(puzzles), "--language", "zh", "--steps", "--out", str(worded)]) == 0
    assert run(["knights", "check", str(worded)]) == 0
    assert "12 of 12 puzzles" in capsys.readouterr().out


def test_the_same_seed_writes_the_same_file(puzzles: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    words = ["knights", "generate", "--people", "4", "--count", "12", "--seed", "3", "--out", str(again)]
    assert run([*words, "--jobs", "2"]) == 0
    assert again.read_bytes() == puzzles.read_bytes()
    first = again.read_bytes()
    assert run([*words[:6], "--seed", "4", "--out", str(again)]) == 0
    assert again.read_bytes() != first


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"solution": [True, True, True, True]}, "`solution` does not fit"),
        ({"solution": [True, True]}, "one true (knight) or false (knave) per person"),
        ({"id": "0"}, "its `id` is '0'"),
        ({"class": "0"}, "its `class` is '0'"),
        ({"steps": [["success", [True, True, True, True]]]}, "its steps prove nothing"),
        ({"steps": "none"}, "`steps` must be a list"),
        ({"text": "An island."}, "`surface`"),
        ({"statements": [["telling-truth", 0]] * 4}, "several assignments fit"),
        ({"statements": [["not", ["telling-truth", 0]]] * 4}, "no assignment"),
    ],
)
def test_check_finds_what_is_false(
    puzzles: Path, tmp_path: Path, change: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row for row in lines_of(puzzles) if row["solution"] != [True] * 4]
    file = written(tmp_path / "wrong.jsonl", [{**rows[0], **change}, rows[1]])
    assert run(["knights", "check", file]) == 1
    captured = capsys.readouterr()
    assert f"{file}:1: " in captured.err
    assert said in captured.err
    assert f"{file}:2" not in captured.err
    assert "1 of 2 puzzles" in captured.out


@pytest.mark.parametrize("command", ["solve", "reason", "perturb", "render", "check"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no puzzle"),
        ("{", "no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[1]", "an object with `statements`"),
        ('{"statements": [["xor", ["lying", 0], ["lying", 0]]]}', "no operator 'xor'"),
        ('{"statements": [["lying", 7]]}', "no person 7"),
        ('{"statements": "all"}', "must be a list"),
    ],
)
def test_a_bad_file_is_one_line(
    command: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text)
    assert run(["knights", command, str(file)]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--people", "1"], "a puzzle has 2 to 200 people"),
        (["--width", "1"], "write width=2 or more"),
        (["--people", "2", "--width", "4"], "write width=3 or less"),
        (["--depth", "1"], "write depth=2 or more"),
        (["--people", "2", "--count", "450"], "only 399 of this kind exist"),
        (["--people", "3", "--count", "400000"], "only 304,276 of this kind exist"),
        (["--weights", "1,2"], "write six whole numbers"),
        (["--published", "--width", "3"], "leave them out"),
        (["--people", "2", "--distribution", "strict"], "no puzzle of this kind exists"),
        (["--depth", "60"], "write depth=17 or less"),
        (["--depth", "2000"], "at most 60 levels"),
        (["--people", "100", "--width", "50", "--depth", "4"], "write depth=3 or less"),
        (["--people", "5", "--width", "1" + "0" * 400], "write width=9 or less"),
        (["--weights", "9999999999,1,1,1,1,1"], "weights are 0 to 1,000"),
    ],
)
def test_what_cannot_be_generated_is_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "none.jsonl"
    assert run(["knights", "generate", *words, "--out", str(out)]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_partners_that_do_not_exist_are_passed_over_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzles, partners = tmp_path / "puzzles.jsonl", tmp_path / "partners.jsonl"
    assert run(["knights", "generate", "--people", "2", "--count", "8", "--out", str(puzzles)]) == 0
    assert run(["knights", "perturb", str(puzzles), "--kind", "leaf", "--out", str(partners)]) == 0
    missing = sum(row.get("impossible", False) for row in lines_of(partners))
    assert 0 < missing < 8
    for command in (["render", "--out", str(tmp_path / "worded.jsonl")], ["check"], ["solve"]):
        capsys.readouterr()
        assert run(["knights", command[0], str(partners), *command[1:]]) == 0
        assert f"{missing} line" in capsys.readouterr().err
    assert len(lines_of(tmp_path / "worded.jsonl")) == 8 - missing


def test_a_puzzle_with_two_solutions_has_no_partner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "two.jsonl", [{"statements": [["telling-truth", 0], ["telling-truth", 0]]}])
    assert run(["knights", "perturb", file]) == 1
    assert "two.jsonl:1: a puzzle with several solutions has no partner" in capsys.readouterr().err


def test_too_many_solutions_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "all.jsonl", [{"statements": [["telling-truth", who] for who in range(20)]}])
    assert run(["knights", "solve", file, "--all"]) == 1
    assert "more than 65,536 solutions" in capsys.readouterr().err
    assert run(["knights", "solve", file]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "solutions": [[True] * 20, [True] * 19 + [False]],
        "unique": False,
    }


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import io
    import sys

    line = b'{"statements": [["lying", 1], ["and", ["telling-truth", 0], ["telling-truth", 1]]]}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert run(["knights", "solve", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == {"solutions": [[True, False]], "unique": True}
