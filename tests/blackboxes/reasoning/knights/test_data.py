"""Data for training: splits on classes, wrong chains that the checker refutes, exact loss masks, Parquet."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes.extras import MissingExtra, import_extra
from boxwright.blackboxes.reasoning.knights.data.chains import wrong_chain, wrong_world
from boxwright.blackboxes.reasoning.knights.data.dataset import overlap, rows_of, sides
from boxwright.blackboxes.reasoning.knights.puzzles.classes import class_of
from boxwright.blackboxes.reasoning.knights.puzzles.generating import generate
from boxwright.blackboxes.reasoning.knights.puzzles.specification import Specification
from boxwright.blackboxes.reasoning.knights.puzzles.steps import check, reason
from boxwright.cli import run
from tests.blackboxes.reasoning.knights.reference import worlds_of


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("data")
    assert run(["knights", "data", "--people", "3", "--train", "120", "--test", "40", "--out", str(out)]) == 0
    return out


def test_no_training_puzzle_is_a_renamed_test_puzzle(folder: Path) -> None:
    train, test = lines_of(folder / "train.jsonl"), lines_of(folder / "test.jsonl")
    assert (len(train), len(test)) == (120, 40)
    classes = [[class_of(_tuples(row["statements"])) for row in rows] for rows in (train, test)]
    assert overlap(*classes) == 0
    assert classes == [[row["class"] for row in rows] for rows in (train, test)]
    drawn = [class_of(puzzle) for puzzle in islice(generate(Specification(people=3), 1), 1_100)]
    assert overlap(drawn[100:], drawn[:100]) > 5  # without the split there would be some


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def test_every_row_is_proved_and_so_are_its_partners(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for side in ("train", "test"):
        assert run(["knights", "check", str(folder / f"{side}.jsonl")]) == 0
    for row in lines_of(folder / "test.jsonl"):
        for partner in row["partners"].values():
            if partner is not None:
                [world] = worlds_of(partner["statements"])
                assert list(world) == partner["solution"] != row["solution"]
                assert sum(a != b for a, b in zip(partner["statements"], row["statements"], strict=True)) == 1
                assert partner["text"].split("\n")[:3] == row["text"].split("\n")[:3]


def test_a_class_stays_on_one_side() -> None:
    rng = random.Random(1)
    names = [str(rng.randrange(60)) for _ in range(400)]
    placed = list(sides(names, 100, 50, 7))
    assert Counter(placed)["train"] <= 100
    by_class: dict[str, set[str]] = {}
    for name, side in zip(names, placed, strict=True):
        by_class.setdefault(name, set()).add(side)
    assert all(len(found - {""}) <= 1 for found in by_class.values())
    assert placed == list(sides(names, 100, 50, 7))


def test_a_split_of_two_people_is_refused_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none"
    assert run(["knights", "data", "--people", "2", "--train", "200", "--test", "100", "--out", str(out)]) == 1
    error = capsys.readouterr().err
    assert "renamed copies of only" in error
    assert not out.exists()


def test_processes_change_nothing_of_the_rows() -> None:
    wanted = Specification(people=5)
    assert list(rows_of(wanted, 2, "en", 450)) == list(rows_of(wanted, 2, "en", 450, jobs=2))


@pytest.mark.parametrize("kind", ["exchanged", "shuffled"])
def test_wrong_chains_are_wrong_for_certain(kind: Any) -> None:
    made = Counter[bool]()
    for seed, puzzle in enumerate(islice(generate(Specification(people=4), 2), 60)):
        steps = reason(puzzle)
        wrong = wrong_chain(puzzle, steps, kind, random.Random(seed))
        made[wrong is not None] += 1
        if wrong is None:
            assert kind == "shuffled"
            continue
        assert check(puzzle, wrong)
        assert wrong[-1] == steps[-1]
        if kind == "exchanged":
            assert sum(a != b for a, b in zip(wrong, steps, strict=True)) == 1
        else:
            assert wrong != steps
            assert Counter(wrong) == Counter(steps)
    assert made[True] > 50


def test_wrong_answers_turn_one_to_all_roles() -> None:
    rng = random.Random("wrong")
    turned = Counter(sum(not role for role in wrong_world((True,) * 4, rng)) for _ in range(4_000))
    assert set(turned) == {1, 2, 3, 4}
    assert all(abs(count - 1_000) < 150 for count in turned.values())


@pytest.mark.parametrize("style", ["direct", "steps"])
@pytest.mark.parametrize("answers", ["right", "wrong"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_examples_are_what_they_say(folder: Path, tmp_path: Path, style: str, answers: str, language: str) -> None:
    out = tmp_path / "chat.jsonl"
    words = ["knights", "export", str(folder / "test.jsonl"), "--style", style, "--answers", answers]
    assert run([*words, "--language", language, "--out", str(out)]) == 0
    rows = {row["id"]: row for row in lines_of(out)}
    for source in lines_of(folder / "test.jsonl"):
        row = rows[source["id"]]
        user, assistant = row["messages"]
        assert [user["weight"], assistant["weight"]] == [0, 1]
        [[message, start, end]] = row["loss"]
        assert row["messages"][message]["content"][start:end] == assistant["content"]
        _, start, end = row["answer_span"]
        answer = assistant["content"][start:end]
        marker = "ANSWER: " if language == "en" else "答案："
        assert answer.startswith(marker)
        assert f"`{marker}" in user["content"]  # the form that the question asks for
        assert (start == 0) == (style == "direct")
        if language == "en":
            roles = [part.rpartition(": ")[2] == "knight" for part in answer.removeprefix("ANSWER: ").split(", ")]
            assert (roles == source["solution"]) == (answers == "right")
        assert row["split"] == "test"


def test_wrong_chains_of_direct_answers_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["knights", "export", str(folder / "test.jsonl"), "--style", "direct", "--chain", "shuffled"]
    assert run(words) == 1
    assert "a direct answer has no reasoning" in capsys.readouterr().err


def test_a_missing_extra_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'boxwright\[parquet\]'"):
        import_extra("no_such_package_of_ours", "parquet")


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="needs the extra `parquet`")
def test_parquet_holds_the_same_rows(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "chat.parquet"
    assert run(["knights", "export", str(folder / "train.jsonl"), "--out", str(out)]) == 0
    rows = import_extra("pyarrow.parquet", "parquet").read_table(out).to_pylist()
    assert len(rows) == 120
    assert json.loads(rows[0]["messages"])[1]["role"] == "assistant"
    assert rows[0]["id"] == lines_of(folder / "train.jsonl")[0]["id"]


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="the extra `parquet` is installed")
def test_parquet_without_the_extra_is_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "chat.parquet"
    assert run(["knights", "export", str(folder / "train.jsonl"), "--out", str(out)]) == 1
    assert "pip install 'boxwright[parquet]'" in capsys.readouterr().err
    assert not out.exists()
