"""`doctor`: what this machine supports and guarantees."""

from __future__ import annotations

import click

from boxwright.cli import console


@click.command("doctor")
def doctor_command() -> int:
    """Show what this machine supports, and what each sandbox guarantees here."""
    from rich.markup import escape
    from rich.table import Table

    from boxwright.sandbox import LAUNCHERS
    from boxwright.sandbox.doctor import report

    table = Table(box=None, pad_edge=False)
    for name in ("", "what", "here", "what to do"):
        table.add_column(name)
    checks = report()
    for check in checks:
        table.add_row(
            "[green]✓[/]" if check.ok else "[red]✗[/]", check.name, escape(check.detail), escape(check.remedy)
        )
    console().print(table)
    return 0 if any(check.ok and check.name in LAUNCHERS for check in checks) else 1
