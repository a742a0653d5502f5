"""The build loop's own overhead: an instant scripted model, in each available sandbox.

    .venv/bin/python benchmarks/loop.py [--rounds 3] [ID...]

The scripted model is not a model: it answers at once from a recording, so all the time is the loop's own.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.sandbox import Launcher, SandboxUnavailable, open_launcher


def main(given: list[str] | None = None) -> None:
    """Rebuild every shipped box of code, or those named, from its recording and print seconds per attempt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("boxes", metavar="ID", nargs="*")
    options = parser.parse_args(given)
    rounds = options.rounds
    chosen = options.boxes or sorted(name for name in _collection().accepted_folders() if not name.startswith("kumo/"))
    table = Table(title="the loop's own time, models answering at once")
    for name in ("sandbox", "boxes", "attempts", "seconds per attempt: median", "worst"):
        table.add_column(name, justify="left" if name == "sandbox" else "right")
    for name in ("local", "docker"):
        try:
            launcher = open_launcher(name)
        except SandboxUnavailable as missing:
            table.add_row(name, f"unavailable: {missing}", "", "", "")
            continue
        times, boxes = [], 0
        for _ in range(rounds):
            measured = [_one(identifier, launcher) for identifier in chosen]
            boxes = len(measured)
            times += [seconds / attempts for seconds, attempts in measured for _ in range(attempts)]
        launcher.close()
        times.sort()
        table.add_row(launcher.level, str(boxes), str(len(times)), f"{times[len(times) // 2]:.2f}", f"{times[-1]:.2f}")
    Console().print(table)


def _collection() -> Workspace:
    return Workspace(SHIPPED, True, None)


def _one(identifier: str, launcher: Launcher) -> tuple[float, int]:
    kept = load(_collection(), identifier).folder / "recording.jsonl"
    with tempfile.TemporaryDirectory() as folder:
        source = _collection().description_files()[identifier]
        target = Path(folder) / "descriptions" / f"{identifier}.md"
        target.parent.mkdir(parents=True)
        shutil.copyfile(source, target)
        began = time.perf_counter()
        result = build(Workspace(Path(folder), True, None), identifier, launcher, BuildOptions({}, recording=kept))
        return time.perf_counter() - began, result.attempts


if __name__ == "__main__":
    main()
