"""`build`: descriptions become accepted black-boxes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import listed, plural
from boxwright.blackboxes.workspace import Workspace, match
from boxwright.cli import console
from boxwright.commands.box_report import BoxReport, report_option
from boxwright.commands.build_choices import (
    check_options,
    check_planted,
    check_used,
    is_replay,
    players,
    roles_of,
)
from boxwright.commands.dry_run import show_bounds, typical_line
from boxwright.commands.shared import (
    budget_option,
    known_models,
    launcher,
    open_named,
    sandbox_options,
    shown,
    workspace,
)
from boxwright.commands.spreading import Sent, Spread
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.agents.builders import Builder
    from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
    from boxwright.agents.runs.progress import Event
    from boxwright.harness.chat import Budget, ChatModel, Usage
    from boxwright.progress import Progress
    from boxwright.sandbox import Launcher

ENDINGS = {"accepted": 0, "given up": 5, "ambiguous": 6}
"""Exit codes by how a build ended."""
REWORDED_NAMED = 2
"""How many of the prompts that differ from the recorded ones are named; the others are counted."""
STOPPED = "stopped; the replies so far are kept, and --resume continues from there"


@click.command("build")
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@click.option(
    "--stale", is_flag=True, help="Build accepted boxes that are stale: their description, prompts or revision changed."
)
@click.option("--all", "everything", is_flag=True, help="Build all accepted boxes again.")
@click.option("--model", help="The model for all roles: a name from models.yaml, openai/NAME, ..., or `replay`.")
@click.option("--coder", help="The model for the coder; a list (A,B) with --consensus or --restart-after.")
@click.option("--tester", help="The model for the test agent, or `builtin/prober`, which needs none.")
@click.option("--refiner", help="The model for the refiner.")
@click.option("--recordings", type=click.Path(path_type=Path), help="Where `replay` finds <id>/recording.jsonl.")
@click.option("--strict", is_flag=True, help="With `replay`: refuse if a prompt differs from the recorded one.")
@click.option("--resume", is_flag=True, help="Continue the newest unfinished build of each box.")
@click.option("--run", default="", metavar="RUN", help="Continue this build, by number (`003`) or folder.")
@click.option("--accept-changes", is_flag=True, help="Let a box that behaves differently replace the registered one.")
@click.option("--only-compare", is_flag=True, help="Compare with the registered box, and register nothing.")
@click.option(
    "--max-revisions", type=click.IntRange(0, 20), default=4, show_default=True, help="Revisions before giving up."
)
@click.option(
    "--restart-after",
    type=click.IntRange(0, 20),
    default=0,
    help="Start over after this many failed revisions (0: never).",
)
@click.option(
    "--consensus",
    type=click.IntRange(1, 5),
    default=2,
    show_default=True,
    help="Independent implementations to compare; each costs one more reply of the coder.",
)
@click.option(
    "--test-turns", type=click.IntRange(1, 50), default=6, show_default=True, help="Queries of the test agent."
)
@click.option(
    "--test-samples",
    type=click.IntRange(1, 20),
    default=2,
    show_default=True,
    help="Samples that the test agent answers.",
)
@click.option(
    "--test-batch",
    type=click.IntRange(1, 50),
    default=1,
    help="Queries that the test agent plans per request (games: always 1).",
)
@click.option(
    "--work-out",
    type=click.IntRange(0, 20),
    default=10,
    show_default=True,
    help="Inputs that the test agent works out by hand where there is no second writing; with 0, "
    "the refiner does not read the code then, either.",
)
@click.option("--planted", default="", help="With `relay`: what was planted into the replies by hand.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=lambda: os.cpu_count() or 1,
    show_default="one per processor",
    help="With `replay`: boxes built at a time. Models are always asked for one box after the other.",
)
@report_option
@click.option("--dry-run", is_flag=True, help="Only print the maximum cost: calls, tokens, money.")
@budget_option("2M")
@sandbox_options
def build_command(patterns: tuple[str, ...], sandbox: str, unsafe: bool, **given: Any) -> int:
    """Build the black-boxes named by ID... (`encryption/zigzag_cipher`, `circuit/*`)."""
    from boxwright.harness.chat import parse_budget

    typed = _typed()
    check_options(given, typed)
    place = workspace()
    identifiers, faults = _chosen(place, patterns, given["stale"], given["everything"])
    for fault in faults:  # boxes whose state is unknown are left out, and the exit code shows it
        echo(f"boxwright: {fault}", err=True)
    broken = [1] * bool(faults)
    if not identifiers:
        echo("nothing is stale" if not faults else "nothing else is stale")
        return worst(broken)
    builders = _builders(identifiers)
    check_used(builders, typed)
    if given["run"] and len(identifiers) > 1:
        raise BoxwrightError(f"--run continues a build of one box, but {len(identifiers)} boxes are named")
    budget = parse_budget(given["budget"])
    if given["dry_run"]:
        return _dry_run(place, identifiers, builders, given, typed, budget)
    options = _options(place, builders, given, typed, budget)
    report = BoxReport(given["report"])
    with launcher(sandbox, unsafe) as opened:
        try:
            building = Building(place, options, given["recordings"], is_replay(given))
            spread = Spread(given["jobs"], partial(launcher, sandbox, unsafe))
            code = build_all(identifiers, opened, building, report, spread)
            return worst([*broken, code])
        finally:
            _say_ledger(budget)
            report.spent(budget)


def _builders(identifiers: list[str]) -> list[Builder]:
    """Return the builders that the boxes need, each once."""
    from boxwright.agents.builders import builder_of

    found: list[Builder] = []
    for identifier in identifiers:
        builder = builder_of(identifier)
        found += [builder] if builder not in found else []
    return found


def _typed() -> set[str]:
    """Return the names of the options given on the command line."""
    context = click.get_current_context()
    return {name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}


def _say_ledger(budget: Budget) -> None:
    """Print what each role spent."""
    for role, spent in sorted(budget.ledger.items()):
        money = "cost unknown" if spent.money is None else f"${spent.money:.4f}"
        echo(f"  {role}: {plural(spent.usage.calls, 'call')}, {spent.usage.total:,} tokens, {money}")


def _chosen(place: Workspace, patterns: tuple[str, ...], stale: bool, everything: bool) -> tuple[list[str], list[str]]:
    """Return the boxes to build, and the faults of boxes that may or may not be stale."""
    from boxwright.agents.stale import why_stale
    from boxwright.blackboxes.registry import check_built, load

    for pattern in patterns:
        check_built(pattern)
    if not stale and not everything:
        if not patterns:
            raise BoxwrightError("name the boxes to build, or use --stale or --all")
        return match(patterns, place.description_files(), "description"), []
    if stale and everything:
        raise BoxwrightError("--stale and --all cannot be combined; choose one")
    accepted = match(patterns or ("*",), place.accepted_folders(), "accepted box")
    if everything:
        return accepted, []
    chosen: list[str] = []
    faults: list[str] = []
    for identifier in accepted:
        try:
            chosen += [identifier] if why_stale(load(place, identifier)) else []
        except BoxwrightError as error:
            faults.append(str(error))
    return chosen, faults


@dataclass(frozen=True)
class Building:
    """How boxes are built. Where replies are recorded, it is sent to other processes."""

    place: Workspace
    options: BuildOptions
    recordings: Path | None = None
    """Where `replay` finds recordings, if not beside the registered boxes."""
    replay: bool = True

    def tried(self, identifier: str, opened: Launcher, report: Callable[[Event], None] | None = None) -> Tried:
        """Build one box; without `report` what happens is kept."""
        from boxwright.agents.builders import builder_of
        from boxwright.harness.chat import ModelError
        from boxwright.sandbox import SandboxUnavailable

        events: list[Event] = []
        try:
            recording = _recording(self.place, identifier, self.recordings) if self.replay else None
            options = replace(self.options, recording=recording)
            built = builder_of(identifier).build(self.place, identifier, opened, options, report or events.append)
        except (BoxwrightError, ModelError, SandboxUnavailable) as error:
            return Tried(events, error=Sent.of(error))
        return Tried(events, built)


@dataclass(frozen=True)
class Tried:
    """What became of one box's build."""

    events: Sequence[Event]
    built: BuildResult | None = None
    error: Sent | None = None

    def result(self) -> BuildResult:
        """Return how the build ended. Raises: as it did."""
        if self.error is not None:
            raise self.error.again()
        assert self.built is not None
        return self.built


def build_all(
    identifiers: list[str],
    opened: Launcher,
    building: Building,
    report: BoxReport | None = None,
    spread: Spread | None = None,
) -> int:
    """Build the boxes, some at a time if replies are recorded; show progress; return the worst exit code."""
    from boxwright.agents.runs.journal import ReplayEnded
    from boxwright.agents.runs.options import unbooked
    from boxwright.harness.chat import BadReply, ContextOverflow, ModelError
    from boxwright.progress import Progress
    from boxwright.sandbox import SandboxUnavailable

    place, options = building.place, building.options
    codes: list[int] = []
    report = report or BoxReport()
    if not building.replay or options.resume or (spread and spread.alone(identifiers)):
        spread = None
    sent = replace(building, options=replace(options, models={}, book=unbooked))
    with _ahead(spread, sent, identifiers, opened) as ahead, Progress(console()) as progress:
        progress.say(f"sandbox: {opened.level}")
        for identifier in identifiers:
            progress.start(identifier)
            if options.resume and not options.run and _is_done(place, identifier):
                progress.say("already accepted; nothing to resume")
                continue
            tried = next(ahead) if ahead else building.tried(identifier, opened, progress.report)
            for event in tried.events:
                progress.report(event)
            try:
                result = tried.result()
                _say_result(place, progress, result)
                codes.append(ENDINGS[result.ending])
                report.built(result)
            except (BoxwrightError, ReplayEnded, BadReply, ContextOverflow) as error:  # this box's, not the next one's
                report.stopped(identifier, error)
                if isinstance(error, BadReply) and not building.replay:
                    progress.say(STOPPED)
                if len(identifiers) == 1:
                    raise
                progress.fault(str(error))
                codes.append(getattr(error, "exit_code", 1))
            except (ModelError, SandboxUnavailable) as error:
                report.stopped(identifier, error)
                progress.say(STOPPED)
                raise
    return worst(codes)


def _ahead(
    spread: Spread | None, building: Building, identifiers: list[str], opened: Launcher
) -> AbstractContextManager[Iterator[Tried] | None]:
    """Build the boxes in processes, in which nothing is asked or shown; None where they are built as they come."""
    return nullcontext() if spread is None else closing(spread.each(building.tried, identifiers, opened))


def _is_done(place: Workspace, identifier: str) -> bool:
    """Whether a box of a resumed list is done: accepted, not stale, and its newest build has ended."""
    from boxwright.agents.runs.folder import is_left
    from boxwright.agents.stale import why_stale
    from boxwright.blackboxes.registry import load

    if is_left(place, identifier) or place.accepted_folder(identifier) is None:
        return False
    return not why_stale(load(place, identifier))


def worst(codes: list[int]) -> int:
    """Return the most severe code: a fault before drift (3), drift before a stale recording (4)."""
    mild = (0, 4, 3)
    severe = [code for code in codes if code not in mild]
    return severe[0] if severe else max(codes, key=mild.index, default=0)


def _to_know(place: Workspace, result: BuildResult) -> list[str]:
    """Return what the author of an accepted box must know: what was measured, and what is advised."""
    from boxwright.blackboxes.registry import get_built, read_manifest
    from boxwright.harness.lint import advice

    notes = get_built(result.id).notes(read_manifest(result.folder)) if result.folder else ()
    return [*notes, *(f"advice: {words}" for words in advice(place.description(result.id)))]


def reworded(steps: Sequence[str]) -> str:
    """Count the prompts that a replay asked in other words than the recording, and name the first."""
    named = list(steps[:REWORDED_NAMED])
    named += [f"{len(steps) - len(named)} more"] if len(steps) > len(named) else []
    differ = "prompt differs" if len(steps) == 1 else "prompts differ"
    return f"{len(steps)} {differ} from the recorded ones: {listed(named)}"


def _say_result(place: Workspace, progress: Progress, result: BuildResult) -> None:
    if result.differing:
        progress.say(reworded(result.differing))
    if result.ending == "accepted":
        folder = shown(result.folder) if result.folder else ""
        progress.say(f"[green]accepted[/] after {plural(result.attempts, 'attempt')}: {folder}")
        for line in _to_know(place, result):
            progress.note(line)
        return
    if result.ending == "ambiguous":
        progress.fault(result.findings[0])
    after = plural(result.attempts, "attempt")
    progress.say(f"[red]{result.ending}[/] after {after}; code, logs and findings: {shown(result.run)}")


def _recording(place: Workspace, identifier: str, recordings: Path | None) -> Path:
    from boxwright.blackboxes.registry import check_recording

    folder = recordings / identifier if recordings else place.accepted_folder(identifier)
    path = folder / "recording.jsonl" if folder else None
    if folder is None or path is None or not path.is_file():
        raise BoxwrightError(f"{identifier}: there is no recording to replay; build it with a model first")
    if not recordings or (folder / "manifest.json").is_file():  # the journal of a run has no manifest yet
        check_recording(folder)
    return path


def _settings(given: dict[str, Any]) -> BuildSettings:
    from boxwright.agents.runs.options import BuildSettings

    return BuildSettings.model_validate({name: given[name] for name in BuildSettings.model_fields if name in given})


def _options(
    place: Workspace, builders: list[Builder], given: dict[str, Any], typed: set[str], budget: Budget
) -> BuildOptions:
    from boxwright.agents.runs.options import BuildOptions

    return BuildOptions(
        models=_models(place, builders, given, typed, budget),
        strict=given["strict"],
        resume=given["resume"] or bool(given["run"]),
        run=given["run"],
        replace=given["accept_changes"],
        register=not given["only_compare"],
        planted=given["planted"],
        book=_booking(place, given, budget),
        settings=_settings(given),
    )


def _booking(place: Workspace, given: dict[str, Any], budget: Budget) -> Callable[[str, Usage], None]:
    """Return how a resumed run's earlier spending is counted: at the price of the role's most expensive model."""
    from boxwright.harness.chat import resolve

    specs = known_models(place)

    def book(role: str, usage: Usage) -> None:
        names = [n for n in (given[role] or given["model"] or "").split(",") if n not in ("", "replay")]
        named = [resolve(name, specs) for name in names]
        if named:
            dearest = max(named, key=lambda spec: budget.priced(usage, spec).money or 0)
            budget.add(role, usage, dearest)

    return book


def _models(
    place: Workspace, builders: list[Builder], given: dict[str, Any], typed: set[str], budget: Budget
) -> dict[str, list[ChatModel]]:
    specs = known_models(place)
    names = players(given, typed, roles_of(builders))
    check_planted(given, names, specs)
    return {role: [open_named(name, place, specs, budget) for name in named] for role, named in names.items()}


def _dry_run(
    place: Workspace,
    identifiers: list[str],
    builders: list[Builder],
    given: dict[str, Any],
    typed: set[str],
    budget: Budget,
) -> int:
    from boxwright.agents.builders import highest
    from boxwright.blackboxes.registry import check_buildable
    from boxwright.harness.chat import resolve
    from boxwright.harness.lint import lint

    for identifier in identifiers:
        check_buildable(place, identifier)
        lint(place.description(identifier))
        if is_replay(given):
            _recording(place, identifier, given["recordings"])
    if is_replay(given):
        echo(f"{plural(len(identifiers), 'box', 'boxes')}: {', '.join(identifiers)}")
        echo("a replay asks no model and costs nothing")
        return 0
    known = known_models(place)
    roles = roles_of(builders)
    nobody = not any(given[name] for name in ("model", *roles))
    names = {} if nobody else players(given, typed, roles)
    check_planted(given, names, known)
    specs = {role: [resolve(name, known) for name in named] for role, named in names.items()}
    prober = bool(specs) and "tester" not in specs
    show_bounds(identifiers, highest([builder.most(_settings(given), prober) for builder in builders]), specs, budget)
    if typical := typical_line(place, identifiers):
        echo(typical)
    return 0
