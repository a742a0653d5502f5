"""What checks cost, gate by gate, in processor seconds: those hardly depend on what else the machine does.

`python -m benchmarks.work [ID ...] [--every N]` runs the gates of accepted boxes (all, or the ones named, or every Nth)
with one seed, and prints, for each gate, the wall time, the processor time of this process, and that of the sandboxes,
each also as a share of the whole. Sandboxes are counted through /proc, so it needs Linux.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.entries import entry_ids, load_entry
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.check import faults_of, settings_of
from boxwright.harness.gates import GATES, run_gate
from boxwright.sandbox import Launcher, open_launcher

SEED = 5
GAMES = "games"
"""The line of the reasoning games, which have no gates."""
Spent = tuple[float, float, float]
"""Seconds: on the wall, of this process, of the sandboxes."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--every", type=int, default=1, help="only every Nth of them")
    given = parser.parse_args()
    place = Workspace(SHIPPED, True, None)
    spent: defaultdict[str, Spent] = defaultdict(lambda: (0.0, 0.0, 0.0))
    names = (given.ids or entry_ids(place))[:: given.every]
    with closing(open_launcher("auto")) as launcher:
        for identifier in names:
            before = now()
            for part in parts(place, identifier, launcher):
                after = now()
                wall, own, boxes = spent[part]
                spent[part] = wall + after[0] - before[0], own + after[1] - before[1], boxes + after[2] - before[2]
                before = after
    whole = sum(own + boxes for _, own, boxes in spent.values())
    print(f"{len(names)} ids: {whole:.0f} processor seconds")
    for part, (wall, own, boxes) in spent.items():
        print(f"{part:14} wall {wall:6.1f}  own {own:6.1f}  sandboxes {boxes:6.1f}  {(own + boxes) / whole:4.0%}")


def parts(place: Workspace, identifier: str, launcher: Launcher) -> Iterator[str]:
    """Run a check, and yield each part's name when it is over. Raises: BoxwrightError, SandboxUnavailable."""
    entry = load_entry(place, identifier)
    if not isinstance(entry, Accepted) or not isinstance(opened := entry.open(launcher), Box):
        faults_of(entry, launcher, SEED)
        yield GAMES
        return
    opened.close()
    with open_box(entry, launcher) as box:
        for gate in GATES:
            run_gate(gate, box, settings_of(SEED))
            yield gate


def now() -> Spent:
    """Return the moment, and the processor seconds so far of this process and of all below it."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter(), time.process_time(), _below(os.getpid()) + ended.ru_utime + ended.ru_stime


def _below(pid: int) -> float:
    """Return the processor seconds of the processes below one, with those of their children that have ended."""
    tick = os.sysconf("SC_CLK_TCK")
    spent: dict[int, float] = {}
    children: defaultdict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            continue
        children[int(words[1])].append(int(folder.name))
        spent[int(folder.name)] = sum(map(int, words[11:15])) / tick
    todo = list(children[pid])
    total = 0.0
    while todo:
        one = todo.pop()
        total += spent[one]
        todo += children[one]
    return total


if __name__ == "__main__":
    main()
