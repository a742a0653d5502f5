"""Ends of intervals from sampled games and worlds: they hold the exact value and say their confidence."""

from __future__ import annotations

import time
from collections import Counter
from itertools import islice, product
from typing import Any

import numpy as np
import pytest

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, mask_of, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal import shown as showing
from boxwright.blackboxes.reasoning.kumo.optimal import solver as optimal
from boxwright.blackboxes.reasoning.kumo.optimal.cores import BoundedCore
from boxwright.blackboxes.reasoning.kumo.optimal.sampled import sampled_upper
from boxwright.blackboxes.reasoning.kumo.optimal.shown import shown_lower
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, Solver, State
from boxwright.blackboxes.reasoning.kumo.optimal.tables import NODES
from boxwright.blackboxes.reasoning.kumo.optimal.worlds import Worlds
from boxwright.commands.kumo.domains import named_domain


def drawn(name: str, sizes: Sizes, count: int) -> list[Game]:
    return [game_of(instance) for instance in islice(generate(named_domain(f"kumo/{name}"), sizes, 1), count)]


@pytest.mark.parametrize("semantics", list(Semantics))
def test_a_sampled_upper_end_holds_the_value_and_is_near_it(semantics: Semantics) -> None:
    for game in [*drawn("bread", Sizes(5, 7), 3), *drawn("medical", Sizes(5, 7), 2)]:
        solver = Solver(game, semantics)
        exact = solver.value()
        found = sampled_upper(game, semantics.value, solver.possible, Worlds(game), seconds=60.0, most=600)
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


def worlds_of(game: Game, t: int) -> list[tuple[int, ...]]:
    """All worlds of a truth, by trying every combination of outcomes."""
    found = []
    for shown in product(*(range(len(states)) for states in game.states)):
        masks = [states[s] for states, s in zip(game.states, shown, strict=True)]
        ruled_out = 0
        for mask in masks:
            ruled_out |= mask
        if ruled_out == game.everything & ~(1 << t):
            found.append(shown)
    return found


def test_worlds_are_counted_and_drawn_as_trying_all_of_them_finds() -> None:
    for game in [*drawn("bread", Sizes(4, 6), 2), *drawn("medical", Sizes(5, 7), 2)]:
        worlds = Worlds(game)
        for t in range(len(game.truths)):
            all_of_them = worlds_of(game, t)
            assert worlds.number(t) == len(all_of_them)
            if all_of_them:
                seen = Counter(tuple(int(s) for s in worlds.one(t)) for _ in range(1_500))
                assert set(seen) <= set(all_of_them)
                fair = 1_500 / len(all_of_them)
                assert sum((seen[world] - fair) ** 2 for world in all_of_them) / fair < 3 * len(all_of_them) + 30


def test_who_may_still_be_valid_is_who_has_a_world_left() -> None:
    rng = np.random.default_rng(3)
    for game in [*drawn("bread", Sizes(4, 6), 2), *drawn("medical", Sizes(5, 7), 2)]:
        worlds = Worlds(game)
        everyone = {t: worlds_of(game, t) for t in range(len(game.truths))}
        for t in (t for t, found in everyone.items() if found):
            shown = everyone[t][int(rng.integers(len(everyone[t])))]
            taken = [a for a in range(len(game.actions)) if rng.random() < 0.5]
            alive = game.everything
            for a in taken:
                alive &= ~game.states[a][shown[a]]
            left = game.all_actions & ~mask_of(taken)
            for u in members(alive):
                if everyone[u]:
                    assert worlds.possible(u, alive, left) == _some_rest(game, u, alive, left)


def _some_rest(game: Game, u: int, alive: int, left: int) -> bool:
    """Whether some outcomes of the actions left rule out all survivors but one, by trying all."""
    for masks in product(*(game.states[a] for a in members(left))):
        ruled_out = 0
        for mask in masks:
            ruled_out |= mask
        if not (ruled_out >> u) & 1 and alive & ~ruled_out == 1 << u:
            return True
    return False


def test_what_is_left_when_outcomes_are_shown_is_never_dearer() -> None:
    for game in [*drawn("bread", Sizes(6, 10), 2), *drawn("medical", Sizes(6, 10), 2)]:
        solver = Solver(game, Semantics.INFORMED)
        exact = solver.value()

        def rest(alive: int, left: int, within: float, solver: Solver = solver) -> float:
            assert 0.0 <= within <= 0.5
            return solver.value(State(alive, left)).lower

        found = shown_lower(game, Worlds(game), solver.possible, rest, seconds=0.5)
        assert exact.exact and found is not None and 0.0 <= found.lower <= exact.lower


def test_an_open_game_of_informed_has_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "SAMPLING", 4.0)
    [game] = drawn("medical", Sizes(12, 16), 1)
    found = Solver(game, Semantics.INFORMED).value(most_states=2_000, sample=True)
    assert not found.exact and 1.0 < found.lower < found.upper < 12.0
    assert "confidence 99%" in found.lower_by and "confidence 99%" in found.upper_by


def test_a_time_limit_holds_for_all_that_an_open_game_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are counted once, as long as there is time; nothing is begun when it is up."""
    counted: list[int] = []
    number = Worlds.number
    monkeypatch.setattr(Worlds, "number", lambda self, t: counted.append(t) or number(self, t))
    [game] = drawn("medical", Sizes(12, 16), 1)
    solver = Solver(game, Semantics.INFORMED)
    found = solver.value(seconds=0.0, sample=True)
    assert (found.exact, found.late, found.lower, found.upper) == (False, True, 0.0, 16.0)
    assert len(counted) <= 1
    counted.clear()
    began = time.perf_counter()
    found = solver.value(seconds=2.0, sample=True)
    assert not found.exact and found.late and 1.0 < found.lower < found.upper < 16.0
    assert counted[: len(game.truths)] == list(range(len(game.truths)))
    again = counted[len(game.truths) :]
    assert len(again) < len(game.truths), "only where more worlds of a truth are drawn than its table gave at once"
    assert time.perf_counter() - began < 4.0
    assert sampled_upper(game, "informed", solver.possible, Worlds(game), seconds=0.0) is None
    assert shown_lower(game, Worlds(game), solver.possible, lambda *_: 1.0, seconds=0.0) is None


def test_every_stage_leaves_the_later_ones_their_time() -> None:
    stages = optimal._Stages(16.0, greedy=True, sampled=True, shown=True)
    assert stages.search == 7.0
    later = [optimal.SAMPLED_SHARE + optimal.SHOWN_SHARE, optimal.SHOWN_SHARE, 0.0]
    assert [round(stages.seconds(after)) for after in later] == [8, 10, 16]
    assert optimal._Stages(16.0, greedy=True, sampled=False, shown=False).search == 15.0
    endless = optimal._Stages(optimal.FOREVER, greedy=True, sampled=True, shown=True)
    assert endless.search == endless.seconds(0.5) == optimal.FOREVER


class Clock:
    """A clock that only work moves on."""

    def __init__(self) -> None:
        self.now = self.began = time.perf_counter()

    def perf_counter(self) -> float:
        return self.now


@pytest.mark.parametrize(("each", "limit"), [(0.002, 6.0), (0.004, 6.0), (0.0001, 1.0)])
def test_a_slow_machine_overruns_a_time_limit_by_no_more_than_a_few_states(
    monkeypatch: pytest.MonkeyPatch, each: float, limit: float
) -> None:
    """Every state takes so many seconds, every growth of the table 0.05 and then four times as long, a count 0.1."""
    grown = [0.05]
    search, grow, number = BoundedCore.search, BoundedCore.grow, Worlds.number

    def slow_search(core: BoundedCore, *given: Any) -> None:
        search(core, *given)
        clock.now += each * int(core.counters[NODES])

    def slow_grow(core: BoundedCore, entries: int) -> None:
        grow(core, entries)
        clock.now += grown[0]
        grown[0] *= 4

    def slow_number(worlds: Worlds, t: int) -> float:
        clock.now += 0.1
        return number(worlds, t)

    [game] = drawn("fantasy_beasts", Sizes(12, 16), 1)
    clock = Clock()
    monkeypatch.setattr(optimal, "time", clock)
    monkeypatch.setattr(BoundedCore, "search", slow_search)
    monkeypatch.setattr(BoundedCore, "grow", slow_grow)
    monkeypatch.setattr(Worlds, "number", slow_number)
    found = Solver(game, Semantics.INFORMED).value(seconds=limit, interval=False)
    assert found.late and not found.exact
    assert 0.5 * limit < clock.now - clock.began <= limit + 0.05


def test_the_last_end_has_what_loading_its_tools_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    [game] = drawn("medical", Sizes(6, 10), 1)
    solver = Solver(game, Semantics.INFORMED)
    solver.value(most_states=1)
    given: list[float] = []

    def lower(*known: Any) -> None:
        given.append(known[-1])

    monkeypatch.setattr(showing, "shown_lower", lower)
    stages = optimal._Stages(8.0, greedy=False, sampled=True, shown=True, began=time.perf_counter() - 7.0)
    assert solver._shown(1.0, stages) == (1.0, "")
    assert 0.0 < given[0] <= 1.0
