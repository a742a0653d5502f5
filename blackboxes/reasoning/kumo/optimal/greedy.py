"""The beliefs of a player who knows how games are drawn, and the most informative action.

Any number of truths may be valid. A hypothesis is a set of that many surviving truths; all are equally likely at the
start. Given a hypothesis an action shows one of the outcomes that leave all of it, uniformly (one of all its outcomes
if none does).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame, Game, mask_of, members

MOST_HYPOTHESES = 20_000
"""More are refused: a step weighs each of them with every outcome."""
TINY = 1e-12


def belief(game: Game, alive: int, left: int, number: int) -> dict[int, float]:
    """Return the probability of every remaining hypothesis (a mask). Raises: FaultyGame if there are too many."""
    truths = members(alive)
    if math.comb(len(truths), number) > MOST_HYPOTHESES:
        raise FaultyGame(
            f"{number} valid of {len(truths)} truths are {math.comb(len(truths), number)} possible answers; "
            f"this player weighs at most {MOST_HYPOTHESES}; choose another size"
        )
    taken = members(game.all_actions & ~left)
    weights = {}
    for chosen in combinations(truths, number):
        mask = mask_of(chosen)
        weights[mask] = math.prod(1.0 / len(_fitting(game.states[a], mask)) for a in taken)
    mass = math.fsum(weights.values())
    return {mask: weight / mass for mask, weight in weights.items()}


def information_gain(game: Game, beliefs: dict[int, float], a: int) -> float:
    """Return the mutual information (nats) between the answer and what the action shows next."""
    joint: dict[int, dict[int, float]] = {}
    for mask, weight in beliefs.items():
        fitting = _fitting(game.states[a], mask)
        for state in fitting:
            row = joint.setdefault(state, {})
            row[mask] = row.get(mask, 0.0) + weight / len(fitting)
    gain = 0.0
    for row in joint.values():
        chance = math.fsum(row.values())
        gain += math.fsum(p * math.log(p / (chance * beliefs[mask])) for mask, p in row.items() if p > 0.0)
    return gain


def greedy_action(game: Game, alive: int, left: int, number: int) -> int | None:
    """Return the most informative action, the first among ties; None if no action could rule out a survivor."""
    useful = [a for a in members(left) if any(mask & alive for mask in game.states[a])]
    if alive.bit_count() <= number or not useful:
        return None
    beliefs = belief(game, alive, left, number)
    gains = [information_gain(game, beliefs, a) for a in useful]
    best = max(gains)
    return next(a for a, gain in zip(useful, gains, strict=True) if gain >= best - TINY)


def likeliest(game: Game, alive: int, left: int, number: int, refuted: Sequence[int] = ()) -> int:
    """Return the likeliest answer (a mask) that was not `refuted`, the first among ties."""
    beliefs = belief(game, alive, left, min(number, alive.bit_count()))
    beliefs = {mask: chance for mask, chance in beliefs.items() if mask not in refuted} or beliefs
    best = max(beliefs.values())
    return next(mask for mask, chance in beliefs.items() if chance >= best - TINY)


def _fitting(states: tuple[int, ...], mask: int) -> list[int]:
    return [state for state in states if not state & mask] or list(states)
