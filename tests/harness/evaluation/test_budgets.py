"""Turns, shots and samples per family or box, and what a user is told of the calls ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.blackboxes.box import open_box
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness.analysis.metrics import tests_of as samples_of
from boxwright.harness.evaluation.budgets import (
    SETTINGS,
    FamilyBudget,
    as_declared,
    budget_for,
    check_budgets,
    read_budgets,
)
from boxwright.harness.evaluation.plan import EvalSettings, plan_of
from boxwright.harness.evaluation.store import Key
from boxwright.harness.report.tables import title
from boxwright.sandbox import Launcher


def test_a_box_goes_before_its_family_and_both_before_the_rest() -> None:
    budgets = read_budgets(["game:turns=1,samples=4", "game/rps7_beat_last:turns=2"])
    assert budget_for(budgets, "game/anti_rps_random") == FamilyBudget(turns=1, samples=4)
    assert budget_for(budgets, "game/rps7_beat_last") == FamilyBudget(turns=2, samples=4)
    assert budget_for(budgets, "code/kmp") == FamilyBudget()
    settings = EvalSettings(models=("m",), boxes=("game/rps7_beat_last", "code/kmp"), turns=10, budgets=budgets)
    plan = plan_of(settings, Key("m", "game/rps7_beat_last", 1))
    assert (plan.turns, plan.shots, plan.samples) == (2, 1, 4)
    assert plan_of(settings, Key("m", "code/kmp", 1)).turns == 10
    assert plan_of(settings, Key("m", "code/kmp", 1)) == plan_of(
        settings.model_copy(update={"budgets": {}}), Key("m", "code/kmp", 1)
    )


def test_turns_may_be_none_at_all() -> None:
    settings = EvalSettings(models=("m",), boxes=("code/kmp",), budgets=read_budgets(["code:turns=0"]))
    assert plan_of(settings, Key("m", "code/kmp", 1)).turns == 0


def test_the_papers_settings() -> None:
    paper, longer = SETTINGS["paper"], SETTINGS["paper-20"]
    assert (paper.turns, paper.shots, longer.turns, longer.shots) == (10, 1, 20, 2)
    games = [budget_for(s.budgets, "game/x") for s in (paper, longer)]
    assert [(g.turns, g.shots, g.samples) for g in games] == [(1, 1, 4), (2, 1, 4)]
    samples = {name: budget_for(paper.budgets, f"{name}/x").samples for name in ("code", "circuit", "physics")}
    assert samples == {"code": 32, "circuit": 10, "physics": 6}
    by_program = {"physics/ball_air_resistance", "physics/double_pendulum", "physics/harmonic_friction"}
    workspace = Workspace(SHIPPED, True, None)
    boxes = {name: load(workspace, name) for name in workspace.accepted_folders() if name.startswith("physics/")}
    assert as_declared(boxes, {}) == {name: FamilyBudget(answers="code", samples=1_000) for name in by_program}
    one = "physics/double_pendulum"
    assert as_declared(boxes, read_budgets([f"{one}:answers=direct"])).keys() == by_program - {one}
    assert not as_declared(boxes, read_budgets(["physics:answers=direct"]))
    assert as_declared(boxes, read_budgets(["physics:answers=code,samples=20"])).keys() == by_program


def test_results_know_each_boxs_number_of_samples_and_say_it() -> None:
    settings = EvalSettings(models=("m",), boxes=("game/a",), budgets=read_budgets(["game:samples=4,turns=1"]))
    stored = settings.model_dump(mode="json") | {"level": "local"}
    assert (samples_of(stored, "game/a"), samples_of(stored, "code/kmp")) == (4, 8)
    assert "game: turns 1, samples 4" in title(stored)
    programs = settings.model_copy(update={"budgets": read_budgets(["physics/x:answers=code"])})
    assert samples_of(programs.model_dump(mode="json"), "physics/x") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game", "write NAME:FIELD=VALUE"),
        ("game:", "write NAME:FIELD=VALUE"),
        ("game:turns", "write NAME:FIELD=VALUE"),
        ("game:turn=1", "turn: no such field; there are turns, shots, samples, answers"),
        ("game:turns=many", "turns: input should be a valid integer"),
        ("game:shots=0", "shots: input should be greater than or equal to 1"),
        ("code:answers=poem", "answers: input should be 'direct' or 'code'"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(text: str, said: str) -> None:
    with pytest.raises(BoxwrightError, match=rf"^--for {text}: .*{said}"):
        read_budgets([text])


def test_a_name_that_is_not_played_is_named() -> None:
    with pytest.raises(BoxwrightError, match="--for gme: nothing of that name is played; there are game, game/a"):
        check_budgets({}, ["game/a"], ["gme"])


def test_the_calls_of_an_episode_are_counted_before_it(launcher: Launcher) -> None:
    place = Workspace(SHIPPED, True, None)

    def calls(identifier: str, **budget: int) -> list[int]:
        with open_box(load(place, identifier), launcher) as box:
            return list(box.calls(Plan(**{"turns": 10, "shots": 1, "samples": 8, "seed": 1} | budget)))

    assert calls("encryption/zigzag_cipher") == [18]
    assert calls("puzzle/number_guessing", samples=6) == [11] * 6
    assert calls("game/rps7_beat_last") == [(10 + 1) * moves for moves in (10, 11, 13, 15)]
    assert calls("game/rps7_beat_last", turns=1) == [(1 + 1) * moves for moves in (10, 11, 13, 15)]


@pytest.mark.parametrize(("boxes", "told"), [("game/rps7_cycle", True), ("encryption/caesar_cipher", False)])
def test_long_episodes_are_announced_before_a_run_is_decided_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, boxes: str, told: bool
) -> None:
    """A dry run is where one decides; 10@1 of a game of fifty rounds does not look like 500 calls."""
    place = str(tmp_path / "out")
    assert run(["eval", "--models", "relay/nobody", "--boxes", boxes, "--dry-run", "--out", place]) == 0
    said = capsys.readouterr().err
    assert ("model calls ahead; per episode: game/rps7_cycle " in said) is told
