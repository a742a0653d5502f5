"""Siblings beside their originals: are they as hard?

`python -m benchmarks.siblings [ID ...] [--markdown]` prints, for every accepted box of which siblings can be made, what
`harness/difficulty.py` measures of it and of its first three siblings: the mean score of `builtin/solver` (20 turns, 8
samples, 6 episodes each) and of players who believe a near miss, inputs of the domain, parts of the rule. Then the
solver's means: of the originals, of the siblings within the band, and of all that were drawn, those that are refused
among them. `--near` leaves the solver out, which takes most of the time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from statistics import fmean

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.siblings import NoSibling
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.difficulty import Difficulty, measured
from boxwright.harness.siblings import make, maker_of
from boxwright.sandbox import Launcher, open_launcher

NUMBERS = (1, 2, 3)
COLUMNS = (
    *("box", "original", *(f"sibling {number}" for number in NUMBERS)),
    *("near misses", "of siblings", "inputs", "parts", "of siblings", "as hard"),
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--near", action="store_true")
    given = parser.parse_args()
    mark = "| " if given.markdown else ""
    print(mark + " | ".join(COLUMNS) + (" |" if mark else ""))
    if mark:
        print(f"|{'---|' * len(COLUMNS)}")
    found: dict[str, list[tuple[Difficulty, list[Difficulty]]]] = {}
    with closing(open_launcher("auto")) as launcher:
        for identifier, first, others in rows(given.ids, launcher, with_solver=not given.near):
            found.setdefault(identifier.split("/")[0], []).append((first, others))
            print(mark + " | ".join([identifier, *cells(first, others)]) + (" |" if mark else ""), flush=True)
    for family, measures in found.items():
        if means := solver_means(measures):
            print(f"\n{family}: {means}")


def cells(first: Difficulty, others: list[Difficulty]) -> list[str]:
    """Return a row of the table, without its box."""
    near = [other.near_misses for other in others if other.near_misses is not None]
    fits = sum(other.apart(first) is None for other in others)
    return [
        *(percent(one.solver) for one in (first, *others)),
        percent(first.near_misses),
        percent(fmean(near) if near else None),
        f"{first.domain:,}" if first.domain else "-",
        str(first.length),
        str(max(other.length for other in others)),
        f"{fits} of {len(others)}",
    ]


def solver_means(measures: list[tuple[Difficulty, list[Difficulty]]]) -> str:
    """Return the solver's means in words; nothing where it was left out."""
    originals = [first.solver for first, _ in measures if first.solver is not None]
    made = [(first, other) for first, others in measures for other in others if other.solver is not None]
    fit = [other.solver or 0.0 for first, other in made if other.apart(first) is None]
    if not originals:
        return ""
    drawn = fmean(other.solver or 0.0 for _, other in made)
    return (
        f"originals {percent(fmean(originals))}, siblings {percent(fmean(fit) if fit else None)}; "
        f"with those that are refused {percent(drawn)} ({len(made) - len(fit)} of {len(made)} are)"
    )


def rows(
    ids: list[str], launcher: Launcher, *, with_solver: bool
) -> Iterator[tuple[str, Difficulty, list[Difficulty]]]:
    """Measure each box and its siblings. Raises: BoxwrightError."""
    place = Workspace(SHIPPED, True, None)
    for identifier in ids or sorted(place.accepted_folders()):
        try:
            maker_of(identifier)
            accepted = load(place, identifier)
            made = [make(accepted, number, launcher) for number in NUMBERS]
        except NoSibling:
            continue
        with open_box(accepted, launcher) as box:
            first, family = measured(box, with_solver=with_solver), box.family
        others = []
        for sibling in made:
            with Box(sibling.description, family, sibling.source, launcher) as other:
                others.append(measured(other, with_solver=with_solver))
        yield identifier, first, others


def percent(share: float | None) -> str:
    """Write a share in whole percent."""
    return "-" if share is None else f"{100 * share:.0f} %"


if __name__ == "__main__":
    main()
