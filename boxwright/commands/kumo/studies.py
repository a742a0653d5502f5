"""`kumo golden`, `split`, `graph`, `chi-square`, `results`, `revision`: studies as tables and pictures."""

from __future__ import annotations

import math
import os
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import match
from boxwright.cli import console
from boxwright.commands.kumo.domains import sizes_for, sound_domain
from boxwright.commands.kumo.play import played_instances
from boxwright.commands.kumo.tables import read_table, show_table, write_both, write_table
from boxwright.commands.kumo.writing import (
    FILE,
    FOLDER,
    OUT,
    file_names,
    picture_beside,
    safe_name,
    whole_file,
    write_domain,
    write_whole,
)
from boxwright.commands.shared import shown, workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.studies.structure import Judged, Structures
    from boxwright.harness.analysis.replies import Replies


@click.command("golden")
@click.argument("domain")
@click.option("--truths", type=int, help="[default: 4, or all of a smaller domain]")
@click.option("--actions", type=int, help="[default: 6, or all of a smaller domain]")
@click.option("--count", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--policy",
    type=click.Choice(
        ["optimal-elimination", "optimal-paper", "optimal-informed", "near-elimination", "near-paper", "greedy"]
    ),
    default="optimal-elimination",
    show_default=True,
)
@click.option("--book", type=click.Choice(["template", "symbolic", "long"]), default="template", show_default=True)
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option(
    "--states",
    type=click.IntRange(min=1_000),
    default=200_000,
    show_default=True,
    help="Maximum number of states that the search of a game expands; games that need more are left out.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Number of processes.  [default: the number of cores]")
@click.option("--out", type=OUT, required=True, help="JSON lines; the loss counts `messages` with `train` true.")
def golden_command(
    domain: str, truths: int | None, actions: int | None, count: int, out: Path, jobs: int | None, **given: Any
) -> None:
    """Write golden trajectories of DOMAIN (a file or an id) as chats for fine-tuning, each of a different game."""
    from rich.progress import Progress

    from boxwright.blackboxes.reasoning.kumo.instances.sampling import check_sizes
    from boxwright.blackboxes.reasoning.kumo.studies.golden import GoldenOrder, trajectories
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    picture = picture_beside(out)
    whole = sound_domain(domain)
    order = GoldenOrder(whole, sizes_for(whole, truths, actions, (4, 6)), **given)
    check_sizes(order.domain, order.sizes)
    often: Counter[int] = Counter()
    right = unsolved = 0
    with whole_file(out) as file, Progress(console=console(stderr=True)) as progress:
        task = progress.add_task(f"{order.domain.domain} {order.sizes.truths}/{order.sizes.actions}", total=count)
        for game in trajectories(order, count, jobs or os.cpu_count() or 1):
            if game is None:
                unsolved += 1
                continue
            file.write(game.line + "\n")
            often[game.actions] += 1
            right += game.right
            progress.advance(task)
    mean = sum(n * times for n, times in often.items()) / count
    show_table(["games", "right", "mean actions"], [[f"{count:,}", f"{right / count:.1%}", f"{mean:.3f}"]])
    if unsolved:
        echo(f"{plural(unsolved, 'game')} left out: not solved within {order.states:,} states")
    values = {str(n): float(often[n]) for n in range(min(often), max(often) + 1)}
    pictures = write_both(picture, bars(f"{order.domain.domain}, {order.policy}: games by actions", values, "actions"))
    echo(f"wrote {shown(out)}, {pictures}")


@click.command("split")
@click.argument("domain")
@click.option(
    "--cut",
    is_flag=True,
    help="Divide a connected domain by communities, losing rule-outs.",
)
@click.option("--out", "folder", type=FOLDER, required=True)
def split_command(domain: str, cut: bool, folder: Path) -> int:
    """Split DOMAIN into two disjoint sub-domains by connected components, to train on one and test on the other."""
    from boxwright.blackboxes.reasoning.kumo.domain.graph import components, exclusion_edges, split
    from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import network

    whole = sound_domain(domain)
    safe_name(whole.domain)
    halves = split(whole, cut)
    if isinstance(halves, Fault):
        raise BoxwrightError(str(halves))
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for half in halves:
        made = half.domain
        name = safe_name(made.domain)
        write_domain(folder / f"{name}.json", made)
        rows.append([made.domain, str(len(made.truths)), str(len(made.actions)), str(half.lost)])
    show_table(["sub-domain", "truths", "actions", "rule-outs lost"], rows)
    first = set(halves[0].domain.truths)
    parts = [int(truth not in first) for truth in whole.truths]
    drawn = network(f"{whole.domain}: two halves", whole.truths, exclusion_edges(whole), parts)
    write_both(folder / f"{whole.domain}_split", drawn)
    echo(f"{plural(len(components(whole)), 'component')}; wrote {shown(folder)}")
    return 0


@click.command("graph")
@click.argument("domains", nargs=-1, required=True)
@click.option(
    "--edges",
    "per",
    type=click.Choice(["action", "outcome"]),
    default="action",
    show_default=True,
    help="What joins two truths: actions that can rule out each of them (the paper's), or outcomes that rule out both.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", "folder", type=FOLDER, required=True)
def graph_command(domains: tuple[str, ...], per: str, seed: int, folder: Path) -> None:
    """Draw each domain as a graph of truths, joined by the actions that can rule out both, with Louvain communities.

    What the edges are is said in the table, in every picture and in the files' names: `DOMAIN_per_action`,
    `communities_per_action.csv`, or `..._per_outcome`.
    """
    from boxwright.blackboxes.reasoning.kumo.domain.graph import components, exclusion_edges, louvain, modularity
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import network

    rows, classes = [], []
    read = [sound_domain(name) for name in dict.fromkeys(domains)]
    twice = [name for name, often in Counter(safe_name(domain.domain) for domain in read).items() if often > 1]
    if twice:
        raise BoxwrightError(f"two of the domains are called {twice[0]!r}; draw them into different folders")
    folder.mkdir(parents=True, exist_ok=True)
    for domain in read:
        edges = exclusion_edges(domain, per)
        parts = louvain(len(domain.truths), edges, seed)
        value = modularity(len(domain.truths), edges, parts)
        pairs = math.comb(len(domain.truths), 2)
        density = len(edges) / pairs if pairs else 0.0
        figures = [f"{density:.3f}", str(max(parts) + 1), f"{value:.3f}", str(len(components(domain)))]
        rows.append([domain.domain, str(len(domain.truths)), str(len(edges)), *figures])
        classes += [[domain.domain, truth, str(part + 1)] for truth, part in zip(domain.truths, parts, strict=True)]
        title = f"{domain.domain}: communities, edges per {per}"
        write_both(folder / f"{domain.domain}_per_{per}", network(title, domain.truths, edges, parts))
    columns = ("domain", "truths", f"edges per {per}", "density", "communities", "modularity", "components")
    show_table(columns, rows)
    write_table(folder / f"graph_per_{per}.csv", columns, rows)
    write_table(folder / f"communities_per_{per}.csv", ("domain", "truth", f"community (edges per {per})"), classes)
    echo(f"wrote {shown(folder)}")


@click.command("chi-square")
@click.argument("files", metavar="FILE.csv...", nargs=-1, required=True, type=FILE)
@click.option("--class", "by", default="class", show_default=True, help="Column of the structure class.")
@click.option("--right", default="right", show_default=True, help="Column that is 1 if most runs were right, else 0.")
@click.option("--out", type=OUT, help="Picture of the share of right instances by class, as SVG and as PDF.")
def chi_square_command(files: tuple[Path, ...], by: str, right: str, out: Path | None) -> None:
    """Test whether correctness depends on the class of the graph structure: chi-square and Cramér's V.

    Rows of several files, e.g. of several domains, are taken together.
    """
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars
    from boxwright.blackboxes.reasoning.kumo.studies.statistics import chi_square

    counts: dict[str, list[int]] = {}
    for file in dict.fromkeys(files):
        for number, row in enumerate(read_table(file, (by, right)), start=2):
            if row[right].strip() not in ("0", "1"):
                raise BoxwrightError(f"{file}:{number}: column {right!r} is {row[right]!r}; write 1 or 0")
            counts.setdefault(row[by], [0, 0])[int(row[right])] += 1
    found = chi_square(list(counts.values()))
    rows = [[name, str(no), str(yes), f"{yes / (no + yes):.3f}"] for name, (no, yes) in sorted(counts.items())]
    show_table([by, "wrong", "right", "share right"], rows)
    rough = "" if found.least_expected >= 5 else f" (rough: the smallest expected count is {found.least_expected:.2f})"
    echo(
        f"{plural(sum(map(sum, counts.values())), 'instance')} in {plural(len(counts), 'class', 'classes')}: "
        f"chi-square {found.statistic:.4f}, {plural(found.freedom, 'degree')} of freedom, p = {found.p:.3g}{rough}, "
        f"Cramér's V {found.cramers_v:.4f}"
    )
    if out:
        shares = {name: yes / (no + yes) for name, (no, yes) in sorted(counts.items())}
        echo(f"wrote {write_both(out, bars('share right by class', shares, by))}")


@click.command("results")
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--by", type=click.Choice(["communities", "degrees"]), default="communities", show_default=True)
@click.option("--domain", help="The domain that `kumo play` played (a file or an id), if results do not hold it.")
@click.option("--instances", type=FILE, help="The file that it played, likewise.")
@click.option("--books", default="template", help="The place of the books that it played, if they came from one.")
@click.option("--out", "folder", type=FOLDER, required=True, help="Folder for pictures and a CSV file per model.")
def results_command(
    results: Path, by: str, domain: str | None, instances: Path | None, books: str, folder: Path
) -> None:
    """Report unreadable replies, tokens and correctness by structure of the KUMO games of an evaluation.

    Results of `kumo play` hold what was played. Older ones need --domain and --instances, and --books where these came
    from a place.
    """
    from boxwright.blackboxes.reasoning.kumo.books.stored import BOOKS
    from boxwright.blackboxes.reasoning.kumo.play.environment import domain_of
    from boxwright.blackboxes.reasoning.kumo.studies.structure import judged_by_structure, of_drawn
    from boxwright.blackboxes.registry import load
    from boxwright.harness.analysis.replies import replies_of
    from boxwright.harness.evaluation.plan import plans_of
    from boxwright.harness.evaluation.store import Store

    place, store = workspace(), Store.open(results)
    try:
        records = list(store.records())
        settings = store.settings
        given = [name for name, facts in settings.get("facts", {}).items() if "instances" in facts]
        kept = {name: games for name in given if (games := store.kept(name)) is not None}
    finally:
        store.close()
    rows = replies_of("kumo", records)
    if not rows:
        raise BoxwrightError(f"{results}: no KUMO box was played there")
    folder.mkdir(parents=True, exist_ok=True)
    _show_replies(rows, folder)
    drawn = sorted({key.box for key, _ in records if key.box.startswith("kumo/")} - set(given))
    boxes = {name: load(place, name) for name in drawn}
    structures: dict[str, Structures] = {
        name: of_drawn(domain_of(box), box.folder / BOOKS, by) for name, box in boxes.items()
    }
    if given and domain and instances:
        structures |= dict.fromkeys(given, _of_file(domain, instances, books, settings, by))
    else:
        structures |= {name: _of_kept(name, games, by) for name, games in kept.items()}
    for name in set(given) - set(structures):
        echo(f"{name}: played the instances of a file; name it with --domain and --instances to study their structure")
    plan_of = plans_of(settings)
    played = [(key.model, key.box, plan_of(key), record) for key, record in records]
    judged = judged_by_structure(played, structures)
    for model, plain in file_names(rows if structures else ()).items():
        file = folder / f"structure_{plain}.csv"
        show_structure(model, [row for row in judged if row.model == model], file)
    echo(f"wrote {shown(folder)}")


def _of_kept(name: str, games: str, by: str) -> Structures:
    """Return the classes of the instances that results hold."""
    from boxwright.blackboxes.environments import get_environment
    from boxwright.blackboxes.reasoning.kumo.play.given import restored_domain
    from boxwright.blackboxes.reasoning.kumo.studies.structure import classes_of

    classes = classes_of(restored_domain(get_environment("kumo"), name, games).instances, by)
    return lambda plan: classes


def _of_file(domain: str, file: Path, books: str, settings: dict[str, Any], by: str) -> Structures:
    """Return the classes of a file's instances, in both orders in which `kumo play` shows them."""
    from boxwright.blackboxes.reasoning.kumo.studies.structure import classes_of

    books = settings.get("options", {}).get("kumo", {}).get("book", "template") if books == "template" else books
    orders = [played_instances(domain, file, order, settings["seed"], books) for order in ("shuffled", "published")]
    classes = classes_of((instance for order in orders for _, instance in order), by)
    return lambda plan: classes


def _show_replies(rows: dict[str, Replies], folder: Path) -> None:
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    names = (
        "model",
        "games",
        "unreadable replies",
        "games lost by them",
        "without a prediction",
        "failed",
        "tokens per game",
    )
    table = [
        [model, str(row.games), f"{row.unreadable_rate:.4f}", f"{row.lost_rate:.4f}", f"{row.unpredicted_rate:.4f}"]
        + [str(row.failed), f"{row.tokens:.0f}", *(str(n) for n in (row.usage.input, row.usage.cached))]
        + [str(n) for n in (row.usage.output, row.usage.reasoning)]
        for model, row in rows.items()
    ]
    columns = (*names, "input", "cached", "output", "reasoning")
    show_table(columns, table)
    write_table(folder / "replies.csv", columns, table)
    for name, title, values in (
        ("tokens", "tokens per game", {model: row.tokens for model, row in rows.items()}),
        ("parse_errors", "share of replies that are unreadable", {m: row.unreadable_rate for m, row in rows.items()}),
        ("lost_games", "share of games without a prediction", {m: row.unpredicted_rate for m, row in rows.items()}),
    ):
        write_both(folder / name, bars(title, values, "model"))


def show_structure(model: str, rows: list[Judged], file: Path) -> None:
    """Say whether a model's correctness depends on structure, and write the instances to a CSV file."""
    from boxwright.blackboxes.reasoning.kumo.studies.statistics import chi_square

    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        counts[row.structure][row.right] += 1
    lines = "".join(f"{row.structure},{int(row.right)},{row.runs},{row.box}\n" for row in rows)
    write_whole(file, "class,right,runs,domain\n" + lines)
    try:
        found = chi_square([counts[name] for name in sorted(counts)])
    except BoxwrightError as error:
        echo(f"{model}: {len(rows)} instances in {len(counts)} classes: {error}")
        return
    rough = "" if found.least_expected >= 5 else f", rough: smallest expected count {found.least_expected:.2f}"
    echo(
        f"{model}: {len(rows)} instances in {len(counts)} classes: chi-square {found.statistic:.3f}, "
        f"p = {found.p:.3g}, Cramér's V {found.cramers_v:.3f}{rough}"
    )


@click.command("revision")
@click.argument("patterns", metavar="[DOMAIN...]", nargs=-1)
@click.option("--out", type=OUT, required=True, help="Picture, as SVG and as PDF.")
def revision_command(patterns: tuple[str, ...], out: Path) -> None:
    """Show what revision did to the stored books: the checker's findings by version and kind."""
    from rich.table import Table

    from boxwright.blackboxes.reasoning.kumo.books.reader import KINDS
    from boxwright.blackboxes.reasoning.kumo.books.stored import read_facts, stored_books
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars
    from boxwright.blackboxes.registry import load

    place = workspace()
    domains = [name for name in place.accepted_folders() if name.startswith("kumo/")]
    chosen = match(patterns or ("*",), domains, "accepted domain")
    facts = [read_facts(folder) for name in chosen for folder in stored_books(load(place, name).folder)]
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
    echo(f"wrote {write_both(out, bars(f'findings per book, {len(facts)} books', means, 'version'))}")
