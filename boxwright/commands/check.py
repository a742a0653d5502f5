"""`check`: the gates of accepted boxes, once more, several boxes at a time."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import Workspace, match
from boxwright.cli import console
from boxwright.commands.box_report import BoxReport, report_option
from boxwright.commands.shared import launcher, sandbox_options, workspace
from boxwright.commands.spreading import Spread

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
        checked = Spread(jobs, partial(launcher, sandbox, unsafe, identifiers)).each(
            partial(_check, place, seed), identifiers, opened
        )
        for identifier, (old, faults) in zip(identifiers, checked, strict=True):
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


def _check(place: Workspace, seed: int | None, identifier: str, opened: Launcher) -> Checked:
    """Return what is found of one box. Raises: SandboxUnavailable."""
    from boxwright.agents.stale import why_stale
    from boxwright.blackboxes.entries import load_entry
    from boxwright.harness.check import faults_of

    try:
        entry = load_entry(place, identifier)
    except BoxwrightError as error:
        return "", str(error).splitlines()
    why = why_stale(entry)
    return f"{why}; {entry.remedy}" if why else "", faults_of(entry, opened, seed)
