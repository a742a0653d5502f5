"""Siblings beside their originals: are they as hard?

`python -m benchmarks.siblings [ID ...] [--markdown]` prints, for every accepted box of which siblings can be made, what
`builtin/solver` scores on it and on its first three siblings (20 turns, 8 samples, 6 episodes each), and the means:
of the originals, of the siblings within the band, and of all that were drawn, those that are refused among them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from statistics import fmean

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.siblings import NoSibling
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.players.solvers.solver import is_solved
from boxwright.harness.siblings import BAND, make, maker_of, solved
from boxwright.sandbox import Launcher, open_launcher

NUMBERS = (1, 2, 3)
COLUMNS = ("box", "original", *(f"sibling {number}" for number in NUMBERS), f"within {BAND:.0%}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    mark = "| " if given.markdown else ""
    print(mark + " | ".join(COLUMNS) + (" |" if mark else ""))
    if mark:
        print(f"|{'---|' * len(COLUMNS)}")
    measured: dict[str, list[tuple[float, list[float]]]] = {}
    with closing(open_launcher("auto")) as launcher:
        for identifier, first, others in rows(given.ids, launcher):
            measured.setdefault(identifier.split("/")[0], []).append((first, others))
            fits = sum(abs(first - other) <= BAND for other in others)
            cells = [identifier, percent(first), *map(percent, others), f"{fits} of {len(others)}"]
            print(mark + " | ".join(cells) + (" |" if mark else ""), flush=True)
    for family, found in measured.items():
        originals = fmean(first for first, _ in found)
        made = [(first, other) for first, others in found for other in others]
        fit = [other for first, other in made if abs(first - other) <= BAND]
        drawn, left = fmean(other for _, other in made), percent(fmean(fit)) if fit else "-"
        print(
            f"\n{family}: originals {percent(originals)}, siblings {left}; "
            f"with those that are refused {percent(drawn)} ({len(made) - len(fit)} of {len(made)} are)"
        )


def rows(ids: list[str], launcher: Launcher) -> Iterator[tuple[str, float, list[float]]]:
    """Measure each box and its siblings. Raises: BoxwrightError."""
    place = Workspace(SHIPPED, True, None)
    for identifier in ids or sorted(place.accepted_folders()):
        try:
            maker_of(identifier)
            accepted = load(place, identifier)
            made = [make(accepted, number, launcher) for number in NUMBERS]
        except NoSibling:
            continue
        if not is_solved(accepted.environment.name):
            raise BoxwrightError(f"{identifier}: no solver plays it")
        with open_box(accepted, launcher) as box:
            first, family = solved(box), box.family
        others = []
        for sibling in made:
            with Box(sibling.description, family, sibling.source, launcher) as other:
                others.append(solved(other))
        yield identifier, first, others


def percent(share: float) -> str:
    """Write a share in whole percent."""
    return f"{100 * share:.0f} %"


if __name__ == "__main__":
    main()
