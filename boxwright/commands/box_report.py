"""`--report FILE` of `build` and `check`: one line of JSON per box, written when that box is done, for scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import append_line, write_atomically

if TYPE_CHECKING:
    from boxwright.agents.runs.options import BuildResult
    from boxwright.harness.chat import Budget

NEEDS_A_MODEL, DIFFERS, FAILED = "needs a model", "differs", "failed"
"""Endings of a build beside those of its loop: `accepted`, `given up`, `ambiguous`."""


def report_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--report`."""
    return click.option(
        "--report",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Also write what became of each box to FILE, one line of JSON per box.",
    )(command)


class BoxReport:
    """The file of `--report`; without a path nothing is written. Raises: BoxwrightError if it cannot be written."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        if path is not None:
            try:
                write_atomically(path, "")
            except OSError as error:
                raise BoxwrightError(f"--report {path}: cannot be written ({error.strerror})") from error

    def add(self, **facts: Any) -> None:
        """Write one line."""
        if self._path is not None:
            append_line(self._path, json.dumps(facts, ensure_ascii=False))

    def checked(self, identifier: str, stale: str, faults: list[str]) -> None:
        """Write what a check found."""
        self.add(id=identifier, stale=stale, faults=faults)

    def built(self, result: BuildResult) -> None:
        """Write how the loop of a build ended."""
        self.add(id=result.id, ending=result.ending, words=list(result.findings), run=str(result.run))

    def stopped(self, identifier: str, error: Exception) -> None:
        """Write what ended a build otherwise."""
        from boxwright.agents.runs.journal import ReplayEnded, StaleRecording
        from boxwright.agents.runs.register import WouldReplace

        ending, run = FAILED, ""
        if isinstance(error, WouldReplace):
            ending, run = DIFFERS, str(error.run)
        elif isinstance(error, StaleRecording | ReplayEnded):
            ending = NEEDS_A_MODEL
        self.add(id=identifier, ending=ending, words=str(error).splitlines(), run=run)

    def spent(self, budget: Budget) -> None:
        """Write what each role spent, and the limit."""
        spent = {
            role: {
                "calls": each.usage.calls,
                "tokens": each.usage.total,
                "dollars": None if each.money is None else str(each.money),
            }
            for role, each in sorted(budget.ledger.items())
        }
        self.add(spent=spent, budget=str(budget))
