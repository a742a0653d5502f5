"""`kumo propose`, `validate`, `import`, `counterfactual`; and domains as every command takes them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.kumo.writing import FILE, FOLDER, OUT, safe_name, write_domain, write_instances
from boxwright.commands.shared import budget_option, known_models, open_named, shown, workspace
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
    from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault
    from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes


def named_domain(name: str) -> Domain:
    """Return a domain by its file or, if accepted, by its id. Raises: FaultyDomain, UnknownBox, BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.domain.model import parse_domain
    from boxwright.blackboxes.reasoning.kumo.domain.published import read_any_domain
    from boxwright.blackboxes.registry import load

    if Path(name).is_file():
        return read_any_domain(Path(name))
    if not name.startswith("kumo/"):
        raise BoxwrightError(f"{name}: no such file; name a domain's file, or an accepted domain as kumo/<domain>")
    return parse_domain(json.loads(load(workspace(), name).source), name)


def sound_domain(name: str) -> Domain:
    """Return a domain without blocking faults, by its file or id. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.domain.model import FaultyDomain

    domain = named_domain(name)
    blocking = blocking_faults(domain)
    if blocking:
        more = f" (and {len(blocking) - 1} more; see `boxwright kumo validate`)" if len(blocking) > 1 else ""
        raise FaultyDomain(f"{name}: {blocking[0]}{more}")
    return domain


def sizes_for(domain: Domain, truths: int | None, actions: int | None, usual: tuple[int, int]) -> Sizes:
    """Return the size that was asked for; what was not is as usual, or all that a smaller domain has."""
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes

    return Sizes(
        min(usual[0], len(domain.truths)) if truths is None else truths,
        min(usual[1], len(domain.actions)) if actions is None else actions,
    )


def blocking_faults(domain: Domain) -> list[Fault]:
    """Return the faults that make the games of a domain meaningless."""
    from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults

    return [fault for fault in find_faults(domain) if fault.blocking]


@click.command("propose")
@click.argument("count", type=click.IntRange(1, 100))
@click.option("--model", required=True, help="The model that proposes them.")
@click.option("--resume", is_flag=True, help="Continue the newest unfinished run.")
@budget_option("200k")
def propose_command(count: int, model: str, resume: bool, budget: str) -> None:
    """Let a model propose COUNT domains and write a description file for each."""
    from boxwright.agents.kumo.ideas import propose_domains
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.harness.chat import parse_budget

    place = workspace()
    author = open_named(model, place, known_models(place), parse_budget(budget))
    for path in propose_domains(place, count, BuildOptions(models={"coder": [author]}, resume=resume)):
        echo(f"wrote {shown(path)}; edit it, then: boxwright build kumo/{path.stem} --coder NAME")


@click.command("validate")
@click.argument("names", metavar="DOMAIN...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line per fault.")
def validate_command(names: tuple[str, ...], as_json: bool) -> int:
    """List the faults of domains (files or ids).

    The exit code is 1 if the games of one would be meaningless, or if one cannot be read; the others are listed.
    """
    from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults

    blocked = False
    for name in names:
        try:
            domain = named_domain(name)
        except BoxwrightError as error:
            if len(names) == 1:
                raise
            blocked = True
            echo(f"boxwright: {error}", err=True)
            continue
        faults = find_faults(domain)
        blocked = blocked or any(fault.blocking for fault in faults)
        _show_faults(name, faults, as_json)
    return int(blocked)


def _show_faults(name: str, faults: list[Fault], as_json: bool) -> None:
    for fault in faults:
        if as_json:
            row = {"file": name, "kind": fault.kind, "where": fault.where, "message": fault.message}
            echo_json(json.dumps(row | {"blocking": fault.blocking}, ensure_ascii=False))
        else:
            echo(f"{name}: {'fault' if fault.blocking else 'weakness'} ({fault.kind}): {fault}")
    if not as_json:
        blocking = sum(fault.blocking for fault in faults)
        echo(f"{name}: {plural(blocking, 'fault')}, {plural(len(faults) - blocking, 'weakness', 'weaknesses')}")


@click.command("import")
@click.argument("domain_path", metavar="DOMAIN", type=FILE)
@click.option("--instances", type=FILE, help="The published instances of the domain, as JSON lines.")
@click.option("--books", is_flag=True, help="Keep the published books, from the lines or from the files beside them.")
@click.option("--out", "folder", type=FOLDER, required=True)
def import_command(domain_path: Path, instances: Path | None, books: bool, folder: Path) -> int:
    """Convert a published domain (JSON, or an original data module, which is never executed).

    Each instance gets its exclusion table, so that its meaning is fixed; faulty lines are reported and left out. Lists
    keep their order, and what that order tells is said. A domain with faults is written too (exit code 1), unless it
    holds numbers that are not finite: then nothing is.
    """
    from boxwright.blackboxes.reasoning.kumo.domain.published import read_any_domain
    from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults

    domain = read_any_domain(domain_path)
    name = f"{safe_name(domain.domain)}.json"
    if instances and instances.name == name:
        raise BoxwrightError(f"{instances}: would be written where the domain is, to {name}; rename the file")
    faults = find_faults(domain)
    _show_faults(str(domain_path), faults, as_json=False)
    _check_writable(str(domain_path), domain)
    kept, left_out = _complete(instances, domain, books) if instances else ([], 0)
    folder.mkdir(parents=True, exist_ok=True)
    write_domain(folder / name, domain)
    if instances:
        write_instances(folder / instances.name, kept, len(kept))
        echo(f"{plural(len(kept), 'instance')} written, {left_out} left out as faulty")
        _warn_of_order(kept)
    return int(any(fault.blocking for fault in faults) or left_out > 0)


def _check_writable(where: str, domain: Domain) -> None:
    """Refuse a domain with a number that JSON has no form for. Raises: BoxwrightError."""
    for action, table in domain.outcomes.items():
        for state in table.states:
            if isinstance(state.value, list) and not all(map(math.isfinite, state.value)):
                raise BoxwrightError(
                    f"{where}: action {action!r}, outcome {state.label!r}: JSON holds finite numbers only, so nothing "
                    "is written; write the largest number that can occur instead"
                )


def _warn_of_order(instances: list[Instance]) -> None:
    """Say how much the order of the actions tells."""
    from boxwright.blackboxes.reasoning.kumo.instances.leaks import list_order

    if instances and (found := list_order(instances)).leaks:
        echo(
            f"warning: the order of the actions tells the answer: as listed they prove it after {found.listed:.2f}, in "
            f"random order after {found.shuffled:.2f}; `boxwright kumo play` shuffles them without --order published"
        )


def _complete(file: Path, domain: Domain, books: bool) -> tuple[list[Instance], int]:
    """Return a file's instances with tables and hashes, and how many were left out; prints what is wrong with those."""
    from boxwright.blackboxes.reasoning.kumo.books.given import with_published_books
    from boxwright.blackboxes.reasoning.kumo.books.writer import FaultyBook
    from boxwright.blackboxes.reasoning.kumo.instances.certify import CLEAR, check_instance
    from boxwright.blackboxes.reasoning.kumo.instances.files import instance_lines, structure_faults
    from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance

    kept, left_out = [], 0
    for where, found in instance_lines(file):
        if isinstance(found, FaultyInstance):
            echo(str(found))
            left_out += 1
            continue
        try:
            full = found.with_outcomes(domain)
            wrong = structure_faults(full) or check_instance(full)
            [(_, full)] = with_published_books(file, [(where, full)]) if books else [(where, full)]
            if found.strength is not None:
                wrong = ["exclusion is only probable in it (`strength`); `kumo play` takes it as it is"]
        except FaultyInstance as error:
            full, wrong = found, [str(error)]
        except FaultyBook as error:
            full, wrong = found, [str(error).removeprefix(f"{where}: ")]
        for fault in wrong:
            echo(f"{where}: {fault}")
        if any(fault != CLEAR for fault in wrong):
            left_out += 1
            continue
        full = full.model_copy(update={"domain": domain.domain, "domain_hash": domain.hash, "format": 1})
        kept.append(full.sealed())
    return kept, left_out


@click.command("counterfactual")
@click.argument("domain")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", type=OUT, required=True)
def counterfactual_command(domain: str, seed: int, out: Path) -> None:
    """Give every truth of DOMAIN the role of another: the games stay the same, but world knowledge misleads."""
    from boxwright.blackboxes.reasoning.kumo.instances.variants import counterfactual

    made = counterfactual(sound_domain(domain), seed)
    write_domain(out, made)
    echo(f"wrote {shown(out)}: {len(made.truths)} truths, each with the part of another")
