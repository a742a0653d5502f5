"""`demo`: three recorded builds replayed for real, then the builtin players measured on them."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from boxwright.blackboxes.exam import SUFFIX
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.workspace import MARKER, SHIPPED, Workspace
from boxwright.cli import console
from boxwright.commands.shared import launcher, sandbox_options

DEMO = ("encryption/zigzag_cipher", "circuit/and_tree", "encryption/hill_cipher")
"""From the shipped collection; the last one is wrong at first (a fault planted into the coder's first reply)."""
PLAYERS = ("builtin/oracle", "builtin/solver", "builtin/random", "builtin/constant")


@click.command("demo")
@click.option(
    "--folder", type=click.Path(path_type=Path), default=Path(".demo"), show_default=True, help="The demo's workspace."
)
@sandbox_options
def demo_command(folder: Path, sandbox: str, unsafe: bool) -> int:
    """Build three black-boxes from recorded replies, register them, and evaluate the builtin players on them."""
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.blackboxes.registry import load
    from boxwright.commands.boxes import list_rows, show_list
    from boxwright.commands.build import Building, build_all
    from boxwright.commands.playing import run_evaluation
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation

    out = console()
    place = _fresh_workspace(folder)
    accepted = SHIPPED / "blackboxes" / "accepted"
    out.print(
        "[bold]1. Three descriptions become black-boxes[/] (the models' replies are recorded; everything else runs now)"
    )
    with launcher(sandbox, unsafe) as opened:
        code = build_all(list(DEMO), opened, Building(place, BuildOptions(models={}), accepted))
        if code:
            return code
        out.print("\n[bold]2. They are registered[/]")
        show_list(list_rows(place))
        out.print("\n[bold]3. The builtin players are evaluated on them, at 10@1[/]")
        boxes = {identifier: load(place, identifier) for identifier in DEMO}
        settings = EvalSettings(models=PLAYERS, boxes=DEMO, turns=10, shots=1, samples=8, runs=3, seed=7)
        evaluation = Evaluation(settings, boxes, dict.fromkeys(PLAYERS), opened)
        return run_evaluation(evaluation, place.runs / "eval")


def _fresh_workspace(folder: Path) -> Workspace:
    """Make the demo's own workspace: three descriptions with their exams, nothing built."""
    if folder.exists():
        if not (folder / MARKER).is_file():
            raise click.ClickException(f"{folder} exists and is not a demo workspace; choose another --folder")
        shutil.rmtree(folder)
    for identifier in DEMO:
        for suffix in (".md", SUFFIX):
            target = folder / "descriptions" / f"{identifier}{suffix}"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SHIPPED / "descriptions" / f"{identifier}{suffix}", target)
    write_atomically(folder / MARKER, "# A workspace made by `boxwright demo`.\ncollection: none\n")
    return Workspace(folder.resolve(), True, None)
