"""How often the truth that fewest outcomes rule out is the valid one: in games as drawn, and in those that are kept.

`python -m benchmarks.kumo_even [--size 4/6] [--count 300] DOMAIN...`. Chance is one over the number of truths. "In
fives" are the first five games of a hundred seeds, as an evaluation of five per domain plays them. No model is asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import islice
from statistics import fmean

from boxwright.blackboxes.reasoning.kumo.books.shelf import instances
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.leaks import guessed
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.commands.kumo.domains import named_domain

SEEDS = 100


def right(drawn: Iterable[Instance]) -> str:
    """Return the share of games in which the guess is right."""
    return f"{fmean(guessed(game_of(instance)) for instance in drawn):.1%}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domains", nargs="*", default=["aircraft", "archives", "medical", "weather"])
    parser.add_argument("--size", default="4/6")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--valid", type=int, default=1)
    given = parser.parse_args()
    every, kept = (PlaySettings(size=given.size, valid=given.valid, keep=keep) for keep in ("all", "even"))
    print("| domain | as drawn | kept, in a row | kept, in fives |\n|---|---|---|---|")
    for name in given.domains:
        domain = named_domain(f"kumo/{name}")
        fives = (game for seed in range(SEEDS) for game in islice(instances(domain, kept, seed), 5))
        rows = (islice(instances(domain, settings, 1), given.count) for settings in (every, kept))
        print("|", " | ".join([name, *map(right, rows), right(fives)]), "|")


if __name__ == "__main__":
    main()
