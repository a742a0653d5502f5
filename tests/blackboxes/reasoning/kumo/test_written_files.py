"""What commands write: inside their folder, atomically, never over other files; and searches that end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.studies.statistics import pearson
from boxwright.cli import run
from boxwright.commands.kumo.writing import file_names
from tests.blackboxes.reasoning.kumo.test_domains import small
from tests.blackboxes.reasoning.kumo.test_sampling import colours

HEADER = "model,kumo,"


def domain_file(folder: Path, name: str = "colours", truths: int = 12, actions: int = 10) -> str:
    file = folder / "domain.json"
    file.write_text(colours(truths, actions).model_copy(update={"domain": name}).model_dump_json())
    return str(file)


@pytest.mark.parametrize("name", ["../../evil", "a/b", "", "\n", "..", ".hidden", "a\\b", "a\x00b", " a", "x" * 201])
def test_a_domains_name_never_leaves_the_folder(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    out = tmp_path / "in" / "deep" / "out"
    file = domain_file(tmp_path, name)
    for command in (["import"], ["split", "--cut"], ["graph"]):
        assert run(["kumo", command[0], file, *command[1:], "--out", str(out)]) == 1
        assert "cannot be a file's name" in capsys.readouterr().err
    assert [p.name for p in tmp_path.rglob("*")] == ["in", "domain.json"] or not out.exists()
    assert sorted(p.name for p in tmp_path.rglob("*.*")) == ["domain.json"]


@pytest.mark.parametrize("change", ["no outcomes", "no truths", "new action"])
def test_studies_refuse_domains_with_blocking_faults(
    change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = small()
    if change == "no outcomes":
        data["outcomes"] = {}
    elif change == "no truths":
        data["truths"] = []
    else:
        data["actions"].append("smell")
    file, out = tmp_path / "bad.json", tmp_path / "out"
    file.write_text(json.dumps(data))
    for name in ("golden", "split", "graph", "counterfactual", "probabilistic", "generate"):
        assert run(["kumo", name, str(file), "--out", str(out)]) == 1, name
        assert f"{file}: " in capsys.readouterr().err
    assert not out.exists()


def test_a_picture_never_takes_the_place_of_the_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("g.svg", "g.SVG", "g.pdf"):
        out = tmp_path / name
        assert run(["kumo", "golden", domain_file(tmp_path), "--count", "2", "--out", str(out)]) == 1
        assert "is a picture's name" in capsys.readouterr().err
        assert not out.exists()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none" / "x.jsonl"
    for name in ("golden", "generate", "counterfactual", "probabilistic"):
        assert run(["kumo", name, domain_file(tmp_path, actions=16), "--out", str(out)]) == 1
        said = capsys.readouterr().err
        assert f"{tmp_path / 'none'}: there is no such folder" in said
        assert ".part" not in said


def test_two_domains_of_one_name_are_not_drawn_over_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = domain_file(tmp_path)
    other = tmp_path / "other.json"
    other.write_text(Path(first).read_text())
    assert run(["kumo", "graph", first, str(other), "--out", str(tmp_path / "g")]) == 1
    assert "two of the domains are called" in capsys.readouterr().err
    assert not (tmp_path / "g").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEADER + "x\na,1,2\nb,2,3\na,3,4\n", ":4: 'a' is in line 2 too"),
        (HEADER + "x\na,1,2\n,2,3\nc,3,4\n", ":3: column 'model' is empty"),
        ("model,kumo\na,1\nb,2\nc,3\n", "has no column of another benchmark"),
        (HEADER + "x,x\na,1,2,2\nb,2,3,3\nc,3,4,4\n", "has two columns 'x'"),
        (HEADER + "\na,1,2\nb,2,3\nc,3,4\n", "has a column without a name"),
        ("", "holds no rows"),
        (HEADER + "x\n" + "a" * 200_000 + ",1,2\n", "not CSV that can be read"),
    ],
)
def test_tables_that_cannot_be_correlated(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(text)
    assert run(["kumo", "correlate", str(file), "--out", str(tmp_path / "out")]) == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_long_cell_is_no_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "classes.csv"
    file.write_text("class,right\n" + "a" * 200_000 + ",1\nb,0\n")
    assert run(["kumo", "chi-square", str(file)]) == 1
    assert "not CSV that can be read" in capsys.readouterr().err


def test_every_benchmark_has_its_own_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(HEADER + "A B,A_B,a b\nx,1,2,3,1\ny,2,4,1,1\nz,3,7,2,2\n")
    assert run(["kumo", "correlate", str(file), "--out", str(tmp_path / "out")]) == 0
    drawn = {path.name: path.read_text() for path in (tmp_path / "out").glob("*.svg")}
    assert sorted(drawn) == ["kumo_A_B.svg", "kumo_A_B_2.svg", "kumo_a_b_3.svg"]
    assert "kumo and A_B<" in drawn["kumo_A_B_2.svg"]
    assert (tmp_path / "out" / "correlations.csv").read_text().count("\n") == 4
    assert len(set(file_names(["a", "A", "a?", "a_", "é" * 300]).values())) == 5


def test_a_pair_of_scores_of_too_few_models_leaves_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("model,kumo,mmlu,gpqa\na,0.1,0.2,0.3\nb,0.5,0.4,0.1\nc,0.9,0.9,\n")
    assert run(["kumo", "correlate", str(file)]) == 0
    captured = capsys.readouterr()
    assert "mmlu" in captured.out
    assert "left out" in captured.err and "'gpqa'" in captured.err


@pytest.mark.parametrize("unit", [1e-200, 1e-310, 1.0, 1e150, 1e307])
def test_a_correlation_does_not_depend_on_the_unit(unit: float) -> None:
    found = pearson([(1 * unit, 2.0), (2 * unit, 3.0), (4 * unit, 2.5), (5 * unit, 7.0)])
    assert found.r == pytest.approx(9.5 / 156.875**0.5)
    assert found.r == pytest.approx(
        pearson([(2.0, -1 * unit), (3.0, -2 * unit), (2.5, -4 * unit), (7, -5 * unit)]).r * -1
    )


@pytest.mark.parametrize("given", ["nan", "inf", "-1"])
def test_a_least_that_is_no_number_of_actions(given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kumo", "generate", domain_file(tmp_path), "--least", given, "--out", str(tmp_path / "x")]) != 0
    assert "is not a number of actions" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_bound_settles_what_a_game_needs_and_else_the_search_is_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = domain_file(tmp_path, truths=30, actions=30), tmp_path / "x"
    big = ["kumo", "generate", file, "--truths", "30", "--actions", "30", "--count", "1", "--out", str(out)]
    assert run([*big, "--least", "1.5", "--states", "1000"]) == 0
    assert len(out.read_text().splitlines()) == 1
    out.unlink()
    capsys.readouterr()
    assert run([*big, "--least", "29", "--states", "1000"]) == 1
    assert "is not settled within 1,000 states for 3 of 3" in capsys.readouterr().err
    assert run([*big, "--least", "31"]) == 1
    assert "no instance of 30 actions needs more" in capsys.readouterr().err
    assert not out.exists()


def test_golden_games_that_are_not_solved_are_not_called_optimal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = domain_file(tmp_path, truths=14, actions=18), tmp_path / "x.jsonl"
    sizes = ["--truths", "14", "--actions", "18", "--states", "1000", "--jobs", "1"]
    assert run(["kumo", "golden", file, *sizes, "--count", "2", "--out", str(out)]) == 1
    assert "does not solve games of 14 truths and 18 actions within 1,000 states" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["domain.json"]
    assert run(["kumo", "golden", file, *sizes, "--policy", "greedy", "--count", "2", "--out", str(out)]) == 0
    assert len(out.read_text().splitlines()) == 2


def test_golden_games_are_the_same_whatever_the_number_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = []
    for count, jobs in ((5, "1"), (12, "2")):
        out = tmp_path / f"{count}.jsonl"
        assert (
            run(["kumo", "golden", domain_file(tmp_path), "--count", str(count), "--jobs", jobs, "--out", str(out)])
            == 0
        )
        written.append(out.read_text().splitlines())
    assert written[1][:5] == written[0]
    assert len(written[1]) == 12


def test_a_command_that_is_terminated_leaves_nothing_half_written(tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    command = [sys.executable, "-m", "boxwright", "kumo", "golden", domain_file(tmp_path), "--count", "100000"]
    with subprocess.Popen([*command, "--jobs", "1", "--out", str(out)], stderr=subprocess.DEVNULL) as running:
        while not [path for path in tmp_path.iterdir() if path.name.endswith(".part")] and running.poll() is None:
            time.sleep(0.05)
        os.kill(running.pid, signal.SIGTERM)
        assert running.wait() == 128 + signal.SIGTERM
    assert sorted(path.name for path in tmp_path.iterdir()) == ["domain.json"]
