"""`kumo play`: an evaluation on the instances of a file, published or our own."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.browsing import desks, people
from boxwright.commands.evaluate import open_players, results_options
from boxwright.commands.kumo.domains import blocking_faults, named_domain
from boxwright.commands.kumo.writing import safe_name
from boxwright.commands.playing import run_evaluation
from boxwright.commands.shared import given_options, known_models, launcher, workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
    from boxwright.blackboxes.workspace import Workspace

FROM_FILE = ("size", "valid", "keep")
"""Settings that each instance brings along."""
OWN_OPTIONS = {"book": "--books", "protocol": "--protocol", "order": "--order"}
"""Settings that are options of their own here."""


@click.command("play")
@click.argument("domain")
@click.argument("instances", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--models", help="Names separated by commas, or a models file: A,B or models.yaml.")
@click.option("--invite", metavar="A,B", help="People who play in the browser, each by a link of their own.")
@click.option(
    "--at", "address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="With --invite."
)
@click.option(
    "--turns",
    type=click.IntRange(1, 1000),
    help="T: actions.  [default: those of the largest instance; 50 with --protocol published]",
)
@click.option(
    "--books",
    default="template",
    show_default=True,
    metavar="KIND|PLACE",
    help="The books: template, symbolic or long (by rule), published (those in the data), written (stored with the "
    "domain), or a place: a folder of seed=N.txt, a .jsonl with `seed` and `knowledge_book` or of `kumo book`, a text.",
)
@click.option(
    "--protocol",
    type=click.Choice(["own", "published"]),
    default="own",
    show_default=True,
    help="published: the paper's answer form, over at the first unreadable reply.",
)
@click.option(
    "--order",
    type=click.Choice(["shuffled", "published"]),
    default="shuffled",
    show_default=True,
    help="Lists of instances from elsewhere: in an order drawn from --seed, or as they stand, which tells the answer.",
)
@click.option("--shots", type=click.IntRange(1, 20), default=1, show_default=True, help="S: predictions per instance.")
@click.option("--runs", type=click.IntRange(1, 1000), default=1, show_default=True, help="Episodes per model.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the builtin players and of --order.")
@click.option(
    "--kumo",
    metavar="NAME=VALUE",
    multiple=True,
    help="promise=told|untold, language=..., regret=SEMANTICS, states=N.",
)
@results_options
def play_command(
    domain: str, instances: Path, models: str | None, invite: str | None, turns: int | None, out: Path, **given: Any
) -> int:
    """Measure models, or people, on exactly the instances in INSTANCES (JSON lines) of DOMAIN (a file or an id).

    They are played one after another. Results, `--resume`, `boxwright report` and `export` work as with `boxwright
    eval`.
    """
    from boxwright.blackboxes.extras import need
    from boxwright.blackboxes.reasoning.kumo.books.given import GIVEN
    from boxwright.blackboxes.reasoning.kumo.play.given import given_domain
    from boxwright.harness.chat import parse_budget
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
    from boxwright.harness.players.plugin import Plugin

    if not (models or invite):
        raise BoxwrightError("nobody plays; name models with --models, or people with --invite")
    if invite:
        need("serve")
    order = given["order"]
    kumo = _options(given)
    whole = named_domain(domain)
    safe_name(whole.domain)
    faults = len(blocking_faults(whole))
    if faults:
        said = "in the domain (`boxwright kumo validate`); each instance is proved by itself"
        echo(f"{domain}: {plural(faults, 'fault')} {said}", err=True)
    place = workspace()
    if order == "published":
        echo("--order published: the order of the lists of instances from elsewhere may tell the answer", err=True)
    books = given.pop("books")
    box = given_domain(whole, played_instances(domain, instances, order, given["seed"], books, say=True))
    if _kind(books) in GIVEN:
        echo("these books are played as they stand: nobody checked them against the instances", err=True)
    names = people(invite.split(","), "--invite") if invite else []
    money, address = parse_budget(given.pop("budget")), given.pop("address")
    players = open_players(place, known_models(place), models, money, given["concurrency"]) if models else {}
    how = {name: given.pop(name) for name in ("resume", "as_json", "concurrency")}
    how["concurrency"] += len(names)  # nobody waits for somebody else's game
    with ExitStack() as stack:
        opened = stack.enter_context(launcher(given.pop("sandbox"), given.pop("unsafe"), [box.id]))
        if names:
            made = stack.enter_context(desks(names, out, address))
            players |= {f"human/{name}": Plugin(f"human/{name}", make) for name, make in made.items()}
        settings = EvalSettings(
            models=tuple(players),
            boxes=(box.id,),
            turns=turns or _turns(kumo, box.instances),
            samples=len(box.instances),
            options={"kumo": kumo} if kumo else {},
            **given,
        )
        evaluation = Evaluation(settings, {box.id: box}, players, opened)
        evaluation.check()
        return run_evaluation(evaluation, out, **how)


def _options(given: dict[str, Any]) -> dict[str, str]:
    """Take the settings of `--kumo`, and add those that are options of their own. Raises: BoxwrightError."""
    kumo = given_options({"kumo": given.pop("kumo"), "option": ()}).get("kumo", {})
    for name in FROM_FILE:
        if name in kumo:
            raise BoxwrightError(
                f"--kumo {name}={kumo[name]}: the instances of the file are played as they are; leave it out"
            )
    for name, option in OWN_OPTIONS.items():
        if name in kumo:
            raise BoxwrightError(f"--kumo {name}={kumo[name]}: write {option} {kumo[name]}")
    if (protocol := given.pop("protocol")) != "own":
        kumo["protocol"] = protocol
    if (order := given.pop("order")) != "shuffled":
        kumo["order"] = order
    if (kind := _kind(given["books"])) != "template":
        kumo["book"] = kind
    return kumo


def _kind(books: str) -> str:
    """Return the setting `book` for what --books names. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.books.given import FILE, PUBLISHED
    from boxwright.blackboxes.reasoning.kumo.books.writer import KINDS

    known = (*KINDS, PUBLISHED)
    if books in known:
        return books
    if not Path(books).exists():
        raise BoxwrightError(f"--books {books}: no such file or folder, and not one of {', '.join(known)}")
    return FILE


def played_instances(
    domain: str, file: Path, order: str, seed: int, books: str, say: bool = False
) -> list[tuple[str, Instance]]:
    """Return the instances of a file with their places, lists and books as they are played. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.books.given import GIVEN
    from boxwright.blackboxes.reasoning.kumo.instances.files import whole_instances
    from boxwright.blackboxes.reasoning.kumo.instances.leaks import is_drawn_here, shuffled

    listed = whole_instances(file, named_domain(domain))
    if order == "published":
        return _with_books(listed, books, file, workspace(), domain)
    read = [(where, instance if is_drawn_here(instance) else shuffled(instance, seed)) for where, instance in listed]
    played = _with_books(read, books, file, workspace(), domain)
    if say and _kind(books) in GIVEN:
        _say_order(listed, played)
    return played


def _say_order(listed: list[tuple[str, Instance]], played: list[tuple[str, Instance]]) -> None:
    """Say how many books give back the order of lists that were shuffled."""
    from boxwright.blackboxes.reasoning.kumo.instances.leaks import follows_list, is_drawn_here

    pairs = [(a, b) for (_, a), (_, b) in zip(listed, played, strict=True) if not is_drawn_here(a)]
    telling = sum(follows_list(before, after.knowledge_book or "") for before, after in pairs)
    if telling:
        echo(
            f"{telling} of {plural(len(pairs), 'book')} name the actions in the order of the lists as published, which "
            "may tell the answer: lists are shuffled, books are not",
            err=True,
        )


def _with_books(
    read: list[tuple[str, Instance]], books: str, file: Path, place: Workspace, domain: str
) -> list[tuple[str, Instance]]:
    """Return instances with the books that --books names; those by rule are written when they are played."""
    from boxwright.blackboxes.reasoning.kumo.books.given import GIVEN, PUBLISHED, with_books_of, with_published_books
    from boxwright.blackboxes.reasoning.kumo.books.stored import with_stored_books
    from boxwright.blackboxes.reasoning.kumo.books.writer import WRITTEN

    kind = _kind(books)
    if kind == WRITTEN:
        return with_stored_books(place.accepted_folders().get(domain), read)
    if kind not in GIVEN:
        return read
    return with_published_books(file, read) if kind == PUBLISHED else with_books_of(Path(books), read)


def _turns(kumo: dict[str, str], instances: tuple[Instance, ...]) -> int:
    from boxwright.blackboxes.reasoning.kumo.play.published import ROUNDS

    return ROUNDS if kumo.get("protocol") == "published" else max(len(instance.actions) for instance in instances)
