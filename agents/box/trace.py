"""Reads back a build run: requests and replies, the outcome of each attempt, and how it ended."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from boxwright.agents.runs.journal import Entry, Header, read_whole
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.near import known
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.gates import GateResult


@dataclass(frozen=True)
class TracedAttempt:
    """One writing of the code and everything that was found about it."""

    number: int
    code: str
    gates: tuple[GateResult, ...] = ()
    log: tuple[str, ...] = ()
    verdict: str = ""
    """The refiner's structured verdict, as JSON; empty where it came to none."""
    findings: tuple[str, ...] = ()
    refused_by: str = ""
    consensus: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trace:
    """One run."""

    folder: Path
    header: Header
    entries: tuple[Entry, ...]
    attempts: tuple[TracedAttempt, ...]
    ending: str
    """`accepted`, `given up`, `ambiguous`; or, if it can be resumed, `stopped` (a reason is known) or `unfinished`."""
    findings: tuple[str, ...] = field(default=())
    aside: tuple[Entry, ...] = ()
    """Unusable replies that no longer count; their step was asked again."""

    def steps(self, attempt: int) -> list[Entry]:
        """Return the requests of one attempt, in order."""
        return [entry for entry in self.entries if _attempt_of(entry.step) == attempt]

    def unusable(self, attempt: int) -> list[Entry]:
        """Return the requests of one attempt whose replies were set aside, in order."""
        return [entry for entry in self.aside if _attempt_of(entry.step) == attempt]


def _attempt_of(step: str) -> int:
    parts = step.split("~")[0].split("/")
    number = parts[1].split(".")[0] if len(parts) > 1 else "1"
    if parts[0] in ("claims", "decide"):
        return 1
    return int(number) if number.isdigit() else 1


def find_run(workspace: Workspace, name: str) -> Path:
    """Return a run's folder from its path, or the newest run of a box from its id. Raises: BoxwrightError."""
    path = Path(name)
    if (path / "recording.jsonl").is_file():
        return path
    runs = sorted((workspace.runs / "builds" / name).glob("[0-9][0-9][0-9]/recording.jsonl"))
    if runs:
        return runs[-1].parent
    builds = workspace.runs / "builds"
    built = {
        path.parents[1].relative_to(builds).as_posix() for path in builds.glob("*/*/[0-9][0-9][0-9]/recording.jsonl")
    }
    hint = known(name, built, see=f"ls {builds}") if built else "give its folder, or a box built here"
    raise BoxwrightError(f"{name}: no build run in {builds}; {hint}")


def read_trace(folder: Path) -> Trace:
    """Read a run. Raises: BoxwrightError."""
    recording = read_whole(folder / "recording.jsonl")
    attempts = {int(p.name): p for p in (folder / "attempts").glob("[0-9]*") if p.name.isdecimal()}
    numbers = sorted({*attempts, *(_attempt_of(entry.step) for entry in (*recording.entries, *recording.aside))})
    ended = _json(folder / "ended.json") or _json(folder / "stopped.json") or {"ending": "unfinished", "findings": []}
    return Trace(
        folder,
        recording.header,
        tuple(recording.entries),
        tuple(_attempt(folder / "attempts" / str(number)) for number in numbers),
        ended["ending"],
        (*ended["findings"], *_text(folder / "drift.txt").splitlines()),
        tuple(recording.aside),
    )


def _attempt(folder: Path) -> TracedAttempt:
    refused = _json(folder / "findings.json") or {"step": "", "findings": []}
    return TracedAttempt(
        number=int(folder.name),
        code=_text(folder / "box.py"),
        gates=_gates(folder / "gates.json"),
        log=tuple(_text(folder / "log.txt").splitlines()),
        verdict=_text(folder / "verdict.json"),
        findings=tuple(refused["findings"]),
        refused_by=refused["step"],
        consensus=tuple(_text(folder / "consensus.txt").splitlines()),
    )


def _gates(path: Path) -> tuple[GateResult, ...]:
    try:
        return tuple(GateResult.model_validate(g) for g in _json(path) or ())
    except (ValidationError, TypeError):
        raise _damaged(path) from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else ""
    except UnicodeDecodeError:
        raise _damaged(path) from None


def _json(path: Path) -> Any:
    text = _text(path)
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise _damaged(path) from None


def _damaged(path: Path) -> BoxwrightError:
    return BoxwrightError(f"{path}: is damaged; remove it to see the rest of the run")
