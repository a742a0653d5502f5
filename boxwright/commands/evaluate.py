"""`eval`: evaluation at turn@shot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import Workspace, match
from boxwright.commands.playing import PATIENCE, play_evaluation
from boxwright.commands.reporting import say, say_all
from boxwright.commands.shared import (
    budget_option,
    environment_options,
    given_options,
    known_models,
    launcher,
    new_key_written,
    open_named,
    sandbox_options,
    workspace,
)
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.environment import Entry
    from boxwright.harness.chat import Budget, ChatModel, ModelSpec
    from boxwright.harness.evaluation.plan import Evaluation
    from boxwright.harness.players.plugin import Plugin
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
@click.option("--boxes", "patterns", help="Ids separated by commas, e.g. 'encryption/*'; or all.")
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
    "--settings",
    metavar="LIST",
    help="Turns and shots, one after another: 10@1,20@2; or `paper`, `paper-20`, as the paper has them.",
)
@click.option(
    "--for",
    "per",
    multiple=True,
    metavar="NAME:FIELD=VALUE,...",
    help="A family's or box's own turns, shots, samples or answers, e.g. game:turns=1,samples=4.",
)
@environment_options
@click.option("--sample-set", type=click.Choice(["v6"]), help="Fixed test samples, for comparable leaderboards.")
@click.option(
    "--sealed",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="KEYFILE",
    help="Draw the tests under a secret key, to which the results commit; `boxwright reveal` publishes it.",
)
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
@click.option("--confidence", is_flag=True, help="Ask for a probability with each answer, and measure its calibration.")
@click.option("--change", is_flag=True, help="Test whether players notice that a box was exchanged for its sibling.")
@click.option(
    "--pairs",
    is_flag=False,
    flag_value="all",
    metavar="[SORTS]",
    help="Play everything again, and with changed partners (all sorts, or e.g. leaf,flip); see `memorization`.",
)
@click.option(
    "--explorations",
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="Explore nothing: give MODELS the explorations recorded in RUN, with its boxes and settings.",
)
@click.option("--explorers", metavar="A,B", help="With --explorations: whose.  [default: all of RUN]")
@click.option("--shard", metavar="I/N", help="Play only the I-th of N parts; `boxwright merge` puts them together.")
@click.option("--executor", type=click.Choice(["ray"]), help="Play in parts on a Ray cluster (extra `ray`).")
@click.option("--parts", type=click.IntRange(1, 10_000), help="With --executor: how many parts.  [default: 8]")
@click.option(
    "--qualify",
    is_flag=True,
    help="Play the paper's baseline test first (three boxes, 12@1, 3 runs), and leave out models of 80 % or less.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0, 10_000),
    default=PATIENCE,
    show_default=True,
    metavar="MINUTES",
    help="How long a model whose server is down is waited for; the others go on.",
)
@click.option(
    "--dry-run", is_flag=True, help="Say what is ahead (calls, tokens, cost, what can be detected), and stop."
)
@click.option(
    "--earlier",
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="Results from which the plan takes tokens per call, and how much models differ.",
)
@results_options
def eval_command(
    models: str,
    patterns: str | None,
    out: Path,
    resume: bool,
    as_json: bool,
    concurrency: int,
    budget: str,
    pairs: str | None,
    explorations: Path | None,
    explorers: str | None,
    shard: str | None,
    dry_run: bool,
    earlier: Path | None,
    qualify: bool,
    patience: float,
    executor: str | None,
    parts: int | None,
    **given: Any,
) -> int:
    """Evaluate MODELS on BOXES: T turns of exploration, then K test samples with S shots each.

    With a list of settings each is a run of its own in a folder below --out; `boxwright report OUT` reads them all.
    """
    from boxwright.commands.eval_plan import show_plan
    from boxwright.commands.qualifying import baseline_test, qualified
    from boxwright.harness.chat import parse_budget
    from boxwright.harness.evaluation.shards import WHOLE, read_shard

    place, part = workspace(), read_shard(shard) if shard else WHOLE
    _check_executor(executor, parts, shard, qualify)
    specs = known_models(place)
    players = open_players(place, specs, models, parse_budget(budget).share(part.of), concurrency, asked=not dry_run)
    given["options"] = given_options(given)
    keyfile: Path | None = given.pop("sealed")
    given |= _sealed(keyfile, given["sample_set"])
    boxes = _wanted_boxes(place, patterns, explorations)
    if given["change"]:
        boxes = _changed(boxes, place, "--pairs" if pairs else "--sealed" if given.get("sealed") else "")
    if pairs:
        boxes = _paired(boxes, place, given["options"], pairs)
    with launcher(given.pop("sandbox"), given.pop("unsafe"), boxes) as opened:
        listed = _listed(given.pop("settings"))

        def evaluations() -> dict[str, Evaluation]:
            if explorations:
                from boxwright.commands.exploring import exploring

                return {"": exploring(explorations, explorers, boxes, players, opened)}
            return {n: _evaluation(boxes, players, {**given, **setting}, opened) for n, setting in listed.items()}

        runs = evaluations()
        test = baseline_test(place, players, opened) if qualify else None
        if dry_run or any(evaluation.specs() for evaluation in runs.values()):
            show_plan({**({"baseline test": test} if test else {}), **runs}, concurrency, earlier, to_stdout=dry_run)
        _warn_of_calls(runs.values())
        if dry_run:
            return 0
        if qualify:
            players = qualified(test, players, out, resume=resume, concurrency=concurrency)
            runs = evaluations()
        with _key_written(keyfile, given, out):
            if executor:
                return _elsewhere(list(runs), out, parts or 8, resume=resume, as_json=as_json)
            how: dict[str, Any] = {"resume": resume, "concurrency": concurrency, "shard": part, "patience": patience}
            return _here(runs, out, how, as_json)


def _here(runs: Mapping[str, Evaluation], out: Path, how: Mapping[str, Any], as_json: bool) -> int:
    """Play and report in this process; return the exit code."""
    if len(runs) == 1:
        (evaluation,) = runs.values()
        with closing(play_evaluation(evaluation, out, **how)) as store:
            return say(store, out, as_json)
    for name, evaluation in runs.items():
        play_evaluation(evaluation, out / name, **how).close()
    return say_all([out / name for name in runs], as_json)


def _listed(text: str | None) -> dict[str, dict[str, Any]]:
    """Read a list of settings: each one's name, and what it sets. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.budgets import SETTINGS

    if text is None:
        return {"": {}}
    source = click.get_current_context().get_parameter_source
    if both := [name for name in ("turns", "shots") if source(name) is ParameterSource.COMMANDLINE]:
        raise click.UsageError(
            f"--settings says turns and shots; leave out {' and '.join(f'--{name}' for name in both)}"
        )
    found: dict[str, dict[str, Any]] = {}
    for name in (part.strip() for part in text.split(",")):
        turns, sign, shots = name.partition("@")
        if name in SETTINGS:
            found[name] = {"settings": name}
        elif sign and turns.isdecimal() and shots.isdecimal() and int(turns) <= 1_000 and 1 <= int(shots) <= 20:
            found[name] = {"turns": int(turns), "shots": int(shots)}
        else:
            raise BoxwrightError(
                f"--settings {name}: write TURNS@SHOTS (turns 0 to 1000, shots 1 to 20) or {' or '.join(SETTINGS)}; "
                "a list with commas: 10@1,20@2"
            )
    return found


def open_players(
    place: Workspace, specs: dict[str, ModelSpec], text: str, budget: Budget, concurrency: int, *, asked: bool = True
) -> dict[str, ChatModel | Plugin | None]:
    """Open every named model for so many episodes at once; builtin players map to None.

    A model that is not to be `asked`, only planned with, needs no key. Raises: ModelError.
    """
    from boxwright.harness.chat import load_models, resolve
    from boxwright.harness.players.builtin import PREFIX, named_player
    from boxwright.harness.players.own import is_own
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
        if name.startswith((PREFIX, PLUGIN, PROGRAM)) or (name not in specs and is_own(name)):
            players[name] = named_player(name)
        elif name == "replay":
            raise BoxwrightError("`replay` works for builds, not for evaluations; use a model or a builtin player")
        else:
            specs[name] = _as_wide(resolve(name, specs), concurrency)
            players[name] = open_named(name, place, specs, budget, asked=asked)
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


def _changed(boxes: dict[str, Entry], place: Workspace, beside: str) -> dict[str, Entry]:
    """Give the boxes tests that ask for changes; not `beside` another option. Raises: BoxwrightError."""
    from boxwright.blackboxes.types import Options
    from boxwright.harness.evaluation.changes import with_changes

    if beside:
        raise BoxwrightError(f"--change has tests of its own, which {beside} does not cover; leave out one of them")
    return with_changes(boxes, place, Options())


def _check_executor(executor: str | None, parts: int | None, shard: str | None, qualify: bool) -> None:
    """Check what goes with --executor. Raises: BoxwrightError."""
    if parts and not executor:
        raise BoxwrightError("--parts is for --executor ray; leave it out")
    if executor and (shard or qualify):
        raise BoxwrightError(f"--executor cannot be combined with {'--shard' if shard else '--qualify'}; leave out one")


def _elsewhere(names: list[str], out: Path, parts: int, *, resume: bool, as_json: bool) -> int:
    """Play the present command in parts on a Ray cluster, and report the whole; return the exit code."""
    from boxwright.commands.ray_parts import play_in_parts
    from boxwright.harness.evaluation.store import Store

    if not resume and any(Store.exists(out / name) for name in names):
        raise BoxwrightError(f"{out}: already holds results; add --resume to continue, or choose another --out")
    folders = play_in_parts(click.get_current_context().obj, names, out, parts)
    return say_all(folders, as_json)


def _sealed(path: Path | None, sample_set: str | None) -> dict[str, Any]:
    """Return what seals the tests, with a new key where the file does not exist yet. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.sealing import commitment, new_key, read_key

    if path is None:
        return {}
    if sample_set:
        raise BoxwrightError("--sample-set draws tests that everybody knows, --sealed others; leave out one of them")
    key = read_key(path) if path.exists() else new_key()
    return {"sealed": commitment(key), "secret": key}


def _key_written(path: Path | None, seal: Mapping[str, Any], out: Path) -> AbstractContextManager[None]:
    """Write a key that is new before anything is played, and take it away if no results came to commit to it."""
    from boxwright.harness.evaluation.store import FILE, Store

    def is_used() -> bool:
        folders = [found.parent for found in out.rglob(FILE)]
        return any(Store.open(f).settings.get("sealed") == seal["sealed"] for f in folders if Store.exists(f))

    return new_key_written(path, seal.get("secret", ""), is_used)


def _wanted_boxes(place: Workspace, patterns: str | None, explorations: Path | None) -> dict[str, Entry]:
    """Load what is played: what the patterns name, or what was explored. Raises: BoxwrightError."""
    if explorations is None:
        if patterns is None:
            raise BoxwrightError("--boxes names no box; write ids with commas, 'encryption/*', or all")
        return _boxes(place, patterns)
    from boxwright.commands.exploring import explored_boxes

    return _boxes(place, ",".join(explored_boxes(explorations)))


def _boxes(place: Workspace, patterns: str) -> dict[str, Entry]:
    """Load what the patterns name. Raises: BoxwrightError, also for a box that is stale."""
    from boxwright.blackboxes.entries import entry_ids, load_current

    wanted = "*" if patterns.strip() == "all" else patterns
    return {i: load_current(place, i) for i in match(wanted, entry_ids(place), "accepted box")}


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
    from boxwright.harness.variation import has_siblings

    return f" (`boxwright sibling {entry.id}` makes one)" if has_siblings(entry) else ""


MANY_CALLS = 150
"""An episode that asks for more replies is announced."""


def _warn_of_calls(evaluations: Iterable[Evaluation]) -> None:
    """Say how many calls of a model are ahead where an episode has many, which one does not see from T, K and S."""
    many, total = dict[str, int](), 0
    for evaluation in evaluations:
        models = sum(model is not None for model in evaluation.models.values())
        calls = {name: sum(each) for name, each in evaluation.calls().items()} if models else {}
        total += sum(calls.values()) * evaluation.settings.runs * models
        for name, count in calls.items():
            if count > MANY_CALLS:
                many[name] = max(count, many.get(name, 0))
    if many:
        listed = ", ".join(f"{name} {count:,}" for name, count in sorted(many.items(), key=lambda item: -item[1])[:4])
        echo(
            f"boxwright: up to {total:,} model calls ahead; per episode: {listed}{', ...' * (len(many) > 4)}. "
            "Fewer: --for game:turns=1, or --settings paper",
            err=True,
        )


def _set_budgets(given: dict[str, Any], boxes: dict[str, Entry]) -> None:
    """Turn --settings and --for into budgets. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.budgets import SETTINGS, as_declared, check_budgets, read_budgets

    named, own = given.pop("settings", None), read_budgets(given.pop("per", ()))
    check_budgets(own, boxes, own)
    known = {name for box in boxes for name in (box, box.split("/")[0])}
    budgets = {**SETTINGS[named].budgets, **as_declared(boxes, own)} if named else {}
    for name, budget in own.items():
        before = budgets[name].model_dump(exclude_none=True) if name in budgets else {}
        budgets[name] = budget.model_copy(update={k: v for k, v in before.items() if getattr(budget, k) is None})
    given["budgets"] = {name: budget for name, budget in budgets.items() if name in known}
    if named:
        given["turns"], given["shots"] = SETTINGS[named].turns, SETTINGS[named].shots


def _evaluation(
    boxes: dict[str, Entry], players: dict[str, ChatModel | Plugin | None], given: dict[str, Any], opened: Launcher
) -> Evaluation:
    from boxwright.harness.evaluation.budgets import PROGRAM_INPUTS
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation, untold_if_sealed

    _set_budgets(given, boxes)
    given["samples"] = given["samples"] or (PROGRAM_INPUTS if given["answers"] == "code" else 8)
    given["adaptive"] = not given.pop("non_adaptive")
    given["learning"] = not given.pop("no_learning")
    settings = EvalSettings(models=tuple(players), boxes=tuple(boxes), **untold_if_sealed(given))
    evaluation = Evaluation(settings, boxes, players, opened)
    evaluation.check()
    return evaluation
