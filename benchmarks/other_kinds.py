"""Near misses of kinds that telling questions are not chosen by: do these questions help, or hide?

`python -m benchmarks.other_kinds [ID ...] [--markdown]` plants slips of whoever moves code about
(`planting/mechanical.py`) in accepted boxes that have such questions, and keeps those that are near misses, up to
forty for each box. Each is played in twelve series of three episodes, once with the telling questions of the manifest
and once with all tests drawn. It prints in how many of the series it is told, on average, and how many are told in
every series.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any

from benchmarks.planting.mechanical import every_mutant
from boxwright.blackboxes.box import Box, Family, open_box
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.gates.near_misses import (
    CONFIRMED,
    DRAWN,
    EPISODES,
    Domain,
    NearMiss,
    episodes_of,
    explored_of,
    near_miss,
    plain_of,
    scored_again,
)
from boxwright.sandbox import open_launcher

SERIES = 12
MOST = 40
SEED = 20_261_129
COLUMNS = ("box", "groups", "near misses", "told, of series", "without", "always told", "without")


@dataclass(frozen=True)
class Slip:
    """A planted fault, as gate 7 takes one."""

    told: str
    source: str


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    mark = "| " if given.markdown else ""
    end = " |" if mark else ""
    print(mark + " | ".join(COLUMNS) + end + (f"\n|{'---|' * len(COLUMNS)}" if mark else ""))
    every: list[tuple[float, float]] = []
    place = Workspace(SHIPPED, True, None)
    with closing(open_launcher("auto")) as launcher:
        for identifier in given.ids or sorted(place.accepted_folders()):
            accepted = load(place, identifier)
            if not isinstance(accepted.environment, Family) or not accepted.environment.chooses_questions:
                continue
            with open_box(accepted, launcher) as box:
                groups = len(box.telling or ())
                shares = list(told_with_and_without(box)) if groups else []
            if shares:
                print(mark + " | ".join([identifier, str(groups), *cells(shares)]) + end, flush=True)
            every += shares
    if every:
        print(mark + " | ".join(["all that have groups", "", *cells(every)]) + end)


def cells(shares: Sequence[tuple[float, float]]) -> list[str]:
    """Return the columns behind the groups."""
    with_them, without = zip(*shares, strict=True)
    return [
        str(len(shares)),
        *(f"{fmean(of):.0%}" for of in (with_them, without)),
        *(str(sum(share == 1 for share in of)) for of in (with_them, without)),
    ]


def told_with_and_without(box: Box[Any]) -> Iterator[tuple[float, float]]:
    """Yield for each near miss the share of series that tell it, with the telling questions and without any."""
    domain = Domain(
        plain_of(box, derive(SEED, "plain"), DRAWN),
        explored_of(box, derive(SEED, "explored"), DRAWN),
        cache(lambda: plain_of(box, derive(SEED, "many"), CONFIRMED)),
        cache(lambda: explored_of(box, derive(SEED, "more"), CONFIRMED)),
    )
    asked = [episode for number in range(SERIES) for episode in episodes_of(box, derive(SEED, number))]
    with box.asking(()) as bare:
        drawn = [episode for number in range(SERIES) for episode in episodes_of(bare, derive(SEED, number))]
    found = (miss for slip in _slips(box) for miss in near_miss(box, slip, domain, asked[:EPISODES]) if miss.asked)
    for miss in islice(found, MOST):
        yield _told(scored_again(box, miss, asked)), _told(scored_again(box, miss, drawn))


def _slips(box: Box[Any]) -> Iterator[Slip]:
    """Yield the slips in a drawn order."""
    listed = list(every_mutant(box.source))
    Random(SEED).shuffle(listed)
    yield from (Slip(f"line {mutant.line}: {mutant.change}", mutant.source) for mutant in listed)


def _told(miss: NearMiss) -> float:
    """Return the share of series in which an episode tells a near miss."""
    series = [miss.scores[start : start + EPISODES] for start in range(0, len(miss.scores), EPISODES)]
    return fmean(min(scores) < 1.0 for scores in series)


if __name__ == "__main__":
    main()
