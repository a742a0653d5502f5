"""`collection`: measures every accepted box with the builtin players and writes the page of their scores."""

from __future__ import annotations

from pathlib import Path

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.workspace import match
from boxwright.cli import console
from boxwright.commands.shared import launcher, sandbox_options, workspace
from boxwright.terminal import echo


@click.command("collection")
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path), help="Write the page to this file instead of printing it.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=4, show_default=True, help="Boxes measured at the same time."
)
@sandbox_options
def collection_command(patterns: tuple[str, ...], out: Path | None, workers: int, sandbox: str, unsafe: bool) -> int:
    """Evaluate the builtin players on accepted boxes (all, or the ones named) and write a Markdown page of scores."""
    from boxwright.blackboxes.box import Family
    from boxwright.blackboxes.registry import get_built, load
    from boxwright.harness.report.collection import measure_all
    from boxwright.harness.report.collection_page import page
    from boxwright.harness.report.neighbours import neighbours

    place = workspace()
    names = [name for name in place.accepted_folders() if isinstance(get_built(name), Family)]
    boxes = [load(place, name) for name in match(patterns or ("*",), names, "accepted black-box")]
    old = [box for box in boxes if box.stale]
    stale = [box.id for box in old]
    boxes = [box for box in boxes if not box.stale]
    if not boxes:
        raise BoxwrightError("; ".join(f"{box.id}: {box.stale}; {box.remedy}" for box in old))
    rows = []
    with launcher(sandbox, unsafe) as opened, console(stderr=True).status("measuring") as status:
        for row in measure_all(boxes, opened, workers=workers):
            rows.append(row)
            status.update(f"{len(rows)} of {len(boxes)} boxes, last {row.id}")
        near = neighbours(boxes, opened)
    text = page(rows, stale, near)
    if out is None:
        echo(text, nl=False)
        return 0
    write_atomically(out, text)
    echo(f"{len(rows)} boxes: {out}" + (f"; left out because stale: {', '.join(stale)}" if stale else ""))
    return 0
