"""Questions of KnowLogic: how many are drawn and certified per second and core, and how long one certificate takes.

Run it with `python -m benchmarks.knowlogic [--count 300]`. Times are CPU seconds of one process. `drawn` counts
finished questions: each was certified, with its features and derivation. `certificate` is the median of counting
the worlds of a finished question; `whole proof` adds the derivation, rendering in both languages, and reading both
texts back. `--set FILE` describes a set instead: its letters, what constant and random players get, and its levels.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, combinations, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from boxwright.blackboxes.reasoning.knowlogic.domains import shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import shipped
from boxwright.blackboxes.reasoning.knowlogic.play.environment import certify
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import certificate
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import draw
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, LEVELS, Puzzle

WARM = 20
"""Questions drawn first: they list the arrangements and compute what relations mean."""


@dataclass(frozen=True)
class Row:
    """One domain's figures."""

    domain: str
    per_second: float
    certificate: float
    """Seconds, the median."""
    proof: float
    """Seconds, the median."""


def median_seconds(work: Callable[[Puzzle], object], puzzles: list[Puzzle]) -> float:
    """Return the median CPU time of some work on a question."""
    times = []
    for puzzle in puzzles:
        began = time.process_time()
        work(puzzle)
        times.append(time.process_time() - began)
    return statistics.median(times)


def measure(domain: str, count: int, seed: int = 1) -> Row:
    """Draw and prove questions of one domain."""
    list(islice(draw(shipped(domain), seed + 1), WARM))
    began = time.process_time()
    puzzles = list(islice(draw(shipped(domain), seed), count))
    spent = time.process_time() - began
    return Row(domain, count / spent, median_seconds(certificate, puzzles), median_seconds(certify, puzzles))


def describe(file: Path) -> None:
    """Print the letters and levels of a set, and what players without insight get on it."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    answers = Counter(row["answer"] for row in rows)
    print("right letters: " + ", ".join(f"{x} {sum(x in row['answer'] for row in rows):,}" for x in LETTERS))
    [(best, most)] = answers.most_common(1)
    print(f"best constant answer: {best}, {100 * most / len(rows):.1f} %; A: {100 * answers['A'] / len(rows):.1f} %")
    sets = ["".join(s) for s in chain.from_iterable(combinations(LETTERS, n) for n in range(1, len(LETTERS) + 1))]
    print(f"a random set of letters, expected: {100 / len(sets):.1f} %")
    ends = [step["rule"] for row in rows for step in row["derivation"] if "letter" in step]
    counted = sum(rule == "exhaust" for rule in ends)
    print(f"options whose derivation ends by counting worlds: {100 * counted / len(ends):.1f} %")
    names = ("length", "core", "indirect", "vague", "knowledge")
    print("| level | " + " | ".join(names) + " |\n|---|" + "---:|" * len(names))
    for level in LEVELS:
        own = [row["features"] for row in rows if row["level"] == level]
        means = [f"{statistics.mean(features[name] for features in own):.1f}" for name in names]
        print(f"| {level} ({len(own):,}) | " + " | ".join(means) + " |")


def main(arguments: list[str] | None = None) -> None:
    """Measure all domains and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--set", type=Path, metavar="FILE", help="describe a set of questions (JSON lines)")
    given = parser.parse_args(arguments)
    count = given.count
    if given.set:
        describe(given.set)
        return
    table = Table("domain", "drawn per CPU second", "certificate, ms", "whole proof, ms", box=None)
    rows = [measure(domain, count) for domain in shipped_keys()]
    for row in rows:
        figures = (f"{row.per_second:.0f}", f"{row.certificate * 1000:.2f}", f"{row.proof * 1000:.2f}")
        table.add_row(row.domain, *figures)
    mean = len(rows) / sum(1 / row.per_second for row in rows)
    worst = max(row.certificate for row in rows) * 1000
    proof = max(row.proof for row in rows) * 1000
    table.add_row("all, in equal parts", f"{mean:.0f}", f"{worst:.2f} (worst)", f"{proof:.2f} (worst)")
    Console().print(table)


if __name__ == "__main__":
    main()
