"""The worlds of a truth (`informed`): counted for every set of survivors at once, and drawn, each as likely as another.

A world of t is one outcome per action, none of which rules out t, that together rule out every other truth. The actions
are taken in order; a table has, per action and set of survivors, in how many ways the rest can still rule them out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, mask_of
from boxwright.blackboxes.reasoning.kumo.optimal.compiling import allocating, compiled, size_of
from boxwright.blackboxes.seeds import derive

MOST_TRUTHS = 20
"""More truths make the table too large: 25 rows of 2^19 numbers take 105 MB."""
AT_ONCE = 500
"""Worlds drawn from one truth's table, which is not kept."""


@allocating
def ways(out: NDArray[np.int64], truths: int) -> NDArray[np.float64]:
    """Return (m + 1, 2^(n - 1)): in how many ways the actions from the i-th on rule out all of a set of other truths.

    `out`: (m, s) what each outcome rules out, without the valid truth's bit; -1 where it rules out the valid truth.
    """
    sets = 1 << (truths - 1)
    found = np.zeros((out.shape[0] + 1, sets))
    found[out.shape[0], 0] = 1.0
    for a in range(out.shape[0] - 1, -1, -1):
        for s in range(out.shape[1]):
            mask = out[a, s]
            if mask >= 0:
                for alive in range(sets):
                    found[a, alive] += found[a + 1, alive & ~mask]
    return found


@allocating
def walk(out: NDArray[np.int64], found: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return (k, m) outcomes: one world per row of `chances`, which holds uniform numbers in [0, 1)."""
    shown = np.zeros(chances.shape, np.int64)
    for k in range(chances.shape[0]):
        alive = found.shape[1] - 1
        for a in range(out.shape[0]):
            aim = chances[k, a] * found[a, alive]
            for s in range(out.shape[1]):
                if out[a, s] >= 0:
                    after = alive & ~out[a, s]
                    if found[a + 1, after] > 0.0:
                        shown[k, a] = s
                        aim -= found[a + 1, after]
                        if aim < 0.0:
                            break
            alive &= ~out[a, shown[k, a]]
    return shown


@compiled
def covers(out: NDArray[np.int64], touching: NDArray[np.int64], wanted: int, avoided: int, left: int) -> bool:
    """Say whether outcomes of the actions left, one each, can rule out all of `wanted` and none of `avoided`.

    `out`: (m, s) what each outcome rules out, -1 where there is none; `touching`: (n,) actions that rule the truth out.
    """
    if wanted == 0:
        return True
    rarest, fewest = -1, left
    for u in range(touching.shape[0]):
        if (wanted >> u) & 1:
            useful = touching[u] & left
            if rarest < 0 or size_of(useful) < size_of(fewest):
                rarest, fewest = u, useful
    for a in range(out.shape[0]):
        if (fewest >> a) & 1:
            for s in range(out.shape[1]):
                mask = out[a, s]
                fits = mask >= 0 and (mask >> rarest) & 1 and (mask & avoided) == 0
                if fits and covers(out, touching, wanted & ~mask, avoided, left & ~(1 << a)):
                    return True
    return False


class Worlds:
    """The worlds of one game of at most MOST_TRUTHS truths."""

    def __init__(self, game: Game) -> None:
        self._truths = len(game.truths)
        self._states = game.states
        self._rng = np.random.default_rng(derive("kumo/worlds", repr(game.states)))
        self._drawn: dict[int, Iterator[NDArray[np.int64]]] = {}
        self._all = np.full((len(game.states), max(map(len, game.states))), -1, np.int64)
        for a, states in enumerate(game.states):
            self._all[a, : len(states)] = states
        self._touching = np.zeros(self._truths, np.int64)
        for t in range(self._truths):
            self._touching[t] = mask_of(
                [a for a, states in enumerate(game.states) if any((m >> t) & 1 for m in states)]
            )

    def possible(self, t: int, alive: int, left: int) -> bool:
        """Say whether a survivor that has worlds at the start may still be valid: the rest can rule out all others."""
        return bool(covers(self._all, self._touching, alive & ~(1 << t), 1 << t, left))

    def number(self, t: int) -> float:
        """Return how many worlds a truth has."""
        out = self._out(t)
        found = ways(out, self._truths)
        if found[0, -1] > 0.0:
            self._drawn[t] = iter(walk(out, found, self._rng.random((AT_ONCE, len(self._states))))[::-1])
        return float(found[0, -1])

    def one(self, t: int) -> NDArray[np.int64]:
        """Return (m,): the outcomes of a world of a truth, which must have one."""
        drawn = next(self._drawn.get(t, iter(())), None)
        if drawn is None:
            self.number(t)
            drawn = next(self._drawn[t])
        return drawn

    def _out(self, t: int) -> NDArray[np.int64]:
        """Return what `ways` takes."""
        out = np.full((len(self._states), max(map(len, self._states))), -1, np.int64)
        for a, states in enumerate(self._states):
            for s, mask in enumerate(states):
                if not (mask >> t) & 1:
                    out[a, s] = (mask & ((1 << t) - 1)) | ((mask >> (t + 1)) << t)
        return out
