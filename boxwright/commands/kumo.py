"""`kumo`: elimination games: domains, instances, optimal play."""

from __future__ import annotations

import json
import os
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackboxes.faults import BoxwrightError
from boxwright.cli import console
from boxwright.commands import kumo_books, kumo_results, kumo_studies, kumo_variants
from boxwright.commands.kumo_books import named_domain

if TYPE_CHECKING:
    from blackboxes.kumo.domain import Domain
    from blackboxes.kumo.validator import Fault

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
SEMANTICS = click.Choice(["paper", "elimination", "informed"])


@click.group("kumo")
def kumo_command() -> None:
    """Elimination games: domains, instances, books, optimal play."""


for _command in (
    kumo_books.propose_command,
    kumo_books.book_command,
    kumo_books.check_book_command,
    kumo_books.write_book_command,
    kumo_studies.golden_command,
    kumo_studies.split_command,
    kumo_studies.graph_command,
    kumo_studies.chi_square_command,
    kumo_studies.correlate_command,
    kumo_results.results_command,
    kumo_results.revision_command,
    kumo_results.counterfactual_command,
    kumo_variants.probabilistic_command,
):
    kumo_command.add_command(_command)


def domain_file(name: Path) -> Domain:
    """Read a domain by file: JSON, or an original data module. Raises: FaultyDomain."""
    from blackboxes.kumo.published import read_any_domain

    return read_any_domain(name)


@kumo_command.command("validate")
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="For machines: one JSON line per fault.")
def validate_command(files: tuple[Path, ...], as_json: bool) -> int:
    """Name every fault of some domains; exit code 1 where games of one would be meaningless."""
    from blackboxes.kumo.validator import find_faults

    blocked = False
    for file in files:
        faults = find_faults(domain_file(file))
        blocked = blocked or any(fault.blocking for fault in faults)
        _show_faults(file, faults, as_json)
    return int(blocked)


def _show_faults(file: Path, faults: list[Fault], as_json: bool) -> None:
    for fault in faults:
        if as_json:
            row = {"file": str(file), "kind": fault.kind, "where": fault.where, "message": fault.message}
            click.echo(json.dumps(row | {"blocking": fault.blocking}, ensure_ascii=False))
        else:
            click.echo(f"{file}: {'fault' if fault.blocking else 'weakness'} ({fault.kind}): {fault}")
    if not as_json:
        blocking = sum(fault.blocking for fault in faults)
        click.echo(f"{file}: {blocking} fault(s), {len(faults) - blocking} weakness(es)")


@kumo_command.command("import")
@click.argument("domain_path", metavar="DOMAIN", type=FILE)
@click.option("--instances", type=FILE, help="Its published instances, as JSON lines.")
@click.option("--out", "folder", type=click.Path(file_okay=False, path_type=Path), required=True)
def import_command(domain_path: Path, instances: Path | None, folder: Path) -> int:
    """Read a published domain (JSON, or an original data module, never executed) and write our form of it.

    Instances get their exclusion table, so that they never change meaning; faulty ones are named and left out.
    """
    from blackboxes.kumo.certify import check_instance
    from blackboxes.kumo.instance import FaultyInstance, read_instances
    from blackboxes.kumo.validator import find_faults

    domain = domain_file(domain_path)
    faults = find_faults(domain)
    _show_faults(domain_path, faults, as_json=False)
    kept, left_out = [], 0
    for where, instance in read_instances(instances) if instances else ():
        try:
            full = instance.with_outcomes(domain)
            wrong = check_instance(full)
        except FaultyInstance as error:
            full, wrong = instance, [str(error)]
        grave = [fault for fault in wrong if not fault.startswith("only one answer")]
        for fault in wrong:
            click.echo(f"{where}: {fault}")
        left_out += bool(grave)
        if not grave:
            full = full.model_copy(update={"domain": domain.domain, "domain_hash": domain.hash, "format": 1})
            kept.append(full.model_copy(update={"hash": full.content_hash()}))
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(
        folder / f"{domain.domain}.json", json.dumps(domain.model_dump(mode="json"), ensure_ascii=False, indent=1)
    )
    if instances:
        write_whole(folder / instances.name, "".join(_line(i.model_dump(mode="json", exclude_none=True)) for i in kept))
        click.echo(f"{len(kept)} instances written, {left_out} left out as faulty")
    return int(any(fault.blocking for fault in faults) or left_out > 0)


def _line(row: dict[str, object]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text if text.endswith("\n") or not text else text + "\n", encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@kumo_command.command("generate")
@click.argument("name", metavar="DOMAIN")
@click.option("--truths", type=int, default=4, show_default=True)
@click.option("--actions", type=int, default=6, show_default=True)
@click.option("--valid", type=int, default=1, show_default=True, help="How many truths are valid.")
@click.option("--count", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--least", type=float, default=0.0, help="Only instances that need this many expected actions ...")
@click.option("--semantics", type=SEMANTICS, default="elimination", show_default=True, help="... under this semantics.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def generate_command(
    name: str,
    truths: int,
    actions: int,
    valid: int,
    count: int,
    seed: int,
    least: float,
    semantics: str,
    out: Path,
) -> None:
    """Draw certified instances of a domain (by file or id) by SAT; the same file for the same seed."""
    from blackboxes.kumo.instance import game_of
    from blackboxes.kumo.optimal import Semantics, Solver
    from blackboxes.kumo.sampling import CannotBeMade, Sizes, generate

    domain = sound_domain(name)
    if least and valid > 1:
        raise BoxwrightError("--least needs optimal play, which is defined for one valid truth; leave one of them out")
    rows: list[str] = []
    easy = 0
    for instance in generate(domain, Sizes(truths, actions, valid), seed):
        if least and Solver(game_of(instance), Semantics(semantics)).value().lower < least:
            easy += 1
            if easy > 100 * count:
                raise CannotBeMade(
                    f"{domain.domain}: only {len(rows)} of {len(rows) + easy} instances need {least:g} actions under "
                    f"`{semantics}`; ask for less, or for larger sizes"
                )
            continue
        rows.append(_line(instance.model_dump(mode="json", exclude_none=True)))
        if len(rows) == count:
            break
    write_whole(out, "".join(rows))
    click.echo(f"{out}: {count} instances of {domain.domain}, {truths} truths, {actions} actions, {valid} valid")


def sound_domain(path: str | Path) -> Domain:
    """Read a domain (a file or an id) that has no blocking fault. Raises: BoxwrightError."""
    from blackboxes.kumo.domain import FaultyDomain
    from blackboxes.kumo.validator import find_faults

    domain: Domain = named_domain(str(path))
    blocking = [fault for fault in find_faults(domain) if fault.blocking]
    if blocking:
        more = f" (and {len(blocking) - 1} more; see `boxwright kumo validate`)" if len(blocking) > 1 else ""
        raise FaultyDomain(f"{path}: {blocking[0]}{more}")
    return domain


@kumo_command.command("fairness")
@click.argument("names", metavar="DOMAIN...", nargs=-1, required=True)
@click.option("--truths", type=int, default=12, show_default=True)
@click.option("--actions", type=int, default=16, show_default=True)
@click.option("--count", type=click.IntRange(min=1), default=200, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def fairness_command(names: tuple[str, ...], truths: int, actions: int, count: int, seed: int) -> None:
    """How evenly actions and outcomes are used, with and without randomising the SAT solver, and how fast it goes.

    DOMAIN is a file or the id of an accepted domain; several may be named.
    """
    from rich.table import Table

    from blackboxes.kumo.fairness import evenness
    from blackboxes.kumo.sampling import Sizes, generate

    table = Table("domain", "SAT solver", "actions", "outcomes", "never used", "instances per CPU s", box=None)
    for domain in [sound_domain(name) for name in names]:
        for solver, randomised in (("randomised", True), ("as it is", False)):
            began = time.process_time()
            made = list(islice(generate(domain, Sizes(truths, actions), seed, randomised), count))
            speed = f"{count / (time.process_time() - began):.0f}"
            found = evenness(domain, made)
            figures = [f"{found.actions:.3f}", f"{found.outcomes:.3f}", str(found.actions_unused), speed]
            table.add_row(domain.domain, solver, *figures)
    console().print(table)


@kumo_command.command("solve")
@click.argument("file", type=FILE)
@click.option("--semantics", type=SEMANTICS, required=True)
@click.option("--domain", "name", metavar="FILE|ID", help="Not needed where lines carry `outcomes`.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Per instance; beyond it, an interval.")
def solve_command(file: Path, semantics: str, name: str | None, seconds: float | None) -> None:
    """Expected actions and best first actions of every instance of a file, as JSON lines.

    Where the time is up, `expected_actions` is null and `lower` and `upper` hold it.
    """
    from blackboxes.kumo.game import FaultyGame
    from blackboxes.kumo.instance import playable, read_instances
    from blackboxes.kumo.optimal import FOREVER, Semantics, Solver

    domain = named_domain(name) if name else None
    games = [(where, playable(instance, domain, where)) for where, instance in read_instances(file)]
    several = [where for where, game in games if game.valid.bit_count() > 1]
    if several:
        raise BoxwrightError(f"{several[0]}: several valid truths; optimal play is defined for one")
    for where, game in games:
        began = time.perf_counter()
        try:
            value = Solver(game, Semantics(semantics)).value(seconds=FOREVER if seconds is None else seconds)
        except FaultyGame as error:
            raise BoxwrightError(f"{where}: {error}") from error
        row: dict[str, object] = {"expected_actions": value.lower if value.exact else None}
        row["best_first"] = [game.actions[a] for a in value.best]
        row |= {"states": value.states, "seconds": round(time.perf_counter() - began, 6)}
        if not value.exact:
            row |= {"lower": value.lower, "upper": value.upper}
        click.echo(json.dumps(row, ensure_ascii=False))
