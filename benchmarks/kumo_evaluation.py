"""The players without a model on all accepted KUMO domains, as a Markdown table for docs/kumo/overview-and-play.md.

Run it with `python -m benchmarks.kumo_evaluation OUT [--boxes 'kumo/*'] [--samples 50] [--sizes easy,hard]
[--concurrency 3] [--states N]`. Each size is one `boxwright eval` (told the promise, seed 1), whose results are kept in
OUT/<size>; existing results are resumed (`--resume`). `--detail` adds a row per domain.
Searches release the interpreter's lock, so they run on all cores at once.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from boxwright.blackboxes.plural import plural

PLAYERS = "builtin/optimal,builtin/greedy,builtin/random"
TURNS = {"easy": 6, "hard": 16}
"""The budget of actions per size: all actions of a game."""


def evaluate(out: Path, size: str, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Evaluate one size by the command; return its rows of KUMO figures. Ends the program where the command fails."""
    folder = out / size
    command = [sys.executable, "-m", "boxwright", "eval", "--models", PLAYERS, "--boxes", options.boxes]
    command += ["--turns", str(TURNS[size]), "--samples", str(options.samples), "--kumo", f"size={size}"]
    command += ["--kumo", f"states={options.states}"] if options.states else []
    command += ["--concurrency", str(options.concurrency), "--json", "--out", str(folder)]
    command += ["--sandbox", options.sandbox] if options.sandbox else []
    command += ["--resume"] if (folder / "results.sqlite").exists() else []
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"the evaluation of {size} ended with exit code {done.returncode}; run it again to resume")
    rows: list[dict[str, Any]] = json.loads(done.stdout)["kumo"]
    return rows


def cells(size: str, row: dict[str, Any]) -> list[str]:
    """Return one line of the table."""
    how = row["how"]
    return [
        size,
        row["scope"],
        row["model"].removeprefix("builtin/"),
        str(row["games"]),
        f"{100 * row['success']:.1f} %",
        f"{100 * how.get('proved', 0) / row['games']:.1f} %",
        number(row["actions"]),
        *(f"{number(row['optimal'][s])}" for s in ("paper", "elimination")),
        *(f"{number(row['relative'][s])} ({row['left_out'][s]})" for s in ("paper", "elimination")),
        str(row["unsolved"]["elimination"]),
    ]


def number(value: float | None) -> str:
    """Return a figure, or a dash where there is none."""
    return "–" if value is None else f"{value:.3f}"


def main() -> None:
    """Evaluate and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--boxes", default="kumo/*")
    parser.add_argument("--samples", type=int, default=50)
    parser.add_argument("--sizes", default="easy,hard")
    parser.add_argument("--concurrency", type=int, default=3)
    parser.add_argument("--states", type=int, help="States after which the optimum counts as unsolved, as in `--kumo`.")
    parser.add_argument("--sandbox", help="As in `boxwright eval`; nothing generated is executed.")
    parser.add_argument("--detail", action="store_true", help="Also add a row per domain.")
    options = parser.parse_args()
    heads = ["size", "domains", "player", "games", "success", "proved", "actions", "optimum `paper`"]
    heads += ["optimum `elimination`", "rel. `paper` (left out)", "rel. `elimination` (left out)", "unsolved"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for size in options.sizes.split(","):
        began = time.monotonic()
        rows = evaluate(options.out, size, options)
        domains = {row["scope"] for row in rows} - {"kumo/*"}
        chosen = [row for row in rows if options.detail or row["scope"] == "kumo/*"]
        for row in sorted(chosen, key=lambda row: row["scope"]):
            lines.append(f"| {' | '.join(cells(size, row))} |")
        took = time.monotonic() - began
        print(f"{size}: {plural(len(domains), 'domain')}, {took:.0f} s", file=sys.stderr, flush=True)
    print("\n".join(lines))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
