"""A domain as a graph: truths joined by how many outcomes rule out both, its communities, and how it splits in two."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Outcomes
from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault

if TYPE_CHECKING:
    from networkx import Graph

Edges = Mapping[tuple[int, int], float]
"""Pairs of nodes (smaller first) to weights above 0."""


def exclusion_edges(domain: Domain, per: str = "outcome") -> dict[tuple[int, int], float]:
    """Return, per pair of truths (by index), how many outcomes rule out both.

    `per` "action": how many actions do, as the paper words it; those that can rule out each of them, by any outcome.
    """
    place = {truth: i for i, truth in enumerate(domain.truths)}
    weights: Counter[tuple[int, int]] = Counter()
    for action in domain.actions:
        each = [{place[t] for t in state.rules_out if t in place} for state in domain.outcomes[action].states]
        for together in [set().union(*each)] if per == "action" else each:
            weights.update(combinations(sorted(together), 2))
    return {pair: float(often) for pair, often in weights.items()}


def modularity(count: int, edges: Edges, parts: Sequence[int]) -> float:
    """Return Newman's modularity of a partition (node to community), weights counted; 0 for a graph without edges."""
    import networkx

    if not edges:
        return 0.0
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for node, part in enumerate(parts):
        groups[part].add(node)
    return float(networkx.community.modularity(_graph(count, edges), groups.values()))


def louvain(count: int, edges: Edges, seed: int = 1) -> list[int]:
    """Return each node's community by the Louvain method (Blondel et al. 2008), the same for the same seed.

    The largest community is number 0; among equals the one with the smallest node comes first.
    """
    import networkx

    groups = networkx.community.louvain_communities(_graph(count, edges), seed=seed)
    parts = [0] * count
    for number, group in enumerate(sorted(groups, key=lambda group: (-len(group), min(group)))):
        for node in group:
            parts[node] = number
    return parts


def _graph(count: int, edges: Edges) -> Graph[int]:
    """Return the networkx graph; the results for a seed depend on the order of its nodes and edges."""
    import networkx

    graph: Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in sorted(edges.items()))
    return graph


@dataclass(frozen=True)
class Half:
    """One of two disjoint sub-domains."""

    domain: Domain
    lost: int
    """Rule-outs by its actions of truths in the other half, which were dropped."""


def components(domain: Domain) -> list[tuple[list[str], list[str]]]:
    """Return the connected components, (truths, actions) each, where an action is joined to all truths it can rule out.

    The largest come first; a truth that nothing rules out is a component of its own, without an action.
    """
    import networkx

    known = set(domain.truths)
    graph: Graph[tuple[str, str]] = networkx.Graph()
    graph.add_nodes_from([*(("truth", t) for t in domain.truths), *(("action", a) for a in domain.actions)])
    for action in domain.actions:
        ruled_out = {t for state in domain.outcomes[action].states for t in state.rules_out}
        graph.add_edges_from((("truth", t), ("action", action)) for t in sorted(ruled_out & known))
    found = [
        ([t for t in domain.truths if ("truth", t) in part], [a for a in domain.actions if ("action", a) in part])
        for part in networkx.connected_components(graph)
    ]
    return sorted(found, key=lambda pair: (-len(pair[0]), -len(pair[1]), pair[0]))


def split(domain: Domain, cut: bool) -> tuple[Half, Half] | Fault:
    """Split a domain into two disjoint ones of about equal size, keeping every component whole.

    With `cut`, communities of truths are distributed instead, each action goes to the community it rules out most of,
    and what it rules out of the other half is lost. Returns a fault where the domain cannot be split.
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
