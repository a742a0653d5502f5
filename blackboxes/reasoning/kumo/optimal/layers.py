"""`elimination` and `paper` for all states at once: backwards by layers of used actions, no hash table, no bound.

`elimination`: the weight of a truth depends on the used actions only: w(t, U) = w(t) * product over a in U of
1 / (states of a that leave t). Let W(S, U) be the sum of w(t, U) over S and F(S, U) = W(S, U) times the value. Then
F(S, U) is 0 where play ends, else the minimum over the other actions a of W(S, U) + sum over a's states of
F(survivors, U + a): nothing is normalised, and an outcome that leaves nobody adds 0. An action that touches nobody in S
leaves all its states to all of S, so there F(S, U) = F(S, U + a) * (states of a): one look-up.

`paper`: F is the value itself, and an action that touches nobody changes nothing. A set that ends play is followed only
by sets that also end play, so those are dropped and worth 0; the remaining sets are reached in any order of actions.

For each U the sets S that can be reached are a bitmap, and F is a row in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.optimal.compiling import compiled, first_bit, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.tables import BIG

MOST_EACH = 20
"""Most survivors, and most actions that touch them: 2^20 sets of each are numbered."""
MOST_TOGETHER = 30
"""Most of both together: the bitmaps have 2^30 bits, 128 MB, and `before` takes half as much again."""
MOST_PAIRS = 150_000_000
"""Most reachable pairs of survivors and used actions; a machine handles some ten million a second."""
MOST_VALUES = 75_000_000
"""Most numbers in the two rows kept, for the largest layers of even and of odd size; 8 bytes each."""
LOW = np.array([sum(1 << i for i in range(64) if not (i >> t) & 1) for t in range(6)], np.int64)
"""The sets without truth 0 ... 5, in a word of the bitmap."""


class Layers(NamedTuple):
    """One game, n truths, m actions, at most s states per action; k = 2^m sets of used actions, w words a bitmap."""

    paper: bool
    states: NDArray[np.int64]
    """(m,)"""
    out: NDArray[np.int64]
    """(m, s) truths that a state rules out."""
    times: NDArray[np.float64]
    """(m, s) how many states rule out exactly these."""
    total: NDArray[np.float64]
    """(m,) the factor on an action's look-up where it touches nobody: its number of states; 1 under `paper`."""
    share: NDArray[np.float64]
    """(m, n) one over the states of the action that leave the truth."""
    root: NDArray[np.float64]
    """(n,) weight of a truth at the start."""
    touching: NDArray[np.int64]
    """(n,) actions with a state that rules the truth out."""
    low: NDArray[np.int64]
    """LOW."""
    relevant: NDArray[np.int64]
    """(2^n,) actions that touch somebody in the set."""
    reached: NDArray[np.int64]
    """(k, w) bit i of word j: whether the set 64 j + i can be reached."""
    before: NDArray[np.int32]
    """(k, w) how many reached sets come before the word."""
    size: NDArray[np.int64]
    """(k,) how many sets are reached."""
    offset: NDArray[np.int64]
    """(k,) where the row of F begins in its layer."""


class Bench(NamedTuple):
    """Scratch space of `sweep` for one U, which has at most r sets."""

    who: NDArray[np.int64]
    """(r,) the sets that every other action touches."""
    place: NDArray[np.int64]
    """(r,) their places in the layer."""
    weight: NDArray[np.float64]
    """(r,) their W."""
    worth: NDArray[np.float64]
    """(r,) an action's sum."""
    best: NDArray[np.float64]
    """(r,) the smallest sum so far."""
    part: NDArray[np.float64]
    """(2, 2^h) W of the sets of the lower and of the upper h truths."""


@dataclass(frozen=True)
class Found:
    """A state's value, each relevant action's, and for how many pairs all actions were tried."""

    worth: float
    values: dict[int, float]
    states: int


ENDED = Found(0.0, {}, 0)


def layered(game: Game, alive: int, left: int, paper: bool, go_on: Callable[[], bool]) -> Found | None:
    """Return the exact values of a state under `paper` or else `elimination`; no action's where play has ended.

    Returns None where the state exceeds the limits above, or where `go_on`, called before each layer, returned False.
    Under `elimination` no action of the game may always rule out a truth of `alive`.
    """
    truths = members(alive)
    actions = [a for a in members(left) if any(mask & alive for mask in game.states[a])]
    if len(truths) < 2 or not actions:
        return ENDED
    if max(len(truths), len(actions)) > MOST_EACH or len(truths) + len(actions) > MOST_TOGETHER:
        return None
    table = _table(game, truths, actions, game.all_actions & ~left, paper)
    reach(table)
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
    table: Layers,
    actions: list[int],
    order: list[NDArray[np.int64]],
    sizes: NDArray[np.int64],
    go_on: Callable[[], bool],
) -> Found | None:
    """Work from the last layer to the first, keeping the values of two layers at a time."""
    bench = _bench(len(table.root), int(table.size.max()))
    rows = [np.empty(max(sizes[0::2])), np.empty(max(sizes[1::2]))]
    tried = 0
    for used in range(len(actions), 0, -1):
        if not go_on():
            return None
        tried += int(sweep(table, bench, order[used], rows[(used + 1) % 2], rows[used % 2]))
    mass = float(table.root.sum())
    gather(table, bench, 0, rows[1], rows[0])
    values = {}
    for i, a in enumerate(actions):
        attempt(table, bench, 1 << i, i, 1, rows[1])
        values[a] = float(bench.worth[0]) / mass
    return Found(min(values.values()), values, tried + 1)


def _by_size(number: int) -> list[NDArray[np.int64]]:
    """Return all sets of this many actions, grouped by size."""
    sets = np.arange(1 << number, dtype=np.int64)
    size = sum(((sets >> a) & 1 for a in range(number)), np.zeros_like(sets))
    return [sets[size == k] for k in range(number + 1)]


def _table(game: Game, truths: list[int], actions: list[int], taken: int, paper: bool) -> Layers:
    """Return the arrays of the remaining game, renumbered; the weights are those after the actions taken."""
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
    return Layers(
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
        LOW,
        np.zeros(1 << n, np.int64),
        np.zeros((1 << m, words), np.int64),
        np.zeros((1 << m, words), np.int32),
        np.zeros(1 << m, np.int64),
        np.zeros(1 << m, np.int64),
    )


def _bench(n: int, sets: int) -> Bench:
    return Bench(
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
    """Return, per truth, one over the number of states that leave it (1 where none does)."""
    return np.array([1.0 / max(1, sum(not (mask >> t) & 1 for mask in states)) for t in truths])


@compiled
def reach(game: Layers) -> None:
    """Fill `relevant`, `reached`, `before` and `size`.

    What is left does not depend on the order of actions, so each U extends the U without its lowest action.
    """
    game.relevant[0] = 0
    for s in range(1, game.relevant.shape[0]):
        game.relevant[s] = game.relevant[s & (s - 1)] | game.touching[first_bit(s)]
    words = game.reached.shape[1]
    last = game.relevant.shape[0] - 1
    game.reached[0, last >> 6] = 1 << (last & 63)
    for used in range(game.size.shape[0]):
        if used > 0:
            advance(game, used)
        if game.paper:
            prune(game, used)
        number = 0
        for w in range(words):
            game.before[used, w] = number
            number += size_of(game.reached[used, w])
        game.size[used] = number


@compiled
def advance(game: Layers, used: int) -> None:
    """Fill one bitmap from the one without the lowest action, a word at a time."""
    a = first_bit(used)
    origin = used & (used - 1)
    for s in range(game.states[a]):
        high = game.out[a, s] >> 6
        for w in range(game.reached.shape[1]):
            word = game.reached[origin, w]
            if word != 0:
                rest = game.out[a, s] & 63
                while rest:
                    t = first_bit(rest)
                    rest &= rest - 1
                    # `low` masks the ones that an arithmetic shift of a negative word brings in
                    word = (word | (word >> (1 << t))) & game.low[t]
                game.reached[used, w & ~high] |= word


@compiled
def prune(game: Layers, used: int) -> None:
    """Drop the sets that end play under `paper`: one truth, or a truth that no remaining action touches."""
    left = (game.size.shape[0] - 1) & ~used
    game.reached[used, 0] &= ~1
    for t in range(game.root.shape[0]):
        game.reached[used, (1 << t) >> 6] &= ~(1 << ((1 << t) & 63))
        if (game.touching[t] & left) == 0:
            for w in range(game.reached.shape[1]):
                if t < 6:
                    game.reached[used, w] &= game.low[t]
                elif (w >> (t - 6)) & 1:
                    game.reached[used, w] = 0


@compiled
def place_in(game: Layers, used: int, alive: int) -> int:
    """Return the place of a reached set in its layer."""
    w = alive >> 6
    below = game.reached[used, w] & ((1 << (alive & 63)) - 1)
    place: int = game.offset[used] + game.before[used, w] + size_of(below)
    return place


@compiled
def weigh(game: Layers, bench: Bench, used: int) -> int:
    """Write W of all sets of the lower and of the upper truths; return how many truths are lower."""
    n = game.root.shape[0]
    half: int = (n + 1) // 2
    bench.part[0, 0] = 0.0
    bench.part[1, 0] = 0.0
    for t in range(n):
        weight = game.root[t]
        rest = used
        while rest:
            weight *= game.share[first_bit(rest), t]
            rest &= rest - 1
        side = 0 if t < half else 1
        bit = 1 << (t if t < half else t - half)
        for s in range(bit):
            bench.part[side, s + bit] = bench.part[side, s] + weight
    return half


@compiled
def gather(game: Layers, bench: Bench, used: int, above: NDArray[np.float64], row: NDArray[np.float64]) -> int:
    """Write F where play ends or some action does nothing; collect the other sets and return their number."""
    half = weigh(game, bench, used)
    left = (game.size.shape[0] - 1) & ~used
    at = game.offset[used]
    number = 0
    for w in range(game.reached.shape[1]):
        rest = game.reached[used, w]
        while rest:
            alive = (w << 6) | first_bit(rest)
            rest &= rest - 1
            idle = left & ~game.relevant[alive]
            if (alive & (alive - 1)) == 0 or idle == left:
                row[at] = 0.0
            elif idle:
                a = first_bit(idle)
                row[at] = game.total[a] * above[place_in(game, used | (1 << a), alive)]
            else:
                bench.who[number] = alive
                bench.place[number] = at
                bench.weight[number] = bench.part[0, alive & ((1 << half) - 1)] + bench.part[1, alive >> half]
                bench.best[number] = BIG
                number += 1
            at += 1
    return number


@compiled
def sweep(
    game: Layers, bench: Bench, layer: NDArray[np.int64], above: NDArray[np.float64], row: NDArray[np.float64]
) -> int:
    """Write F of one layer, given F of the layer with one more used action; return for how many sets all were tried."""
    tried = 0
    for i in range(layer.shape[0]):
        used = layer[i]
        number = gather(game, bench, used, above, row)
        tried += number
        rest = (game.size.shape[0] - 1) & ~used if number else 0
        while rest:
            a = first_bit(rest)
            rest &= rest - 1
            attempt(game, bench, used | (1 << a), a, number, above)
            for k in range(number):
                bench.best[k] = min(bench.best[k], bench.worth[k])
        for k in range(number):
            row[bench.place[k]] = bench.best[k]
    return tried


@compiled
def attempt(game: Layers, bench: Bench, used: int, a: int, number: int, above: NDArray[np.float64]) -> None:
    """Write, for the collected sets, the sum of one action; `used` already includes it."""
    if game.paper:
        average(game, bench, used, a, number, above)
        return
    for k in range(number):
        bench.worth[k] = bench.weight[k]
    for s in range(game.states[a]):
        kept = ~game.out[a, s]
        times = game.times[a, s]
        for k in range(number):
            bench.worth[k] += times * above[place_in(game, used, bench.who[k] & kept)]


@compiled
def average(game: Layers, bench: Bench, used: int, a: int, number: int, above: NDArray[np.float64]) -> None:
    """The same under `paper`: 1 plus the mean over the states, each weighted by the number of truths it leaves."""
    for k in range(number):
        mass = 0.0
        total = 0.0
        for s in range(game.states[a]):
            after = bench.who[k] & ~game.out[a, s]
            weight = game.times[a, s] * size_of(after)
            mass += weight
            if (game.reached[used, after >> 6] >> (after & 63)) & 1:
                total += weight * above[place_in(game, used, after)]
        bench.worth[k] = 1.0 + (total / mass if mass > 0.0 else 0.0)
