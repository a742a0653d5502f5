"""`kumo revise-books` and `before-after`: what revising books is worth to those who play with them."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.kumo.domains import named_domain
from boxwright.commands.kumo.measured import games_in
from boxwright.commands.kumo.tables import show_table, write_both, write_table
from boxwright.commands.kumo.writing import FILE, FOLDER, OUT, write_whole
from boxwright.commands.shared import budget_option, known_models, open_named, shown, workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.records import PlayedEpisode

RESULTS = click.Path(exists=True, file_okay=False, path_type=Path)
COMPARED = ("protocol", "promise", "order", "size", "valid", "predict")
"""Settings of a game, besides its books, that change how well it is played."""
Successes = dict[str, dict[str, float]]
"""Per model and instance the share of games that it won."""


@click.command("revise-books")
@click.argument("file", type=FILE)
@click.option(
    "--books", required=True, type=click.Path(exists=True, path_type=Path), help="As in `kumo play --books PLACE`."
)
@click.option("--reviser", required=True, help="The model that reviews each book once.")
@click.option(
    "--tell", is_flag=True, help="Tell it what the strict reader found, which the paper's reviser is not told."
)
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--domain", help="The domain (a file or an id); not needed if the lines carry `outcomes`.")
@click.option("--out", type=OUT, required=True, help="JSON lines for `kumo play --books`.")
@click.option("--resume", is_flag=True, help="Continue the newest unfinished run.")
@click.option("--planted", default="", help="With `relay`: describe what was planted in the replies by hand.")
@budget_option("2M")
def revise_books_command(
    file: Path,
    books: Path,
    reviser: str,
    tell: bool,
    language: str,
    domain: str | None,
    out: Path,
    resume: bool,
    planted: str,
    budget: str,
) -> None:
    """Let a model revise the books of the instances in FILE once, by the paper's four criteria.

    The books before stay as they are: play both, and compare them with `kumo before-after`.
    """
    from boxwright.agents.kumo.book_author import REVISER
    from boxwright.agents.kumo.revising import revise_books
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.blackboxes.reasoning.kumo.books.given import FOLDER as BOOK
    from boxwright.blackboxes.reasoning.kumo.books.given import with_books_of
    from boxwright.blackboxes.reasoning.kumo.instances.files import whole_instances
    from boxwright.harness.chat import parse_budget

    place = workspace()
    read = whole_instances(file, named_domain(domain) if domain else None)
    given = [(instance, instance.knowledge_book or "") for _, instance in with_books_of(books, read)]
    model = open_named(reviser, place, known_models(place), parse_budget(budget))
    options = BuildOptions(models={REVISER: [model]}, resume=resume, planted=planted)
    revised = revise_books(place, given, language, tell, options)
    rows = [{"seed": instance.seed, BOOK: book.text} for (instance, _), book in zip(given, revised, strict=True)]
    write_whole(out, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    before = Counter(finding.kind for book in revised for finding in book.before)
    after = Counter(finding.kind for book in revised for finding in book.after)
    kinds = sorted({*before, *after})
    show_table(
        ("books", *kinds, "books without findings"),
        [
            ["before", *(str(before[kind]) for kind in kinds), str(sum(not book.before for book in revised))],
            ["after", *(str(after[kind]) for kind in kinds), str(sum(not book.after for book in revised))],
        ],
    )
    rewritten = sum(book.text != text for (_, text), book in zip(given, revised, strict=True))
    echo(f"{shown(out)}: {plural(len(rows), 'book')}, {rewritten} rewritten")


@click.command("before-after")
@click.argument("before", type=RESULTS)
@click.argument("after", type=RESULTS)
@click.option("--out", "folder", type=FOLDER, required=True, help="Folder for the table as CSV, and for the picture.")
def before_after_command(before: Path, after: Path, folder: Path) -> None:
    """Compare how the same instances were played in two evaluations that differ in their books.

    BEFORE and AFTER are folders of `kumo play`. Per model: success in both, the mean difference over instances with its
    95 % interval (Student's t) and the p of a sign-flip test, with Holm's correction over the models. What else differs
    between the two (protocol, promise, order, turns, ...) is named beside each difference, which is then not that of
    the books alone.
    """
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars
    from boxwright.harness.analysis.comparisons import paired, with_holm

    first, second = _successes(before), _successes(after)
    ways = [_ways(path) for path in (before, after)]
    models = [model for model in first if model in second]
    if not models:
        raise BoxwrightError(f"{before} and {after} have no model in common")
    found = []
    for model in models:
        if first[model].keys() != second[model].keys():
            raise BoxwrightError(f"{model}: {before} and {after} did not play the same instances; use one FILE")
        compared = paired("after", "before", second[model], first[model])
        assert compared is not None
        found.append(compared)
    rows: list[list[str]] = []
    shares: dict[str, float] = {}
    for model, compared in zip(models, with_holm(found), strict=True):
        means = [sum(side[model].values()) / len(side[model]) for side in (first, second)]
        bounds = ["" if end is None else f"{end:+.3f}" for end in (compared.low, compared.high)]
        figures = [
            f"{means[0]:.3f}",
            f"{means[1]:.3f}",
            f"{compared.difference:+.3f}",
            *bounds,
            f"{compared.corrected:.3g}",
        ]
        other = _other(*(way[model] for way in ways))
        rows.append([model, str(compared.boxes), *figures, other])
        if other:
            echo(f"{model}: {before} and {after} also differ in {other}; this is not the books' difference", err=True)
        shares |= {f"{model}, before": means[0], f"{model}, after": means[1]}
    columns = ("model", "instances", "before", "after", "difference", "low", "high", "p (Holm)", "also differs")
    show_table(columns, rows)
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / "before_after.csv", columns, rows)
    write_both(folder / "before_after", bars("success before and after the revision of the books", shares, "books"))
    echo(f"wrote {shown(folder)}")


def _successes(path: Path) -> Successes:
    """Return how often each model won each instance, by the instance's place in the file. Raises: BoxwrightError."""
    games: dict[str, dict[str, list[float]]] = {}
    for model, box, record in games_in(path):
        for instance, won in _won(box, record):
            games.setdefault(model, {}).setdefault(instance, []).append(won)
    return {m: {i: sum(won) / len(won) for i, won in played.items()} for m, played in games.items()}


def _ways(path: Path) -> dict[str, dict[str, set[str]]]:
    """Return per model how its games were played, by setting; except the books. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.store import Store

    with closing(Store.open(path)) as store:
        settings = store.settings
    usual = {"protocol": "own", "order": "shuffled", "predict": "all"}
    ways: dict[str, dict[str, set[str]]] = {}
    for model, _, record in games_in(path):
        way = ways.setdefault(model, {name: {str(settings[name])} for name in ("turns", "shots", "seed")})
        for sample in record.samples:
            play = next((shot.detail["play"] for shot in sample.shots if "play" in shot.detail), None)
            if play is not None:
                for name in COMPARED:
                    way.setdefault(name, set()).add(str(play.get(name, usual.get(name))))
    return ways


def _other(before: dict[str, set[str]], after: dict[str, set[str]]) -> str:
    """Return what differs besides the books, with both values; settings that one side does not tell are left out."""
    different = [name for name in before if name in after and before[name] != after[name]]
    return ", ".join(
        f"{name} ({'/'.join(sorted(before[name]))} and {'/'.join(sorted(after[name]))})" for name in different
    )


def _won(box: str, record: PlayedEpisode) -> list[tuple[str, float]]:
    """Return each instance of an episode that was played, and whether it was won."""
    return [
        (f"{box} {sample.question['instance']:06d}", float(sample.outcome == "right"))
        for sample in record.samples
        if sample.outcome != "failed"
    ]
