"""Optimal play with several valid truths, against an expectation over sets in terms of the truths."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.game import (
    FaultyGame,
    Game,
    by_sets,
    game_of_sets,
    mask_of,
    members,
    sets_left,
)
from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal import several
from boxwright.blackboxes.reasoning.kumo.optimal.referee import Referee
from boxwright.blackboxes.reasoning.kumo.optimal.sampled import MOST
from boxwright.blackboxes.reasoning.kumo.optimal.several import SeveralSolver, solver_of
from boxwright.blackboxes.reasoning.kumo.optimal.several_ends import told, told_lower
from boxwright.blackboxes.reasoning.kumo.optimal.solver import FOREVER, Semantics, Solver, State, Way
from boxwright.cli import run
from tests.blackboxes.reasoning.kumo import reference
from tests.blackboxes.reasoning.kumo.test_sampling import colours


def expected(game: Game, size: int) -> Fraction:
    """The fewest expected actions until one set of `size` truths is left, all equally likely at first."""
    sets = [mask_of(chosen) for chosen in combinations(range(len(game.truths)), size)]

    def leaving(each: int, a: int) -> list[int]:
        """The outcomes that may be shown if this set is valid."""
        return [mask for mask in game.states[a] if not mask & each] or list(game.states[a])

    def solve(alive: int, left: int) -> Fraction:
        live = [each for each in sets if not each & ~alive]
        if len(live) <= 1 or not any(mask & each for a in members(left) for mask in game.states[a] for each in live):
            return Fraction(0)
        weight = dict.fromkeys(live, Fraction(1))
        for each in live:
            for a in members(game.all_actions & ~left):
                weight[each] /= max(1, sum(not mask & each for mask in game.states[a]))
        values = []
        for a in members(left):
            value = Fraction(1)
            for mask in game.states[a]:
                often = sum(weight[e] * Fraction(leaving(e, a).count(mask), len(leaving(e, a))) for e in live)
                share = Fraction(game.states[a].count(mask))
                if often:
                    value += often / share / sum(weight.values()) * solve(alive & ~mask, left & ~(1 << a))
            values.append(value)
        return min(values)

    return solve(game.everything, game.all_actions)


def test_the_value_is_that_of_the_definition() -> None:
    for instance in islice(generate(colours(), Sizes(4, 4, 2), 1), 6):
        game = game_of(instance)
        value = Solver(game_of_sets(game), Semantics.ELIMINATION).value()
        assert value.exact
        assert value.lower == pytest.approx(float(expected(game, 2)), abs=1e-9)


def played(game: Game, judged: Referee, size: int) -> Fraction:
    """The expected actions of the optimal player, over all sets and outcomes; its predictions must fit what is left."""
    sets = [mask_of(chosen) for chosen in combinations(range(len(game.truths)), size)]

    def go(alive: int, left: int, weight: dict[int, Fraction]) -> Fraction:
        state = State(alive, left)
        a = judged.action(state)
        if a is None:
            named = judged.answer(state)
            assert named.bit_count() == size and not named & ~alive
            assert weight.get(named, 0) == max(weight.values())
            return Fraction(0)
        whole = Fraction(1)
        for mask in set(game.states[a]):
            shown: dict[int, Fraction] = {}
            for each, share in weight.items():
                fitting = [other for other in game.states[a] if not other & each] or list(game.states[a])
                shown[each] = share * Fraction(fitting.count(mask), len(fitting))
            after = {each: share for each, share in shown.items() if share and not each & mask}
            if after:
                rest = {each: share / sum(after.values()) for each, share in after.items()}
                whole += sum(shown.values()) * go(alive & ~mask, left & ~(1 << a), rest)
        return whole

    return go(game.everything, game.all_actions, {each: Fraction(1, len(sets)) for each in sets})


@pytest.mark.parametrize("sizes", [Sizes(4, 4, 2), Sizes(6, 5, 3), Sizes(8, 6, 4)])
def test_the_optimal_player_takes_what_the_optimum_says(sizes: Sizes) -> None:
    """Of four of eight truths there are more sets than are searched as truths."""
    assert (by_sets(game_of(next(generate(colours(), sizes, 3)))).valid.bit_count() > 1) == (sizes.truths == 8)
    for instance in islice(generate(colours(), sizes, 3), 4):
        game = game_of(instance)
        judged = Referee(game, Semantics.ELIMINATION, 100_000)
        optimum = judged.optimum().expected
        assert optimum is not None
        assert float(played(game, judged, sizes.valid)) == pytest.approx(optimum, abs=1e-9)


SHAPES = [(5, 4, 2), (5, 5, 3), (6, 6, 2), (6, 5, 4), (7, 6, 2), (6, 6, 3)]
"""Truths, actions, valid truths: few enough sets for the searches of one valid truth, which are the reference."""


def small_games(count: int) -> Iterator[Game]:
    """Random games, with sets that an action rules out whatever it shows."""
    draw = random.Random(18)
    for i in range(count):
        truths, actions, valid = SHAPES[i % len(SHAPES)]
        game = reference.random_game(draw, truths, actions, 3)
        yield replace(game, valid=mask_of(draw.sample(range(truths), valid)))


@pytest.mark.parametrize("semantics", [Semantics.PAPER, Semantics.ELIMINATION])
def test_the_search_over_survivors_finds_what_the_search_over_sets_finds(semantics: Semantics) -> None:
    for game in small_games(120):
        known = Solver(game_of_sets(game), semantics, Way.PLAIN).value(every=True)
        found = SeveralSolver(game, semantics).value(every=True)
        assert found.exact and found.best == known.best
        assert found.values == pytest.approx(known.values, abs=1e-9)


def test_the_value_is_that_of_the_definition_later_in_a_game_too() -> None:
    for game in islice(small_games(30), 0, None, 3):
        action = max(range(len(game.actions)), key=lambda a: game.states[a][0].bit_count())
        alive, left = game.everything & ~game.states[action][0], game.all_actions & ~(1 << action)
        known = Solver(game_of_sets(game), Semantics.ELIMINATION).value(State(sets_left(game, alive), left))
        found = SeveralSolver(game, Semantics.ELIMINATION).value(State(alive, left))
        assert found.lower == pytest.approx(known.lower, abs=1e-9)


@pytest.mark.parametrize("semantics", [Semantics.PAPER, Semantics.ELIMINATION])
def test_an_interval_holds_the_value(semantics: Semantics) -> None:
    for game in small_games(120):
        known = SeveralSolver(game, semantics).value().lower
        solver = SeveralSolver(game, semantics, slice_states=1)
        found = solver.value(most_states=1)
        assert found.lower <= known + 1e-9 and found.upper >= known - 1e-9
        least = solver._sets_core.least(game.everything, game.all_actions)
        assert least <= known + 1e-9 and SeveralSolver(game, semantics, Way.GREEDY).value().upper >= known - 1e-9
        if semantics is Semantics.ELIMINATION:
            told = solver._told(FOREVER, FOREVER, sample=False)
            assert told is not None and told.lower <= known + 1e-9 and not told.sampled


@pytest.mark.parametrize("semantics", [Semantics.PAPER, Semantics.ELIMINATION])
def test_games_of_the_greedy_player_are_drawn_by_the_law(semantics: Semantics) -> None:
    """Their mean is what summing up that player finds."""
    for game in small_games(12):
        mean = SeveralSolver(game, semantics, Way.GREEDY).value().upper
        played = SeveralSolver(game, semantics)._played(60.0)
        assert played is not None and played.games == MOST
        assert mean - 0.05 <= played.upper <= mean + 0.1


def test_an_interval_of_informed_holds_the_value() -> None:
    held = 0
    for game in small_games(24):
        try:
            known = Solver(game_of_sets(game), Semantics.INFORMED).value().lower
        except FaultyGame:
            continue  # no set could be the answer
        found = SeveralSolver(game, Semantics.INFORMED).value(seconds=0.2, sample=True)
        assert found.lower <= known + 1e-9 and found.upper >= known - 1e-9
        held += found.upper < len(game.actions)
    assert held > 3


def test_who_is_told_all_but_one_plays_a_game_with_one_valid_truth() -> None:
    game = Game(("a", "b", "c", "d"), ("x", "y"), ((0b0001, 0b1100), (0b0010, 0b0100)), valid=0b0011)
    left = told(game, 0b0001, honest=True)
    assert left is not None and left.truths == ("b",), "x cannot show its first outcome, and the other rules out c, d"
    assert left.states == ((0,), (1, 0))
    everyone = told(game, 0b0001, honest=False)
    assert everyone is not None and everyone.truths == ("b", "c", "d") and everyone.states == ((0b110,), (0b001, 0b010))
    assert told(replace(game, states=((0b0001,), (0b0010,))), 0b0001, honest=True) is None


def test_the_mean_over_what_is_told_says_whether_it_was_sampled() -> None:
    whole = told_lower([1, 2, 3, 4], lambda mask, _: float(mask), FOREVER, everything=True, least=1.0)
    assert whole is not None and (whole.lower, str(whole)) == (2.5, "")
    late = told_lower([1, 2, 3, 4], lambda mask, _: float(mask), 0.0, everything=True, least=1.0)
    assert late is not None and (late.lower, late.tried) == (1.0, 0)
    drawn = told_lower([1, 3] * 20, lambda mask, _: float(mask), FOREVER, everything=False, least=1.0)
    assert drawn is not None and 1.5 < drawn.lower < 2.0 and "in 40 ways that were drawn, confidence 99%" in str(drawn)
    assert told_lower([1, 3], lambda mask, _: float(mask), FOREVER, everything=False, least=1.0) is None


def test_many_sets_have_an_interval() -> None:
    [instance] = islice(generate(colours(12, 8), Sizes(12, 8, 2), 1), 1)
    game = game_of(instance)
    with pytest.raises(FaultyGame, match="66 possible answers"):
        game_of_sets(game)
    exact = solver_of(game, Semantics.ELIMINATION).value()
    found = solver_of(game, Semantics.ELIMINATION).value(most_states=100)
    assert exact.exact and found.lower <= exact.lower <= found.upper


def test_beyond_the_sets_that_are_weighed_there_is_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in small_games(12):
        known = SeveralSolver(game, Semantics.ELIMINATION).value().lower
        with monkeypatch.context() as patched:
            patched.setattr(several, "MOST_SETS", 5)
            found = SeveralSolver(game, Semantics.ELIMINATION).value(sample=True, seconds=0.1)
        assert found.lower <= known + 1e-9 and found.upper >= known - 1e-9


def test_play_is_compared_with_optimal_play_of_several_truths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    play = ["--boxes", "kumo/medical", "--models", "builtin/list-order", "--turns", "8", "--sandbox", "local", "--json"]
    for size, open_games in (("6/8", 0), ("12/8", 2)):
        settings = [f"size={size}", "valid=3", "states=1000", "regret=paper"]
        given = [part for setting in settings for part in ("--kumo", setting)]
        assert run(["eval", *play, *given, "--samples", "2", "--out", size.replace("/", "-")]) == 0
        [row] = [row for row in json.loads(capsys.readouterr().out)["kumo"] if row["scope"] == "kumo/*"]
        assert row["unsolved"]["elimination"] == open_games and row["regret"] > 0.0
        assert (row["relative"]["elimination"] is None) == (open_games > 0)


def test_solve_takes_several_truths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "two.jsonl"
    sizes = ["--truths", "6", "--actions", "8", "--valid", "2", "--count", "2"]
    assert run(["kumo", "generate", "kumo/medical", *sizes, "--least", "2", "--out", str(out)]) == 0
    capsys.readouterr()
    assert run(["kumo", "solve", str(out), "--semantics", "elimination"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["expected_actions"] >= 2 for row in rows] == [True, True]
