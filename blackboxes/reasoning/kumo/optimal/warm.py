"""Compiling (or loading from disk) the searches before anything is timed."""

from __future__ import annotations

from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.optimal.layered import layered
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, Solver, Way

TRUTHS, ACTIONS = 7, 14


def compile_searches(semantics: Semantics) -> None:
    """Solve two small games, in each way that a game may be searched: with bounds, without, greedily; by layers.

    They are large enough for their tables to grow. In the second a truth falls to every outcome of an action.
    """
    for always in (0, 1):
        game = _small(always)
        for way in (Way.BOUNDED, Way.GREEDY):
            Solver(game, semantics, way).value()
    if semantics is not Semantics.INFORMED:
        game = _small(0)
        layered(game, game.everything, game.all_actions, semantics is Semantics.PAPER, lambda: True)


def _small(always: int) -> Game:
    pairs = [(1 << (a % TRUTHS), 1 << ((a + 1 + a // TRUTHS) % TRUTHS)) for a in range(ACTIONS)]
    first = tuple(mask | always << (pairs[0][0].bit_length() - 1) for mask in pairs[0])
    names = tuple(f"action {a}" for a in range(ACTIONS))
    return Game(tuple(f"truth {t}" for t in range(TRUTHS)), names, (first, *pairs[1:]))
