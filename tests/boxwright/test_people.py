"""People who played KUMO, beside a player without a model: success, pace, who counts, and what each is paid."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from boxwright.cli import run

GAME = ("play", "kumo/bread", "--turns", "6", "--samples", "1", "--seed", "3", "--out")


def table(folder: Path) -> dict[str, dict[str, str]]:
    return {row["player"]: row for row in csv.DictReader((folder / "people.csv").read_text("utf-8").splitlines())}


def test_the_study_of_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, study = str(tmp_path / "people"), tmp_path / "study"
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run([*GAME, out, "--name", "ada"]) == 1
    said = capsys.readouterr().out
    truths = re.search(r"^Truths: (.*)$", said, re.MULTILINE)
    actions = re.search(r"^Actions: (.*)$", said, re.MULTILINE)
    assert truths and actions
    first, truth = actions[1].split(", ")[0], truths[1].split(", ")[0]
    for name in ("ada", "bob"):
        replies = [f"ACTION: {first}", f"PREDICT: {truth}"][name == "bob" :]
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{reply}\n\n" for reply in replies)))
        assert run([*GAME, out, "--name", name, "--resume"]) == 0
    evaluation = ["eval", "--models", "builtin/oracle", "--boxes", "kumo/bread", "--turns", "6", "--samples", "1"]
    assert run([*evaluation, "--seed", "3", "--sandbox", "local", "--out", str(tmp_path / "models")]) == 0
    capsys.readouterr()

    everyone = ["kumo", "people", out, str(tmp_path / "models"), "--out", str(study)]
    assert run([*everyone, "--pay", "2,0.5,1"]) == 0
    assert "2 people count" in capsys.readouterr().out
    rows = table(study)
    assert rows["human/ada"]["actions"] == "1.0000" and rows["human/bob"]["actions"] == "0.0000"
    assert float(rows["human/ada"]["s per move"]) >= 0.0 and rows["human/bob"]["s per move"] == ""
    assert float(rows["human/ada"]["pay"]) == 2.5 + float(rows["human/ada"]["success"])
    assert rows["builtin/oracle"]["success"] == "1.0000" and rows["builtin/oracle"]["pay"] == ""
    assert run([*everyone, "--pay", "2,0.5,1", "--least-seconds", "600"]) == 0
    rows = table(study)
    assert rows["human/ada"]["counts"] == "faster than 600 s a move" and rows["human/ada"]["pay"] == "2.00"
    assert rows["human/bob"]["counts"] == "yes"

    assert run([*everyone, "--pay", "max(3, 2 + 4*right) - 0.5*games + 0*minutes"]) == 0
    rows = table(study)
    won = float(rows["human/ada"]["success"])
    assert float(rows["human/ada"]["pay"]) == max(3.0, 2.0 + 4.0 * won) - 0.5

    # a set of tasks in several folders: one row a person, paid once, by the paper's formula
    again = [*GAME[:-2], "4", "--out", str(tmp_path / "more"), "--name", "ada"]
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(again) == 1
    lines = dict(re.findall(r"^(Truths|Actions): (.*)$", capsys.readouterr().out, re.MULTILINE))
    replies = [
        *(f"ACTION: {name}" for name in lines["Actions"].split(", ")[:3]),
        "PREDICT: " + lines["Truths"].split(", ")[0],
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{reply}\n\n" for reply in replies)))
    assert run([*again, "--resume"]) == 0
    both = ["kumo", "people", out, str(tmp_path / "more"), "--out", str(study)]
    paper = "25*min(games, 1) + 15*success - 0.1*actions*games"
    assert run([*both, "--pay", paper]) == 0
    rows = table(study)
    assert rows["human/ada"]["games"] == "2" and rows["human/ada"]["actions"] == "2.0000"
    assert float(rows["human/ada"]["pay"]) == pytest.approx(25 + 15 * float(rows["human/ada"]["success"]) - 0.4)
    assert run([*both, "--pay", paper, "--least-games", "2"]) == 0
    assert (table(study)["human/bob"]["counts"], table(study)["human/bob"]["pay"]) == ("fewer than 2 games", "0.00")
    # games that were played in another way are not pooled: a row each, but who counts and the pay are of all games
    other = [*GAME, str(tmp_path / "other"), "--kumo", "protocol=published", "--kumo", "book=symbolic", "--name", "ada"]
    monkeypatch.setattr("sys.stdin", io.StringIO("I do not know.\n\n"))
    assert run(other) == 0
    capsys.readouterr()
    assert run([*both[:-2], str(tmp_path / "other"), *both[-2:], "--pay", paper, "--least-games", "2"]) == 0
    assert "1 person counts, 4/6, protocol published, books symbolic, mean" in capsys.readouterr().out
    found = list(csv.DictReader((study / "people.csv").read_text("utf-8").splitlines()))
    ada = [row for row in found if row["player"] == "human/ada"]
    assert [[row[name] for name in ("size", "protocol", "books", "games", "counts")] for row in ada] == [
        ["4/6", "own", "template", "2", "yes"],
        ["4/6", "published", "symbolic", "1", "yes"],
    ]
    assert [row["pay"] for row in ada] == [f"{25 + 15 * float(ada[0]['success']) * 2 / 3 - 0.1 * 2 * 3:.2f}", ""]
    assert "protocol published" in (study / "people.svg").read_text("utf-8")
    for formula in ("2,1", "games.real", "__import__('os')", "right ** 9", "1 / (games - 1)", "-5", "2 +", "salary"):
        assert run([*everyone, "--pay", formula]) == 1
        assert f"--pay {formula}" in capsys.readouterr().err
    assert run(["kumo", "people", str(tmp_path / "models"), "--out", str(study)]) == 1
    assert "invite people" in capsys.readouterr().err
