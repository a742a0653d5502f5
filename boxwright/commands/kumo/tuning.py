"""`kumo tuning-set`: games to train on, to validate on, and to test on, in and out of the domain, easy and hard."""

from __future__ import annotations

import os
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.cli import console
from boxwright.commands.kumo.domains import sound_domain
from boxwright.commands.kumo.tables import show_table
from boxwright.commands.kumo.writing import FOLDER, safe_name, whole_file, write_domain, write_instances
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
    from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
    from boxwright.blackboxes.reasoning.kumo.studies.golden import GoldenOrder

IN, OUT_OF = "in_domain", "out_of_domain"


@click.command("tuning-set")
@click.argument("domain")
@click.option("--other", "others", multiple=True, help="A domain to test on as well (a file or an id).")
@click.option("--cut", is_flag=True, help="Divide a connected domain by communities, losing rule-outs.")
@click.option("--whole", is_flag=True, help="Train on the whole domain; the out-of-domain tests are those of --other.")
@click.option("--size", default="4/6", show_default=True, help="Size of the games to train on: truths/actions.")
@click.option(
    "--test-size", "sizes", multiple=True, default=("4/6", "12/16"), show_default=True, help="Sizes of the tests."
)
@click.option(
    "--count", type=click.IntRange(min=1), default=1000, show_default=True, help="Games to train and to validate on."
)
@click.option("--tests", type=click.IntRange(min=1), default=50, show_default=True, help="Games of each test.")
@click.option(
    "--validation",
    type=click.FloatRange(0, 0.5),
    default=0.05,
    show_default=True,
    help="Share of the structures that is held out for validation.",
)
@click.option("--policy", default="optimal-elimination", show_default=True, help="As in `kumo golden`.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), help="Number of processes.  [default: the number of cores]")
@click.option("--out", "folder", type=FOLDER, required=True)
def tuning_set_command(domain: str, folder: Path, policy: str, count: int, jobs: int | None, **given: Any) -> None:
    """Write what fine-tuning on DOMAIN needs, in splits that share no game, also not under other names (Fig. 5).

    The domain is split in two as by `kumo split`: games of the first half are trained on. `train.jsonl` and
    `validation.jsonl` hold golden games as chats; `test_in_domain_SIZE.jsonl` and `test_out_of_domain_..._SIZE.jsonl`
    hold instances for `kumo play`, whose domains are written beside them. No game to train or validate on has the
    structure of a test, and none to validate on that of one to train on.
    """
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.instances.renaming import keys_of
    from boxwright.blackboxes.reasoning.kumo.studies.golden import POLICIES, GoldenOrder

    if policy not in POLICIES:
        raise BoxwrightError(f"--policy {policy}: not one of {', '.join(POLICIES)}")
    trained, tested = _domains(sound_domain(domain), given)
    folder.mkdir(parents=True, exist_ok=True)
    tests = _tests(tested, given)
    order = GoldenOrder(
        trained,
        _size(given["size"]),
        policy,
        given["seed"],
        without=keys_of(game_of(instance) for _, drawn in tests for instance in drawn),
    )
    for made in tested.values():
        write_domain(folder / f"{safe_name(made.domain)}.json", made)
    for name, drawn in tests:
        write_instances(folder / f"{name}.jsonl", drawn, len(drawn))
    counts = _train(order, count, given["validation"], jobs or os.cpu_count() or 1, folder)
    rows = [[name, str(number), str(groups)] for name, (number, groups) in counts.items()]
    rows += [[name, str(len(drawn)), str(len(keys_of(map(game_of, drawn))))] for name, drawn in tests]
    show_table(("file", "games", "structures"), rows)
    if given["validation"] and not counts["validation"][0]:
        echo(
            f"no game to validate on: a structure is held out with chance {given['validation']:g}, and none of the"
            f" {counts['train'][1]} was; raise --count or --validation"
        )
    echo(f"wrote {shown(folder)}")


def _domains(whole: Domain, given: dict[str, Any]) -> tuple[Domain, dict[str, Domain]]:
    """Return the domain to train on, and per test's name the domain to test on. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.domain.graph import split
    from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault

    tested: dict[str, Domain] = {}
    if given["whole"]:
        tested[IN] = whole
        if not given["others"]:
            raise BoxwrightError("--whole leaves nothing out of the domain; name a domain to test on with --other")
    else:
        halves = split(whole, given["cut"])
        if isinstance(halves, Fault):
            raise BoxwrightError(f"{halves}; or train on all of it with --whole and --other")
        tested[IN], tested[f"{OUT_OF}_{halves[1].domain.domain}"] = (half.domain for half in halves)
    for name in given["others"]:
        other = sound_domain(name)
        if {*other.truths} & {*tested[IN].truths}:
            raise BoxwrightError(f"--other {name}: shares truths with the domain to train on; choose another")
        tested[f"{OUT_OF}_{other.domain}"] = other
    return tested[IN], tested


def _size(text: str) -> Any:
    from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings

    return read_settings({"size": text}).sizes


def _tests(tested: dict[str, Domain], given: dict[str, Any]) -> list[tuple[str, list[Instance]]]:
    """Draw the tests; a domain too small for a size has none of it, and that is said."""
    from boxwright.blackboxes.reasoning.kumo.instances.balance import evened
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade, generate
    from boxwright.blackboxes.seeds import derive

    found = []
    for name, domain in tested.items():
        for size in given["sizes"]:
            sizes = _size(size)
            seed = derive("tuning test", given["seed"])
            try:
                drawn = list(islice(evened(generate(domain, sizes, seed), seed), given["tests"]))
            except CannotBeMade as error:
                echo(f"no test of {size}: {error}")
                continue
            found.append((f"test_{name}_{sizes.truths}_{sizes.actions}", drawn))
    return found


def _train(order: GoldenOrder, count: int, share: float, jobs: int, folder: Path) -> dict[str, tuple[int, int]]:
    """Write `count` games, those of held-out structures apart; return per file its games and its structures."""
    from rich.progress import Progress

    from boxwright.blackboxes.reasoning.kumo.instances.renaming import held_out
    from boxwright.blackboxes.reasoning.kumo.studies.golden import trajectories

    structures: dict[str, set[str]] = {"train": set(), "validation": set()}
    games = dict.fromkeys(structures, 0)
    with ExitStack() as stack:
        files = {name: stack.enter_context(whole_file(folder / f"{name}.jsonl")) for name in structures}
        progress = stack.enter_context(Progress(console=console(stderr=True)))
        task = progress.add_task(order.domain.domain, total=count)
        for game in trajectories(order, count, jobs):
            if game is None:
                continue
            name = "validation" if held_out(game.structure, share) else "train"
            files[name].write(game.line + "\n")
            structures[name].add(game.structure)
            games[name] += 1
            progress.advance(task)
    return {name: (games[name], len(structures[name])) for name in structures}
