"""Optimal play with several valid truths, against an expectation over sets in terms of the truths."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, islice
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame, Game, game_of_sets, mask_of, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, Solver
from boxwright.cli import run
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


def test_too_many_sets_are_refused() -> None:
    [instance] = islice(generate(colours(12, 8), Sizes(12, 8, 2), 1), 1)
    with pytest.raises(FaultyGame, match="66 possible answers"):
        game_of_sets(game_of(instance))


def test_solve_takes_several_truths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "two.jsonl"
    sizes = ["--truths", "6", "--actions", "8", "--valid", "2", "--count", "2"]
    assert run(["kumo", "generate", "kumo/medical", *sizes, "--least", "2", "--out", str(out)]) == 0
    capsys.readouterr()
    assert run(["kumo", "solve", str(out), "--semantics", "elimination"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["expected_actions"] >= 2 for row in rows] == [True, True]
