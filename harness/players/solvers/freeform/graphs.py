"""An unknown graph from distances: two landmarks first, then what graphs that fit disagree about most.

Graphs that fit are drawn by annealing over the edges. An edge can join two nodes only if their distances from any third
one differ by one at most, which leaves few; what is moved is one edge at a time, and what counts is how many steps the
distances that are known are missed by.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from boxwright.harness.players.solvers.freeform.world import Told, World
from boxwright.harness.players.solvers.information import bits

Ints = npt.NDArray[np.int64]
CHAINS = 24
STEPS = 40_000
AGAIN = 8_000
"""Steps for graphs that fitted before the last distances were known."""
HOT, COLD = 1.5, 0.12
EDGES = 24
"""What the public part says."""


class Graph(World):
    """A graph whose distances are told along walks, each from where the last one ended."""

    phrases = (
        "A graph has twenty nodes",
        "twenty-four edges",
        "For each letter a distance comes back, that of the step to it",
    )

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.nodes = told.alphabet
        self.here = self.nodes[0]
        self.known: dict[frozenset[str], int] = {}
        self.landmarks = [self.nodes[0]]
        self.graphs: list[Ints] = []
        self._drawn_with = -1

    def choose(self, left: int) -> str:
        """Ask for all distances from two landmarks, then for those that are least certain."""
        if len(self.known) == 0:
            return self.nodes[1:3] + self.nodes[0]
        if len(self.landmarks) == 1:
            first = self.landmarks[0]
            far = {node: self._distance(first, node) or 0 for node in self.nodes if node != first}
            self.landmarks.append(max(far, key=lambda node: far[node]))
        missing = {frozenset((mark, node)) for mark in self.landmarks for node in self.nodes if node != mark}
        missing -= set(self.known)
        return self._between(missing) if missing else self._uncertain()

    def _between(self, missing: set[frozenset[str]]) -> str:
        """Return a walk from landmarks to nodes and back, with as many distances in it that are missing as can be."""
        walk = self.here
        while len(walk) <= self.told.longest:
            here = walk[-1]
            to = self.nodes if here in self.landmarks else self.landmarks
            open_ = {node: sum(frozenset((mark, node)) in missing for mark in self.landmarks) for node in to}
            step = max((node for node in to if node != here), key=lambda n: ({here, n} in missing, open_[n]))
            missing = missing - {frozenset((here, step))}
            walk += step
        return walk[1:]

    def _uncertain(self) -> str:
        """Return the walk about whose distances the graphs disagree most."""
        tables = [distances(graph, len(self.nodes)) for graph in self._fitting()]
        doubt = {
            frozenset((self.nodes[a], self.nodes[b])): bits(Counter(int(table[a, b]) for table in tables))
            for a, b in combinations(range(len(self.nodes)), 2)
        }
        doubt |= dict.fromkeys(self.known, -1.0)

        def of_walk(walk: str) -> float:
            return sum(doubt[frozenset(pair)] for pair in pairwise(self.here + walk))

        others = [node for node in self.nodes if node != self.here]
        return max(map("".join, permutations(others, self.told.longest)), key=of_walk)

    def learn(self, text: str, back: str) -> None:
        """Take note of the distances."""
        for one, two, told in zip(self.here + text, text, re.findall(r"\d+", back), strict=False):
            if one != two:
                self.known[frozenset((one, two))] = int(told)
        self.here = text[-1]

    def answers(self, question: str) -> Sequence[str]:
        """Return the distances that most graphs have, all together, then each for itself."""
        walk = [self.nodes.index(node) for node in self.here + question.split()[-1]]
        tables = [distances(graph, len(self.nodes)) for graph in self._fitting()]
        pairs = list(pairwise(walk))
        rows = Counter(" ".join(str(table[a, b]) for a, b in pairs) for table in tables)
        alone = " ".join(str(Counter(int(t[a, b]) for t in tables).most_common(1)[0][0]) for a, b in pairs)
        return list(dict.fromkeys([rows.most_common(1)[0][0], alone, *(row for row, _ in rows.most_common())]))

    def _distance(self, one: str, two: str) -> int | None:
        return self.known.get(frozenset((one, two)))

    def _fitting(self) -> list[Ints]:
        """Return graphs that miss the known distances least, drawn anew or moved on since more is known."""
        if self._drawn_with == len(self.known):
            return self.graphs
        self._drawn_with = len(self.known)
        size = len(self.nodes)
        known = np.full((size, size), -1, dtype=np.int64)
        for pair, distance in self.known.items():
            a, b = (self.nodes.index(node) for node in pair)
            known[a, b] = known[b, a] = distance
        allowed = _allowed(known)
        seeds = [self.told.rng.randrange(2**31) for _ in range(CHAINS)]
        begun = [_begun(graph, allowed, EDGES, seed) for graph, seed in zip(self._before(), seeds, strict=True)]
        steps = AGAIN if self.graphs else STEPS
        found = [anneal(one, allowed, known, steps, HOT, COLD, seed) for one, seed in zip(begun, seeds, strict=True)]
        least = min(missed for _, missed in found)
        if least > 0 and steps == AGAIN:
            found += [
                anneal(one, allowed, known, STEPS, HOT, COLD, seed + 1) for one, seed in zip(begun, seeds, strict=True)
            ]
            least = min(missed for _, missed in found)
        self.graphs = [allowed[chosen] for chosen, missed in found if missed <= least]
        return self.graphs

    def _before(self) -> list[Ints]:
        some = self.graphs or [np.zeros((0, 2), dtype=np.int64)]
        return [some[n % len(some)] for n in range(CHAINS)]


def _allowed(known: Ints) -> Ints:
    """Return the pairs that can be edges."""
    size = len(known)
    pairs = []
    for a, b in combinations(range(size), 2):
        both = (known[:, a] >= 0) & (known[:, b] >= 0)
        near = bool((np.abs(known[both, a] - known[both, b]) <= 1).all())
        if known[a, b] in (-1, 1) and near:
            pairs.append((a, b))
    return np.array(pairs, dtype=np.int64)


def _begun(graph: Ints, allowed: Ints, edges: int, seed: int) -> Ints:
    """Return so many places among the pairs that are allowed, those of a graph's edges first."""
    rng = np.random.default_rng(seed)
    before = {(int(a), int(b)) for a, b in graph}
    order = rng.permutation(len(allowed))
    first = [n for n in order if (int(allowed[n, 0]), int(allowed[n, 1])) in before]
    return np.array([*first, *(n for n in order if n not in set(first))][:edges], dtype=np.int64)


@numba.njit(cache=True)
def _missed(near: Ints, known: Ints) -> int:
    """Return by how many steps known distances are missed; `near` holds each node's neighbours as bits."""
    size, total = len(near), 0
    for source in range(size):
        wanted = 0
        for node in range(size):
            if known[source, node] >= 0 and node > source:
                wanted += 1
        if wanted == 0:
            continue
        seen = np.int64(1) << source
        front, depth = seen, 0
        while front:
            following = np.int64(0)
            for node in range(size):
                if front >> node & 1:
                    following |= near[node]
                    if node > source and known[source, node] >= 0:
                        total += min(3, abs(known[source, node] - depth))
            front = following & ~seen
            seen |= front
            depth += 1
        for node in range(source + 1, size):
            if not seen >> node & 1:
                total += 4
    return total


@numba.njit(cache=True)
def _annealed(chosen: Ints, allowed: Ints, known: Ints, steps: int, hot: float, cold: float, seed: int) -> int:
    np.random.seed(seed)
    size, edges = len(known), len(chosen)
    used = np.zeros(len(allowed), dtype=np.int64)
    near = np.zeros(size, dtype=np.int64)
    for place in chosen:
        a, b = allowed[place]
        used[place] = 1
        near[a] ^= np.int64(1) << b
        near[b] ^= np.int64(1) << a
    now = _missed(near, known)
    for step in range(steps):
        if now == 0:
            break
        heat = hot * (cold / hot) ** (step / steps)
        which, new = np.random.randint(edges), np.random.randint(len(allowed))
        if used[new]:
            continue
        old = chosen[which]
        for place in (old, new):
            a, b = allowed[place]
            near[a] ^= np.int64(1) << b
            near[b] ^= np.int64(1) << a
        then = _missed(near, known)
        if then <= now or np.random.random() < np.exp((now - then) / heat):
            chosen[which], used[old], used[new], now = new, 0, 1, then
        else:
            for place in (old, new):
                a, b = allowed[place]
                near[a] ^= np.int64(1) << b
                near[b] ^= np.int64(1) << a
    return now


def anneal(begun: Ints, allowed: Ints, known: Ints, steps: int, hot: float, cold: float, seed: int) -> tuple[Ints, int]:
    """Return the places of the chosen edges among the allowed ones, and by how many steps distances are missed."""
    chosen = begun.copy()
    missed: Any = _annealed(chosen, allowed, known, steps, hot, cold, seed)
    return chosen, int(missed)


def distances(graph: Ints, size: int) -> Ints:
    """Return all distances; `size` where there is no way."""
    table = np.full((size, size), size, dtype=np.int64)
    np.fill_diagonal(table, 0)
    table[graph[:, 0], graph[:, 1]] = table[graph[:, 1], graph[:, 0]] = 1
    for middle in range(size):
        table = np.minimum(table, table[:, middle : middle + 1] + table[middle : middle + 1])
    return table
