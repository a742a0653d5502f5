"""Memorization (LiMem): is a player right on instances whose changed partners it gets wrong?

LiMem = Acc (1 - CR), where Acc is the accuracy on the instances that have a partner and CR the share of those answered
right whose partner is answered right too (section 3 of "On Memorization of Large Language Models in Logical
Reasoning"). That is the share of pairs with a right base and a wrong partner. A coin that is right with probability p
has p(1 - p) without any memory, so the same is computed with the instance asked *again* in the partner's place; the
difference of the two, pair by pair, is what is called memorization here.

Pairs are matched by what they are, never by their row in a file: the run, the conversation and the sample of one plan,
and the id of the base puzzle where the partner names it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.records import Record, SampleRecord
from boxwright.harness.analysis.intervals import FEWEST_UNITS, Z, cluster_half, interval, weighted_mean
from boxwright.harness.evaluation.pairs import AGAIN, base_and_kind, sort_of
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord


class Memorization(Record):
    """One model's pairs of one sort: of one id, one environment or everything."""

    model: str
    scope: str
    """An id, an environment followed by `/*`, or `*`."""
    sort: str
    """The kind of partner, without its number."""
    pairs: int
    accuracy: float
    """Of the bases in these pairs."""
    partner_accuracy: float
    consistency: float | None
    """CR: the share of right bases whose partner is right; None if no base is."""
    limem: float
    low: float | None
    """95 % interval of `limem`."""
    high: float | None
    baseline: float | None
    """The same with the instance asked again in the partner's place; None if nothing was asked again."""
    difference: float | None
    """`limem` - `baseline`, on the pairs that have both."""
    difference_low: float | None
    difference_high: float | None
    compared: int
    """Pairs that have both."""
    skipped: dict[str, int]
    """Instances without a pair, by the reason."""


class Place(NamedTuple):
    """Where an instance stands: id, run, conversation and sample."""

    box: str
    run: int
    chapter: int
    number: int


@dataclass(frozen=True)
class Pair:
    """One instance and its partner: whether each was right, and whether the instance was right when asked again."""

    cluster: tuple[str, int, int]
    """Id, run and conversation: what belongs to one exploration."""
    number: int
    """The sample of the conversation."""
    base: bool
    partner: bool
    again: bool | None

    @property
    def place(self) -> Place:
        """Where the instance stands."""
        return Place(*self.cluster, self.number)


_Place = tuple[int, int, int]
"""Run, conversation, sample."""


def has_pairs(boxes: Iterable[str]) -> bool:
    """Return whether ids that were played include partners."""
    return any(base_and_kind(box)[1] for box in boxes)


def only_bases(records: Iterable[tuple[Key, EpisodeRecord]]) -> Iterator[tuple[Key, EpisodeRecord]]:
    """Yield the episodes of the ids themselves, without those of partners."""
    return ((key, record) for key, record in records if not base_and_kind(key.box)[1])


def memorization(records: Iterable[tuple[Key, EpisodeRecord]], models: Sequence[str]) -> list[Memorization]:
    """Return LiMem per model and sort of partner: for each id, each environment with several ids, and overall.

    What was said is dropped while the records are read.

    Raises: BoxwrightError if nothing was played with partners.
    """
    light = [(key, _outcomes_of(record)) for key, record in records]
    if not has_pairs(key.box for key, _ in light):
        raise BoxwrightError("holds no pairs; play them with `boxwright eval ... --pairs`")
    found: list[Memorization] = []
    for model in models:
        cells = _cells(light, model)
        for scope, boxes in _scopes(sorted({box for box, _ in cells})):
            for sort in dict.fromkeys(sort for _, sort in cells):
                chosen = [cells[box, sort] for box in boxes if (box, sort) in cells]
                if len(chosen) == len(boxes) == 1 or len(chosen) > 1:
                    pairs = [pair for cell, _ in chosen for pair in cell]
                    skipped = sum((skips for _, skips in chosen), Counter[str]())
                    found.append(_figures(model, scope, sort, pairs, skipped))
    return found


def _outcomes_of(record: EpisodeRecord) -> EpisodeRecord:
    """Return what pairs need of an episode: the samples' questions and outcomes."""
    samples = tuple(sample.model_copy(update={"shots": ()}) for sample in record.samples)
    return EpisodeRecord(samples=samples, skips=record.skips, failure=record.failure)


def labels_of(records: Iterable[tuple[Key, EpisodeRecord]], model: str, sort: str) -> dict[Place, bool]:
    """Return for each instance answered right, with a partner of a sort, whether that was answered right too.

    With several partners of a sort, whether all were.
    """
    found: dict[Place, bool] = {}
    for of, pair in pairs_of(records, model):
        if of == sort and pair.base:
            found[pair.place] = found.get(pair.place, True) and pair.partner
    return found


def pairs_of(records: Iterable[tuple[Key, EpisodeRecord]], model: str) -> Iterator[tuple[str, Pair]]:
    """Yield the pairs of a model, each with the sort of its partner."""
    for (_, sort), (pairs, _) in _cells([(key, _outcomes_of(record)) for key, record in records], model).items():
        for pair in pairs:
            yield sort, pair


def _scopes(boxes: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return ids, environments that have several of them, and everything if there are several environments."""
    environments: dict[str, list[str]] = {}
    for box in boxes:
        environments.setdefault(box.split("/")[0], []).append(box)
    scopes = [(box, [box]) for box in boxes]
    scopes += [(f"{name}/*", found) for name, found in environments.items() if len(found) > 1]
    return [*scopes, *([("*", list(boxes))] if len(environments) > 1 else [])]


def _cells(
    records: Sequence[tuple[Key, EpisodeRecord]], model: str
) -> dict[tuple[str, str], tuple[list[Pair], Counter[str]]]:
    """Return by id and sort the pairs, and why instances have none."""
    played: dict[tuple[str, str], dict[int, EpisodeRecord]] = {}
    for key, record in records:
        if key.model == model:
            played.setdefault(base_and_kind(key.box), {})[key.run] = record
    found: dict[tuple[str, str], tuple[list[Pair], Counter[str]]] = {}
    for (box, kind), partners in sorted(played.items(), key=lambda item: (item[0][0], item[0][1] != AGAIN, item[0])):
        if not kind or (box, "") not in played:
            continue
        bases, again = _placed(played[box, ""]), _placed(played.get((box, AGAIN), {}))
        pairs, skipped = found.setdefault((box, sort_of(kind)), ([], Counter()))
        for place, base in bases.items():
            partner = _placed(partners).get(place)
            why = _why_skipped(base, partner, partners.get(place[0]), place)
            if why:
                skipped[why] += 1
                continue
            assert partner is not None
            other = again.get(place)
            repeated = None if other is None or other.outcome == "failed" else other.outcome == "right"
            right = partner.outcome == "right"
            cluster = (box, place[0], place[1])
            pairs.append(Pair(cluster, place[2], base.outcome == "right", right, repeated))
    return found


def _placed(episodes: Mapping[int, EpisodeRecord]) -> dict[_Place, SampleRecord]:
    return {
        (run, sample.chapter, sample.number): sample for run, record in episodes.items() for sample in record.samples
    }


def _why_skipped(base: SampleRecord, partner: SampleRecord | None, record: EpisodeRecord | None, place: _Place) -> str:
    """Return why an instance has no pair; empty if it has one."""
    if base.outcome == "failed" or (partner is not None and partner.outcome == "failed"):
        return "infrastructure failed"
    if record is None or (record.failure and partner is None):
        return "the partner was not played"
    if partner is None:
        skips = {str(skip.get("base")): str(skip.get("why")) for skip in record.skips if isinstance(skip, dict)}
        return skips.get(str(_id_of(base)), "the partner was not asked")
    of, own = _field(partner, "base"), _id_of(base)
    return "the partner belongs to another puzzle" if of is not None and of != own else ""


def _id_of(sample: SampleRecord) -> Any:
    """Return the id of the instance that is asked, where the environment has one."""
    return _field(sample, "puzzle") or _field(sample, "hash")


def _field(sample: SampleRecord, name: str) -> Any:
    return sample.question.get(name) if isinstance(sample.question, dict) else None


def _figures(model: str, scope: str, sort: str, pairs: Sequence[Pair], skipped: Counter[str]) -> Memorization:
    n = max(1, len(pairs))
    right = sum(pair.base for pair in pairs)
    both = sum(pair.base and pair.partner for pair in pairs)
    lost = [(pair.cluster, float(pair.base and not pair.partner)) for pair in pairs]
    compared = [pair for pair in pairs if pair.again is not None]
    differences = [
        (pair.cluster, float(pair.base and not pair.partner) - float(pair.base and not pair.again)) for pair in compared
    ]
    limem, difference = share_interval(lost), difference_interval(differences)
    return Memorization(
        model=model,
        scope=scope,
        sort=sort,
        pairs=len(pairs),
        accuracy=right / n,
        partner_accuracy=sum(pair.partner for pair in pairs) / n,
        consistency=both / right if right else None,
        limem=(right - both) / n,
        low=limem[0] if limem else None,
        high=limem[1] if limem else None,
        baseline=_mean([float(pair.base and not pair.again) for pair in compared]),
        difference=_mean([value for _, value in differences]),
        difference_low=difference[0] if difference else None,
        difference_high=difference[1] if difference else None,
        compared=len(compared),
        skipped=dict(sorted(skipped.items())),
    )


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


Clustered = Sequence[tuple[tuple[str, int, int], float]]


def share_interval(values: Clustered) -> tuple[float, float] | None:
    """Return the 95 % interval of the mean of zeros and ones over explorations (`intervals.interval`)."""
    means, counts = _by_cluster(values)
    found = interval(means, weights=counts)
    return (found.low, found.high) if found else None


def difference_interval(values: Clustered) -> tuple[float, float] | None:
    """Return the 95 % interval of the mean of -1, 0 and 1, which are differences of paired zeros and ones.

    Bonett and Price's adjusted interval (2012), which is no point where all agree. Where one exploration has several
    values and there are few explorations, each is one draw, by its shares of 1 and -1: no shares vary more than draws
    that are 1, 0 or -1, so it is on the wide side. Otherwise Student's t over explorations.
    """
    if not values:
        return None
    means, counts = _by_cluster(values)
    n = len(means)
    if n >= FEWEST_UNITS and n < len(values):
        mean, half = weighted_mean(means, counts), cluster_half(means, range(n), counts)
        return max(-1.0, mean - half), min(1.0, mean + half)
    shares = [sum(_by_cluster([(c, float(v * sign > 0)) for c, v in values])[0]) for sign in (1, -1)]
    up, down = ((share + 1) / (n + 2) for share in shares)
    half = Z * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    return max(-1.0, up - down - half), min(1.0, up - down + half)


def _by_cluster(values: Clustered) -> tuple[list[float], list[float]]:
    """Return the mean of each exploration, and how many values it has."""
    clusters: dict[tuple[str, int, int], list[float]] = {}
    for cluster, value in values:
        clusters.setdefault(cluster, []).append(value)
    return [math.fsum(found) / len(found) for found in clusters.values()], [float(len(f)) for f in clusters.values()]
