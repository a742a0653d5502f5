"""`trace`: a build run as a timeline in the terminal, or as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.files import write_atomically
from boxwright.cli import console
from boxwright.commands.shared import shown, workspace
from boxwright.terminal import echo, visible

if TYPE_CHECKING:
    from boxwright.agents.box.trace import Trace, TracedAttempt
    from boxwright.agents.runs.journal import Entry


@click.command("trace")
@click.argument("run", metavar="RUN|ID")
@click.option("--html", type=click.Path(path_type=Path), help="Write one self-contained HTML page instead.")
@click.option("--full", is_flag=True, help="Also show code and replies.")
def trace_command(run: str, html: Path | None, full: bool) -> None:
    """Show a build run (a folder below runs/builds), or the newest run of a box."""
    from boxwright.agents.box.trace import find_run, read_trace
    from boxwright.agents.box.trace_page import page

    trace = read_trace(find_run(workspace(), run))
    if html:
        write_atomically(html, page(trace))
        echo(f"wrote {shown(html.resolve())}")
        return
    _show(console(), trace, full)


def _show(out: Any, trace: Trace, full: bool) -> None:
    tone = "green" if trace.ending == "accepted" else "red"
    out.print(f"[bold]{trace.header.id}[/]  [{tone}]{trace.ending}[/]  {shown(trace.folder.resolve())}")
    out.print(", ".join(f"{role} {name}" for role, name in trace.header.models.items()), markup=False)
    if trace.header.planted:
        out.print(f"planted: {trace.header.planted}", style="yellow", markup=False)
    for attempt in trace.attempts:
        _show_attempt(out, trace, attempt, full)
    for finding in trace.findings:
        out.print(finding, style="red", markup=False)


def _show_entry(out: Any, entry: Entry, note: str, full: bool) -> None:
    first = next((line for line in entry.reply.text.splitlines() if line.strip()), "")
    text = entry.reply.text if full else first[:90]
    out.print(f"  {entry.n:3}  {entry.role:8} {entry.step:12} {entry.reply.usage.total:6,} tokens  {note}", end="")
    out.print(text, markup=False, style="dim", overflow="fold" if full else "ellipsis", no_wrap=not full)


def _show_attempt(out: Any, trace: Trace, attempt: TracedAttempt, full: bool) -> None:
    from rich.syntax import Syntax

    out.print(f"\n[bold cyan]attempt {attempt.number}[/]  {len(attempt.code.splitlines())} lines")
    for entry in trace.steps(attempt.number):
        _show_entry(out, entry, "", full)
    for entry in trace.unusable(attempt.number):
        _show_entry(out, entry, "set aside: ", full)
    for note in attempt.consensus:
        out.print(f"  {note}", markup=False)
    if full:
        out.print(Syntax(visible(attempt.code), "python", line_numbers=True))
    for gate in attempt.gates:
        mark = "[green]✓[/]" if gate.passed else "[red]✗[/]"
        out.print(f"  {mark} {gate.gate}", end="  ")
    out.print()
    for line in attempt.log:
        out.print(f"  {line}", markup=False, style="dim")
    for finding in attempt.findings:
        out.print(f"  refused by {attempt.refused_by}: {finding}", style="red", markup=False)
