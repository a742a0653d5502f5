"""`eval`, `report` and `export`: evaluation at turn@shot."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.extras import MissingExtra
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import held
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import Workspace, match
from boxwright.cli import console
from boxwright.commands.shared import (
    budget_option,
    environment_options,
    given_options,
    known_models,
    launcher,
    open_named,
    sandbox_options,
    shown,
    workspace,
    write_json_lines,
)
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.blackboxes.environment import Entry, Environment
    from boxwright.harness.analysis.memorization import Memorization
    from boxwright.harness.analysis.metrics import Score
    from boxwright.harness.chat import Budget, ChatModel, ModelSpec
    from boxwright.harness.evaluation.plan import Evaluation
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.players.plugin import Plugin
    from boxwright.harness.records import EpisodeRecord
    from boxwright.sandbox import Launcher


def results_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that evaluates players: results folder, concurrency, budget, sandbox."""
    options = (
        click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for results.sqlite."),
        click.option(
            "--resume", is_flag=True, help="Continue the evaluation in --out; failed episodes are played again."
        ),
        click.option(
            "--concurrency",
            type=click.IntRange(1, 256),
            default=4,
            show_default=True,
            help="Episodes played at the same time.",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print the results as JSON instead of tables."),
        budget_option("20M"),
        sandbox_options,
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command("eval")
@click.option("--models", required=True, help="Names separated by commas, or a models file: A,B or models.yaml.")
@click.option("--boxes", "patterns", required=True, help="Accepted boxes separated by commas, e.g. 'encryption/*'.")
@click.option(
    "--turns", type=click.IntRange(0, 1000), default=10, show_default=True, help="T: queries of the exploration."
)
@click.option("--shots", type=click.IntRange(1, 20), default=1, show_default=True, help="S: answers per test sample.")
@click.option(
    "--samples", type=click.IntRange(1, 1000), help="K: test samples.  [default: 8; with --answers code, 1000]"
)
@click.option("--runs", type=click.IntRange(1, 1000), default=1, show_default=True, help="Episodes per model and box.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides test samples and hidden answers.")
@click.option(
    "--settings", type=click.Choice(["paper", "paper-20"]), help="Turns, shots and samples as the paper has them."
)
@click.option(
    "--for",
    "per",
    multiple=True,
    metavar="NAME:FIELD=VALUE,...",
    help="A family's or box's own turns, shots, samples or answers, e.g. game:turns=1,samples=4.",
)
@environment_options
@click.option("--sample-set", type=click.Choice(["v1"]), help="Fixed test samples, for comparable leaderboards.")
@click.option(
    "--answers",
    type=click.Choice(["direct", "code"]),
    default="direct",
    show_default=True,
    help="One answer per sample, or one Python program for all samples.",
)
@click.option("--non-adaptive", is_flag=True, help="Show all results after the last query.")
@click.option("--may-stop", is_flag=True, help="Let players end the exploration early.")
@click.option("--no-learning", is_flag=True, help="No signal after a shot, and no view of earlier shots.")
@click.option(
    "--pairs",
    is_flag=False,
    flag_value="all",
    metavar="[SORTS]",
    help="Play everything again, and with changed partners (all sorts, or e.g. leaf,flip); see `memorization`.",
)
@results_options
def eval_command(
    models: str,
    patterns: str,
    out: Path,
    resume: bool,
    as_json: bool,
    concurrency: int,
    budget: str,
    pairs: str | None,
    **given: Any,
) -> int:
    """Evaluate MODELS on BOXES: T turns of exploration, then K test samples with S shots each."""
    from boxwright.harness.chat import parse_budget

    place = workspace()
    specs = known_models(place)
    players = open_players(place, specs, models, parse_budget(budget), concurrency)
    boxes = _boxes(place, patterns)
    given["options"] = given_options(given)
    if pairs:
        boxes = _paired(boxes, place, given["options"], pairs)
    with launcher(given.pop("sandbox"), given.pop("unsafe"), boxes) as opened:
        evaluation = _evaluation(boxes, players, given, opened)
        _warn_of_calls(evaluation)
        return run_evaluation(evaluation, specs, out, resume=resume, as_json=as_json, concurrency=concurrency)


def run_evaluation(
    evaluation: Evaluation,
    specs: dict[str, ModelSpec],
    out: Path,
    *,
    resume: bool = False,
    as_json: bool = False,
    concurrency: int = 4,
) -> int:
    """Play, store and report one evaluation; return the exit code."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.evaluation.worker import check_resumable, evaluate

    if resume and not Store.exists(out):
        echo(f"{shown(out)}: holds no results yet; the evaluation begins", err=True)
        resume = False
    store = Store.open(out) if resume else Store.create(out, evaluation.provenance())
    with closing(store), held(out):
        check_resumable(evaluation, store)
        columns = (
            TextColumn("episodes"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[last]}", markup=False),
        )
        screen = console(stderr=True)
        with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as bar:
            task = bar.add_task("", total=len(evaluation.episodes()), completed=len(store.done()), last="")
            evaluate(
                evaluation,
                store,
                concurrency=concurrency,
                on_episode=lambda key, record: bar.update(task, advance=1, last=f"{key.model} on {key.box}"),
            )
        return _say(store, specs, out, as_json)


def _say(store: Store, specs: dict[str, ModelSpec], out: Path, as_json: bool) -> int:
    from boxwright.blackboxes.environments import boundary
    from boxwright.harness.analysis.memorization import has_pairs, memorization, only_bases
    from boxwright.harness.analysis.metrics import as_json as json_of
    from boxwright.harness.analysis.metrics import scores, tests_of
    from boxwright.harness.evaluation.worker import failures
    from boxwright.harness.report.tables import plain_table

    settings = store.settings
    models = settings["models"]
    results = scores(only_bases(store.records()), models, partial(tests_of, settings))
    paired = memorization(store.records(), models) if has_pairs(settings["boxes"]) else []
    if as_json:
        whole = json_of(settings, results)
        for environment, played in _reporting(store):
            with boundary(environment.name, "rows()"):
                rows = list(environment.rows(played))
            whole |= {environment.name: rows} if rows else {}
        whole |= {"memorization": [row.model_dump(mode="json") for row in paired]} if paired else {}
        echo_json(json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True))
    else:
        show_tables(settings, results, specs)
        for environment, played in _reporting(store):
            with boundary(environment.name, "tables()"):
                tables = list(environment.tables(sorted(played, key=lambda episode: models.index(episode[0]))))
            for table in tables:
                console().print(plain_table(table))
        if paired:
            show_memorization(paired)
        echo(f"transcripts and results: {shown(out)}")
    failed = failures(store.failed())
    if failed:
        count = plural(len(failed), "episode")
        echo(f"boxwright: {count} failed, not scored; play again with --resume. First: {failed[0]}", err=True)
    return 1 if failed else 0


def show_memorization(rows: list[Memorization]) -> None:
    """Print memorization scores, and why instances have no pair."""
    from boxwright.harness.report.memorization import memorization_tables, skipped_lines
    from boxwright.harness.report.tables import plain_table

    out = console()
    for table in memorization_tables(rows):
        out.print(plain_table(table))
    for line in skipped_lines(rows):
        out.print(line, soft_wrap=True)


@click.command("memorization")
@click.argument("out", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--who",
    metavar="SORT",
    help="Instead: can a classifier tell from the text which instances lose their answer with a partner of this sort?",
)
@click.option(
    "--text",
    type=click.Choice(["question", "reply", "both"]),
    default="question",
    show_default=True,
    help="What the classifier of --who reads.",
)
@click.option(
    "--labels",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead: write JSON lines, one per instance and partner: what was right, whether it was lost, and the texts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def memorization_command(out: Path, who: str | None, text: Any, labels: Path | None, as_json: bool) -> None:
    """Print the memorization scores of an evaluation that was played with --pairs.

    LiMem is the share of pairs whose base is right and whose partner is wrong. A mere coin has one too, so it is
    compared with the same instances asked again: the difference is what is called memorization.
    """
    from boxwright.harness.analysis.memorization import memorization
    from boxwright.harness.analysis.remembering import labels as all_labels
    from boxwright.harness.analysis.remembering import remembered
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.report.memorization import remembering_table
    from boxwright.harness.report.tables import plain_table

    with closing(Store.open(out)) as store:
        models = store.settings["models"]
        try:
            named = [label.model_dump(mode="json") for label in all_labels(store.records(), models)] if labels else []
            rows = [] if who or labels else memorization(store.records(), models)
            told = remembered(store.records(), models, who, text) if who and not labels else []
        except MissingExtra:
            raise
        except BoxwrightError as error:
            raise BoxwrightError(f"{shown(out)}: {error}") from error
    if labels:
        echo(f"{shown(labels)}: {write_json_lines(named, labels):,} labels")
    elif as_json:
        echo_json(json.dumps([row.model_dump(mode="json") for row in rows or told], indent=1, ensure_ascii=False))
    elif told:
        console().print(plain_table(remembering_table(told)))
    else:
        show_memorization(rows)


def _reporting(store: Store) -> Iterator[tuple[Environment, list[tuple[str, str, EpisodeRecord]]]]:
    """Yield the environments that report figures of their own, each with its ids' episodes in the store's order."""
    from boxwright.blackboxes.environments import get_environment
    from boxwright.harness.evaluation.pairs import base_and_kind

    for environment in map(get_environment, store.environments()):
        if environment.reports:
            yield environment, [played for played in store.played(environment.name) if not base_and_kind(played[1])[1]]


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
    place: Workspace, specs: dict[str, ModelSpec], text: str, budget: Budget, concurrency: int
) -> dict[str, ChatModel | Plugin | None]:
    """Open every named model for so many episodes at once; builtin players map to None."""
    from boxwright.harness.chat import load_models, resolve
    from boxwright.harness.players.builtin import PREFIX, named_player
    from boxwright.harness.players.plugin import PREFIX as PLUGIN
    from boxwright.harness.players.program import PREFIX as PROGRAM

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
    players: dict[str, ChatModel | Plugin | None] = {}
    for name in dict.fromkeys(names):
        if name.startswith((PREFIX, PLUGIN, PROGRAM)):
            players[name] = named_player(name)
        elif name == "replay":
            raise BoxwrightError("`replay` works for builds, not for evaluations; use a model or a builtin player")
        else:
            specs[name] = _as_wide(resolve(name, specs), concurrency)
            players[name] = open_named(name, place, specs, budget)
    return players


def _as_wide(spec: ModelSpec, concurrency: int) -> ModelSpec:
    """Let a model answer as many requests at once as there are episodes, unless its models file says how many."""
    if spec.concurrency >= concurrency:
        return spec
    if "concurrency" in spec.model_fields_set:
        limit = f"{plural(spec.concurrency, 'request')} at a time"
        echo(f"{spec.name}: {limit}, as its models file says; --concurrency {concurrency} is more", err=True)
        return spec
    return spec.model_copy(update={"concurrency": concurrency})


def _boxes(place: Workspace, patterns: str) -> dict[str, Entry]:
    """Load what the patterns name. Raises: BoxwrightError, also for a box that is stale."""
    from boxwright.blackboxes.entries import entry_ids, load_current

    return {i: load_current(place, i) for i in match(patterns, entry_ids(place), "accepted box")}


def _paired(
    boxes: dict[str, Entry], place: Workspace, options: dict[str, dict[str, str]], wanted: str
) -> dict[str, Entry]:
    """Add what is played for pairs; say which ids have no partner but themselves."""
    from boxwright.harness.evaluation.pairs import with_partners

    def options_of(entry: Entry) -> Any:
        return entry.environment.read_options(options.get(entry.environment.name, {}))

    paired = with_partners(boxes, place, options_of, wanted)
    for identifier in paired.alone:
        echo(f"{identifier}: has no partner; it is only asked again{_sibling_hint(boxes[identifier])}", err=True)
    return dict(paired.boxes)


def _sibling_hint(entry: Entry) -> str:
    from boxwright.blackboxes.environments import module_beside

    makes = module_beside(entry.environment, "siblings") is not None
    return f" (`boxwright sibling {entry.id}` makes one)" if makes else ""


MANY_CALLS = 150
"""An episode that asks for more replies is announced."""


def _warn_of_calls(evaluation: Evaluation) -> None:
    """Say how many calls of a model are ahead where an episode has many, which one does not see from T, K and S."""
    models = [name for name, model in evaluation.models.items() if model is not None]
    if not models:
        return
    calls = evaluation.calls()
    many = {name: count for name, count in calls.items() if count > MANY_CALLS}
    if many:
        listed = ", ".join(f"{name} {count:,}" for name, count in sorted(many.items(), key=lambda item: -item[1])[:4])
        total = sum(calls.values()) * evaluation.settings.runs * len(models)
        echo(
            f"boxwright: up to {total:,} model calls ahead; per episode: {listed}{', ...' * (len(many) > 4)}. "
            "Fewer: --for game:turns=1, or --settings paper",
            err=True,
        )


def _set_budgets(given: dict[str, Any], boxes: dict[str, Entry]) -> None:
    """Turn --settings and --for into budgets. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.budgets import SETTINGS, check_budgets, read_budgets

    named, own = given.pop("settings", None), read_budgets(given.pop("per", ()))
    check_budgets(own, boxes, own)
    known = {name for box in boxes for name in (box, box.split("/")[0])}
    budgets = dict(SETTINGS[named].budgets) if named else {}
    for name, budget in own.items():
        before = budgets[name].model_dump(exclude_none=True) if name in budgets else {}
        budgets[name] = budget.model_copy(update={k: v for k, v in before.items() if getattr(budget, k) is None})
    given["budgets"] = {name: budget for name, budget in budgets.items() if name in known}
    if named:
        given["turns"], given["shots"] = SETTINGS[named].turns, SETTINGS[named].shots


def _evaluation(
    boxes: dict[str, Entry], players: dict[str, ChatModel | Plugin | None], given: dict[str, Any], opened: Launcher
) -> Evaluation:
    from boxwright.harness.evaluation.plan import PROGRAM_INPUTS, EvalSettings, Evaluation

    _set_budgets(given, boxes)
    given["samples"] = given["samples"] or (PROGRAM_INPUTS if given["answers"] == "code" else 8)
    given["adaptive"] = not given.pop("non_adaptive")
    given["learning"] = not given.pop("no_learning")
    evaluation = Evaluation(EvalSettings(models=tuple(players), boxes=tuple(boxes), **given), boxes, players, opened)
    evaluation.check()
    return evaluation


@click.command("report")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def report_command(out: Path, as_json: bool) -> int:
    """Print the results in OUT again."""
    from boxwright.harness.evaluation.store import Store

    store = Store.open(out)
    try:
        return _say(store, known_models(workspace()), out, as_json)
    finally:
        store.close()
