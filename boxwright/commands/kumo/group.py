"""`kumo`: elimination games: domains, instances, optimal play."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.cli import console
from boxwright.commands.kumo import books as kumo_books
from boxwright.commands.kumo import play as kumo_play
from boxwright.commands.kumo import results as kumo_results
from boxwright.commands.kumo import studies as kumo_studies
from boxwright.commands.kumo import variants as kumo_variants
from boxwright.commands.kumo.domains import named_domain, sound_domain
from boxwright.commands.kumo.writing import check_folder, instance_lines_of, safe_name, write_whole

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
    from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault
    from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

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
    kumo_play.play_command,
):
    kumo_command.add_command(_command)


@kumo_command.command("validate")
@click.argument("names", metavar="DOMAIN...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="For machines: one JSON line per fault.")
def validate_command(names: tuple[str, ...], as_json: bool) -> int:
    """Name every fault of some domains, by file or id; exit code 1 where games of one would be meaningless."""
    from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults

    blocked = False
    for name in names:
        faults = find_faults(named_domain(name))
        blocked = blocked or any(fault.blocking for fault in faults)
        _show_faults(name, faults, as_json)
    return int(blocked)


def _show_faults(name: str, faults: list[Fault], as_json: bool) -> None:
    for fault in faults:
        if as_json:
            row = {"file": name, "kind": fault.kind, "where": fault.where, "message": fault.message}
            click.echo(json.dumps(row | {"blocking": fault.blocking}, ensure_ascii=False))
        else:
            click.echo(f"{name}: {'fault' if fault.blocking else 'weakness'} ({fault.kind}): {fault}")
    if not as_json:
        blocking = sum(fault.blocking for fault in faults)
        click.echo(f"{name}: {blocking} fault(s), {len(faults) - blocking} weakness(es)")


@kumo_command.command("import")
@click.argument("domain_path", metavar="DOMAIN", type=FILE)
@click.option("--instances", type=FILE, help="Its published instances, as JSON lines.")
@click.option("--out", "folder", type=click.Path(file_okay=False, path_type=Path), required=True)
def import_command(domain_path: Path, instances: Path | None, folder: Path) -> int:
    """Read a published domain (JSON, or an original data module, never executed) and write our form of it.

    Instances get their exclusion table, so that they never change meaning; faulty lines are named and left out.
    """
    from boxwright.blackboxes.reasoning.kumo.domain.published import read_any_domain
    from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults

    domain = read_any_domain(domain_path)
    name = f"{safe_name(domain.domain)}.json"
    if instances and instances.name == name:
        raise BoxwrightError(f"{instances}: would be written where the domain is, to {name}; rename the file")
    faults = find_faults(domain)
    _show_faults(str(domain_path), faults, as_json=False)
    kept, left_out = _complete(instances, domain) if instances else ([], 0)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / name, json.dumps(domain.model_dump(mode="json"), ensure_ascii=False, indent=1))
    if instances:
        write_whole(folder / instances.name, instance_lines_of(kept))
        click.echo(f"{len(kept)} instances written, {left_out} left out as faulty")
    return int(any(fault.blocking for fault in faults) or left_out > 0)


def _complete(file: Path, domain: Domain) -> tuple[list[Instance], int]:
    """Return a file's instances with their tables and hashes; what is wrong with a line is said, and it is left out."""
    from boxwright.blackboxes.reasoning.kumo.instances.certify import CLEAR, check_instance
    from boxwright.blackboxes.reasoning.kumo.instances.files import instance_lines, structure_faults
    from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance

    kept, left_out = [], 0
    for where, found in instance_lines(file):
        if isinstance(found, FaultyInstance):
            click.echo(str(found))
            left_out += 1
            continue
        try:
            full = found.with_outcomes(domain)
            wrong = structure_faults(full) or check_instance(full)
            if found.strength is not None:
                wrong = ["exclusion is only probable in it (`strength`); `kumo play` takes it as it is"]
        except FaultyInstance as error:
            full, wrong = found, [str(error)]
        for fault in wrong:
            click.echo(f"{where}: {fault}")
        if any(fault != CLEAR for fault in wrong):
            left_out += 1
            continue
        full = full.model_copy(update={"domain": domain.domain, "domain_hash": domain.hash, "format": 1})
        kept.append(full.sealed())
    return kept, left_out


def _finite(context: click.Context, parameter: click.Parameter, value: float) -> float:
    if not math.isfinite(value) or value < 0:
        raise click.BadParameter(f"{value} is not a number of actions; write 0 or more", context, parameter)
    return value


@kumo_command.command("generate")
@click.argument("name", metavar="DOMAIN")
@click.option("--truths", type=int, default=4, show_default=True)
@click.option("--actions", type=int, default=6, show_default=True)
@click.option("--valid", type=int, default=1, show_default=True, help="How many truths are valid.")
@click.option("--count", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--least", type=float, default=0.0, callback=_finite, help="Only instances that need this many expected actions ..."
)
@click.option("--semantics", type=SEMANTICS, default="elimination", show_default=True, help="... under this semantics.")
@click.option(
    "--states", type=click.IntRange(min=1_000), default=200_000, show_default=True, help="What a search may expand."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def generate_command(
    name: str, truths: int, actions: int, valid: int, count: int, seed: int, out: Path, **given: Any
) -> None:
    """Draw certified instances of a domain (by file or id) by SAT; the same file for the same seed."""
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate

    domain, least = sound_domain(name), given["least"]
    check_folder(out)
    if least and valid > 1:
        raise BoxwrightError("--least needs optimal play, which is defined for one valid truth; leave one of them out")
    if least > actions:
        raise BoxwrightError(f"--least {least:g}: no instance of {actions} actions needs more than {actions}")
    drawn = generate(domain, Sizes(truths, actions, valid), seed)
    wanted = _hard(drawn, least, given["semantics"], given["states"], count) if least else drawn
    write_whole(out, instance_lines_of(islice(wanted, count)))
    click.echo(f"{out}: {count} instances of {domain.domain}, {truths} truths, {actions} actions, {valid} valid")


def _hard(drawn: Iterator[Instance], least: float, semantics: str, states: int, count: int) -> Iterator[Instance]:
    """Yield the instances that need so many actions. Raises: CannotBeMade where they are rare, or cannot be told."""
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade
    from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, needs_at_least

    found = {True: 0, False: 0, None: 0}
    for instance in drawn:
        needed = needs_at_least(game_of(instance), Semantics(semantics), least, states)
        found[needed] += 1
        if needed:
            yield instance
        elif found[False] > 100 * count:
            raise CannotBeMade(
                f"{instance.domain}: only {found[True]} of {sum(found.values())} instances need {least:g} actions "
                f"under `{semantics}`; ask for less, or for larger sizes"
            )
        elif found[None] > max(2, found[True]):
            raise CannotBeMade(
                f"{instance.domain}: whether instances need {least:g} actions under `{semantics}` is not settled "
                f"within {states:,} states for {found[None]} of {sum(found.values())}; "
                "ask for smaller sizes, for another semantics, or give more with --states"
            )


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

    from boxwright.blackboxes.reasoning.kumo.instances.fairness import evenness
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate

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


def _seconds(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not value >= 0:
        raise click.BadParameter(f"{value} is no time; write 0 or more seconds", context, parameter)
    return value


@kumo_command.command("solve")
@click.argument("file", type=FILE)
@click.option("--semantics", type=SEMANTICS, required=True)
@click.option("--domain", "name", metavar="FILE|ID", help="Not needed where lines carry `outcomes`.")
@click.option("--seconds", type=float, callback=_seconds, help="Per instance; beyond it, an interval.")
def solve_command(file: Path, semantics: str, name: str | None, seconds: float | None) -> None:
    """Expected actions and best first actions of every instance of a file, as JSON lines.

    Where the time is up, or the game too large for the search, `expected_actions` is null, and `lower` and `upper`
    hold it; `why` says which (time, size).
    """
    from boxwright.blackboxes.reasoning.kumo.instances.files import whole_instances
    from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import NO_OPTIMUM
    from boxwright.blackboxes.reasoning.kumo.optimal.solver import FOREVER, Semantics, Solver, compile_searches

    read = whole_instances(file, named_domain(name) if name else None)
    several = [where for where, instance in read if len(instance.valid) > 1]
    if several:
        raise BoxwrightError(f"{several[0]}: several valid truths; optimal play is defined for one")
    unsure = [where for where, instance in read if instance.strength is not None]
    if unsure:
        raise BoxwrightError(f"{unsure[0]}: {NO_OPTIMUM}")
    compile_searches(Semantics(semantics))
    for where, instance in read:
        game = game_of(instance)
        began = time.perf_counter()
        try:
            solver = Solver(game, Semantics(semantics))
            left = FOREVER if seconds is None else max(0.0, seconds - (time.perf_counter() - began))
            value = solver.value(seconds=left)
        except FaultyGame as error:
            raise BoxwrightError(f"{where}: {error}") from error
        row: dict[str, object] = {"expected_actions": value.lower if value.exact else None}
        row["best_first"] = [game.actions[a] for a in value.best]
        row |= {"states": value.states, "seconds": round(time.perf_counter() - began, 6)}
        if not value.exact:
            row |= {"lower": value.lower, "upper": value.upper, "why": "time" if value.seconds > left else "size"}
        click.echo(json.dumps(row, ensure_ascii=False))
