"""Optimal play by brute force, in exact fractions, straight from the definitions in docs/kumo/optimal-play.md.

Nothing is shared with the solver but the form of a game: no state is merged, no action is dropped, nothing is bounded.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import product

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members

ZERO, ONE = Fraction(0), Fraction(1)
Answer = tuple[Fraction, dict[int, Fraction]]
"""A state's value, and each remaining action's (empty where play ends)."""


def paper(game: Game, alive: int, left: int) -> Answer:
    """Algorithm 3: outcomes weighted by how many truths they leave; early stops."""

    @cache
    def solve(alive: int, left: int) -> Answer:
        out = [mask for a in members(left) for mask in game.states[a]]
        if alive.bit_count() <= 1 or not left:
            return ZERO, {}
        if any(not any((mask >> t) & 1 for mask in out) for t in members(alive)):
            return ZERO, {}
        values = {}
        for a in members(left):
            after = [alive & ~mask for mask in game.states[a]]
            total = sum(s.bit_count() for s in after)
            values[a] = ONE
            for s in after:
                if s:
                    values[a] += Fraction(s.bit_count(), total) * solve(s, left & ~(1 << a))[0]
        return min(values.values()), values

    return solve(alive, left)


def elimination(game: Game, alive: int, left: int) -> Answer:
    """Play until one truth is left, or no action has an outcome that rules out a survivor; Bayes from the start."""
    fits = [
        [[mask for mask in states if not (mask >> t) & 1] for t in range(len(game.truths))] for states in game.states
    ]

    def law(a: int, t: int) -> list[Fraction]:
        """The probability of each state of the action when the truth is valid."""
        states = game.states[a]
        if not fits[a][t]:
            return [Fraction(1, len(states))] * len(states)
        return [ZERO if (mask >> t) & 1 else Fraction(1, len(fits[a][t])) for mask in states]

    @cache
    def solve(alive: int, left: int) -> Answer:
        if alive.bit_count() <= 1 or not any(mask & alive for a in members(left) for mask in game.states[a]):
            return ZERO, {}
        belief = dict.fromkeys(members(alive), ONE)
        for a in members(game.all_actions & ~left):
            for t in belief:
                belief[t] /= max(1, len(fits[a][t]))
        mass = sum(belief.values())
        values = {}
        for a in members(left):
            values[a] = ONE
            for place, mask in enumerate(game.states[a]):
                chance = sum((belief[t] * law(a, t)[place] for t in belief), ZERO) / mass
                if chance:
                    values[a] += chance * solve(alive & ~mask, left & ~(1 << a))[0]
        return min(values.values()), values

    return solve(alive, left)


def informed(game: Game) -> Answer | None:
    """The Bayesian optimum over all worlds that keep the promise, each of them listed; None where there is none."""
    worlds: dict[int, list[tuple[int, ...]]] = {}
    for t in range(len(game.truths)):
        for world in product(*(range(len(states)) for states in game.states)):
            ruled_out = 0
            for a, place in enumerate(world):
                ruled_out |= game.states[a][place]
            if ruled_out == game.everything & ~(1 << t):
                worlds.setdefault(t, []).append(world)
    if not worlds:
        return None
    all_worlds = tuple((t, world, Fraction(1, len(rows))) for t, rows in worlds.items() for world in rows)

    def solve(left: int, possible: tuple[tuple[int, tuple[int, ...], Fraction], ...]) -> Answer:
        if len({t for t, _, _ in possible}) == 1:
            return ZERO, {}
        mass = sum((weight for _, _, weight in possible), ZERO)
        values = {}
        for a in members(left):
            values[a] = ONE
            for place in range(len(game.states[a])):
                seen = tuple(row for row in possible if row[1][a] == place)
                if seen:
                    values[a] += sum((row[2] for row in seen), ZERO) / mass * solve(left & ~(1 << a), seen)[0]
        return min(values.values()), values

    return solve(game.all_actions, all_worlds)


def random_game(draw: random.Random, truths: int, actions: int, states: int, sound: bool = True) -> Game:
    """Return a small game; `sound`: no action rules out a truth whatever comes out."""
    dense = draw.random()
    rows: list[tuple[int, ...]] = []
    for _ in range(actions):
        if rows and draw.random() < 0.15:
            rows.append(draw.choice(rows))
            continue
        row = [sum(1 << t for t in range(truths) if draw.random() < dense) for _ in range(draw.randint(2, states))]
        if sound:
            for t in range(truths):
                if all((mask >> t) & 1 for mask in row):
                    row[draw.randrange(len(row))] &= ~(1 << t)
        rows.append(tuple(row))
    return Game(tuple(f"t{i}" for i in range(truths)), tuple(f"a{i}" for i in range(actions)), tuple(rows))
