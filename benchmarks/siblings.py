"""Siblings beside their originals: are they as hard?

`python -m benchmarks.siblings [ID ...] [--markdown]` prints, for every accepted box of which siblings can be made, what
`harness/difficulty.py` measures of it and of its first three siblings that differ from each other: the mean score of
`builtin/solver` with 10 turns, as `boxwright eval` plays (24 episodes of 8 samples; 6 where these agree), and with 20
(6 episodes), and of players who believe a near miss, inputs of the domain, parts of the rule. Then the solver's means:
of the originals, of the siblings within the bands, and of all that were drawn, those that are refused among them.
`--only usual` measures with 10 turns alone, `--only near_misses` without the solver, which takes most of the time.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator
from contextlib import closing
from statistics import fmean

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.registry import Accepted, load
from boxwright.blackboxes.siblings import NoSibling
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.difficulty import JUDGED, SCORES, USUAL, Difficulty, measured
from boxwright.harness.siblings import COMPARED, firsts, make
from boxwright.sandbox import Launcher, open_launcher

MOST = 3
"""Siblings of a box that are measured."""
COLUMNS = {
    **{
        name: tuple(
            f"{whose}, {turns} turns" for whose in ("original", *(f"sibling {number}" for number in range(1, MOST + 1)))
        )
        for name, turns in (("usual", USUAL[0]), ("solver", JUDGED[0]))
    },
    "near_misses": ("near misses", "of siblings"),
    "rule": ("inputs", "parts", "of siblings"),
    "fits": ("as hard",),
}
"""By the measure that they show."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--only", choices=SCORES)
    parser.add_argument("--count", action="store_true", help="print how many siblings of each box differ, and end")
    given = parser.parse_args()
    if given.count:
        with closing(open_launcher("auto")) as launcher:
            for accepted, numbers in counted(given.ids, launcher):
                print(f"{accepted.id}: {len(numbers)} of {COMPARED}", flush=True)
        return
    measures = [given.only] if given.only else SCORES
    mark = "| " if given.markdown else ""
    shown = [name for name in COLUMNS if not given.only or name in (given.only, "fits")]
    heads = ["box", *(column for name in shown for column in COLUMNS[name])]
    print(mark + " | ".join(heads) + (" |" if mark else ""))
    if mark:
        print(f"|---|{'--:|' * (len(heads) - 1)}")
    found: dict[str, list[tuple[Difficulty, list[Difficulty]]]] = {}
    with closing(open_launcher("auto")) as launcher:
        for identifier, first, others in rows(given.ids, launcher, measures):
            found.setdefault(identifier.split("/")[0], []).append((first, others))
            print(mark + " | ".join([identifier, *cells(first, others, shown)]) + (" |" if mark else ""), flush=True)
    for family, measures in found.items():
        for turns, means in solver_means(measures).items():
            print(f"\n{family}, {turns} turns: {means}")


def cells(first: Difficulty, others: list[Difficulty], shown: Collection[str]) -> list[str]:
    """Return a row of the table, without its box."""
    near = [other.near_misses for other in others if other.near_misses is not None]
    missing = ["-"] * (MOST - len(others))
    fits = sum(other.apart(first) is None for other in others)
    found = {
        "usual": [percent(one.usual) for one in (first, *others)] + missing,
        "solver": [percent(one.solver) for one in (first, *others)] + missing,
        "near_misses": [percent(first.near_misses), percent(fmean(near) if near else None)],
        "rule": [
            f"{first.domain:,}" if first.domain else "-",
            str(first.length),
            str(max(other.length for other in others)),
        ],
        "fits": [f"{fits} of {len(others)}"],
    }
    return [cell for name in shown for cell in found[name]]


def solver_means(measures: list[tuple[Difficulty, list[Difficulty]]]) -> dict[int, str]:
    """Return the solver's means in words, by turns; nothing where it was left out."""
    made = [(first, other, other.apart(first) is None) for first, others in measures for other in others]
    told: dict[int, str] = {}
    for turns, of in ((USUAL[0], _usual), (JUDGED[0], _solver)):
        originals = [score for first, _ in measures if (score := of(first)) is not None]
        drawn = [(score, fits) for _, other, fits in made if (score := of(other)) is not None]
        if originals and drawn:
            fit = [score for score, fits in drawn if fits]
            told[turns] = (
                f"originals {percent(fmean(originals))}, siblings {percent(fmean(fit) if fit else None)}; with those "
                f"that are refused {percent(fmean(score for score, _ in drawn))} ({len(drawn) - len(fit)} of "
                f"{len(drawn)} are)"
            )
    return told


def _usual(found: Difficulty) -> float | None:
    return found.usual


def _solver(found: Difficulty) -> float | None:
    return found.solver


def counted(ids: list[str], launcher: Launcher) -> Iterator[tuple[Accepted, list[int]]]:
    """Yield each box that has siblings, and the numbers that give one of its own. Raises: BoxwrightError."""
    place = Workspace(SHIPPED, True, None)
    for identifier in ids or sorted(place.accepted_folders()):
        accepted = load(place, identifier)
        try:
            numbers = sorted(set(firsts(accepted, launcher).values()))
        except NoSibling:
            continue
        yield accepted, numbers


def rows(
    ids: list[str], launcher: Launcher, measures: Collection[str]
) -> Iterator[tuple[str, Difficulty, list[Difficulty]]]:
    """Measure each box and its siblings. Raises: BoxwrightError."""
    for accepted, numbers in counted(ids, launcher):
        made = [make(accepted, number, launcher) for number in numbers[:MOST]]
        with open_box(accepted, launcher) as box:
            first, family = measured(box, measures), box.family
        others = []
        for sibling in made:
            with Box(sibling.description, family, sibling.source, launcher) as other:
                others.append(measured(other, measures))
        yield accepted.id, first, others


def percent(share: float | None) -> str:
    """Write a share in whole percent."""
    return "-" if share is None else f"{100 * share:.0f} %"


if __name__ == "__main__":
    main()
