"""Studies of KUMO results: unreadable replies and tokens per model, and correctness by structure of the instance."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from boxwright.blackboxes.reasoning.kumo.books.shelf import games
from boxwright.blackboxes.reasoning.kumo.domain.graph import exclusion_edges, louvain
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, parse_domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings
from boxwright.blackboxes.registry import BOOKS, Accepted
from boxwright.harness.chat.api import Usage
from boxwright.harness.evaluation.evaluate import Contest, EvalSettings
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import Launcher

KINDS = ("communities", "degrees")
NOTHING = Usage()


@dataclass
class Replies:
    """What one model's games took."""

    games: int = 0
    unreadable: int = 0
    """Replies that could not be read."""
    undecided: int = 0
    """Games without a readable prediction: unparsable, or cut."""
    failed: int = 0
    """Games that the infrastructure failed; in none of the other figures."""
    usage: Usage = NOTHING


def replies_of(records: Iterable[tuple[Key, EpisodeRecord]]) -> dict[str, Replies]:
    """Return, per model, what its KUMO games took."""
    found: dict[str, Replies] = {}
    for key, record in records:
        if not key.box.startswith("kumo/"):
            continue
        row = found.setdefault(key.model, Replies())
        ended = [sample for sample in record.samples if sample.outcome != "failed"]
        row.games += len(ended)
        row.failed += len(record.samples) - len(ended)
        row.undecided += sum(sample.outcome in ("unparsable", "cut") for sample in ended)
        row.unreadable += sum(turn.refusals for turn in record.turns)
        row.unreadable += sum(shot.refusals for sample in ended for shot in sample.shots)
        row.usage += record.usage
    return found


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
    settings: Mapping[str, object],
    records: Iterable[tuple[Key, EpisodeRecord]],
    boxes: Mapping[str, Accepted],
    kind: str,
) -> list[Judged]:
    """Return a row per model and instance. Instances are drawn again, and known by their hash."""
    known = {name: value for name, value in settings.items() if name in EvalSettings.model_fields}
    played = EvalSettings.model_validate(known)
    plans = Contest(played, {}, {}, cast(Launcher, None))  # only its seeds are asked for; nothing is launched
    domains = {name: parse_domain(json.loads(box.source), name) for name, box in boxes.items()}
    rights: defaultdict[tuple[str, str, str], list[bool]] = defaultdict(list)
    structures: dict[str, str] = {}
    for key, record in records:
        if key.box not in domains:
            continue
        structures |= _structures(domains[key.box], plans, key, kind, boxes[key.box].folder / BOOKS)
        for sample in record.samples:
            if sample.outcome != "failed":
                rights[key.model, key.box, sample.question["hash"]].append(sample.outcome == "right")
    return [
        Judged(model, box, structures[code], len(runs), 2 * sum(runs) > len(runs))
        for (model, box, code), runs in sorted(rights.items())
        if code in structures
    ]


def _structures(domain: Domain, plans: Contest, key: Key, kind: str, books: Path) -> dict[str, str]:
    plan = plans.plan(key)
    drawn = games(domain, read_settings(plan.kumo), plan.seed, plan.samples, books)
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
