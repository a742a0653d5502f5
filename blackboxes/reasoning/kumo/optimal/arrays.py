"""From a game to the arrays of the compiled core."""

from __future__ import annotations

from collections import Counter

import numpy as np

from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.optimal.tables import (
    ELIMINATION,
    ENTRY,
    INFORMED,
    PAPER,
    PLAIN,
    Memory,
    Tables,
)

MODES = {"paper": PAPER, "elimination": ELIMINATION, "informed": INFORMED}
RELAXED_TRUTHS, RELAXED_ACTIONS = 20, 8
"""How far the table of relaxed games goes (2^20 rows of 9: 75 MB)."""
CLASSED_TRUTHS = 20
"""How far the table of equal actions per set of survivors goes (2^20 rows of 24: 25 MB)."""


def build(game: Game, semantics: str, way: int) -> Tables:
    """Return the arrays of one game under one semantics, to be searched in one way."""
    n, m = len(game.truths), len(game.actions)
    merged = [sorted(Counter(states).items()) for states in game.states]
    s = max((len(states) for states in merged), default=1)
    out, times, law = np.zeros((m, s), np.int64), np.zeros((m, s)), np.zeros((m, s, n))
    for a, states in enumerate(merged):
        for i, (mask, often) in enumerate(states):
            out[a, i], times[a, i] = mask, often
            law[a, i] = [_law(game.states[a], mask, t) * often for t in range(n)]
    first: dict[tuple[tuple[int, int], ...], int] = {}
    twin = [first.setdefault(tuple(states), a) for a, states in enumerate(merged)]
    tables = Tables(
        np.array([MODES[semantics], n, m, way], np.int64),
        np.array([len(states) for states in merged], np.int64),
        out,
        times,
        np.array([float(len(states)) for states in game.states]),
        law,
        np.array([int(np.bitwise_or.reduce(np.array(states))) for states in game.states], np.int64),
        np.array([_touching(game, t) for t in range(n)], np.int64),
        np.array(twin, np.int64),
        np.full((1 << n, m), -1, np.int8) if n <= CLASSED_TRUTHS else np.array([twin], np.int8),
        *_pairs(game),
        np.zeros((1, 1)),
        np.ones(n),
    )
    if semantics != "paper" or way == PLAIN or n > RELAXED_TRUTHS:
        return tables
    from boxwright.blackboxes.reasoning.kumo.optimal.bounds import relax

    return tables._replace(relaxed=relax(tables, min(m, RELAXED_ACTIONS)))


def _law(states: tuple[int, ...], mask: int, t: int) -> float:
    """Return the probability of one state with this mask given that `t` is valid.

    Uniform among the states that leave `t`; among all of them where none leaves it, as the published generator draws.
    """
    fitting = [state for state in states if not (state >> t) & 1]
    if not fitting:
        return 1.0 / len(states)
    return 0.0 if (mask >> t) & 1 else 1.0 / len(fitting)


def _touching(game: Game, t: int) -> int:
    return sum(1 << a for a, states in enumerate(game.states) if any((mask >> t) & 1 for mask in states))


def _pairs(game: Game) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return, per ordered pair of truths, the actions that separate them (none where a truth falls to every state)."""
    n, m = len(game.truths), len(game.actions)
    hope, number = np.zeros((n, n), np.int64), np.zeros((n, n), np.int64)
    action, chance = np.zeros((n, n, m), np.int64), np.zeros((n, n, m))
    if any(all((mask >> t) & 1 for mask in states) for states in game.states for t in range(n)):
        return hope, number, action, chance
    for t in range(n):
        for u in range(n):
            rows = sorted(_separations(game, t, u), reverse=True)
            number[t, u] = len(rows)
            hope[t, u] = sum(1 << a for likely, a in rows if likely > 0.0)
            for i, (likely, a) in enumerate(rows):
                action[t, u, i], chance[t, u, i] = a, likely
    return hope, number, action, chance


def _separations(game: Game, t: int, u: int) -> list[tuple[float, int]]:
    """Return (chance to rule out `u` given `t`, action) for every action that keeps play going while both survive."""
    rows = []
    for a, states in enumerate(game.states):
        fitting = [mask for mask in states if not (mask >> t) & 1]
        if any((mask >> t | mask >> u) & 1 for mask in states):
            rows.append((sum((mask >> u) & 1 for mask in fitting) / len(fitting), a))
    return rows


def fresh(tables: Tables, entries: int) -> Memory:
    """Return empty memory for a game; `entries` is a power of two."""
    n, m, s = int(tables.size[1]), int(tables.size[2]), tables.out.shape[1]
    deep = m + 2
    return Memory(
        np.zeros(6, np.int64),
        np.zeros(entries, ENTRY),
        np.zeros((entries if tables.size[0] == INFORMED else 1, n)),
        np.zeros((deep, n)),
        np.zeros((deep, m, s), np.int64),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s), np.uint8),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, m)),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, 6), np.int64),
        np.zeros((deep, 4)),
    )
