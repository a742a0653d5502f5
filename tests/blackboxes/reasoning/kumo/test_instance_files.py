"""The one reader of instance files, met through every command that takes them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.cli import run

Row = dict[str, Any]


def first(row: Row) -> str:
    action: str = row["actions"][0]
    return action


UNSEALED: dict[str, tuple[Callable[[Row], object], str]] = {
    "unknown outcome": (lambda r: r["observations"].update({first(r): "purple"}), "which is none of its outcomes"),
    "missing observation": (lambda r: r["observations"].pop(first(r)), "has no observation"),
    "empty valid truth": (lambda r: r.update(valid_truth=[]), "`valid_truth` is empty"),
    "valid twice": (lambda r: r.update(valid_truth=r["truths"][:1] * 2), "names a truth twice"),
    "valid truth not listed": (lambda r: r.update(valid_truth="nobody"), "not among the instance's truths"),
    "all valid": (lambda r: r.update(valid_truth=r["truths"]), "4 valid of 4 truths leaves nothing to rule out"),
    "no truths": (lambda r: r.update(truths=[]), "lists no truths"),
    "no actions": (lambda r: r.update(actions=[]), "lists no actions"),
    "no states": (lambda r: r["outcomes"][first(r)].update(states=[]), "has no outcomes"),
    "no table": (lambda r: r["outcomes"].pop(first(r)), "has no entry in `outcomes`"),
    "doubled truth": (lambda r: r["truths"].append(r["truths"][0]), "is listed twice"),
}
"""Changes of an instance whose hash has been taken away, and what is said of each."""
BROKEN = {
    "not JSON": ("{", "not JSON"),
    "nested": ("[" * 100_000, "nested too deeply"),
    "long number": ('{"seed": ' + "9" * 5_000 + "}", "number that is too long"),
    "not finite": ('{"truths": [1e999]}', "not finite"),
    "half a character": ('{"truths": ["\\ud800"]}', "lone surrogate"),
    "a list": ("[1, 2]", "not an instance: a line is a JSON object"),
}


def commands(games: Path, domain: str) -> list[list[str]]:
    play = ["kumo", "play", domain, str(games), "--models", "builtin/greedy", "--sandbox", "local"]
    return [
        ["kumo", "solve", str(games), "--semantics", "elimination"],
        ["kumo", "book", str(games)],
        [*play, "--out", str(games.with_name("played"))],
    ]


def refused(games: Path, domain: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that every command refuses the second line, writes nothing, and says why."""
    for command in commands(games, domain):
        assert run(command) == 1, command
        said = capsys.readouterr()
        assert f"{games}:2: " in said.err, command
        assert words in said.err, command
        rows = [json.loads(line) for line in said.out.splitlines()]
        assert [("error" in row) for row in rows] == ([False, True] if command[1] == "solve" else []), command
    assert not games.with_name("played").exists()
    into = games.with_name("in")
    assert run(["kumo", "import", domain, "--instances", str(games), "--out", str(into)]) == 1
    said = capsys.readouterr()
    assert f"{games}:2: " in said.out
    assert "1 instance written, 1 left out as faulty" in said.out
    assert len((into / games.name).read_text().splitlines()) == 1


@pytest.mark.parametrize("kind", sorted(UNSEALED))
def test_an_instance_that_cannot_be_played_is_refused_by_all(
    kind: str, games: Path, domain: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [json.loads(line) for line in games.read_text().splitlines()]
    change, words = UNSEALED[kind]
    del rows[1]["hash"]
    change(rows[1])
    games.write_text("".join(json.dumps(row) + "\n" for row in rows))
    refused(games, domain, words, capsys)


@pytest.mark.parametrize("kind", sorted(BROKEN))
def test_a_line_that_is_no_instance_is_refused_by_all(
    kind: str, games: Path, domain: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text, words = BROKEN[kind]
    games.write_text(games.read_text().splitlines()[0] + "\n" + text + "\n")
    refused(games, domain, words, capsys)


def as_published_row(line: str, **changes: Any) -> Row:
    """The instance of a line under the names of the published data sets' rows, as their description has them."""
    row = json.loads(line)
    seen = json.dumps(row["observations"])
    made = {"truth_list": row["truths"], "action_list": row["actions"], "observation": seen}
    made |= {"ground_truth": row["valid_truth"], "optimal_action_cnt": 4, "knowledge_book": "Nothing is known."}
    return made | changes


def test_rows_of_the_published_data_sets_are_instances(
    games: Path, domain: str, capsys: pytest.CaptureFixture[str]
) -> None:
    solve = ["kumo", "solve", str(games), "--domain", domain, "--semantics", "paper"]
    lines = games.read_text().splitlines()
    bare = [{name: json.loads(line)[name] for name in ("truths", "actions", "observations")} for line in lines]
    games.write_text("".join(json.dumps(row) + "\n" for row in bare))
    assert run(solve) == 0
    wanted = [json.loads(row)["expected_actions"] for row in capsys.readouterr().out.splitlines()]
    text, mapping = as_published_row(lines[0]), as_published_row(lines[1], observation=bare[1]["observations"])
    games.write_text(json.dumps(text) + "\n" + json.dumps(mapping) + "\n")
    assert run(solve) == 0
    assert [json.loads(row)["expected_actions"] for row in capsys.readouterr().out.splitlines()] == wanted
    into, played = games.with_name("in"), games.with_name("played")
    assert run(["kumo", "import", domain, "--instances", str(games), "--books", "--out", str(into)]) == 0
    kept = [json.loads(line) for line in (into / games.name).read_text().splitlines()]
    assert [row["observations"] for row in kept] == [row["observations"] for row in bare]
    assert [row["knowledge_book"] for row in kept] == ["Nothing is known."] * 2
    play = ["kumo", "play", domain, str(games), "--books", "published", "--models", "builtin/list-order"]
    assert run([*play, "--out", str(played)]) == 0
    assert run(["kumo", "results", str(played), "--domain", domain, "--instances", str(games), "--out", str(into)]) == 0


ROWS: dict[str, tuple[Row, str]] = {
    "a list": ({"observation": []}, "`observation` is a list; write a mapping from each action to what it shows"),
    "nothing": ({"observation": None}, "`observation` is null; write a mapping"),
    "no JSON": ({"observation": "{'a': 1}"}, "`observation` is a text that is not JSON (not JSON: Expecting property"),
    "another JSON": ({"observation": "[1]"}, "`observation` is a text whose JSON is no mapping; write a mapping"),
    "both names": ({"truths": ["a"]}, "has both `truth_list` and `truths`, which are one field; leave one of them out"),
    "no list": ({"action_list": "a"}, "not an instance: actions: Input should be a valid list"),
}


@pytest.mark.parametrize("kind", sorted(ROWS))
def test_a_row_that_cannot_be_read_is_refused_by_all(
    kind: str, games: Path, domain: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line, other = games.read_text().splitlines()
    changes, words = ROWS[kind]
    games.write_text(line + "\n" + json.dumps(as_published_row(other, **changes)) + "\n")
    refused(games, domain, words, capsys)


def test_content_that_was_changed_under_its_hash(games: Path, domain: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(line) for line in games.read_text().splitlines()]
    rows[1]["seed"] += 7
    games.write_text("".join(json.dumps(row) + "\n" for row in rows))
    refused(games, domain, "changed after it was made", capsys)


def test_outcomes_of_another_domain(games: Path, domain: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(line) for line in games.read_text().splitlines()]
    rows[0]["outcomes"][first(rows[0])]["states"][0]["rules_out"] = []
    rows[0]["outcomes"][first(rows[0])]["states"][1]["rules_out"] = []
    rows[0]["hash"] = Instance.model_validate(rows[0]).content_hash()
    games.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["kumo", "solve", str(games), "--semantics", "paper", "--domain", domain]) == 1
    assert "its outcomes are not those of" in capsys.readouterr().err


def test_a_byte_order_mark_is_no_fault(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games.write_text("\ufeff" + games.read_text(), encoding="utf-8")
    assert run(["kumo", "solve", str(games), "--semantics", "paper"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize("text", ["[" * 100_000, '{"truths": ' + "9" * 5_000 + "}", '{"truths": ["\\udcff"]}'])
def test_a_domain_file_that_no_parser_takes(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    for command in (["validate"], ["fairness"], ["import", "--out", str(tmp_path / "in")]):
        assert run(["kumo", command[0], str(file), *command[1:]]) == 1
        assert f"{file}: " in capsys.readouterr().err
    assert not (tmp_path / "in").exists()


def test_the_time_of_the_first_instance_holds_no_compiling(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from boxwright.blackboxes.reasoning.kumo.optimal import solver as optimal

    order: list[str] = []
    solve = optimal.Solver.value

    def noted(solver: Any, *args: Any, **kwargs: Any) -> Any:
        order.append(solver.game.truths[0])
        return solve(solver, *args, **kwargs)

    monkeypatch.setattr(optimal.Solver, "value", noted)
    assert run(["kumo", "solve", str(games), "--semantics", "informed"]) == 0
    rows = [json.loads(line) for line in games.read_text().splitlines()]
    assert order[-2:] == [row["truths"][0] for row in rows]
    assert order[0] == "truth 0"
    assert len(order) > 2
    assert len(capsys.readouterr().out.splitlines()) == 2
