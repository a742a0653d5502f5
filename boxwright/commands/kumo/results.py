"""`kumo results`, `revision`, `counterfactual`: studies of evaluations and stored books, and a variant of domains."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import match
from boxwright.cli import console
from boxwright.commands.kumo.domains import sound_domain
from boxwright.commands.kumo.writing import file_names, write_whole
from boxwright.commands.shared import shown, workspace

if TYPE_CHECKING:
    from boxwright.harness.kumo_results import Judged, Replies

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command("results")
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--by", type=click.Choice(["communities", "degrees"]), default="communities", show_default=True)
@click.option("--out", "folder", type=FOLDER, required=True, help="For pictures, and a CSV per model.")
def results_command(results: Path, by: str, folder: Path) -> None:
    """Unreadable replies and tokens of an evaluation's KUMO games, and correctness by the instances' structure."""
    from boxwright.blackboxes.registry import load
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.kumo_results import judged_by_structure, replies_of

    place, store = workspace(), Store.open(results)
    try:
        records = list(store.records())
        settings = store.settings
    finally:
        store.close()
    rows = replies_of(records)
    if not rows:
        raise BoxwrightError(f"{results}: no KUMO box was played there")
    folder.mkdir(parents=True, exist_ok=True)
    _show_replies(rows, folder)
    given = settings.get("kumo_instances", {})
    drawn = sorted({key.box for key, _ in records if key.box.startswith("kumo/")} - set(given))
    boxes = {name: load(place, name) for name in drawn}
    for name in given:
        click.echo(f"{name}: played the instances of a file, not drawn ones; their structure is not studied")
    judged = judged_by_structure(settings, records, boxes, by)
    for model, plain in file_names(rows if boxes else ()).items():
        file = folder / f"structure_{plain}.csv"
        _show_structure(model, [row for row in judged if row.model == model], file)
    click.echo(f"wrote {shown(folder)}")


def _show_replies(rows: dict[str, Replies], folder: Path) -> None:
    from rich.table import Table

    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    names = ["model", "games", "unreadable replies", "games without prediction", "failed", "tokens a game"]
    table = Table(*names, "input", "cached", "output", "reasoning", box=None)
    tokens = {}
    for model, row in rows.items():
        games = max(1, row.games)
        tokens[model] = row.usage.total / games
        spent = [row.usage.input, row.usage.cached, row.usage.output, row.usage.reasoning]
        table.add_row(
            model,
            *(str(n) for n in (row.games, row.unreadable, row.undecided, row.failed)),
            f"{tokens[model]:,.0f}",
            *(f"{n:,}" for n in spent),
        )
    console().print(table)
    write_whole(folder / "tokens.svg", bars("tokens per game", tokens, "model"))
    errors = {model: row.unreadable / max(1, row.games) for model, row in rows.items()}
    write_whole(folder / "parse_errors.svg", bars("unreadable replies per game", errors, "model"))


def _show_structure(model: str, rows: list[Judged], file: Path) -> None:
    from boxwright.blackboxes.reasoning.kumo.studies.statistics import chi_square

    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        counts[row.structure][row.right] += 1
    lines = "".join(f"{row.structure},{int(row.right)},{row.runs},{row.box}\n" for row in rows)
    write_whole(file, "class,right,runs,domain\n" + lines)
    try:
        found = chi_square([counts[name] for name in sorted(counts)])
    except BoxwrightError as error:
        click.echo(f"{model}: {len(rows)} instances in {len(counts)} classes: {error}")
        return
    rough = "" if found.least_expected >= 5 else f", rough: smallest expected count {found.least_expected:.2f}"
    click.echo(
        f"{model}: {len(rows)} instances in {len(counts)} classes: chi-square {found.statistic:.3f}, "
        f"p = {found.p:.3g}, Cramér's V {found.cramers_v:.3f}{rough}"
    )


@click.command("revision")
@click.argument("patterns", metavar="[DOMAIN...]", nargs=-1)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="A picture (SVG).")
def revision_command(patterns: tuple[str, ...], out: Path) -> None:
    """What revising did to the stored books: findings of the checker before and after, by kind."""
    from rich.table import Table

    from boxwright.agents.kumo.book_build import read_facts
    from boxwright.agents.kumo.book_shelf import stored_books
    from boxwright.blackboxes.reasoning.kumo.books.reader import KINDS
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars
    from boxwright.blackboxes.registry import load

    place = workspace()
    domains = [name for name in place.accepted_folders() if name.startswith("kumo/")]
    chosen = match(patterns or ("*",), domains, "accepted domain")
    facts = [read_facts(folder) for name in chosen for folder in stored_books(load(place, name))]
    if not facts:
        raise BoxwrightError("no model-written book is stored; write one with `boxwright kumo write-book`")
    versions: defaultdict[int, Counter[str]] = defaultdict(Counter)
    books: Counter[int] = Counter()
    for fact in facts:
        for version in fact.versions:
            versions[version.number].update(version.found)
            books[version.number] += 1
    table = Table("version", "books", *KINDS, "findings a book", box=None)
    means = {}
    for number, found in sorted(versions.items()):
        means[f"version {number}"] = found.total() / books[number]
        counts = [str(found[kind]) for kind in KINDS]
        table.add_row(str(number), str(books[number]), *counts, f"{means[f'version {number}']:.2f}")
    console().print(table)
    write_whole(out, bars(f"findings per book, {len(facts)} books", means, "version"))
    click.echo(f"wrote {shown(out)}")


@click.command("counterfactual")
@click.argument("domain")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def counterfactual_command(domain: str, seed: int, out: Path) -> None:
    """Give every truth of DOMAIN the part of another one: the same games, but what one knows of the world misleads."""
    from boxwright.blackboxes.reasoning.kumo.instances.variants import counterfactual

    made = counterfactual(sound_domain(domain), seed)
    write_whole(out, json.dumps(made.model_dump(mode="json"), ensure_ascii=False, indent=1))
    click.echo(f"wrote {shown(out)}: {len(made.truths)} truths, each with the part of another")
