"""`list`, `show`, `remove`, `reject`, `call`: the registry on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import console
from boxwright.commands.shared import launcher, sandbox_options, workspace
from boxwright.terminal import echo, echo_json, visible, visible_json

if TYPE_CHECKING:
    from boxwright.blackboxes.environment import Entry
    from boxwright.blackboxes.registry import Accepted

WIDEST = 40
"""Characters to which a column of the list is filled up; what is longer, such as a fault, pushes its line on."""
EMPTY: dict[str, Any] = {"id": "", "difficulty": "", "state": "", "attempts": 0, "by": "", "remark": ""}
"""A row of the list of which nothing is known."""


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(as_json: bool) -> None:
    """List descriptions and accepted boxes."""
    rows = list_rows(workspace())
    if as_json:
        echo_json(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    show_list(rows)


def show_list(rows: list[dict[str, Any]]) -> None:
    """Print the list in columns; without rich, which takes longer to lay out a table than the list takes to read."""
    if not rows:
        echo("no descriptions yet; write one with `boxwright new encryption/my_cipher`")
        return
    names = ["id", "difficulty", "state", "attempts", "by", *(["remark"] if any(row["remark"] for row in rows) else [])]
    table = [[visible(str(row[name] or "")) for name in names] for row in rows]
    heads = ["written by" if name == "by" else name for name in names]
    widths = [min(WIDEST, max(map(len, column))) for column in zip(heads, *table, strict=True)]
    for line in [heads, *table]:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        if line is heads:
            cells = [click.style(cell, bold=True) for cell in cells]
        else:
            cells[2] = click.style(cells[2], fg="green" if line[2] == "accepted" else "yellow")
        click.echo("  ".join(cells).rstrip())


def list_rows(place: Workspace) -> list[dict[str, Any]]:
    """Return one row per description or accepted box, sorted by id."""
    from boxwright.blackboxes.entries import entry_ids, generated_ids

    described, accepted = place.description_files(), place.accepted_folders()
    known = sorted({*described, *accepted, *entry_ids(place)})
    generated = generated_ids(place) - {*described, *accepted}
    return [
        EMPTY | {"id": i, "state": "generated"}
        if i in generated
        else _row(place, i, only_described=i in described and i not in accepted)
        for i in known
    ]


def _row(place: Workspace, identifier: str, *, only_described: bool) -> dict[str, Any]:
    from boxwright.agents.stale import why_stale
    from boxwright.blackboxes.entries import load_entry
    from boxwright.blackboxes.environments import FaultyEnvironment, boundary
    from boxwright.blackboxes.registry import Accepted

    row = EMPTY | {"id": identifier}
    try:
        if only_described:
            return row | {"difficulty": place.description(identifier).front.difficulty, "state": "not built"}
        box = load_entry(place, identifier)
    except FaultyEnvironment:
        raise
    except BoxwrightError as error:
        return row | {"state": str(error).splitlines()[0]}
    if not isinstance(box, Accepted):
        with boundary(box.environment.name, f"difficulty of {identifier}"):
            return row | {"difficulty": box.difficulty, "state": "generated"}
    manifest = box.manifest
    by = manifest.models.get("coder", "") + (" (with a planted fault)" if manifest.planted else "")
    stale = why_stale(box)
    state = f"stale: {stale}" if stale else "accepted"
    row |= {"difficulty": manifest.difficulty, "state": state, "attempts": len(manifest.attempts), "by": by}
    return row | {"remark": box.environment.remark(manifest)}


@click.command("show")
@click.argument("identifier", metavar="ID")
@click.option("--rule", is_flag=True, help="Also show the hidden rule.")
def show_command(identifier: str, rule: bool) -> None:
    """Show one accepted box: how it was built, and its code."""
    from rich.markup import escape
    from rich.syntax import Syntax

    from boxwright.agents.stale import why_stale
    from boxwright.blackboxes.registry import Accepted

    out = console()
    place = workspace()
    box = _load(place, identifier)
    if not isinstance(box, Accepted):
        _show_generated(out, box)
        return
    out.print(f"[bold]{box.id}[/]  {box.manifest.difficulty}  {escape(str(box.folder))}", soft_wrap=True)
    stale = why_stale(box)
    if stale:
        out.print(f"[yellow]stale: {escape(stale)}[/]")
    if rule:
        out.print(box.description.hidden, markup=False)
    _show_history(out, box)
    out.print(Syntax(visible(box.source), box.environment.language, line_numbers=True))


def _load(place: Workspace, identifier: str) -> Entry:
    """Return what is registered; an id of no environment is an unknown box. Raises: as registry.load."""
    from boxwright.blackboxes.entries import load_entry
    from boxwright.blackboxes.environments import environment_names
    from boxwright.blackboxes.registry import load

    known = identifier.split("/")[0] in environment_names()
    return load_entry(place, identifier) if known else load(place, identifier)


def _show_generated(out: Any, entry: Entry) -> None:
    environment = entry.environment
    options = environment.read_options({}).model_dump(mode="json")
    out.print(f"[bold]{entry.id}[/]  {entry.difficulty}  generated by {environment.name}")
    out.print(f"revision: {environment.revision}", markup=False)
    for name, value in options.items():
        out.print(f"option {environment.name}.{name}: {value}", markup=False, soft_wrap=True)


def _show_history(out: Any, box: Accepted) -> None:
    from boxwright.harness.variation import has_siblings

    manifest = box.manifest
    for note in (*box.environment.notes(manifest), box.environment.remark(manifest)):
        if not note:
            continue
        out.print(note, markup=False, soft_wrap=True)
    if box.environment.no_siblings and not has_siblings(box):
        out.print(f"no siblings: {box.environment.no_siblings}", markup=False, soft_wrap=True)
    out.print("models: " + ", ".join(f"{role} {name}" for role, name in manifest.models.items()), markup=False)
    if manifest.planted:
        out.print(f"planted: {manifest.planted}", markup=False)
    if manifest.reworded:
        which = ", ".join(f"{plural(number, 'question')} to the {role}" for role, number in manifest.reworded.items())
        out.print(f"renewed by replay; worded differently than recorded: {which}", markup=False)
    for attempt in manifest.attempts:
        out.print(f"attempt {attempt.number}: {attempt.ended}", markup=False)
        for finding in attempt.findings:
            out.print(f"   {finding}", markup=False, soft_wrap=True)
    out.print("gates: " + ", ".join(gate["gate"] for gate in manifest.gates), markup=False)
    out.print(f"run: {manifest.run.level}, Python {manifest.run.python}, {manifest.run.built}", markup=False)


@click.command("remove")
@click.argument("identifier", metavar="ID")
def remove_command(identifier: str) -> None:
    """Remove a box of this workspace from the registry. Its description stays."""
    from boxwright.blackboxes.registry import remove

    echo(f"removed {remove(workspace(), identifier)}")


@click.command("reject")
@click.argument("identifier", metavar="ID")
@click.option("--because", required=True, help="What is wrong with the box; the next build's refiner reads it.")
def reject_command(identifier: str, because: str) -> None:
    """Remove a box from the registry, and tell the next build's refiner why."""
    from boxwright.blackboxes.registry import reject

    if not because.strip():
        raise BoxwrightError("--because is empty; say what is wrong with the box")
    path = reject(workspace(), identifier, because.strip())
    echo(f"rejected {identifier}; the reason is in {path}; build it again with a model")


@click.command("call")
@click.argument("identifier", metavar="ID")
@sandbox_options
def call_command(identifier: str, sandbox: str, unsafe: bool) -> int:
    """Run a box's function on JSON lines from stdin.

    Each input line is answered in order by {"output": ...} or {"error": "..."}. An input may be wrapped as
    {"input": ...}. docs/families.md has an example for each family.
    """
    from boxwright.blackboxes.entries import load_entry, open_entry
    from boxwright.blackboxes.environments import boundary
    from boxwright.harness.direct_call import answer_line

    box = load_entry(workspace(), identifier)
    failed = False
    if box.stale:
        echo(f"boxwright: {identifier} is stale: {box.stale}", err=True)
    with launcher(sandbox, unsafe, [identifier]) as opened, open_entry(box, opened) as opened_box:
        for line in _lines():
            with boundary(box.environment.name, f"answer() of {identifier}"):
                result = answer_line(opened_box, line)
            failed = failed or "error" in result
            sys.stdout.write(visible_json(json.dumps(result, ensure_ascii=False, allow_nan=False)) + "\n")
            sys.stdout.flush()
    return 1 if failed else 0


def _lines() -> Iterator[str]:
    for line in sys.stdin:
        line = line.removeprefix("\ufeff")
        if line.strip():
            yield line
