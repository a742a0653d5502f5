"""Build runs on disk: one numbered folder per build, ended or to be resumed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import Any

from boxwright.agents.runs.journal import Header, read_recording
from boxwright.agents.runs.options import BuildSettings
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.workspace import Workspace


class NotResumable(BoxwrightError):
    """A run that cannot be resumed with the present description, models and settings, or at all."""


@dataclass(frozen=True)
class RunFolder:
    """One build's folder: journal, checkpoints, attempts, and how it ended."""

    path: Path

    @property
    def journal(self) -> Path:
        """Requests and replies."""
        return self.path / "recording.jsonl"

    @property
    def checkpoints(self) -> Path:
        """The graph's state after each step."""
        return self.path / "checkpoints.sqlite"

    @property
    def ended(self) -> Path:
        """How the build ended; absent while it can be resumed."""
        return self.path / "ended.json"

    @property
    def stopped(self) -> Path:
        """Why the build stopped, if a reason is known; it can be resumed."""
        return self.path / "stopped.json"

    def attempt(self, number: int) -> Path:
        """Where the code, the findings and the log of one attempt are."""
        return self.path / "attempts" / str(number)

    def keep(self, attempt: int, name: str, text: str) -> None:
        """Write one file of an attempt, in one piece. Raises: OSError."""
        folder = self.attempt(attempt)
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / name, text)

    def kept(self, attempt: int, name: str) -> str:
        """Read one file of an attempt. Raises: OSError."""
        return (self.attempt(attempt) / name).read_text(encoding="utf-8")

    def begin(self) -> None:
        """Mark the run as under way. Raises: OSError."""
        self.stopped.unlink(missing_ok=True)

    def stop(self, reason: str) -> None:
        """Mark the run as stopped, to be resumed. Raises: OSError."""
        _note(self.stopped, {"ending": "stopped", "findings": [reason]})

    def end(self, ending: str, findings: tuple[str, ...]) -> None:
        """Mark the run as ended. Raises: OSError."""
        _note(self.ended, {"ending": ending, "findings": findings})
        for path in self.path.glob("checkpoints.sqlite*"):
            path.unlink()


def builds_folder(workspace: Workspace, identifier: str) -> Path:
    """Return the folder of all builds of one box, made if need be. Raises: BoxwrightError if it cannot be made."""
    return _made(_parent(workspace, identifier))


def new_run(workspace: Workspace, identifier: str) -> RunFolder:
    """Make the next folder. Raises: BoxwrightError if it cannot be made."""
    parent = _parent(workspace, identifier)
    return RunFolder(_made(parent / f"{_last(parent) + 1:03}"))


def _made(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoxwrightError(f"{path}: cannot be created ({error.strerror}); check the folder") from error
    return path


def unfinished_runs(workspace: Workspace, identifier: str) -> list[RunFolder]:
    """Return the runs that can be resumed, newest first.

    A run no longer counts once a later one with the same description, models and settings has ended.
    """
    left: list[RunFolder] = []
    done: list[Header] = []
    for run in _runs(workspace, identifier):
        header = _header(run)
        if header is None:
            continue
        if run.ended.exists():
            done.append(header)
        elif all(different(header, other) for other in done):
            left.append(run)
    return left


def is_left(workspace: Workspace, identifier: str) -> bool:
    """Return whether the newest build of all that began has not ended."""
    runs = _runs(workspace, identifier)
    return bool(runs) and not runs[0].ended.exists()


def run_to_resume(workspace: Workspace, identifier: str, now: Header, named: str) -> RunFolder | None:
    """Return the named run, or else the newest that fits the present header; None if no build was left unfinished.

    Raises: NotResumable if the named run, or each that was left unfinished, was begun with another header; BoxwrightError
    if the newest cannot be read. A new build is never begun in their place: it would be paid for.
    """
    if named:
        run = _named(workspace, identifier, named)
        _check_same(run, now)
        return run
    if is_left(workspace, identifier):
        _readable(_runs(workspace, identifier)[0])
    left = unfinished_runs(workspace, identifier)
    fitting = next((run for run in left if not _differing(run, now)), None)
    if fitting is None and is_left(workspace, identifier):
        _check_same(_runs(workspace, identifier)[0], now)
    if fitting is None and left:
        _check_same(left[0], now)
    return fitting


def different(then: Header, now: Header) -> list[str]:
    """Name what two headers differ in, of all that decides what is asked."""
    names = ("description", "prompts", "revisions", "models", "settings")
    return [name for name in names if getattr(then, name) != getattr(now, name)]


def _differing(run: RunFolder, now: Header) -> list[str]:
    return different(read_recording(run.journal)[0], now)


def _check_same(run: RunFolder, now: Header) -> None:
    then = read_recording(run.journal)[0]
    what = different(then, now)
    if not what:
        return
    options = [*_changed(then.models, now.models), *_changed(then.settings, now.settings)]
    named = f" ({', '.join(options)})" if options else ""
    again = ", or repeat it with the same options" if set(what) <= {"models", "settings"} else ""
    raise NotResumable(
        f"{run.path}: cannot be resumed: different {' and '.join(what)}{named}; start again without --resume{again}"
    )


def _changed(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Name the roles and options that two runs differ in, with what they were and are."""
    names = [name for name in {**then, **now} if then.get(name) != now.get(name)]
    return [f"{_option(name)} was {_short(then, name)}, is {_short(now, name)}" for name in names]


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}" if name in BuildSettings.model_fields and name != "seed" else name


def _short(given: Mapping[str, Any], name: str) -> str:
    return shorten(str(given.get(name, "not set")), 60)


def _named(workspace: Workspace, identifier: str, named: str) -> RunFolder:
    parent = _parent(workspace, identifier)
    number = Path(named).name
    run = RunFolder(parent / (f"{int(number):03}" if number.isdecimal() else number))
    if not run.journal.exists() or (len(Path(named).parts) > 1 and Path(named).resolve() != run.path.resolve()):
        left = ", ".join(run.path.name for run in unfinished_runs(workspace, identifier)) or "none"
        raise NotResumable(f"{named}: no run of {identifier}; runs to resume in {parent}: {left}")
    if run.ended.exists():
        raise NotResumable(f"{run.path}: has ended, so there is nothing to resume; see `boxwright trace {run.path}`")
    return run


def _readable(run: RunFolder) -> None:
    """Check that a run's journal can be read: a new build would pay again for what it holds. Raises: NotResumable."""
    try:
        read_recording(run.journal)
    except BoxwrightError as error:
        raise NotResumable(f"{error}, name another run with --run, or start again without --resume") from error


def _header(run: RunFolder) -> Header | None:
    """A run's header; None if its journal cannot be read."""
    try:
        return read_recording(run.journal)[0]
    except BoxwrightError:
        return None


def _runs(workspace: Workspace, identifier: str) -> list[RunFolder]:
    """All runs that began, newest first."""
    folders = sorted(_parent(workspace, identifier).glob("[0-9][0-9][0-9]"), reverse=True)
    return [run for run in map(RunFolder, folders) if run.journal.exists()]


def _note(path: Path, what: dict[str, object]) -> None:
    write_atomically(path, json.dumps(what, ensure_ascii=False) + "\n")


def _parent(workspace: Workspace, identifier: str) -> Path:
    return workspace.runs / "builds" / identifier


def _last(parent: Path) -> int:
    return max((int(p.name) for p in parent.glob("[0-9][0-9][0-9]")), default=0)
