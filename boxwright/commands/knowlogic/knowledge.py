"""`knowlogic validate`, `count`: the knowledge base."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.shared import shown
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import Fact

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
            counts = f"{plural(len(domain.scenarios), 'scenario')}, {plural(relations, 'relation')}"
            echo(f"{shown(file)}: {counts}, no fault")
            if domain.facts and domain.file.asserted_by == "model":
                confirmed = sum(fact.confirmed for fact in domain.facts)
                count = f"{confirmed:,} of {len(domain.facts):,} facts about its own things are confirmed"
                echo(f"{shown(file)}: {count} by a second reading; the others are used in no question")
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
    echo(f"asserted: {asserted}")
    echo(second_reading(None).line)


@click.command("facts")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="File to write.  [default: standard output]"
)
def facts_command(out: Path | None) -> None:
    """Write what a second reader of the knowledge about things is asked, as YAML: things and properties, no values."""
    import yaml

    from boxwright.blackboxes.files import write_atomically
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import questions
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import FILE as THINGS
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import read_things

    text = yaml.safe_dump(questions(read_things(THINGS)), sort_keys=False, allow_unicode=True, width=120)
    if out is None:
        echo(text)
        return
    write_atomically(out, text)
    echo(f"{shown(out)}: what to ask a second reader; `boxwright knowlogic confirm` compares the answers")


@click.command("confirm")
@click.argument("file", type=FILE, metavar="[READINGS]", required=False)
@click.option(
    "--json", "as_json", is_flag=True, help="Print every fact that the two readings see differently, as JSON."
)
def confirm_command(file: Path | None, as_json: bool) -> None:
    """Compare a second READING of the knowledge about things with what is asserted; by default the shipped one.

    What both say alike is confirmed. Nothing else is used in any question where only a model asserted it.
    """
    found = second_reading(file)
    if as_json:
        differing = [
            {"thing": f.thing, "property": f.name, "asserted": f.asserted, "read": f.read}
            for f in found.facts
            if not f.confirmed
        ]
        echo_json(json.dumps(differing, ensure_ascii=False, indent=1))
        return
    for fact in found.facts:
        if not fact.confirmed:
            read = "not read" if fact.read is None else f"read: {fact.read}"
            echo(f"{fact.thing}, {fact.name}: asserted: {fact.asserted}, {read}")
    echo(found.line)


@dataclass(frozen=True)
class SecondReading:
    """The asserted facts beside what a reader says."""

    reader: str
    facts: Sequence[Fact]

    @property
    def line(self) -> str:
        """The counts in one line."""
        confirmed = sum(fact.confirmed for fact in self.facts)
        unread = sum(fact.read is None for fact in self.facts)
        return (
            f"facts about things: {len(self.facts):,}; confirmed by a second reading ({self.reader}): {confirmed:,}; "
            f"seen differently: {len(self.facts) - confirmed - unread:,}; not read: {unread:,}"
        )


def second_reading(file: Path | None) -> SecondReading:
    """Compare a file of readings, or the shipped one, with the shipped things. Raises: FaultyKnowledge."""
    from boxwright.blackboxes.reasoning.knowlogic.knowledge import confirming
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import FILE as THINGS
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import read_things

    known = read_things(THINGS)
    readings = confirming.read_readings(file or confirming.FILE, known)
    return SecondReading(readings.reader, list(confirming.facts(known, readings)))
