"""`check`: the gates of accepted boxes, once more, several boxes at a time."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import Workspace, match
from boxwright.cli import console
from boxwright.commands.box_report import BoxReport, report_option
from boxwright.commands.shared import launcher, sandbox_options, workspace

if TYPE_CHECKING:
    from boxwright.sandbox import Launcher

STALE = 4
"""Exit code if nothing is wrong but something should be rebuilt."""
Checked = tuple[str, list[str]]
"""Why a box is stale and what to do (or an empty text), and what is wrong with it."""


@click.command("check")
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@report_option
@sandbox_options
@click.option("--seed", type=int, help="What the gates draw; without it they draw afresh, and a fault names its seed.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=lambda: os.cpu_count() or 1,
    show_default="one per processor",
    help="Boxes checked at a time.",
)
def check_command(
    patterns: tuple[str, ...], report: Path | None, sandbox: str, unsafe: bool, seed: int | None, jobs: int
) -> int:
    """Run all gates on accepted boxes again (all boxes, or the ones named)."""
    from boxwright.blackboxes.entries import entry_ids

    place = workspace()
    identifiers = match(patterns or ("*",), {*place.accepted_folders(), *entry_ids(place)}, "accepted box")
    bad = stale = 0
    written = BoxReport(report)
    with launcher(sandbox, unsafe, identifiers) as opened:
        out = console()
        out.print(f"sandbox: {opened.level}")
        for identifier, (old, faults) in _all(place, identifiers, opened, sandbox, unsafe, seed, jobs):
            written.checked(identifier, old, faults)
            bad += bool(faults)
            stale += bool(old)
            out.print(f"{'[red]✗[/]' if faults else '[yellow]~[/]' if old else '[green]✓[/]'} {identifier}")
            if old:
                out.print(f"    stale: {old}", markup=False, soft_wrap=True)
            for fault in faults:
                out.print(f"    {fault}", markup=False, soft_wrap=True)
        out.print(
            f"{plural(len(identifiers), 'box', 'boxes')} checked, {bad} with faults"
            + (f", {stale} stale" if stale else "")
        )
    return 1 if bad else STALE if stale else 0


def _all(
    place: Workspace,
    identifiers: list[str],
    opened: Launcher,
    sandbox: str,
    unsafe: bool,
    seed: int | None,
    jobs: int,
) -> Iterator[tuple[str, Checked]]:
    """Yield what is found of each box, in order. Raises: SandboxUnavailable."""
    if min(jobs, len(identifiers)) == 1:
        yield from ((identifier, _check(place, identifier, opened, seed)) for identifier in identifiers)
        return
    workers = min(jobs, len(identifiers))
    pool = ProcessPoolExecutor(
        workers, get_context("spawn"), _Worker.begin, (place, identifiers, sandbox, unsafe, seed)
    )
    try:
        with _without_interrupts():  # from here on the workers, which inherit this, are interrupted only at work
            found = pool.map(_Worker.check, identifiers)
        yield from zip(identifiers, found, strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Worker:
    """A process that checks boxes, with a launcher of its own."""

    place: Workspace
    opened: Launcher
    seed: int | None
    closing = ExitStack()

    @classmethod
    def begin(cls, place: Workspace, identifiers: list[str], sandbox: str, unsafe: bool, seed: int | None) -> None:
        from multiprocessing.util import Finalize

        cls.place, cls.seed = place, seed
        cls.opened = cls.closing.enter_context(launcher(sandbox, unsafe, identifiers))
        Finalize(None, cls.closing.close, exitpriority=1)  # a worker ends without `atexit`

    @classmethod
    def check(cls, identifier: str) -> Checked:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return _check(cls.place, identifier, cls.opened, cls.seed)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check(place: Workspace, identifier: str, opened: Launcher, seed: int | None) -> Checked:
    from boxwright.agents.stale import why_stale
    from boxwright.blackboxes.entries import load_entry
    from boxwright.harness.check import faults_of

    try:
        entry = load_entry(place, identifier)
    except BoxwrightError as error:
        return "", str(error).splitlines()
    why = why_stale(entry)
    return f"{why}; {entry.remedy}" if why else "", faults_of(entry, opened, seed)
