"""`build`: descriptions become accepted black-boxes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from blackboxes.faults import BoxwrightError
from blackboxes.workspace import Workspace, match
from boxwright.cli import console
from boxwright.commands.shared import known_models, launcher, open_named, sandbox_options, shown, workspace

if TYPE_CHECKING:
    from agents.build import BuildOptions, BuildResult
    from agents.chat import ChatModel
    from sandbox import Launcher

GIVEN_UP = 5
"""Exit code when a box was not accepted."""


@click.command("build")
@click.argument("patterns", metavar="ID...", nargs=-1, required=True)
@click.option("--model", help="The model for all roles: a name of models.yaml, openai/NAME, ..., or `replay`.")
@click.option("--coder", help="Another model for the coder.")
@click.option("--tester", help="Another model for the test agent.")
@click.option("--refiner", help="Another model for the refiner.")
@click.option("--recordings", type=click.Path(path_type=Path), help="Where `replay` finds <id>/recording.jsonl.")
@click.option("--strict", is_flag=True, help="With `replay`: refuse if a question is worded otherwise than recorded.")
@click.option("--resume", is_flag=True, help="Go on with the newest unfinished build of each box.")
@click.option("--accept-changes", is_flag=True, help="Let a different box replace a registered one.")
@click.option("--max-revisions", type=click.IntRange(0, 20), default=4, show_default=True)
@click.option("--test-turns", type=click.IntRange(1, 50), default=6, show_default=True)
@click.option("--test-samples", type=click.IntRange(1, 20), default=2, show_default=True)
@click.option("--planted", default="", help="With `relay`: say what was planted into the replies by hand.")
@click.option("--dry-run", is_flag=True, help="Only say how many calls and tokens the build may cost at most.")
@sandbox_options
def build_command(patterns: tuple[str, ...], sandbox: str, unsafe: bool, **given: Any) -> int:
    """Build the black-boxes named by ID... (`encryption/zigzag_cipher`, `circuit/*`)."""
    place = workspace()
    identifiers = match(patterns, place.description_files(), "description")
    if given["dry_run"]:
        return _dry_run(place, identifiers, given)
    options = _options(place, given)
    with launcher(sandbox, unsafe) as opened:
        return build_all(place, identifiers, opened, options, given["model"] == "replay", given["recordings"])


def build_all(
    place: Workspace,
    identifiers: list[str],
    opened: Launcher,
    options: BuildOptions,
    replay: bool,
    recordings: Path | None,
) -> int:
    """Build one box after the other, showing progress; return the exit code."""
    from dataclasses import replace

    from agents.build import build
    from boxwright.progress import Progress

    code = 0
    with Progress(console()) as progress:
        progress.say(f"sandbox: {opened.level}")
        for identifier in identifiers:
            recording = _recording(place, identifier, recordings) if replay else None
            progress.start(identifier)
            result = build(place, identifier, opened, replace(options, recording=recording), progress.report)
            _say_result(progress, result)
            code = code or (0 if result.ending == "accepted" else GIVEN_UP)
    return code


def _say_result(progress: Any, result: BuildResult) -> None:
    if result.differing:
        progress.say(f"questions worded otherwise than recorded: {', '.join(result.differing)}")
    if result.ending == "accepted":
        progress.say(
            f"[green]accepted[/] after {result.attempts} attempt(s): {shown(result.folder) if result.folder else ''}"
        )
    else:
        progress.say(
            f"[red]given up[/] after {result.attempts} attempt(s); code, logs and findings: {shown(result.run)}"
        )


def _recording(place: Workspace, identifier: str, recordings: Path | None) -> Path:
    folder = recordings / identifier if recordings else place.accepted_folders().get(identifier)
    path = folder / "recording.jsonl" if folder else None
    if path is None or not path.is_file():
        raise BoxwrightError(f"{identifier}: there is no recording to replay; build it with a model once")
    return path


def _options(place: Workspace, given: dict[str, Any]) -> BuildOptions:
    from agents.build import BuildOptions
    from agents.graph import BuildSettings

    settings = BuildSettings(
        max_revisions=given["max_revisions"], test_turns=given["test_turns"], test_samples=given["test_samples"]
    )
    return BuildOptions(
        models=_models(place, given),
        strict=given["strict"],
        resume=given["resume"],
        replace=given["accept_changes"],
        planted=given["planted"],
        settings=settings,
    )


def _models(place: Workspace, given: dict[str, Any]) -> dict[str, ChatModel]:
    from agents.build import ROLES

    if given["model"] == "replay":
        if any(given[role] for role in ROLES):
            raise BoxwrightError("`replay` plays all roles; leave --coder, --tester and --refiner out")
        return {}
    specs = known_models(place)
    names = {role: given[role] or given["model"] for role in ROLES}
    missing = [role for role, name in names.items() if not name]
    if missing:
        raise BoxwrightError(
            f"no model for {', '.join(missing)}; give --model NAME (see models.yaml), or --model replay"
        )
    if given["planted"] and not all(name.startswith("relay") or _is_relay(specs, name) for name in names.values()):
        raise BoxwrightError("--planted is only for relay: nobody plants a fault into a real model's reply")
    return {role: open_named(name, place, specs) for role, name in names.items()}


def _is_relay(specs: Any, name: str) -> bool:
    return name in specs and specs[name].provider == "relay"


def _dry_run(place: Workspace, identifiers: list[str], given: dict[str, Any]) -> int:
    from agents.cost import most
    from agents.graph import BuildSettings

    settings = BuildSettings(
        max_revisions=given["max_revisions"], test_turns=given["test_turns"], test_samples=given["test_samples"]
    )
    bound = most(settings)
    count = len(identifiers)
    click.echo(f"{count} box(es): {', '.join(identifiers)}")
    click.echo(f"at most {bound.calls * count:,} calls ({bound.calls:,} a box)")
    click.echo(f"at most {bound.output * count:,} output tokens (each request is limited to {bound.output_per_call:,})")
    click.echo(
        f"at most {bound.input * count:,} input tokens (a request over {bound.characters_per_call:,} characters is "
        "never sent; counted as one token for two characters)"
    )
    return 0
