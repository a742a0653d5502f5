"""`elimination` and `paper` by layers of used actions (`layers.py`): what is within their size; a state's values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.optimal import layers

MOST_EACH = 20
"""Survivors, and actions that touch them, at most: 2^20 sets of each are numbered."""
MOST_TOGETHER = 30
"""Both together at most: the bitmaps have 2^30 bits, 128 MB, and the places take half as much again."""
MOST_PAIRS = 150_000_000
"""Reachable pairs of survivors and used actions, of which a machine does some ten millions a second."""
MOST_VALUES = 75_000_000
"""Numbers in the two rows that are kept: those of the largest layer of even, and of odd, size; 8 bytes each."""


@dataclass(frozen=True)
class Found:
    """A state's value, each relevant action's, and how many pairs tried all their actions."""

    worth: float
    values: dict[int, float]
    states: int


ENDED = Found(0.0, {}, 0)


def layered(game: Game, alive: int, left: int, paper: bool, go_on: Callable[[], bool]) -> Found | None:
    """Return the exact values of a state (no action's where play has ended), under `paper` or else `elimination`.

    None where the state is beyond the limits above, or `go_on`, asked before each layer, said no. Under `elimination`
    no truth of `alive` may fall to every state of an action of the game.
    """
    truths = members(alive)
    actions = [a for a in members(left) if any(mask & alive for mask in game.states[a])]
    if len(truths) < 2 or not actions:
        return ENDED
    if max(len(truths), len(actions)) > MOST_EACH or len(truths) + len(actions) > MOST_TOGETHER:
        return None
    table = _table(game, truths, actions, game.all_actions & ~left, paper)
    layers.reach(table)
    if not table.size[0]:
        return ENDED
    order = _by_size(len(actions))
    sizes = np.array([table.size[layer].sum() for layer in order])
    if sizes.sum() > MOST_PAIRS or sizes[::2].max() + sizes[1::2].max() > MOST_VALUES:
        return None
    for layer in order:
        table.offset[layer] = np.cumsum(table.size[layer]) - table.size[layer]
    return _backwards(table, actions, order, sizes, go_on)


def _backwards(
    table: layers.Layers,
    actions: list[int],
    order: list[NDArray[np.int64]],
    sizes: NDArray[np.int64],
    go_on: Callable[[], bool],
) -> Found | None:
    """Work from the last layer to the first; the values of two layers are kept at a time."""
    bench = _bench(len(table.root), int(table.size.max()))
    rows = [np.empty(max(sizes[0::2])), np.empty(max(sizes[1::2]))]
    tried = 0
    for used in range(len(actions), 0, -1):
        if not go_on():
            return None
        tried += int(layers.sweep(table, bench, order[used], rows[(used + 1) % 2], rows[used % 2]))
    mass = float(table.root.sum())
    layers.gather(table, bench, 0, rows[1], rows[0])
    values = {}
    for i, a in enumerate(actions):
        layers.attempt(table, bench, 1 << i, i, 1, rows[1])
        values[a] = float(bench.worth[0]) / mass
    return Found(min(values.values()), values, tried + 1)


def _by_size(number: int) -> list[NDArray[np.int64]]:
    """Return all sets of so many actions, those of each size together."""
    sets = np.arange(1 << number, dtype=np.int64)
    size = sum(((sets >> a) & 1 for a in range(number)), np.zeros_like(sets))
    return [sets[size == k] for k in range(number + 1)]


def _table(game: Game, truths: list[int], actions: list[int], taken: int, paper: bool) -> layers.Layers:
    """Return the arrays of the game that is left, renumbered; the weights are those after the actions taken."""
    n, m = len(truths), len(actions)
    own = [Counter(_renumbered(mask, truths) for mask in game.states[a]) for a in actions]
    s = max(len(row) for row in own)
    out, times = np.zeros((m, s), np.int64), np.zeros((m, s))
    for i, row in enumerate(own):
        out[i, : len(row)], times[i, : len(row)] = list(row), list(row.values())
    root = np.ones(n)
    for a in members(taken):
        root *= _share(game.states[a], truths)
    words = max(1, (1 << n) >> 6)
    return layers.Layers(
        paper,
        np.array([len(row) for row in own], np.int64),
        out,
        times,
        np.array([1.0 if paper else float(len(game.states[a])) for a in actions]),
        np.array([_share(game.states[a], truths) for a in actions]),
        root / root.sum(),
        np.array(
            [sum(1 << i for i, row in enumerate(own) if any((x >> t) & 1 for x in row)) for t in range(n)], np.int64
        ),
        layers.LOW,
        np.zeros(1 << n, np.int64),
        np.zeros((1 << m, words), np.int64),
        np.zeros((1 << m, words), np.int32),
        np.zeros(1 << m, np.int64),
        np.zeros(1 << m, np.int64),
    )


def _bench(n: int, sets: int) -> layers.Bench:
    return layers.Bench(
        np.zeros(sets, np.int64),
        np.zeros(sets, np.int64),
        np.zeros(sets),
        np.zeros(sets),
        np.zeros(sets),
        np.zeros((2, 1 << ((n + 1) // 2))),
    )


def _renumbered(mask: int, truths: list[int]) -> int:
    return sum(1 << i for i, t in enumerate(truths) if (mask >> t) & 1)


def _share(states: tuple[int, ...], truths: list[int]) -> NDArray[np.float64]:
    """Return, per truth, one over the number of states that leave it (no state: one)."""
    return np.array([1.0 / max(1, sum(not (mask >> t) & 1 for mask in states)) for t in truths])
