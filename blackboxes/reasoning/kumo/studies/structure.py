"""Correctness by the structure of an instance: each model's accuracy per kind of truth graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
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


Structures = Callable[[Plan], Mapping[str, str]]
"""What a box plays under a plan: the hash of each instance and its class."""


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
    episodes: Iterable[tuple[str, str, Plan, PlayedEpisode]], structures: Mapping[str, Structures]
) -> list[Judged]:
    """Return a row per model and instance; `episodes` are (model, id, plan, record)."""
    rights: defaultdict[tuple[str, str, str], list[bool]] = defaultdict(list)
    classes: dict[str, str] = {}
    for model, box, plan, record in episodes:
        if box not in structures:
            continue
        classes |= structures[box](plan)
        for sample in record.samples:
            if sample.outcome != "failed":
                rights[model, box, sample.question["hash"]].append(sample.outcome == "right")
    return [
        Judged(model, box, classes[code], len(runs), 2 * sum(runs) > len(runs))
        for (model, box, code), runs in sorted(rights.items())
        if code in classes
    ]


def of_drawn(domain: Domain, books: Path, kind: str) -> Structures:
    """Return the classes of the instances that a domain's box plays: they are drawn again from the plan's seed."""

    def classes(plan: Plan) -> Mapping[str, str]:
        drawn = games(domain, play_settings(plan.options), plan.seed, plan.samples, books)
        return classes_of((instance for instance, _ in drawn), kind)

    return classes


def classes_of(instances: Iterable[Instance], kind: str) -> dict[str, str]:
    """Return the hash of each instance and its class."""
    return {instance.content_hash(): structure_class(instance, kind) for instance in instances}


def structure_class(instance: Instance, kind: str) -> str:
    """Return the class of an instance.

    `communities`: the sizes of the Louvain communities of its truths, joined where an outcome rules out both, the
    largest first; `degrees`: the bipartite graph of truths and actions, joined where some outcome of the action rules
    the truth out: the sorted degrees of the truths, then those of the actions.
    """
    whole = Domain(domain="", truths=instance.truths, actions=instance.actions, outcomes=instance.outcomes or {})
    if kind == "communities":
        parts = louvain(len(instance.truths), exclusion_edges(whole))
        return "-".join(str(parts.count(part)) for part in sorted(set(parts)))
    ruled_out = [
        {truth for state in whole.outcomes[action].states for truth in state.rules_out} & set(instance.truths)
        for action in instance.actions
    ]
    of_truths = [sum(truth in out for out in ruled_out) for truth in instance.truths]
    return "/".join("-".join(map(str, sorted(each, reverse=True))) for each in (of_truths, map(len, ruled_out)))
