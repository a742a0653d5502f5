"""A domain as a graph of truths: joined by how many outcomes rule out both; communities, modularity, components."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Outcomes
from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault
from boxwright.blackboxes.seeds import stream

Edges = Mapping[tuple[int, int], float]
"""Pairs of nodes (smaller first) to weights above 0."""
TINY = 1e-12


def exclusion_edges(domain: Domain) -> dict[tuple[int, int], float]:
    """Return, per pair of truths (by place), how many outcomes rule out both."""
    place = {truth: i for i, truth in enumerate(domain.truths)}
    weights: Counter[tuple[int, int]] = Counter()
    for action in domain.actions:
        for state in domain.outcomes[action].states:
            weights.update(combinations(sorted({place[t] for t in state.rules_out if t in place}), 2))
    return {pair: float(often) for pair, often in weights.items()}


def modularity(count: int, edges: Edges, parts: Sequence[int]) -> float:
    """Return Newman's modularity of a partition (node to community), weights counted; 0 for a graph without edges."""
    total = sum(edges.values())
    if total == 0:
        return 0.0
    inside: defaultdict[int, float] = defaultdict(float)
    degree: defaultdict[int, float] = defaultdict(float)
    for (a, b), weight in edges.items():
        degree[parts[a]] += weight
        degree[parts[b]] += weight
        if parts[a] == parts[b]:
            inside[parts[a]] += weight
    return sum(inside[c] / total - (degree[c] / (2 * total)) ** 2 for c in degree)


def louvain(count: int, edges: Edges, seed: int = 1) -> list[int]:
    """Return each node's community by the Louvain method (Blondel et al. 2008), numbered by size, the same per seed."""
    draw = stream("louvain", seed)
    parts = list(range(count))
    nodes, weights = count, {(a, b): float(w) for (a, b), w in edges.items()}
    while True:
        moved = _move(nodes, weights, draw)
        names = {c: i for i, c in enumerate(dict.fromkeys(moved))}
        level = [names[c] for c in moved]
        if len(names) == nodes:
            return _numbered(parts)
        parts = [level[p] for p in parts]
        merged: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (a, b), weight in weights.items():
            merged[min(level[a], level[b]), max(level[a], level[b])] += weight
        nodes, weights = len(names), dict(merged)


def _move(count: int, weights: Mapping[tuple[int, int], float], draw: random.Random) -> list[int]:
    """Move nodes to the neighbouring community that gains most, until none gains."""
    near: list[dict[int, float]] = [{} for _ in range(count)]
    degree = [0.0] * count
    for (a, b), weight in weights.items():
        degree[a] += weight
        degree[b] += weight
        if a != b:
            near[a][b] = near[a].get(b, 0.0) + weight
            near[b][a] = near[b].get(a, 0.0) + weight
    twice = sum(degree)
    parts, mass = list(range(count)), list(degree)
    order = list(range(count))
    draw.shuffle(order)
    changed = twice > 0
    while changed:
        changed = False
        for node in order:
            own = parts[node]
            mass[own] -= degree[node]
            links: defaultdict[int, float] = defaultdict(float)
            for other, weight in near[node].items():
                links[parts[other]] += weight

            def gain(part: int, links: Mapping[int, float] = links, node: int = node) -> float:
                return links.get(part, 0.0) - degree[node] * mass[part] / twice

            best = max(sorted(links), key=gain, default=own)
            if gain(best) <= gain(own) + TINY:
                best = own
            parts[node] = best
            mass[best] += degree[node]
            changed = changed or best != own
    return parts


def _numbered(parts: Sequence[int]) -> list[int]:
    sizes = Counter(parts)
    order = sorted(sizes, key=lambda c: (-sizes[c], parts.index(c)))
    return [order.index(c) for c in parts]


@dataclass(frozen=True)
class Half:
    """One of two disjoint sub-domains."""

    domain: Domain
    lost: int
    """Rule-outs of its actions that named truths of the other half, and are not in it."""


def components(domain: Domain) -> list[tuple[list[str], list[str]]]:
    """Return the connected components, (truths, actions) each, where an action is joined to all truths it can rule out.

    The largest come first; truths that nothing rules out stand alone, without an action.
    """
    parent = {("t", t): ("t", t) for t in domain.truths} | {("a", a): ("a", a) for a in domain.actions}

    def root(node: tuple[str, str]) -> tuple[str, str]:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for action in domain.actions:
        for state in domain.outcomes[action].states:
            for truth in state.rules_out:
                if ("t", truth) in parent:
                    parent[root(("t", truth))] = root(("a", action))
    found: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for node in parent:
        pair = found.setdefault(root(node), ([], []))
        pair[node[0] == "a"].append(node[1])
    return sorted(found.values(), key=lambda pair: (-len(pair[0]), -len(pair[1]), pair[0]))


def split(domain: Domain, cut: bool) -> tuple[Half, Half] | Fault:
    """Split a domain into two disjoint ones of about equal size; no component is torn.

    With `cut`, communities of truths are dealt out instead, each action goes where it rules out more, and what it
    rules out of the other half is lost. A fault says why it cannot be split.
    """
    groups = _communities(domain) if cut else components(domain)
    halves: tuple[tuple[list[str], list[str]], ...] = (([], []), ([], []))
    for truths, actions in groups:
        smaller = min(halves, key=lambda half: len(half[0]))
        smaller[0].extend(truths)
        smaller[1].extend(actions)
    made = tuple(_half(domain, set(t), set(a), number) for number, (t, a) in enumerate(halves, start=1))
    if all(len(half.domain.truths) > 1 and half.domain.actions for half in made):
        return made[0], made[1]
    why = "its truths form one community" if cut else "its actions join all its truths: there is one component"
    return Fault("not_split", domain.domain, f"{why}; " + ("choose another domain" if cut else "allow it with --cut"))


def _communities(domain: Domain) -> list[tuple[list[str], list[str]]]:
    parts = louvain(len(domain.truths), exclusion_edges(domain))
    side = {truth: part for truth, part in zip(domain.truths, parts, strict=True)}
    groups: list[tuple[list[str], list[str]]] = [([], []) for _ in range(max(parts) + 1)]
    for truth, part in side.items():
        groups[part][0].append(truth)
    for action in domain.actions:
        names = {t for state in domain.outcomes[action].states for t in state.rules_out}
        counts = Counter(side[t] for t in sorted(names) if t in side)
        groups[counts.most_common(1)[0][0] if counts else 0][1].append(action)
    return groups


def _half(domain: Domain, truths: set[str], actions: set[str], number: int) -> Half:
    kept = [a for a in domain.actions if a in actions]
    lost = 0
    table = {}
    for action in kept:
        states = []
        for state in domain.outcomes[action].states:
            out = [t for t in state.rules_out if t in truths]
            lost += len(state.rules_out) - len(out)
            states.append(state.model_copy(update={"rules_out": out}))
        table[action] = Outcomes(type=domain.outcomes[action].type, states=states)
    half = Domain(
        domain=f"{domain.domain}_{number}",
        truths=[t for t in domain.truths if t in truths],
        actions=kept,
        outcomes=table,
    )
    return Half(half, lost)
