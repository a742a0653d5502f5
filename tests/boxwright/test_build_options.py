"""`build`: no option is silently ignored, and a dry run prints calls, tokens and money."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.cli import run

MODELS = """models:
  - {name: cheap, provider: openai, base_url: 'http://127.0.0.1:9/v1', prices: {input: 1, output: 2}}
  - {name: dear, provider: openai, base_url: 'http://127.0.0.1:9/v1', prices: {input: 10, output: 20}}
  - name: short
    provider: openai
    base_url: http://127.0.0.1:9/v1
    prices: {input: 0, output: 1}
    max_output_tokens: 5
  - {name: free, provider: openai, base_url: 'http://127.0.0.1:9/v1'}
"""
BOX = "encryption/my_cipher"


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run(["init", "ws"]) == 0
    monkeypatch.chdir(tmp_path / "ws")
    Path("models.yaml").write_text(MODELS)
    return tmp_path / "ws"


REFUSED = [
    ("--model cheap --strict", "--strict only works with `--model replay`"),
    ("--model cheap --recordings .", "--recordings only works with `--model replay`"),
    ("--model cheap --accept-changes --only-compare", "--only-compare never replaces a box"),
    ("--model replay --planted x", "a replay takes --planted from its recording"),
    ("--model replay --consensus 2 --test-turns 6", "a replay takes --consensus, --test-turns from its recording"),
    ("--model replay --restart-after 1 --max-revisions 4", "--max-revisions, --restart-after from its recording"),
    ("--model replay --tester builtin/prober", "`replay` plays all roles"),
    ("--model dear --coder cheap --tester cheap --refiner cheap", "--model has no effect"),
    ("--model cheap --coder cheap,dear --consensus 1", "dear would never be asked"),
    ("--model cheap --coder cheap,dear,free", "free would never be asked"),
    ("--model cheap --restart-after 4", "--restart-after 4 has no effect with --max-revisions 4"),
    ("--model cheap --tester builtin/prober --test-batch 3", "remove --test-batch"),
    ("--model cheap --tester builtin/prober --test-samples 3", "remove --test-samples"),
    ("--model cheap --tester nobody", "unknown model 'nobody'"),
    ("--model cheap --tester builtin/oracle", "unknown model 'builtin/oracle'"),
]


@pytest.mark.parametrize("dry", [[], ["--dry-run"]], ids=["", "dry"])
@pytest.mark.parametrize(("options", "line"), REFUSED, ids=[options for options, _ in REFUSED])
def test_an_option_without_effect_is_one_clear_line(
    options: str, line: str, dry: list[str], inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["build", BOX, *options.split(), *dry]) == 1
    err = capsys.readouterr().err
    assert line in err
    assert len(err.splitlines()) == 1
    assert not (inside / "runs" / "builds").exists()


def test_options_for_code_are_refused_where_only_kumo_domains_are_named(
    inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["build", "kumo/birds", "--coder", "cheap,dear", "--consensus", "2", "--dry-run"]) == 1
    assert "a KUMO domain only has an author" in capsys.readouterr().err


def dry(capsys: pytest.CaptureFixture[str], options: str) -> str:
    capsys.readouterr()
    assert run(["build", BOX, "--dry-run", *options.split()]) == 0
    return capsys.readouterr().out


SMALL = "--max-revisions 0 --test-turns 1 --budget 10M --consensus 1 "


class TestDryRun:
    """Write and claims 3 calls each, 3 replies of the tester 9, its work by hand 3, its draw 3, judge 3.

    200,000 tokens in, 16,000 out for each.
    """

    def test_the_money_at_each_roles_price(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = dry(capsys, SMALL + "--model cheap --refiner dear")
        assert "coder: cheap; at most 6 calls" in out
        assert "tester: cheap; at most 21 calls" in out
        assert "refiner: dear; at most 9 calls" in out, "it judges twice, and reads the code"
        # 27 calls at 0.2 + 0.032 dollars, 9 at 2 + 0.32
        assert "at most $27.14, if every call" in out
        assert "the budget of 10,000,000 tokens stops the build before more than $27.14 is spent" in out

    def test_without_a_word_two_coders_write(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        said = dry(capsys, "--max-revisions 0 --test-turns 1 --model cheap")
        assert said == dry(capsys, "--max-revisions 0 --test-turns 1 --model cheap --consensus 2")
        assert "coder: cheap; at most 9 calls" in said

    def test_the_budget_may_end_it_first(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert "before more than $2.00 is spent" in dry(capsys, "--budget 100k --model dear")
        assert "the budget of $3.50 stops the build before more than $3.50 is spent" in dry(
            capsys, "--budget $3.50 --model dear"
        )

    def test_the_prober_asks_nothing(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = dry(capsys, "--max-revisions 0 --budget 10M --consensus 1 --model cheap --tester builtin/prober")
        assert "tester: builtin/prober, needs no model; at most 0 calls" in out
        assert "at most 9 calls" in out
        assert "at most $2.09, if" in out  # 9 calls at 0.232 dollars

    def test_a_models_own_limit_counts(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert "at most $0.00, if" in dry(capsys, SMALL + "--model short")  # 21 calls of 5 tokens

    def test_of_several_coders_the_dearest_counts(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = dry(capsys, SMALL + "--coder cheap,dear --tester cheap --refiner cheap --consensus 2")
        # coder 9 calls, tester 15, refiner 9
        assert "at most $26.45, if" in out

    def test_an_unknown_price_is_said(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = dry(capsys, SMALL + "--model cheap --refiner free")
        assert "price unknown: free;" in out
        assert "$" not in out
        assert run(["build", BOX, "--dry-run", "--model", "free", "--budget", "$3"]) == 1
        assert "the price of free is unknown" in capsys.readouterr().err

    def test_relay_costs_nothing(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert "at most $0.00, if" in dry(capsys, "--model relay/me")

    def test_a_replay_asks_nobody(self, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        capsys.readouterr()
        assert run(["build", "encryption/zigzag_cipher", "--dry-run", "--model", "replay"]) == 0
        assert "costs nothing" in capsys.readouterr().out


def test_options_without_effect_on_any_builder_are_refused(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["build", "kumo/birds", "--coder", "cheap", "--tester", "cheap", "--test-turns", "3", "--dry-run"]) == 1
    assert "only has an author, and no code is run; remove --tester, --test-turns" in capsys.readouterr().err
    assert run(["build", "kumo/birds", BOX, "--model", "cheap", "--test-turns", "3", "--dry-run"]) == 0


def test_a_builder_asks_for_its_own_roles_only(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["build", "kumo/birds", "--coder", "cheap", "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert "  coder: cheap; at most 132 calls" in out
    assert "tester" not in out
    assert run(["build", "kumo/birds"]) == 1
    assert "no model for coder; give --model NAME" in capsys.readouterr().err


def test_a_dry_run_says_what_recorded_builds_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boxwright.yaml").touch()
    assert run(["build", "physics/pendulum", "--dry-run"]) == 0
    (line,) = (x for x in capsys.readouterr().out.splitlines() if x.startswith("typically "))
    assert line.endswith("recorded builds of physics)") and "typically 0 calls" not in line
