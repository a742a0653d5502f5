"""All states by layers: against brute force in exact fractions, against the searches, and at their limits."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from boxwright.blackboxes.reasoning.kumo.domain.model import read_domain
from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import playable
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal import layers
from boxwright.blackboxes.reasoning.kumo.optimal import solver as optimal
from boxwright.blackboxes.reasoning.kumo.optimal.layers import Found, layered
from boxwright.blackboxes.reasoning.kumo.optimal.solver import FOREVER, Semantics, Solver, State, Way
from boxwright.blackboxes.workspace import SHIPPED
from tests.blackboxes.reasoning.kumo import reference
from tests.blackboxes.reasoning.kumo.published import game_list, needs_published

CLOSE = 1e-9
ACCEPTED = SHIPPED / "blackboxes" / "accepted" / "kumo"


def found_in(game: Game, alive: int, left: int, paper: bool = False) -> Found:
    found = layered(game, alive, left, paper, lambda: True)
    assert found is not None
    return found


def agrees(game: Game, alive: int, left: int, paper: bool = False) -> bool:
    """Compare a state with brute force; False where play has ended."""
    worth, values = (reference.paper if paper else reference.elimination)(game, alive, left)
    found = found_in(game, alive, left, paper)
    if not values:
        assert (found.worth, found.values) == (0.0, {})
        return False
    assert found.worth == pytest.approx(float(worth), abs=CLOSE)
    touching = {a for a in members(left) if any(mask & alive for mask in game.states[a])}
    assert set(found.values) == touching
    for a, value in found.values.items():
        assert value == pytest.approx(float(values[a]), abs=CLOSE)
    return True


@pytest.mark.parametrize("part", range(4))
def test_random_games_equal_brute_force(part: int) -> None:
    draw = random.Random(f"layers {part}")
    played = 0
    for _ in range(700):
        game = reference.random_game(draw, draw.randint(2, 5), draw.randint(1, 5), 4)
        played += agrees(game, game.everything, game.all_actions)
    assert played > 600


@pytest.mark.parametrize("part", range(4))
def test_random_games_equal_brute_force_under_paper(part: int) -> None:
    draw = random.Random(f"layers of paper {part}")
    played = 0
    for _ in range(700):
        game = reference.random_game(draw, draw.randint(2, 5), draw.randint(1, 5), 4, sound=draw.random() < 0.8)
        played += agrees(game, game.everything, game.all_actions, paper=True)
    assert played > 200


@pytest.mark.parametrize("paper", [False, True])
def test_bitmaps_of_several_words_equal_brute_force(paper: bool) -> None:
    draw = random.Random("words")
    played = 0
    for truths in (6, 7, 8, 9):
        for _ in range(12):
            game = reference.random_game(draw, truths, 5, 3)
            played += agrees(game, game.everything, game.all_actions, paper)
    assert played > 10


@pytest.mark.parametrize("paper", [False, True])
def test_states_on_the_way_equal_brute_force(paper: bool) -> None:
    draw = random.Random("way")
    played = 0
    for _ in range(250):
        game = reference.random_game(draw, 6, 5, 3)
        alive, left = game.everything, game.all_actions
        while alive and left:
            played += agrees(game, alive, left, paper)
            a = draw.choice(members(left))
            alive, left = alive & ~draw.choice(game.states[a]), left & ~(1 << a)
    assert played > (100 if paper else 400)


def searched(
    game: Game, way: Way, monkeypatch: pytest.MonkeyPatch, semantics: Semantics = Semantics.ELIMINATION
) -> optimal.Value:
    """Solve a game by search alone."""
    monkeypatch.setattr(optimal, "PATIENCE", FOREVER)
    solver = Solver(game, semantics, way)
    value = solver.value(every=way is Way.PLAIN)
    assert value.exact
    assert not solver.layered
    return value


@needs_published
@pytest.mark.parametrize("semantics", [Semantics.ELIMINATION, Semantics.PAPER])
@pytest.mark.parametrize("name", ["MedicalEnv", "ChemicalEnv", "EducationEnv"])
def test_published_hard_instances_equal_the_bounded_search(
    name: str, semantics: Semantics, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in game_list(name, "hard")[: 4 if semantics is Semantics.PAPER else 1]:
        found = found_in(game, game.everything, game.all_actions, semantics is Semantics.PAPER)
        value = searched(game, Way.BOUNDED, monkeypatch, semantics)
        assert found.worth == pytest.approx(value.lower, abs=CLOSE)
        assert {a for a, worth in found.values.items() if worth <= found.worth + CLOSE} == set(value.best)


def hard_game(domain: str, number: int) -> Game:
    read = read_domain(ACCEPTED / domain / "domain.json")
    [instance] = islice(generate(read, Sizes(12, 16), seed=1), number, number + 1)
    return playable(instance, read, domain)


def test_a_hard_game_of_ours_equals_the_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hard_game("bacteria", 1)
    found = found_in(game, game.everything, game.all_actions)
    value = searched(game, Way.PLAIN, monkeypatch)
    assert found.states <= value.states < 1.001 * found.states  # after each slice the search opens its path anew
    assert found.worth == pytest.approx(value.lower, abs=CLOSE)
    for a, worth in found.values.items():
        assert worth == pytest.approx(value.values[a], abs=CLOSE)


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "PATIENCE", 30)
    monkeypatch.setattr(optimal, "LATER", 5)


@pytest.mark.parametrize("semantics", [Semantics.ELIMINATION, Semantics.PAPER])
def test_a_solver_that_turns_to_layers_says_what_the_search_says(
    semantics: Semantics, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random("turn")
    games = [reference.random_game(draw, 9, 10, 4) for _ in range(12)]
    exact = [searched(game, Way.PLAIN, monkeypatch, semantics) for game in games]
    impatient(monkeypatch)
    turned = 0
    for game, wanted in zip(games, exact, strict=True):
        solver = Solver(game, semantics)
        value = solver.value(every=True)
        turned += solver.layered
        assert (value.best, value.exact) == (wanted.best, True)
        assert value.lower == pytest.approx(wanted.lower, abs=CLOSE)
        assert value.values == pytest.approx(wanted.values, abs=CLOSE)
        again = solver.value(every=True)
        assert again.best == value.best
        assert again.values == pytest.approx(value.values, abs=CLOSE)
        for a in wanted.best[:1]:  # and goes on so, below the start
            state = State(game.everything & ~game.states[a][0], game.all_actions & ~(1 << a))
            whole = Solver(game, semantics, Way.PLAIN).value(state)
            assert solver.value(state).lower == pytest.approx(whole.lower, abs=CLOSE)
    assert turned > 3


@pytest.mark.parametrize("limit", ["MOST_EACH", "MOST_TOGETHER", "MOST_PAIRS", "MOST_VALUES"])
def test_what_is_beyond_a_limit_is_searched_to_its_end(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = hard_game("bacteria", 1)
    state = State(game.everything & 0x3FF, game.all_actions & 0x3FF)
    wanted = Solver(game, Semantics.ELIMINATION, Way.PLAIN).value(state)
    impatient(monkeypatch)
    monkeypatch.setattr(layers, limit, 5)
    assert layered(game, state.alive, state.left, False, lambda: True) is None
    solver = Solver(game, Semantics.ELIMINATION)
    value = solver.value(state)
    assert value.states > optimal.PATIENCE
    assert not solver.layered
    assert value.exact
    assert value.lower == pytest.approx(wanted.lower, abs=CLOSE)


def test_fewer_states_than_the_bounds_may_take_leave_the_layers_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hard_game("fantasy_beasts", 0)
    solver = Solver(game, Semantics.ELIMINATION, slice_states=40)
    assert not solver.value(most_states=120).exact
    impatient(monkeypatch)
    assert solver.value(most_states=29).best == ()
    assert not solver.layered


def test_out_of_time_between_layers_is_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    draw = random.Random("clock")
    game = reference.random_game(draw, 9, 10, 4)
    asked = 0

    def stopped(self: optimal._Budget) -> float:
        nonlocal asked
        asked += 1
        return 0.0 if asked <= 4 else 2.0

    exact = Solver(game, Semantics.ELIMINATION, Way.PLAIN).value()
    monkeypatch.setattr(optimal._Budget, "elapsed", property(stopped))
    solver = Solver(game, Semantics.ELIMINATION)
    cut = solver.value(seconds=1.0)
    assert asked > 4
    assert not solver.layered
    assert not cut.exact
    assert cut.best == ()
    assert cut.lower <= exact.lower + CLOSE
    assert exact.lower <= cut.upper + CLOSE
