"""`kumo generate`, `probabilistic`, `fairness`, `solve`: drawing instances and solving them."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.kumo.domains import named_domain, sizes_for, sound_domain
from boxwright.commands.kumo.tables import show_table, write_both, write_table
from boxwright.commands.kumo.writing import (
    FILE,
    FOLDER,
    OUT,
    check_folder,
    picture_beside,
    write_instances,
)
from boxwright.commands.shared import shown
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
    from boxwright.blackboxes.reasoning.kumo.instances.fairness import Compared
    from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance, Instance
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes

PROBABLE = "probable"
"""The semantics of instances of probabilistic exclusion, for `kumo solve`."""
COUNT = 50
"""Instances that are made where no number is given."""
SEMANTICS = click.Choice(["paper", "elimination", "informed"])


def _finite(context: click.Context, parameter: click.Parameter, value: float) -> float:
    if not math.isfinite(value) or value < 0:
        raise click.BadParameter(f"{value} is not a number of actions; write 0 or more", context, parameter)
    return value


@click.command("generate")
@click.argument("name", metavar="DOMAIN")
@click.option("--truths", type=int, help="[default: 4, or all of a smaller domain]")
@click.option("--actions", type=int, help="[default: 6, or all of a smaller domain]")
@click.option("--valid", type=int, default=1, show_default=True, help="Number of valid truths.")
@click.option("--count", type=click.IntRange(min=1), help=f"[default: {COUNT}, or all of a smaller domain]")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--least", type=float, default=0.0, callback=_finite, help="Keep only instances that need so many expected actions."
)
@click.option("--semantics", type=SEMANTICS, default="elimination", show_default=True, help="The semantics of --least.")
@click.option(
    "--states",
    type=click.IntRange(min=1_000),
    default=200_000,
    show_default=True,
    help="Maximum states of a search.",
)
@click.option(
    "--keep",
    type=click.Choice(["even", "balanced", "all"]),
    default="even",
    show_default=True,
    help="even: choose instances so that the truths that fewest outcomes rule out are valid as often as by chance; "
    "balanced: the same for every rank by how many outcomes rule a truth out (slower; for one valid truth).",
)
@click.option("--out", type=OUT, required=True)
def generate_command(
    name: str,
    truths: int | None,
    actions: int | None,
    valid: int,
    count: int | None,
    seed: int,
    out: Path,
    **given: Any,
) -> None:
    """Draw certified instances of DOMAIN (a file or an id) by SAT; the same seed gives the same file."""
    from boxwright.blackboxes.reasoning.kumo.instances.balance import balanced, evened
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import AllMade, generate, up_to

    domain, least = sound_domain(name), given["least"]
    keep = given["keep"]
    sizes = replace(sizes_for(domain, truths, actions, (4, 6)), valid=valid)
    check_folder(out)
    if keep == "balanced" and valid > 1:
        raise BoxwrightError("--keep balanced is defined for one valid truth; leave it out")
    if least > sizes.actions:
        most = sizes.actions
        raise BoxwrightError(f"--least {least:g}: no instance of {most} actions needs more than {most}")
    drawn = generate(domain, sizes, seed)
    drawn = balanced(drawn, seed) if keep == "balanced" else drawn
    wanted = _hard(drawn, least, given["semantics"], given["states"], count or COUNT) if least else drawn
    wanted = evened(wanted, seed) if keep == "even" else wanted
    found = [] if count else up_to(wanted, COUNT, AllMade)
    number = count or len(found)
    write_instances(out, islice(wanted, number) if count else found, number)
    size = f"{sizes.truths} truths, {sizes.actions} actions, {valid} valid"
    all_of = "" if count or number == COUNT else "all "
    echo(f"{out}: {all_of}{plural(number, 'instance')} of {domain.domain}, {size}")


def _hard(drawn: Iterator[Instance], least: float, semantics: str, states: int, count: int) -> Iterator[Instance]:
    """Yield the instances that need so many actions. Raises: CannotBeMade if they are rare or cannot be decided."""
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade
    from boxwright.blackboxes.reasoning.kumo.optimal.several import solver_of
    from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, needs_at_least

    found = {True: 0, False: 0, None: 0}
    for instance in drawn:
        needed = needs_at_least(solver_of(game_of(instance), Semantics(semantics)), least, states)
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


@click.command("probabilistic")
@click.argument("name", metavar="DOMAIN")
@click.option(
    "--strength",
    type=float,
    default=0.9,
    show_default=True,
    help="Probability of each rule-out.",
)
@click.option("--truths", type=int, help="[default: 4, or all of a smaller domain]")
@click.option("--actions", type=int, help="[default: 12, or all of a smaller domain]")
@click.option("--count", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", type=OUT, required=True)
def probabilistic_command(
    name: str, strength: float, truths: int | None, actions: int | None, count: int, seed: int, out: Path
) -> None:
    """Draw certified instances of probabilistic exclusion and play them with a Bayesian player.

    `kumo book` writes their books, `kumo play` lets models play them.
    """
    from rich.table import Table

    from boxwright.blackboxes.reasoning.kumo.instances.kept_rate import kept_rate, with_kept_rate
    from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import SURE, draw, play
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    picture = picture_beside(out)
    table = Table("strength", "stops at", "games", "right", "mean actions", box=None)
    means: dict[str, float] = {}
    domain = sound_domain(name)
    sizes = sizes_for(domain, truths, actions, (4, 12))
    drawn = list(islice(draw(domain, sizes, seed, strength), count))
    games = with_kept_rate(drawn, kept_rate(domain, sizes, strength))
    for sure in (0.6, 0.75, SURE):
        stops = f"{sure:.0%}"
        played = [play(game, sure) for game in games]
        right = sum(p.right for p in played) / count
        means[stops] = math.fsum(p.actions for p in played) / count
        table.add_row(f"{strength}", stops, str(count), f"{right:.1%}", f"{means[stops]:.2f}")
    write_instances(out, games, count)
    console().print(table)
    title = f"{name}, strength {strength}: mean actions until a truth is so sure"
    echo(f"wrote {shown(out)}, {write_both(picture, bars(title, means, 'sure'))}")


@click.command("fairness")
@click.argument("names", metavar="DOMAIN...", nargs=-1, required=True)
@click.option("--truths", type=int, help="[default: 12, or 4 if a domain is too small for 12/16, or all]")
@click.option("--actions", type=int, help="[default: 16, or 6 if a domain is too small for 12/16, or all]")
@click.option("--count", type=click.IntRange(min=1), default=200, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", "folder", type=FOLDER, help="Folder for the table as CSV, and for the pictures.")
def fairness_command(
    names: tuple[str, ...], truths: int | None, actions: int | None, count: int, seed: int, folder: Path | None
) -> None:
    """Compare generators by speed and by how evenly they use actions and outcomes.

    "rejection": everything drawn uniformly until it is certified; "plain SAT": the solver as it is; "randomised SAT":
    with our remedies, as `eval` draws games; "even": what `kumo generate` keeps of them; "balanced": with --keep
    balanced. "guess": how often the truth that fewest outcomes rule out is the valid one (`builtin/no-action`);
    "listed", "shuffled": the actions that prove the answer, taken as listed, and in random order. DOMAIN is a
    file or an accepted domain's id.
    """
    from boxwright.blackboxes.reasoning.kumo.instances.fairness import GENERATORS, compared
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    domains = [sound_domain(name) for name in names]
    sizes = _sizes_of_all(domains, truths, actions)
    measured = ("actions", "outcomes", "never used", "ms per instance", f"guess (chance {1 / sizes.truths:.1%})")
    columns = ("domain", "instances", *measured, "listed", "shuffled")
    rows, slow = [], []
    means: dict[str, list[Compared]] = {}
    for domain in domains:
        for kind in GENERATORS:
            try:
                row = compared(domain, kind, sizes, seed, count)
            except CannotBeMade as error:
                slow.append(f"{kind}: {error}")
                continue
            figures = [f"{row.even.actions:.3f}", f"{row.even.outcomes:.3f}", str(row.even.actions_unused)]
            figures += [f"{1000 * row.seconds:.2f}", f"{row.guess:.1%}"]
            figures += [f"{row.order.listed:.2f}", f"{row.order.shuffled:.2f}"]
            rows.append([domain.domain, kind, *figures])
            if row.instances < count:
                slow.append(
                    f"{domain.domain}, {kind}: measured on {plural(row.instances, 'instance')}, all that it draws"
                )
            means.setdefault(kind, []).append(row)
    if not rows:
        raise CannotBeMade(slow[0])
    show_table(columns, rows)
    for why in slow:
        echo(why)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        write_table(folder / "generators.csv", columns, rows)
        for name, title, figure in (
            ("generators_ms", "ms per instance", lambda row: 1000 * row.seconds),
            ("generators_outcomes", "evenness of outcomes", lambda row: row.even.outcomes),
            ("generators_guess", "no-action guesser right", lambda row: row.guess),
        ):
            values = {kind: math.fsum(map(figure, found)) / len(found) for kind, found in means.items()}
            write_both(folder / name, bars(f"{title}, mean of {len(domains)} domains", values, "generator"))
        echo(f"wrote {shown(folder)}")


def _sizes_of_all(domains: list[Domain], truths: int | None, actions: int | None) -> Sizes:
    """Return a size that every domain has: the usual large one, the usual small one, or all of the smallest.

    Raises: CannotBeMade for a size that was asked for and that one cannot have.
    """
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, check_sizes

    most = min(len(set(domain.truths)) for domain in domains)
    most_actions = min(len(set(domain.outcomes) & set(domain.actions)) for domain in domains)
    usual = (12, 16) if most >= 12 and most_actions >= 16 else (4, 6)
    sizes = Sizes(
        min(usual[0], most) if truths is None else truths, min(usual[1], most_actions) if actions is None else actions
    )
    for domain in domains:
        check_sizes(domain, sizes)
    return sizes


def _seconds(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not value >= 0:
        raise click.BadParameter(f"{value} is no time; write 0 or more seconds", context, parameter)
    return value


@click.command("solve")
@click.argument("file", type=FILE)
@click.option(
    "--semantics",
    type=click.Choice([*SEMANTICS.choices, PROBABLE]),
    required=True,
    help=f"{PROBABLE}: for instances of probabilistic exclusion.",
)
@click.option("--domain", "name", metavar="FILE|ID", help="The domain; not needed if lines carry `outcomes`.")
@click.option("--seconds", type=float, callback=_seconds, help="Time limit per instance; bounds are printed beyond it.")
def solve_command(file: Path, semantics: str, name: str | None, seconds: float | None) -> int:
    """Print the expected number of actions and the best first actions of every instance in FILE, as JSON lines.

    `line` is the instance's line in FILE (a blank line gives no row), `seed` its seed where it has one.
    If the time is up or the game is too large for the search, `expected_actions` is null, `lower` and `upper` are
    its bounds, and `why` is `time` or `size`. With several valid truths the answer is a set of them. An instance that
    cannot be solved has an `error`; the others are solved. Where exclusion is only probable, `expected_actions` counts
    those until a truth is 90 % sure. `upper_by` and `lower_by` say how an end was found that holds with a confidence
    only.
    """
    from boxwright.blackboxes.reasoning.kumo.instances.files import checked_instances
    from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance
    from boxwright.blackboxes.reasoning.kumo.optimal.several import compile_several
    from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics, compile_searches

    domain = named_domain(name) if name else None
    compiled, compiled_several, rows, bad = False, False, 0, 0
    for where, found in checked_instances(file, domain):
        rows += 1
        fault = str(found) if isinstance(found, FaultyInstance) else no_optimum(where, found, semantics)
        if isinstance(found, FaultyInstance) or fault:
            row: dict[str, object] = {"error": fault}
        elif semantics == PROBABLE:
            row = _solved_probable(found, seconds)
        else:
            if not compiled:
                compile_searches(Semantics(semantics))
                compiled = True
            if not compiled_several and len(found.valid) > 1:
                compile_several(Semantics(semantics))
                compiled_several = True
            row = _solved(where, found, semantics, seconds)
        if "error" in row:
            bad += 1
            if not sys.stdout.isatty():  # a terminal shows the row
                echo(f"boxwright: {row['error']}", err=True)
        echo_json(json.dumps(_place_of(where, found) | row, ensure_ascii=False))
    if not rows:
        raise BoxwrightError(f"{file}: holds no instance")
    return int(bad > 0)


def _place_of(where: str, found: Instance | FaultyInstance) -> dict[str, object]:
    """Return which instance a row is about: its line in the file, and its seed where it has one."""
    row: dict[str, object] = {"line": int(where.rpartition(":")[2])}
    seed = getattr(found, "seed", None)
    return row if seed is None else row | {"seed": seed}


def no_optimum(where: str, instance: Instance, semantics: str) -> str:
    """Return why optimal play is not defined for an instance, and what to do; empty if it is."""
    from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import NO_OPTIMUM

    if (instance.strength is None) == (semantics != PROBABLE):
        return ""
    if instance.strength is None:
        return f"{where}: has no `strength`: exclusion is certain there; use another --semantics than {PROBABLE}"
    return f"{where}: {NO_OPTIMUM} under `{semantics}`; use `boxwright kumo solve FILE --semantics {PROBABLE}`"


def _solved_probable(instance: Instance, seconds: float | None) -> dict[str, object]:
    """Return what is printed about one instance of probabilistic exclusion: its value, or its bounds."""
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import strength_of
    from boxwright.blackboxes.reasoning.kumo.optimal.probable import ProbableSolver

    game = game_of(instance)
    value = ProbableSolver(game, strength_of(instance)).value(seconds=math.inf if seconds is None else seconds)
    row: dict[str, object] = {"expected_actions": value.lower if value.exact else None}
    row["best_first"] = [game.actions[a] for a in value.best]
    row |= {"states": value.states, "seconds": round(value.seconds, 6)}
    if not value.exact:
        row |= {"lower": value.lower, "upper": value.upper, "why": value.why, "upper_by": value.upper_by}
    return row


def _solved(where: str, instance: Instance, semantics: str, seconds: float | None) -> dict[str, object]:
    """Return what is printed about one instance: its value, or its bounds, or the error."""
    from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.optimal.several import solver_of
    from boxwright.blackboxes.reasoning.kumo.optimal.solver import FOREVER, Semantics

    began = time.perf_counter()
    try:
        game = game_of(instance)
        solver = solver_of(game, Semantics(semantics))
        left = FOREVER if seconds is None else max(0.0, seconds - (time.perf_counter() - began))
        value = solver.value(seconds=left, sample=True)
    except FaultyGame as error:
        return {"error": f"{where}: {error}"}
    row: dict[str, object] = {"expected_actions": value.lower if value.exact else None}
    row["best_first"] = [game.actions[a] for a in value.best]
    row |= {"states": value.states, "seconds": round(time.perf_counter() - began, 6)}
    if not value.exact:
        row |= {"lower": value.lower, "upper": value.upper, "why": "time" if value.late else "size"}
        row |= {"upper_by": value.upper_by} if value.upper_by else {}
        row |= {"lower_by": value.lower_by} if value.lower_by else {}
    return row
