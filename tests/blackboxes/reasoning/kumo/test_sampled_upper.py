"""Upper ends from sampled games: they hold the exact value, come near it, and say their confidence."""

from __future__ import annotations

from itertools import islice

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal import solver as optimal
from boxwright.blackboxes.reasoning.kumo.optimal.sampled import sampled_upper
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, Solver
from boxwright.commands.kumo.domains import named_domain


def drawn(name: str, sizes: Sizes, count: int) -> list[Game]:
    return [game_of(instance) for instance in islice(generate(named_domain(f"kumo/{name}"), sizes, 1), count)]


@pytest.mark.parametrize("semantics", list(Semantics))
def test_a_sampled_upper_end_holds_the_value_and_is_near_it(semantics: Semantics) -> None:
    for game in [*drawn("bread", Sizes(5, 7), 3), *drawn("medical", Sizes(5, 7), 2)]:
        solver = Solver(game, semantics)
        exact = solver.value()
        found = sampled_upper(game, semantics.value, solver.possible, seconds=60.0, most=600)
        assert exact.exact and found is not None and found.games == 600
        assert exact.lower <= found.upper < min(len(game.actions), 2.0 * exact.lower + 1.0)


def test_an_interval_says_that_its_end_was_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "SAMPLING", 1.5)
    [game] = drawn("aircraft", Sizes(16, 20), 1)
    plain = Solver(game, Semantics.ELIMINATION).value(most_states=1_000)
    found = Solver(game, Semantics.ELIMINATION).value(most_states=1_000, sample=True)
    assert not found.exact and found.lower <= found.upper <= plain.upper
    assert plain.upper_by == "" and ("confidence 99%" in found.upper_by) == (found.upper < plain.upper)
    assert found.upper < 18.0
