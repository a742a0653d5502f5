"""Reports say what a run is: whole or not, which models, at which prices; tables are never cut."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest

from boxwright.blackboxes.environment import Table
from boxwright.cli import run
from boxwright.harness.report.printing import as_latex, plain_tables
from boxwright.screen import Screen

PLAYED = ("eval", "--models", "builtin/oracle,builtin/random", "--boxes", "kumo/bread,kumo/birds", "--turns", "1")
HALF = (*PLAYED, "--samples", "1", "--runs", "2", "--out")


@pytest.fixture
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A run of which one episode was not played."""
    monkeypatch.chdir(tmp_path)
    assert run([*HALF, "out"]) == 0
    with sqlite3.connect("out/results.sqlite") as database:
        database.execute("DELETE FROM episodes WHERE model = 'builtin/oracle' AND box = 'kumo/bread' AND run = 2")
    database.close()
    capsys.readouterr()
    return tmp_path / "out"


def test_an_unfinished_run_says_so_and_has_no_mean_over_boxes(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "out"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("UNFINISHED: 7 of 8 episodes; still to be played: kumo/bread\n")
    assert run(["report", "out", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["complete"], told["unfinished"]["open"]) == (False, {"builtin/oracle": ["kumo/bread"]})
    means = {(s["model"], s["scope"]): s["accuracy"] for s in told["scores"]}
    assert means["builtin/oracle", "*"] is None
    assert means["builtin/oracle", "kumo/bread"] == 1.0
    assert means["builtin/random", "*"] is not None
    assert run([*HALF, "out", "--resume"]) == 0
    assert "UNFINISHED" not in capsys.readouterr().out


def test_a_model_is_added_to_a_run(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = [word.replace("builtin/oracle,builtin/random", "builtin/constant") for word in HALF]
    assert run([*again, "out", "--resume"]) == 0
    captured = capsys.readouterr()
    assert "added to the run: builtin/constant" in captured.err
    assert "builtin/oracle" in captured.out


def test_tables_fit_and_nothing_in_them_is_cut() -> None:
    rows = [[f"encryption/box_{i}", *(f"{i}.{j} % [1–9{j}]" for j in range(9))] for i in range(3)]
    table = Table("wide", ["box", *(f"provider/a-model-with-a-long-name-{j}" for j in range(9))], rows)
    screen = Screen(width=80, file=io.StringIO())
    screen.print(*plain_tables(table, 80))
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, shown.splitlines())) <= 80
    assert all(cell in shown for cell in [*table.columns, *(cell for row in rows for cell in row)])
    assert as_latex(Table("50 % of a_b", ["x", "y"], [["a&b", "–"]])).count("\\%") == 1


def test_a_title_is_as_wide_as_the_screen_and_not_as_its_table() -> None:
    screen = Screen(width=80, file=io.StringIO())
    screen.print(*plain_tables(Table("accuracy at 10@1 (8 samples, 1 run, seed 1)", ["box", "m"], [["a", "1"]]), 80))
    assert screen.file.getvalue().startswith("accuracy at 10@1 (8 samples, 1 run, seed 1)\n")  # type: ignore[attr-defined]


def test_every_part_of_a_wide_table_has_the_columns_that_tell_its_rows_apart() -> None:
    rows = [["knights/puzzles", sort, *(f"{sort}{j}" + "." * 30 for j in range(3))] for sort in ("leaf", "flip")]
    screen = Screen(width=80, file=io.StringIO())
    screen.print(*plain_tables(Table("pairs", ["played", "partner", "a", "b", "c"], rows), 80))
    shown = screen.file.getvalue().splitlines()  # type: ignore[attr-defined]
    parts = sum("played" in line for line in shown)
    assert parts > 1
    assert sum("knights/puzzles" in line and "leaf" in line for line in shown) == parts


def test_every_table_stands_apart_in_markdown_and_nothing_printed_is_dropped_for_files(
    half: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", "out", "--details", "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [n for n, line in enumerate(lines) if n > 1 and line.startswith("|---")]
    assert len(heads) > 3 and all(n == 3 or lines[n - 4] == "" for n in heads)
    for printed in ("--details", "--json"):
        assert run(["report", "out", printed, "--html", "page.html"]) == 1
        assert f"{printed} is printed, not written to files" in capsys.readouterr().err
    assert not Path("page.html").exists()


def test_a_report_is_csv_and_runs_are_compared(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "out", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert ["box", "builtin/oracle", "builtin/random"] in rows
    assert run([*(word if word != "1" else "2" for word in HALF), "other"]) == 0
    capsys.readouterr()
    assert run(["report", "out", "other", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [entry["label"] for entry in told["runs"]] == ["1@1", "2@1"]
    assert "builtin/random 2@1" in {c["first"] for c in told["comparisons"]}
    assert run(["report", "nowhere"]) == 1


def test_models_of_two_runs_are_compared_where_both_asked_the_same_tests(
    half: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    later = [word.replace("builtin/oracle,builtin/random", "builtin/constant") for word in HALF]
    assert run([*later, "later"]) == 0
    assert run([*later[:-1], "--seed", "2", "--out", "others"]) == 0
    capsys.readouterr()
    assert run(["report", "out", "later", "others", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["comparisons"]
    across = {(c["first"], c["second"]) for c in told if c["first"].startswith("builtin/constant")}
    assert ("builtin/constant 1@1 later", "builtin/random 1@1 out") in across
    assert ("builtin/constant 1@1 others", "builtin/constant 1@1 later") in across
    assert ("builtin/constant 1@1 others", "builtin/random 1@1 out") not in across, "other tests"


def test_a_changed_spec_is_refused_by_the_name_of_its_field(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = "models:\n  - name: m\n    provider: openai\n    base_url: http://127.0.0.1:9/v1\n    model: {}\n"
    common = [word.replace("builtin/oracle,builtin/random", "m") for word in HALF]
    Path("models.yaml").write_text(models.format("one"))
    with sqlite3.connect("out/results.sqlite") as database:
        (text,) = database.execute("SELECT value FROM meta").fetchone()
        stored = json.loads(text)
        stored["models"].append("m")
        spec = {"provider": "openai", "model": "two", "base_url": "http://127.0.0.1:9/v1"}
        stored["specs"] = {"m": {**spec, "parameters": {}, "headers": {}, "concurrency": 8}}
        database.execute("UPDATE meta SET value = ?", (json.dumps(stored),))
    database.close()
    capsys.readouterr()
    assert run([*common, "out", "--resume"]) == 1
    assert "other settings (model of m)" in capsys.readouterr().err
