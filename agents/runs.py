"""Build runs on disk: one numbered folder per build of a box, finished or to be resumed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from blackboxes.faults import BoxwrightError
from blackboxes.workspace import Workspace


@dataclass(frozen=True)
class RunFolder:
    """One build's folder: journal, checkpoints, attempts, and at the end how it ended."""

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

    def end(self, ending: str, findings: tuple[str, ...]) -> None:
        """Mark the run as ended. Raises: OSError."""
        scratch = self.ended.with_suffix(".new")
        scratch.write_text(
            json.dumps({"ending": ending, "findings": findings}, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        scratch.replace(self.ended)
        for path in self.path.glob("checkpoints.sqlite*"):
            path.unlink()


def new_run(workspace: Workspace, identifier: str) -> RunFolder:
    """Make the next folder. Raises: BoxwrightError when it cannot be made."""
    parent = _parent(workspace, identifier)
    path = parent / f"{_last(parent) + 1:03}"
    try:
        path.mkdir(parents=True)
    except OSError as error:
        raise BoxwrightError(f"{path}: cannot be made ({error.strerror}); check the folder") from error
    return RunFolder(path)


def unfinished_runs(workspace: Workspace, identifier: str) -> list[RunFolder]:
    """Return the runs that did not end, the newest first."""
    folders = sorted(_parent(workspace, identifier).glob("[0-9][0-9][0-9]"), reverse=True)
    runs = [RunFolder(path) for path in folders]
    return [run for run in runs if run.journal.exists() and not run.ended.exists()]


def _parent(workspace: Workspace, identifier: str) -> Path:
    return workspace.runs / "builds" / identifier


def _last(parent: Path) -> int:
    return max((int(p.name) for p in parent.glob("[0-9][0-9][0-9]")), default=0)
