"""`collection`: measures every accepted box with the builtin players and writes the page of their scores."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.workspace import Workspace, match
from boxwright.cli import console
from boxwright.commands.shared import launcher, sandbox_options, workspace
from boxwright.commands.spreading import Spread
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.harness.players.solvers.measured import Measured
    from boxwright.harness.report.collection import Row
    from boxwright.sandbox import Launcher


@click.command("collection")
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path), help="Write the page to this file instead of printing it.")
@click.option(
    "--solver-only",
    is_flag=True,
    help="Measure `builtin/solver` only, and write no page: its scores go into blackboxes/accepted/solver.json of the "
    "workspace, where curricula read them. With --out they go there, too.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=lambda: os.cpu_count() or 1,
    show_default="one per processor",
    help="Boxes measured at the same time.",
)
@sandbox_options
def collection_command(
    patterns: tuple[str, ...], out: Path | None, solver_only: bool, workers: int, sandbox: str, unsafe: bool
) -> int:
    """Evaluate the builtin players on accepted boxes (all, or the ones named) and write a Markdown page of scores."""
    from boxwright.blackboxes.box import Family
    from boxwright.blackboxes.oracle import published_ids
    from boxwright.blackboxes.registry import get_built, load
    from boxwright.harness.players.solvers.measured import keep_scores
    from boxwright.harness.report.collection import Row
    from boxwright.harness.report.collection_page import page
    from boxwright.harness.report.neighbours import neighbours

    if solver_only and out:
        raise click.UsageError("--solver-only writes no page; leave out --out")
    place = workspace()
    names = [name for name in place.accepted_folders() if isinstance(get_built(name), Family)]
    boxes = [load(place, name) for name in match(patterns or ("*",), names, "accepted black-box")]
    old = [box for box in boxes if box.stale]
    stale = [box.id for box in old]
    boxes = [box for box in boxes if not box.stale]
    if not boxes:
        raise BoxwrightError("; ".join(f"{box.id}: {box.stale}; {box.remedy}" for box in old))
    if solver_only:
        place.writable()
    left_out = f"; left out because stale: {', '.join(stale)}" if stale else ""
    with launcher(sandbox, unsafe) as opened, console(stderr=True).status("measuring") as status:
        done = []
        measured = Spread(workers, partial(launcher, sandbox, unsafe)).each(
            partial(_measured, place, solver_only), [box.id for box in boxes], opened
        )
        for one in measured:
            done.append(one)
            status.update(f"{len(done)} of {len(boxes)} boxes, last {boxes[len(done) - 1].id}")
        near = {} if solver_only else neighbours(boxes, opened)
    rows = [one for one in done if isinstance(one, Row)]
    written = "" if solver_only else page(rows, stale, near, published_ids())
    if not solver_only and out is None:
        echo(written, nl=False)
        return 0
    if out is not None:
        write_atomically(out, written)
        echo(f"{len(rows)} boxes: {out}{left_out}")
    if place.marked:
        solver = [one.solver if isinstance(one, Row) else one for one in done]
        kept = keep_scores(place, dict(zip((box.id for box in boxes), solver, strict=True)), names)
        echo(f"scores of builtin/solver on {sum(one is not None for one in solver)} boxes: {kept}{left_out}")
    return 0


def _measured(place: Workspace, solver_only: bool, identifier: str, opened: Launcher) -> Row | Measured | None:
    """Return what is measured of one box. Raises: BoxwrightError naming the box, SandboxUnavailable."""
    from boxwright.blackboxes.registry import load
    from boxwright.harness.report.collection import measure, measure_solver, siblings_of

    accepted = load(place, identifier)
    if solver_only:
        return measure_solver(accepted, opened)
    return replace(measure(accepted, opened), siblings=siblings_of(accepted, opened))
