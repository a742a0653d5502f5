"""A game compared with optimal play: action counts on the revealed outcomes, and regret."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.instance import playable
from boxwright.blackboxes.reasoning.kumo.optimal.referee import action_counts, regret_of, relative_count
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, Solver, State
from tests.blackboxes.reasoning.kumo import reference
from tests.blackboxes.reasoning.kumo.published import domain_of, instance_list, needs_published


@needs_published
@pytest.mark.parametrize(
    ("domain", "published"), [("MedicalEnv", 2.24), ("ChemicalEnv", 1.38), ("MusicEnv", 1.90), ("EducationEnv", 1.84)]
)
def test_the_published_count_lies_between_the_smallest_and_the_largest_over_ties(domain: str, published: float) -> None:
    home = domain_of(domain)
    games = [playable(i, home, domain, first_only=True) for i in instance_list(domain, "easy")]
    counts = [action_counts(Solver(game, Semantics.PAPER)) for game in games]
    low, high = (sum(pair[i] for pair in counts) / len(counts) for i in (0, 1))
    assert low <= published <= high
    assert high - low < 0.7


def test_regret_is_zero_for_best_actions_and_the_loss_for_others() -> None:
    draw = random.Random("regret")
    for _ in range(40):
        game = reference.random_game(draw, 5, 5, 3)
        t = draw.randrange(5)
        fitting = [draw.choice([mask for mask in states if not (mask >> t) & 1]) for states in game.states]
        game = replace(game, revealed=tuple(fitting))
        order = draw.sample(range(5), 5)
        solver = Solver(game, Semantics.ELIMINATION)
        alive, left = game.everything, game.all_actions
        for a in order:
            loss = regret_of(solver, State(alive, left), a)
            worth, values = reference.elimination(game, alive, left)
            assert loss == pytest.approx(float(values[a] - worth) if values else 1.0, abs=1e-9)
            alive, left = alive & ~fitting[a], left & ~(1 << a)


def test_a_repeated_action_costs_one() -> None:
    game = reference.random_game(random.Random(3), 4, 4, 3)
    state = State(game.everything & ~game.states[2][0], game.all_actions & ~(1 << 2))
    assert regret_of(Solver(game, Semantics.PAPER), state, 2) == 1.0


def test_relative_count_counts_tests() -> None:
    assert relative_count(3, 2.0) == 0.5
    assert relative_count(3, 0.0) is None
