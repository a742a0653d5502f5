"""Optimal play against an instance's own revealed outcomes, and what each action of a player cost (regret)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame, Game
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Solver, State


def action_counts(solver: Solver) -> tuple[int, int]:
    """Return how many actions optimal play takes on the revealed outcomes: the smallest and the largest over ties.

    The prediction is not counted; the published tables count it twice (`published_count`). Raises: FaultyGame where
    the instance has no outcomes.
    """
    revealed = _revealed(solver.game)

    @cache
    def play(alive: int, left: int) -> tuple[int, int]:
        best = solver.value(State(alive, left)).best
        if not best:
            return 0, 0
        after = [play(alive & ~revealed[a], left & ~(1 << a)) for a in best]
        return 1 + min(low for low, _ in after), 1 + max(high for _, high in after)

    return play(solver.start.alive, solver.start.left)


def relative_count(taken: int, optimal: float) -> float | None:
    """Return equation (4) of the paper, (taken - optimal) / optimal, actions meaning tests; None where optimal is 0."""
    return (taken - optimal) / optimal if optimal else None


def published_count(taken: int) -> int:
    """Return an action count as the published tables hold it: the prediction is in it twice."""
    return taken + 2


def regrets(solver: Solver, actions: Sequence[int], seconds: float = float("inf")) -> list[float | None]:
    """Return, per action taken, the expected actions lost against optimal play at that state (1 where play was over).

    An action that was taken before costs 1, as it changes nothing. None where the time ran out. Raises: FaultyGame.
    """
    revealed = _revealed(solver.game)
    alive, left = solver.start.alive, solver.start.left
    lost: list[float | None] = []
    for a in actions:
        lost.append(regret_of(solver, State(alive, left), a, seconds))
        alive, left = alive & ~revealed[a], left & ~(1 << a)
    return lost


def regret_of(
    solver: Solver, state: State, a: int, seconds: float = float("inf"), most_states: float = float("inf")
) -> float | None:
    """Return the expected actions lost by one action; 1 where it had been taken or play was over; None: given up."""
    if not (state.left >> a) & 1:
        return 1.0
    value = solver.value(state, seconds, every=True, most_states=most_states)
    if not value.exact:
        return None
    return max(0.0, value.values[a] - value.lower) if value.best else 1.0


def _revealed(game: Game) -> tuple[int, ...]:
    if game.revealed is None:
        raise FaultyGame("the instance has no observations; nothing can be played")
    return game.revealed
