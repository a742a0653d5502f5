"""Correctness by the structure of an instance: each model's accuracy per kind of truth graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from boxwright.blackboxes.reasoning.kumo.books.shelf import games
from boxwright.blackboxes.reasoning.kumo.domain.graph import exclusion_edges, louvain
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.play.settings import play_settings
from boxwright.blackboxes.records import PlayedEpisode
from boxwright.blackboxes.types import Plan

KINDS = ("communities", "degrees")


@dataclass(frozen=True)
class PlayedDomain:
    """A played domain, and the folder of its stored books."""

    domain: Domain
    books: Path


@dataclass(frozen=True)
class Judged:
    """One model on one instance, over all its runs."""

    model: str
    box: str
    structure: str
    """The class of the instance's graph."""
    runs: int
    right: bool
    """Whether more than half of the runs were right."""


def judged_by_structure(
    episodes: Iterable[tuple[str, str, Plan, PlayedEpisode]], domains: Mapping[str, PlayedDomain], kind: str
) -> list[Judged]:
    """Return a row per model and instance; `episodes` are (model, id, plan, record).

    Instances are drawn again from the plan's seed, and identified by their hash.
    """
    rights: defaultdict[tuple[str, str, str], list[bool]] = defaultdict(list)
    structures: dict[str, str] = {}
    for model, box, plan, record in episodes:
        if box not in domains:
            continue
        structures |= _structures(domains[box], plan, kind)
        for sample in record.samples:
            if sample.outcome != "failed":
                rights[model, box, sample.question["hash"]].append(sample.outcome == "right")
    return [
        Judged(model, box, structures[code], len(runs), 2 * sum(runs) > len(runs))
        for (model, box, code), runs in sorted(rights.items())
        if code in structures
    ]


def _structures(played: PlayedDomain, plan: Plan, kind: str) -> dict[str, str]:
    drawn = games(played.domain, play_settings(plan.options), plan.seed, plan.samples, played.books)
    return {str(instance.hash): structure_class(instance, kind) for instance, _ in drawn}


def structure_class(instance: Instance, kind: str) -> str:
    """Return the class of an instance: its truths are joined where an outcome rules out both.

    `communities`: the sizes of its Louvain communities, the largest first; `degrees`: the sorted numbers of neighbours.
    """
    whole = Domain(domain="", truths=instance.truths, actions=instance.actions, outcomes=instance.outcomes or {})
    edges = exclusion_edges(whole)
    count = len(instance.truths)
    if kind == "communities":
        parts = louvain(count, edges)
        return "-".join(str(parts.count(part)) for part in sorted(set(parts)))
    degrees = [sum(node in pair for pair in edges) for node in range(count)]
    return "-".join(map(str, sorted(degrees, reverse=True)))
