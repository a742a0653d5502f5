"""`kumo`: elimination games: domains, instances, books, optimal play."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from blackboxes.kumo.domain import Domain

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group("kumo")
def kumo_command() -> None:
    """Elimination games: domains, instances, knowledge books, optimal play."""


def find_domain(name: str | None) -> Domain | None:
    """Read a domain by file, or by the name of an installed one. Raises: FaultyDomain."""
    from blackboxes.kumo.domain import FaultyDomain, read_domain

    if name is None:
        return None
    path = Path(name)
    if not path.is_file():
        raise FaultyDomain(f"{name}: no such domain file; name a domain's JSON file")
    return read_domain(path)


@kumo_command.command("solve")
@click.argument("file", type=FILE)
@click.option("--semantics", type=click.Choice(["paper", "elimination", "informed"]), required=True)
@click.option("--domain", "domain_name", metavar="FILE", help="The domain; not needed where lines carry `outcomes`.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Per instance; beyond it, an interval.")
def solve_command(file: Path, semantics: str, domain_name: str | None, seconds: float | None) -> None:
    """Expected actions and best first actions of every instance of a file, as JSON lines."""
    from blackboxes.kumo.game import FaultyGame
    from blackboxes.kumo.instance import FaultyInstance, playable, read_instances
    from blackboxes.kumo.optimal import FOREVER, Semantics, Solver

    domain = find_domain(domain_name)
    games = [(where, playable(instance, domain, where)) for where, instance in read_instances(file)]
    for where, game in games:
        began = time.perf_counter()
        try:
            value = Solver(game, Semantics(semantics)).value(seconds=FOREVER if seconds is None else seconds)
        except FaultyGame as error:
            raise FaultyInstance(f"{where}: {error}") from error
        row: dict[str, object] = {"expected_actions": value.lower if value.exact else None}
        if not value.exact:
            row |= {"lower": value.lower, "upper": value.upper}
        row |= {"best_first": [game.actions[a] for a in value.best]}
        row |= {"states": value.states, "seconds": round(time.perf_counter() - began, 6)}
        click.echo(json.dumps(row, ensure_ascii=False))
