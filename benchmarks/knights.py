"""Speed of Knights and Knaves against a straightforward enumeration in the same run: `python -m benchmarks.knights`.

The enumeration goes through all worlds and evaluates the statements recursively until one fails; it draws puzzles of
the same distribution, and perturbs them by drawing edits until one is valid. Times are CPU seconds of one process. With
`--census` and `--validity` the counts of the docs are printed instead, with `--whole` the time of a whole data set.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

from boxwright.blackboxes.reasoning.knights.puzzles.edits import Neighbours, partner
from boxwright.blackboxes.reasoning.knights.puzzles.generating import census, generate
from boxwright.blackboxes.reasoning.knights.puzzles.grammar import speakers
from boxwright.blackboxes.reasoning.knights.puzzles.published import TEST, published_puzzles
from boxwright.blackboxes.reasoning.knights.puzzles.specification import Specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    Statements,
    World,
    fits,
    leaves_of,
    replaced,
)
from boxwright.blackboxes.seeds import stream

PUBLISHED = {2: 300, 3: 1_100, 4: 1_100, 5: 1_100, 6: 1_100, 7: 1_100, 8: 1_100}
"""Published puzzles by number of people."""


def enumerated(puzzle: Statements) -> list[World]:
    """Return all solutions by evaluating every statement in every world."""
    return [world for world in product((True, False), repeat=len(puzzle)) if fits(puzzle, world)]


def plain_puzzles(people: int, rng: Random) -> Iterator[Statements]:
    """Draw puzzles and keep those that the enumeration finds unique."""
    said_by = speakers(Specification(people=people))
    while True:
        puzzle = tuple(speaker.drawn(rng) for speaker in said_by)
        if len(enumerated(puzzle)) == 1:
            yield puzzle


def plain_leaf(puzzle: Statements, rng: Random, tries: int = 2_000) -> Statements | None:
    """Draw leaf edits until one leaves one other solution."""
    [base] = enumerated(puzzle)
    said_by = speakers(Specification(people=len(puzzle)))
    for _ in range(tries):
        who = rng.randrange(len(puzzle))
        path, _ = rng.choice(list(leaves_of(puzzle[who])))
        said = replaced(puzzle[who], path, rng.choice(said_by[who].leaves))
        edited = (*puzzle[:who], said, *puzzle[who + 1 :])
        worlds = enumerated(edited)
        if len(worlds) == 1 and worlds[0] != base:
            return edited
    return None


def seconds(work: Callable[[], Any]) -> float:
    """Return the CPU seconds of a piece of work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def generation() -> None:
    """Print unique puzzles per second and core, and the ratio."""
    print("| people | puzzles per CPU second | enumeration | ratio |\n|---|---|---|---|")
    for people, ours, plain in ((2, 390, 300), (5, 20_000, 300), (8, 20_000, 60), (10, 10_000, 12), (12, 8_000, 3)):
        source = generate(Specification(people=people), 1)
        next(source)
        fast = ours / seconds(lambda source=source, ours=ours: list(islice(source, ours - 1)))  # type: ignore[misc]
        slowly = plain_puzzles(people, stream("benchmark", people))
        slow = plain / seconds(lambda slowly=slowly, plain=plain: list(islice(slowly, plain)))  # type: ignore[misc]
        print(f"| {people} | {fast:,.0f} | {slow:,.1f} | {fast / slow:,.0f} |")
    for people in (14, 20, 30, 50):
        source = generate(Specification(people=people), 1)
        next(source)
        fast = 400 / seconds(lambda source=source: list(islice(source, 400)))  # type: ignore[misc]
        print(f"| {people} | {fast:,.0f} | – | – |")


def perturbation() -> None:
    """Print the seconds for 1,000 puzzles of eight people, and the ratio."""
    wanted, rng = Specification(people=8), stream("benchmark")
    puzzles = list(islice(generate(wanted, 1), 1_000))
    plain = 10 * seconds(lambda: [plain_leaf(puzzle, rng) for puzzle in puzzles[:100]])
    print("\n| perturbation of 1,000 puzzles, N = 8 | CPU s | drawing and enumerating | ratio |\n|---|---|---|---|")
    leaf = seconds(lambda: [partner(puzzle, wanted, "leaf", rng) for puzzle in puzzles])
    print(f"| leaf, all edits | {leaf:.2f} | {plain:.1f} (100 puzzles, times 10) | {plain / leaf:,.0f} |")
    said = seconds(lambda: [partner(puzzle, wanted, "statement", rng) for puzzle in puzzles])
    print(f"| statement, all edits | {said:.2f} | – | – |")


def whole(count: int, jobs: int) -> None:
    """Print the time and the memory of a data set with text, steps and both perturbations."""
    import json

    from boxwright.blackboxes.reasoning.knights.data.dataset import rows_of

    began, cpu = time.monotonic(), _cpu()
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "rows.jsonl").open("w") as file:
        for row in rows_of(Specification(people=8), 1, "en", count, jobs):
            file.write(json.dumps(row) + "\n")
    wall, spent = time.monotonic() - began, _cpu() - cpu
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    print(
        f"{count:,} puzzles of 8 people with text, steps and both perturbations, {jobs} processes: "
        f"{wall:.0f} s, {spent:.0f} CPU s, {peak:.0f} MiB at most in a process"
    )


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(found.ru_utime + found.ru_stime for found in used)


def print_census() -> None:
    """Print how many puzzles have 0, 1, 2 ... solutions."""
    print("| people | puzzles | " + " | ".join(f"{n} solutions" for n in range(9)) + " |")
    print("|---|---|" + "---|" * 9)
    for people in (2, 3):
        found = census(Specification(people=people))
        cells = " | ".join(f"{found.get(n, 0):,}" for n in range(9))
        print(f"| {people} | {sum(found.values()):,} | {cells} |")


def print_validity(numbers: Sequence[int]) -> None:
    """Print for the published puzzles how many have a valid leaf edit, and for how many no statement edit exists."""
    print("| people | training puzzles | a leaf edit exists | without repeated parts | no statement edit |")
    print("|---|---|---|---|---|")
    for people in numbers:
        puzzles = list(islice(published_puzzles(people), PUBLISHED[people]))
        wanted, training = Specification(people=people), puzzles[TEST:]
        doubled = sum(Neighbours(puzzle, wanted, "leaf", doubled=True).total > 0 for puzzle in training)
        plain = sum(Neighbours(puzzle, wanted, "leaf").total > 0 for puzzle in training)
        never = sum(Neighbours(puzzle, wanted, "statement").total == 0 for puzzle in puzzles)
        share, strict = (f"{100 * n / len(training):.1f} %" for n in (doubled, plain))
        print(f"| {people} | {len(training):,} | {share} | {strict} | {never} of {len(puzzles):,} |")


def main(arguments: list[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.knights", description=__doc__)
    parser.add_argument("--census", action="store_true")
    parser.add_argument("--validity", action="store_true")
    parser.add_argument("--whole", type=int, metavar="COUNT", help="time a data set of so many puzzles")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    if given.census:
        print_census()
    if given.validity:
        print_validity(tuple(PUBLISHED))
    if given.whole:
        whole(given.whole, given.jobs)
    if not (given.census or given.validity or given.whole):
        generation()
        perturbation()


if __name__ == "__main__":
    main()
