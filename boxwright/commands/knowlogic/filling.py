"""`knowlogic fill`: a domain whose things a model proposes and another model reads a second time."""

from __future__ import annotations

from typing import Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.shared import budget_option, known_models, open_named, shown, workspace


@click.command("fill")
@click.argument("name")
@click.option("--about", default="", help="The subject, in your words: `dinosaurs that children know`.")
@click.option("--kind", "parent", default="", help="The shipped kind that the things belong to: `reptile`, `tool` ...")
@click.option("--count", type=click.IntRange(5, 60), default=12, show_default=True, help="How many things.")
@click.option("--repairs", type=click.IntRange(0, 10), default=4, show_default=True, help="Maximum number of repairs.")
@click.option("--writer", required=True, help="The model that proposes, or `replay` to use the stored recording.")
@click.option("--reader", default="", help="Another model, which reads the names without seeing what was proposed.")
@click.option("--strict", is_flag=True, help="With `replay`: fail if a prompt differs from the recorded one.")
@click.option("--resume", is_flag=True, help="Continue the newest unfinished run.")
@click.option("--planted", default="", help="With `relay`: describe what was planted in the replies by hand.")
@budget_option("500k")
def fill_command(name: str, writer: str, reader: str, budget: str, **given: Any) -> int:
    """Let models fill a domain NAME of this workspace with things: proposed, validated, repaired, read a second time.

    What only the writer says is in the file and marked as unconfirmed; no question rests on it. If no questions can be
    drawn, the findings are printed, with exit code 5.
    """
    from boxwright.agents.knowlogic.filling import fill, recorded_order, recording_of
    from boxwright.agents.knowlogic.roles import READER, WRITER, Order
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.harness.chat import parse_budget
    from boxwright.progress import Progress

    place = workspace()
    if writer == "replay":
        if reader or given["about"] or given["parent"]:
            raise BoxwrightError("`replay` takes everything from the recording; give only NAME")
        stored = recording_of(place, name)
        order, options = recorded_order(stored), BuildOptions(models={}, recording=stored, strict=given["strict"])
    else:
        needed = {"--about": given["about"], "--kind": given["parent"], "--reader": reader}
        missing = [option for option, value in needed.items() if not value]
        if missing:
            raise BoxwrightError(f"{', '.join(missing)}: needed where a model writes")
        order = Order(about=given["about"], parent=given["parent"], count=given["count"], max_repairs=given["repairs"])
        specs, money = known_models(place), parse_budget(budget)
        named = {WRITER: writer, READER: reader}
        models = {role: [open_named(model, place, specs, money)] for role, model in named.items()}
        options = BuildOptions(models=models, resume=given["resume"], planted=given["planted"])
    with Progress(console()) as progress:
        progress.start(f"knowlogic/{name}")
        result = fill(place, name, order, options, progress.report)
        if result.file is not None:
            progress.say(f"[green]accepted[/] after {plural(result.versions, 'proposal')}: {shown(result.file)}")
            return 0
        for finding in result.findings:
            progress.fault(finding)
        progress.say(f"[red]{result.ending}[/]; the proposals: {shown(result.run)}")
    return 5
