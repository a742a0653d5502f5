"""Optimal play with bounds, next to a plain memoised search without them: time and states, in one run.

Run it with `python -m benchmarks.kumo_search PLACE ... [--sizes 4/6,12/16] [--count 10] [--seconds 20]`. A PLACE is a
domain as JSON, or a folder of such files, of which the five classic themes are used; instances are drawn with seed 1.
`--ways bounded` omits the plain search. `--patience inf` never switches from the bounds to layers.
Times are CPU seconds; on a busy machine only the ratios within one table are meaningful. An instance that is not
finished in `--seconds` of wall time is open: its search returns an interval, whose mean width is shown.
"""

from __future__ import annotations

import argparse
import math
import resource
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, read_domain
from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.instances.instance import playable
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.optimal import solver as optimal
from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, Solver, Way, compile_searches

CLASSIC = ("Medical", "Chemical", "Music", "Education", "Fantasy")
"""The five themes of the paper; those in the folder are measured."""


@dataclass
class Row:
    """One way to search one size under one semantics."""

    seconds: list[float] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    open: int = 0
    """Instances not finished in time."""
    widths: list[float] = field(default_factory=list)
    """The widths of their intervals."""

    def add(self, other: Row) -> None:
        """Add the games of another domain."""
        self.seconds += other.seconds
        self.states += other.states
        self.open += other.open
        self.widths += other.widths


def domains_of(places: Sequence[Path]) -> list[Domain]:
    """Read the files, and the classic domains of the folders. Exits where a folder has none."""
    files: list[Path] = []
    for place in places:
        found = [place]
        if place.is_dir():
            found = [p for p in sorted(place.glob("*.json")) if p.stem.startswith(tuple(f"{c}Env" for c in CLASSIC))]
        if not found:
            sys.exit(f"{place}: none of the five classic domains ({', '.join(CLASSIC)}) is here")
        files += found
    return [read_domain(path) for path in files]


def draw(domain: Domain, truths: int, actions: int, count: int) -> list[Game]:
    """Return some instances of the domain. Raises: CannotBeMade."""
    made = islice(generate(domain, Sizes(truths, actions), seed=1), count)
    return [playable(instance, domain, domain.domain) for instance in made]


def measure(games: list[Game], semantics: Semantics, way: Way, seconds: float) -> Row:
    """Solve all games in one way."""
    row = Row()
    for game in games:
        began = time.process_time()
        value = Solver(game, semantics, way).value(seconds=seconds, sample=way is Way.BOUNDED)
        row.seconds.append(time.process_time() - began)
        row.states.append(value.states)
        row.open += not value.exact
        row.widths += [] if value.exact else [value.upper - value.lower]
    return row


def shown(row: Row) -> list[str]:
    """Return median, 90th percentile, maximum, median of states, and how many were left open."""
    times = sorted(row.seconds)
    tail = times[math.ceil(0.9 * len(times)) - 1]
    return [
        f"{statistics.median(times):.4f}",
        f"{tail:.4f}",
        f"{times[-1]:.4f}",
        f"{int(statistics.median(row.states)):,}",
        f"{max(row.states):,}",
        f"{row.open}/{len(times)}" + (f" (width {statistics.mean(row.widths):.2f})" if row.widths else ""),
    ]


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", type=Path, nargs="+", metavar="PLACE")
    parser.add_argument("--sizes", default="4/6,12/16")
    parser.add_argument("--semantics", default="paper,elimination")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--ways", default="bounded,plain")
    parser.add_argument(
        "--patience",
        type=float,
        default=optimal.PATIENCE,
        help="States searched with bounds before switching to layers.",
    )
    parser.add_argument("--markdown", action="store_true", help="Print the rows of a Markdown table.")
    options = parser.parse_args()
    optimal.PATIENCE = options.patience
    domains = domains_of(options.places)
    table = Table("size", "semantics", "domain", "search", "median s", "p90 s", "max s", "states", "most", "open")
    for semantics in map(Semantics, options.semantics.split(",")):
        compile_searches(semantics)
        measure(draw(domains[0], 3, 4, 1), semantics, Way.PLAIN, 1.0)

    def tell(*cells: str) -> None:
        table.add_row(*cells)
        if options.markdown:
            print(f"| {' | '.join(cells)} |", flush=True)

    for size in options.sizes.split(","):
        truths, actions = map(int, size.split("/"))
        pooled: dict[tuple[str, str], Row] = {}
        for domain in domains:
            games = draw(domain, truths, actions, options.count)
            for semantics in map(Semantics, options.semantics.split(",")):
                for name in options.ways.split(","):
                    row = measure(games, semantics, Way[name.upper()], options.seconds)
                    pooled.setdefault((semantics.value, name), Row()).add(row)
                    tell(size, semantics.value, domain.domain, name, *shown(row))
        for (kind, name), row in pooled.items() if len(domains) > 1 else ():
            tell(size, kind, "all", name, *shown(row))
    if not options.markdown:
        Console(width=140).print(table)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of the whole run: {peak:.0f} MB")


if __name__ == "__main__":
    main()
