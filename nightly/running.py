"""The run itself: replay what replay can renew, ask a model only for the rest, check everything, compare everything.

Every step is a command that anyone can repeat; its whole output is kept in the report as NAME.txt.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from nightly.kept import GitFailed, keep_recordings
from nightly.night import BUILT, DIFFERS, Built, Night, Spent, Stale, Step

FINDINGS = (0, 3, 4, 5, 6)
"""Exit codes of a build that came to its end, whatever it found; 1 too, if its report names the box that failed."""
SHOWN_DIFFERENCES = 6
KEPT = "kept"
"""Folder in the report with the recordings of earlier nights."""
DRIFTED = "drift"
"""Folder in the report with the recordings of boxes that behave otherwise."""


@dataclass
class _Run:
    """A night under way."""

    report: Path
    model: str
    budget: str
    say: Callable[[str], None]
    boxwright: list[str]
    only: list[str]
    """Boxes to check, to plant faults in and to compare; all where none is named."""
    night: Night = field(init=False)

    def __post_init__(self) -> None:
        self.night = Night(date=f"{datetime.now(UTC):%Y-%m-%d}", model=self.model)

    def step(self, name: str, command: Sequence[str], allowed: Sequence[int], out: Path | None = None) -> Step:
        """Run a command and note it; with `out` its stdout alone goes there. It failed if its code is not allowed."""
        began = time.monotonic()
        log = self.report / f"{name}.txt"
        with log.open("wb") as file, (out or log).open("ab") as stdout:
            code = subprocess.run(command, stdout=stdout if out else file, stderr=file).returncode
        failed = "" if code in allowed else f"exit code {code}"
        made = Step(name=name, command=list(command), code=code, seconds=round(time.monotonic() - began), failed=failed)
        self.night.steps.append(made)
        self.say(f"{name}: exit code {code}, {made.seconds} s")
        return made

    def listed(self, name: str) -> dict[str, str]:
        """Return the stale boxes and why each is stale."""
        out = self.report / f"{name}.json"
        out.unlink(missing_ok=True)
        if self.step(name, [*self.boxwright, "list", "--json"], (0,), out).failed:
            return {}
        states = {row["id"]: row["state"] for row in json.loads(out.read_text(encoding="utf-8"))}
        mark = "stale: "
        return {name: state.removeprefix(mark) for name, state in states.items() if state.startswith(mark)}

    def check(self) -> None:
        """Run all gates on the boxes."""
        lines = self.reported("check", ["check", *self.only], (0, 1, 4))
        self.night.faults = {line["id"]: line["faults"] for line in lines if line["faults"]}
        step = self.night.steps[-1]
        if step.code == 1 and not self.night.faults:
            step.failed = "exit code 1, and no box is named"

    def build(self, name: str, by: str, arguments: Sequence[str]) -> None:
        """Build boxes; note what became of each, and what was spent."""
        lines = self.reported(name, ["build", *arguments], (*FINDINGS, 1))
        boxes = [line for line in lines if "id" in line]
        step = self.night.steps[-1]
        if step.code == 1 and all(line["ending"] != "failed" for line in boxes):
            step.failed = "exit code 1, and no box is named"
        for line in boxes:
            run = Path(line["run"]) if line["run"] else None
            built = Built(id=line["id"], by=by, ending=line["ending"], words=line["words"])
            if built.ending == DIFFERS and run is not None:
                built.differences = _differences(run)
                self.keep_drift(built.id, run)
            self.night.builds.append(built)
        for line in lines:
            for role in line.get("spent", {}).values():
                dollars = None if role["dollars"] is None else Decimal(role["dollars"])
                self.night.spent += Spent(calls=role["calls"], tokens=role["tokens"], dollars=dollars)
        if by == self.model and lines:
            self.night.spent.budget = lines[-1].get("budget", "")

    def reported(self, name: str, arguments: Sequence[str], allowed: Sequence[int]) -> list[dict[str, Any]]:
        """Run a command with `--report`; return its lines."""
        lines = self.report / f"{name}.jsonl"
        lines.unlink(missing_ok=True)
        self.step(name, [*self.boxwright, *arguments, "--report", str(lines)], allowed)
        return [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()] if lines.exists() else []

    def keep_drift(self, identifier: str, run: Path) -> None:
        """Keep the recording of a box that behaves otherwise: whoever accepts it need not pay for it again."""
        recording = run / "recording.jsonl"
        if recording.is_file():
            kept = self.report / DRIFTED / identifier / "recording.jsonl"
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(recording.read_bytes())


def run_night(report: Path, model: str, budget: str, say: Callable[[str], None]) -> Night:
    """Do everything a night does, and write its data into the report. Raises: OSError.

    Environment: BOXWRIGHT (the command), PYTHON, ACCEPTANCE (more arguments for the benchmark of planted faults), ONLY
    (boxes to look at, instead of all).
    """
    report.mkdir(parents=True, exist_ok=True)
    boxwright = shlex.split(os.environ.get("BOXWRIGHT", ".venv/bin/boxwright"))
    run = _Run(report, model, budget, say, boxwright, shlex.split(os.environ.get("ONLY", "")))
    before = run.listed("stale")
    _renew(run, sorted(before))
    after = run.listed("left")
    run.night.stale = [Stale(id=name, why=why, still=name in after) for name, why in before.items()]
    run.check()
    acceptance = shlex.split(os.environ.get("ACCEPTANCE", ""))
    python = os.environ.get("PYTHON", sys.executable)
    run.step("acceptance", [python, "-m", "benchmarks.acceptance", "--markdown", *acceptance, *run.only], (0,))
    run.build("compare", "compare", [*(run.only or ["--all"]), "--model", "replay", "--only-compare"])
    run.night.builds = _without_echo(run.night)
    run.night.write(report)
    return run.night


def _renew(run: _Run, stale: list[str]) -> None:
    """Renew stale boxes: from their recordings, then from those of earlier nights, and only then with the model."""
    if not stale:
        return
    run.build("renew", "replay", [*stale, "--model", "replay"])
    if left := _left(run, stale):
        _renew_from_kept(run, left)
    if (left := _left(run, stale)) and run.model:
        limit = ["--budget", run.budget] if run.budget else []
        run.build("rebuild", run.model, [*left, "--model", run.model, *limit])


def _renew_from_kept(run: _Run, left: list[str]) -> None:
    kept = run.report / KEPT
    try:
        identifiers = [name for name in keep_recordings(kept) if name in left]
    except GitFailed as error:
        run.night.steps.append(Step(name="kept", command=["git", "fetch"], code=1, seconds=0, failed=str(error)))
        return
    if identifiers:
        run.build("kept", "kept", [*identifiers, "--model", "replay", "--recordings", str(kept)])


def _left(run: _Run, stale: list[str]) -> list[str]:
    """Return the stale boxes that no build has settled: renewed, or known to behave otherwise."""
    last = run.night.last_builds()
    return [name for name in stale if name not in last or last[name].ending not in (BUILT, DIFFERS)]


def _without_echo(night: Night) -> list[Built]:
    """Drop what the last comparison says about boxes of which a build of this night said more."""
    told = {built.id for built in night.builds if built.by != "compare"}
    return [built for built in night.builds if built.by != "compare" or built.id not in told]


def _differences(run: Path) -> list[str]:
    path = run / "drift.txt"
    return path.read_text(encoding="utf-8").splitlines()[:SHOWN_DIFFERENCES] if path.is_file() else []
