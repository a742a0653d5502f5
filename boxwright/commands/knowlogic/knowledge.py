"""`knowlogic validate`, `count`: the knowledge base."""

from __future__ import annotations

import json
from pathlib import Path

import click

from boxwright.cli import console
from boxwright.commands.shared import shown
from boxwright.terminal import echo, echo_json

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("validate")
@click.argument("files", type=FILE, metavar="FILE...", nargs=-1, required=True)
def validate_command(files: tuple[Path, ...]) -> int:
    """Check knowledge FILEs: form, meanings, and that every sentence reads back as what it says, in both languages.

    Each fault is one line with file, line and entry.
    """
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import FaultyKnowledge
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import read_domain
    from boxwright.blackboxes.reasoning.knowlogic.language.validate import domain_faults

    bad = 0
    for file in files:
        try:
            domain = read_domain(file)
            faults = domain_faults(domain)
        except FaultyKnowledge as error:
            faults = list(error.faults)
        for fault in faults:
            echo(fault, err=True)
        bad += bool(faults)
        if not faults:
            relations = sum(len(s.relations) for s in domain.scenarios.values())
            echo(f"{shown(file)}: {len(domain.scenarios)} scenarios, {relations} relations, no fault")
    return 1 if bad else 0


@click.command("count")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def count_command(as_json: bool) -> None:
    """Count the shipped knowledge base: entities, properties, relations, scenarios, rules; and who asserts them."""
    from rich.table import Table

    from boxwright.blackboxes.reasoning.knowlogic.knowledge.counting import COUNTED, asserters, count_all

    rows = count_all()
    if as_json:
        echo_json(json.dumps(rows, ensure_ascii=False))
        return
    table = Table("domain", *COUNTED, box=None)
    for domain, row in rows.items():
        table.add_row(domain, *(f"{row[name]:,}" for name in COUNTED))
    console().print(table)
    asserted = ", ".join(f"{domain} by a {who}" for domain, who in asserters().items())
    echo(f"asserted: {asserted}; confirmed by a second, independent reading: 0")
