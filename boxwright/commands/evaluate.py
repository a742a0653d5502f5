"""`eval`, `report` and `export`: measuring models at turn@shot."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import Workspace, match
from boxwright.cli import console
from boxwright.commands.shared import (
    budget_option,
    known_models,
    launcher,
    open_named,
    sandbox_options,
    shown,
    workspace,
)

if TYPE_CHECKING:
    from boxwright.blackboxes.registry import Accepted
    from boxwright.harness.analysis.metrics import Score
    from boxwright.harness.chat import Budget, ChatModel, ModelSpec
    from boxwright.harness.evaluation.evaluate import Contest
    from boxwright.harness.evaluation.store import Store


def results_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what every command that measures players has: where results go, how they are played, what may be spent."""
    options = (
        click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for results.sqlite."),
        click.option("--resume", is_flag=True, help="Go on with what is in --out; failed episodes are played again."),
        click.option(
            "--concurrency", type=click.IntRange(1, 256), default=4, show_default=True, help="Episodes at once."
        ),
        click.option("--json", "as_json", is_flag=True, help="Print the results as JSON, without tables."),
        budget_option("20M"),
        sandbox_options,
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command("eval")
@click.option("--models", required=True, help="Names with commas between them, or a models file: A,B or models.yaml.")
@click.option(
    "--boxes", "patterns", required=True, help="Accepted boxes, e.g. 'encryption/*' (commas between several)."
)
@click.option("--turns", type=click.IntRange(1, 1000), default=10, show_default=True, help="T: queries.")
@click.option("--shots", type=click.IntRange(1, 20), default=1, show_default=True, help="S: answers per test sample.")
@click.option(
    "--samples", type=click.IntRange(1, 1000), help="K: test samples.  [default: 8; with --answers code, 1000]"
)
@click.option("--runs", type=click.IntRange(1, 1000), default=1, show_default=True, help="Episodes per model and box.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--kumo",
    metavar="NAME=VALUE",
    multiple=True,
    help="How KUMO boxes are played: size=easy|hard|N/M, promise=told|untold, valid=N, book=..., regret=SEMANTICS.",
)
@click.option("--sample-set", type=click.Choice(["v1"]), help="Fixed test samples, for comparable leaderboards.")
@click.option(
    "--answers",
    type=click.Choice(["direct", "code"]),
    default="direct",
    show_default=True,
    help="Each sample by itself, or one Python program for all.",
)
@click.option("--non-adaptive", is_flag=True, help="All results come after the last query.")
@click.option("--may-stop", is_flag=True, help="Players may end the exploration early.")
@click.option("--no-learning", is_flag=True, help="No signal after a shot, and earlier shots are not seen.")
@results_options
def eval_command(
    models: str, patterns: str, out: Path, resume: bool, as_json: bool, concurrency: int, budget: str, **given: Any
) -> int:
    """Measure MODELS on BOXES: T turns of exploration, then K test samples with S shots each."""
    from boxwright.harness.chat import parse_budget

    place = workspace()
    specs = known_models(place)
    players = open_players(place, specs, models, parse_budget(budget))
    with launcher(given.pop("sandbox"), given.pop("unsafe")) as opened:
        contest = _contest(place, players, patterns, given, opened)
        return run_contest(contest, specs, out, resume=resume, as_json=as_json, concurrency=concurrency)


def run_contest(
    contest: Contest,
    specs: dict[str, ModelSpec],
    out: Path,
    *,
    resume: bool = False,
    as_json: bool = False,
    concurrency: int = 4,
) -> int:
    """Play, store and report one evaluation; return the exit code."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from boxwright.harness.evaluation.evaluate import check_resumable, evaluate
    from boxwright.harness.evaluation.store import Store

    store = Store.open(out) if resume else Store.create(out, contest.provenance())
    try:
        check_resumable(contest, store)
        columns = (
            TextColumn("episodes"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[last]}"),
        )
        screen = console(stderr=True)
        with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as bar:
            task = bar.add_task("", total=len(contest.episodes()), completed=len(store.done()), last="")
            evaluate(
                contest,
                store,
                concurrency=concurrency,
                on_episode=lambda key, record: bar.update(task, advance=1, last=f"{key.model} on {key.box}"),
            )
        return _say(store, specs, out, as_json)
    finally:
        store.close()


def _say(store: Store, specs: dict[str, ModelSpec], out: Path, as_json: bool) -> int:
    from boxwright.harness.analysis.metrics import as_json as json_of
    from boxwright.harness.analysis.metrics import scores, tests_of
    from boxwright.harness.evaluation.evaluate import failures
    from boxwright.harness.kumo_table import kumo_rows, kumo_tables

    records = list(store.records())
    settings = store.settings
    results = scores(records, settings["models"], tests_of(settings))
    kumo = kumo_rows(records)
    if as_json:
        whole = json_of(settings, results)
        if kumo:
            whole["kumo"] = [row.model_dump(mode="json") for row in kumo]
        click.echo(json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True))
    else:
        show_tables(settings, results, specs)
        if kumo:
            console().print(*kumo_tables(kumo, settings["models"]), sep="\n")
        click.echo(f"transcripts and results: {shown(out)}")
    failed = failures(records)
    if failed:
        click.echo(
            f"boxwright: {len(failed)} episode(s) failed, not scored; repeat with --resume. First: {failed[0]}",
            err=True,
        )
    return 1 if failed else 0


def show_tables(settings: dict[str, Any], results: list[Score], specs: dict[str, ModelSpec]) -> None:
    """Print accuracies and outcomes."""
    from boxwright.harness.report.tables import accuracy_table, outcome_table, small_lines, title

    out = console()
    out.print(accuracy_table(title(settings), results))
    out.print(outcome_table(results, {s.model: _cost(s, specs) for s in results if s.scope == "*"}))
    for line in small_lines(settings):
        out.print(line, soft_wrap=True)


def _cost(score: Score, specs: dict[str, ModelSpec]) -> Decimal | None:
    from boxwright.harness.chat import UnknownModel, UnknownPrice, cost, resolve

    if score.usage.total == 0:
        return Decimal(0)
    try:
        return cost(score.usage, resolve(score.model, specs))
    except (UnknownModel, UnknownPrice):
        return None


def open_players(
    place: Workspace, specs: dict[str, ModelSpec], text: str, budget: Budget
) -> dict[str, ChatModel | None]:
    """Open every model that is named; None for the builtin ones."""
    from boxwright.harness.chat import load_models
    from boxwright.harness.players.builtin import SOLVER, BuiltinPlayer

    names: list[str] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        if part.endswith((".yaml", ".yml")):
            listed = load_models(Path(part))
            specs.update(listed)
            names += listed
        else:
            names.append(part)
    if not names:
        raise BoxwrightError("--models names no model; write A,B or a models file")
    players: dict[str, ChatModel | None] = {}
    for name in dict.fromkeys(names):
        if name == SOLVER:
            players[name] = None
        elif name.startswith("builtin/"):
            BuiltinPlayer(name.removeprefix("builtin/"), 0)
            players[name] = None
        elif name == "replay":
            raise BoxwrightError("replay plays builds, not evaluations; use a model or a builtin player")
        else:
            players[name] = open_named(name, place, specs, budget)
    return players


def _contest(
    place: Workspace, players: dict[str, ChatModel | None], patterns: str, given: dict[str, Any], opened: Any
) -> Contest:
    from boxwright.blackboxes.registry import load
    from boxwright.harness.evaluation.evaluate import PROGRAM_INPUTS, Contest, EvalSettings

    wanted = [p.strip() for p in patterns.split(",") if p.strip()]
    identifiers = match(wanted, place.accepted_folders(), "accepted box")
    boxes = {identifier: load(place, identifier) for identifier in identifiers}
    stale = [box for box in boxes.values() if box.stale]
    if stale:
        raise BoxwrightError(f"{stale[0].id}: {stale[0].stale}; build it again before it is evaluated")
    given["kumo"] = _kumo(given.pop("kumo"), boxes)
    given["samples"] = given["samples"] or (PROGRAM_INPUTS if given["answers"] == "code" else 8)
    given["adaptive"] = not given.pop("non_adaptive")
    given["learning"] = not given.pop("no_learning")
    contest = Contest(EvalSettings(models=tuple(players), boxes=tuple(boxes), **given), boxes, players, opened)
    contest.check()
    return contest


def _kumo(given: tuple[str, ...], boxes: dict[str, Accepted]) -> dict[str, str]:
    """Read `--kumo` and check that every domain has such games. Raises: BoxwrightError, before anything is played."""
    from boxwright.blackboxes.reasoning.kumo.books.shelf import fitting
    from boxwright.blackboxes.reasoning.kumo.books.writer import WRITTEN
    from boxwright.blackboxes.reasoning.kumo.domain.model import parse_domain
    from boxwright.blackboxes.reasoning.kumo.instances.sampling import check_sizes
    from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings
    from boxwright.blackboxes.registry import BOOKS

    settings = settings_given(given)
    read = read_settings(settings)
    for box in boxes.values():
        if box.description.family == "kumo":
            check_sizes(parse_domain(json.loads(box.source), box.id), read.sizes)
            if read.book == WRITTEN:
                fitting(box.id, read, box.folder / BOOKS)
    return settings


def settings_given(given: tuple[str, ...]) -> dict[str, str]:
    """Read NAME=VALUE pairs of `--kumo`. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.play.settings import read_settings

    wrong = [pair for pair in given if "=" not in pair]
    if wrong:
        raise BoxwrightError(f"--kumo {wrong[0]}: write NAME=VALUE, e.g. --kumo size=hard")
    settings = dict(pair.split("=", 1) for pair in given)
    read_settings(settings)
    return settings


@click.command("report")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def report_command(out: Path, as_json: bool) -> int:
    """Show the results in OUT again."""
    from boxwright.harness.evaluation.store import Store

    store = Store.open(out)
    try:
        return _say(store, known_models(workspace()), out, as_json)
    finally:
        store.close()


@click.command("export")
@click.argument("out", type=click.Path(path_type=Path))
def export_command(out: Path) -> None:
    """Write the evaluation in OUT as canonical JSON lines: no clock fields, equal runs are equal bytes."""
    from boxwright.harness.evaluation.store import Store

    store = Store.open(out)
    try:
        for line in store.export():
            click.echo(line)
    finally:
        store.close()
