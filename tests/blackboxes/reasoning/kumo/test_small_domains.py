"""Domains of a few truths and actions: what can be made is made, and what cannot is one line."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from boxwright.blackboxes.environment import BadOptions
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.balance import balanced, evened
from boxwright.blackboxes.reasoning.kumo.instances.kept_rate import kept_rate
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import draw
from boxwright.blackboxes.reasoning.kumo.instances.sampling import AllMade, CannotBeMade, Sizes, generate
from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings
from boxwright.cli import run

SIX = "6 different instances of 3 truths, 3 actions, 1 valid can be made; ask for 6 or fewer"


def tiny() -> Domain:
    """Three truths, three actions, six possible games."""
    tables = {
        action: Outcomes(
            type="str",
            states=[OutcomeState(value="p", rules_out=[first]), OutcomeState(value="q", rules_out=[second])],
        )
        for action, first, second in (("x", "A", "B"), ("y", "B", "C"), ("z", "C", "A"))
    }
    return Domain(domain="tiny", truths=["A", "B", "C"], actions=["x", "y", "z"], outcomes=tables)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.json"
    path.write_text(tiny().model_dump_json())
    return path


@pytest.mark.parametrize("keep", ["even", "all"])
@pytest.mark.parametrize("count", [1, 2, 6])
def test_what_can_be_made_is_made(file: Path, tmp_path: Path, keep: str, count: int) -> None:
    out = tmp_path / "games.jsonl"
    assert run(["kumo", "generate", str(file), "--keep", keep, "--count", str(count), "--out", str(out)]) == 0
    games = [json.loads(line) for line in out.read_text().splitlines()]
    assert len({json.dumps(game["observations"], sort_keys=True) + game["valid_truth"] for game in games}) == count


@pytest.mark.parametrize("keep", ["even", "all"])
def test_without_a_number_a_small_domain_gives_all_that_it_has(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], keep: str
) -> None:
    out = tmp_path / "games.jsonl"
    assert run(["kumo", "generate", str(file), "--keep", keep, "--out", str(out)]) == 0
    made = len(out.read_text().splitlines())
    assert 0 < made <= 6
    assert f"all {made} instances of tiny" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("keep", ["even", "all"])
def test_more_than_there_are_is_one_line(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], keep: str
) -> None:
    out = tmp_path / "games.jsonl"
    assert run(["kumo", "generate", str(file), "--keep", keep, "--count", "7", "--out", str(out)]) == 1
    assert f"tiny: {SIX}" in capsys.readouterr().err
    assert not out.exists()


def test_what_is_kept_of_few_says_how_many() -> None:
    few = list(islice(generate(tiny(), Sizes(3, 3), 1), 6))

    def drawn(made: int) -> object:
        yield from few
        raise AllMade("tiny", Sizes(3, 3), made)

    with pytest.raises(CannotBeMade, match="`even` keeps 6; keep `all`"):
        list(evened(drawn(9), 1))  # type: ignore[arg-type]
    with pytest.raises(CannotBeMade, match=r"`balanced` keeps \d; use another --keep"):
        list(balanced(generate(tiny(), Sizes(3, 3), 1), 1))


def test_probabilistic_games_take_the_same_tables_again_with_other_outcomes() -> None:
    rounds = set[int]()
    for seed in range(1, 9):
        games = list(islice(draw(tiny(), Sizes(3, 3), seed, 0.96), 6))
        assert len({json.dumps(game.observations, sort_keys=True) + str(game.valid_truth) for game in games}) == 6
        rounds.add(len({game.seed for game in games}))
    assert min(rounds) < 6  # not every table met its certificate in the first round
    with pytest.raises(CannotBeMade, match=r"after 6 games, in 400 draws .* fewer games"):
        list(draw(tiny(), Sizes(3, 3), 1, 0.96))
    assert kept_rate(tiny(), Sizes(3, 3), 0.96) is not None


def test_fairness_takes_a_size_that_the_domain_has(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kumo", "fairness", str(file), "--count", "8"]) == 0
    shown = capsys.readouterr().out
    assert "chance 33.3%" in shown
    assert "tiny, even: measured on 6 instances, all that it draws" in shown
    assert run(["kumo", "fairness", str(file), "--truths", "4"]) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "tiny has 3 truths, 4 were asked for" in captured.err


def test_even_is_for_several_valid_truths_too_and_balanced_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = ["kumo", "generate", "kumo/bread", "--valid", "2", "--truths", "5", "--count", "2", "--out"]
    assert run([*made, str(tmp_path / "a")]) == 0
    assert run([*made, str(tmp_path / "b"), "--keep", "even"]) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert run([*made, str(tmp_path / "c"), "--keep", "balanced"]) == 1
    assert "--keep balanced is defined for one valid truth; leave it out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"valid": "2", "keep": "balanced"}, "--kumo keep=balanced: input should be"),
        ({"book": "written", "keep": "all"}, "--kumo keep=all: stored books"),
        ({"book": "published", "language": "zh"}, "--kumo language=zh: books from elsewhere"),
    ],
)
def test_a_setting_without_effect_is_refused(given: dict[str, str], fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        read_settings(given)


def test_what_is_kept_is_what_the_record_says() -> None:
    kept = [read_settings(given).keep for given in ({}, {"valid": "2"}, {"valid": "2", "keep": "all"}, {"keep": "all"})]
    assert kept == ["even", "even", "all", "all"]
