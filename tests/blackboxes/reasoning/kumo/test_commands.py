"""The commands, as a user meets them."""

from __future__ import annotations

import csv
import json
from itertools import islice
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.certify import check_instance
from boxwright.blackboxes.reasoning.kumo.instances.rejection import by_rejection
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes
from boxwright.cli import run
from boxwright.commands.kumo.domains import named_domain
from tests.blackboxes.reasoning.kumo.test_domains import BREAK, small
from tests.blackboxes.reasoning.kumo.test_sampling import colours


@pytest.fixture
def domain(tmp_path: Path) -> Path:
    file = tmp_path / "colours.json"
    file.write_text(colours().model_dump_json())
    return file


def test_generate_then_solve_under_every_semantics(
    domain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "i.jsonl"
    assert run(["kumo", "generate", str(domain), "--count", "3", "--out", str(out)]) == 0
    assert len(out.read_text().splitlines()) == 3
    for semantics in ("paper", "elimination", "informed"):
        capsys.readouterr()
        assert run(["kumo", "solve", str(out), "--semantics", semantics]) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert len(rows) == 3
        for row in rows:
            assert list(row) == ["line", "seed", "expected_actions", "best_first", "states", "seconds"]
            assert (row["expected_actions"] > 0) == bool(row["best_first"])


def test_solve_needs_a_domain_where_lines_carry_none(
    domain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "published.jsonl"
    line = {"truths": ["truth 1", "truth 2"], "actions": ["action 1"], "observations": {"action 1": "red"}, "seed": 0}
    file.write_text(json.dumps(line | {"valid_truth": "truth 1"}) + "\n")
    assert run(["kumo", "solve", str(file), "--semantics", "paper"]) == 1
    assert f"{file}:1: the instance carries no `outcomes`" in capsys.readouterr().err
    assert run(["kumo", "solve", str(file), "--semantics", "paper", "--domain", str(domain)]) == 0


def test_time_is_up_is_an_interval_and_no_best_action(
    domain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    big = tmp_path / "big.json"
    big.write_text(colours(20, 24).model_dump_json())
    out = tmp_path / "i.jsonl"
    assert (
        run(["kumo", "generate", str(big), "--truths", "20", "--actions", "24", "--count", "1", "--out", str(out)]) == 0
    )
    capsys.readouterr()
    assert run(["kumo", "solve", str(out), "--semantics", "elimination", "--seconds", "0"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["expected_actions"] is None
    assert row["best_first"] == []
    assert 0 < row["lower"] < row["upper"] <= 24


def test_nothing_is_half_written(domain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "i.jsonl"
    assert run(["kumo", "generate", str(domain), "--truths", "12", "--actions", "2", "--out", str(out)]) == 1
    assert "constraint 2" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [domain]


def test_validate_names_faults_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(small()))
    data = small()
    BREAK["overlap"](data)
    bad.write_text(json.dumps(data))
    assert run(["kumo", "validate", str(good)]) == 0
    assert run(["kumo", "validate", str(good), str(bad)]) == 1
    assert "fault (overlap): action 'weigh': ranges overlap from 2 to 3" in capsys.readouterr().out


def test_import_gives_instances_their_table(domain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, folder = tmp_path / "i.jsonl", tmp_path / "in"
    assert run(["kumo", "generate", str(domain), "--count", "3", "--out", str(out)]) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    bare = [{k: row[k] for k in ("truths", "actions", "observations", "seed", "valid_truth")} for row in rows]
    bare[1]["observations"][bare[1]["actions"][0]] = "purple"
    out.write_text("".join(json.dumps(row) + "\n" for row in bare))
    assert run(["kumo", "import", str(domain), "--instances", str(out), "--out", str(folder)]) == 1
    assert "2 instances written, 1 left out" in capsys.readouterr().out
    kept = [json.loads(line) for line in (folder / "i.jsonl").read_text().splitlines()]
    assert [set(row["outcomes"]) == set(row["actions"]) for row in kept] == [True, True]


def test_import_of_endless_numbers_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module, folder = tmp_path / "heights_data.py", tmp_path / "in"
    table = '{"measure": {"type": float, "states": {(0, 5): ["low"], (5, float("inf")): ["high"]}}}'
    module.write_text(f'Truths = ["low", "high"]\nActions = ["measure"]\nOutcomes = {table}\n')
    assert run(["kumo", "import", str(module), "--out", str(folder)]) == 1
    assert "outcome '5 to inf': JSON holds finite numbers only, so nothing is written" in capsys.readouterr().err
    assert not folder.exists()


def test_fairness_compares_the_generators(domain: Path, tmp_path: Path) -> None:
    sizes = ["--truths", "4", "--actions", "6", "--count", "20", "--out", str(tmp_path / "fair")]
    assert run(["kumo", "fairness", str(domain), "kumo/medical", *sizes]) == 0
    header, *rows = csv.reader((tmp_path / "fair" / "generators.csv").read_text().splitlines())
    assert [row[1] for row in rows] == ["rejection", "plain SAT", "randomised SAT", "even", "balanced"] * 2
    assert {row[0] for row in rows[5:]} == {"medical"}
    for row in rows:
        cells = dict(zip(header, row, strict=True))
        assert 0.0 < float(cells["actions"]) <= 1.0 and 0.0 < float(cells["outcomes"]) <= 1.0
        assert 0.0 < float(cells["listed"]) <= 6.0 and 0.0 < float(cells["shuffled"]) <= 6.0
    assert (tmp_path / "fair" / "generators_ms.pdf").read_bytes().startswith(b"%PDF")


def test_games_drawn_by_rejection_are_certified() -> None:
    medical = named_domain("kumo/medical")
    drawn = list(islice(by_rejection(medical, Sizes(4, 6), 1), 10))
    assert [fault for instance in drawn for fault in check_instance(instance)] == []
    assert drawn == list(islice(by_rejection(medical, Sizes(4, 6), 1), 10))


def test_solve_goes_on_after_bad_lines_and_says_so(
    domain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.jsonl"
    assert run(["kumo", "generate", str(domain), "--count", "3", "--out", str(out)]) == 0
    first, second, third = out.read_text().splitlines()
    unsure = json.loads(first) | {"strength": 0.9}
    unsure.pop("hash")
    out.write_text("\n".join(["{", first, json.dumps(unsure), second, "", third]) + "\n")
    capsys.readouterr()
    assert run(["kumo", "solve", str(out), "--semantics", "elimination"]) == 1
    said = capsys.readouterr()
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert ["error" in row for row in rows] == [True, False, True, False, False]
    assert "games.jsonl:3: optimal play" in rows[2]["error"]
    assert [(row["line"], row.get("seed")) for row in rows] == [(1, None), (2, 0), (3, 0), (4, 1), (6, 2)]
    assert [f"games.jsonl:{n}" in said.err for n in (1, 2, 3)] == [True, False, True]


def test_bytes_that_are_no_text_spoil_only_their_line(
    domain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.jsonl"
    assert run(["kumo", "generate", str(domain), "--count", "2", "--out", str(out)]) == 0
    first, second = out.read_bytes().splitlines()
    out.write_bytes(
        b"\xef\xbb\xbf" + first + b"\r\n\xff\xfe{\n" + first.replace(b'": "', b'": "\xe9', 1) + b"\n" + second
    )
    capsys.readouterr()
    assert run(["kumo", "solve", str(out), "--semantics", "elimination"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in row for row in rows] == [False, True, True, False]
    assert all(f"games.jsonl:{n}: not UTF-8" in rows[n - 1]["error"] for n in (2, 3))


def test_books_are_written_as_the_instances_are_read(domain: Path, tmp_path: Path) -> None:
    import tracemalloc

    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    assert run(["kumo", "generate", str(domain), "--count", "1", "--out", str(one)]) == 0
    many.write_text(one.read_text() * 300)
    assert run(["kumo", "book", str(one), "--out", str(tmp_path / "book.jsonl")]) == 0  # imports what it needs
    tracemalloc.start()
    assert run(["kumo", "book", str(many), "--out", str(tmp_path / "books.jsonl")]) == 0
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    books = (tmp_path / "books.jsonl").read_text().splitlines()
    assert len(books) == 300
    assert len({json.loads(book)["book"] for book in books}) == 1
    assert peak < 2_000_000  # 300 instances alone, read at once, take 7 MB


def test_instances_are_written_as_they_are_drawn(domain: Path, tmp_path: Path) -> None:
    import tracemalloc
    from itertools import repeat

    from boxwright.blackboxes.reasoning.kumo.instances.files import read_instances
    from boxwright.commands.kumo.writing import write_instances

    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    assert run(["kumo", "generate", str(domain), "--count", "1", "--out", str(one)]) == 0
    [(_, instance)] = read_instances(one)
    tracemalloc.start()
    write_instances(many, repeat(instance, 3_000), 3_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert many.stat().st_size == 3_000 * one.stat().st_size
    assert peak < many.stat().st_size / 4


def test_a_size_that_nobody_asked_for_fits_a_smaller_domain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "d.json", tmp_path / "g.jsonl"
    file.write_text(colours(5, 4).model_dump_json())
    for name in ("generate", "golden", "probabilistic"):
        assert run(["kumo", name, str(file), "--count", "2", "--out", str(out)]) == 0, name
        assert len(out.read_text().splitlines()) == 2
    assert run(["kumo", "generate", str(file), "--actions", "6", "--out", str(out)]) == 1
    assert "has 4 actions, 6 were asked for" in capsys.readouterr().err


def test_golden_on_several_processes_says_how_many_games_a_small_domain_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "d.json", tmp_path / "g.jsonl"
    file.write_text(colours(3, 3).model_dump_json())
    assert run(["kumo", "golden", str(file), "--count", "400", "--jobs", "2", "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert "can be made; ask for" in said and "Traceback" not in said
    assert not out.exists()
