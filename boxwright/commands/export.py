"""`export`: an evaluation as canonical lines, its episodes for trainers and viewers, environments as task folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.plural import plural
from boxwright.commands.shared import launcher, sandbox_options, shown, workspace
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.harness.evaluation.store import Key, Store
    from boxwright.harness.records import EpisodeRecord
    from boxwright.harness.replayed import Step


class _Export(click.Group):
    """`export RUN` is `export lines RUN`."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or lines_command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["lines", *args]
        return super().resolve_command(ctx, args)


@click.group("export", cls=_Export)
def export_command() -> None:
    """Print the evaluation in a folder (`export FOLDER`), or write it, or an environment, for other tools."""


_run = click.argument("run", type=click.Path(path_type=Path))
_out = click.option("--out", type=click.Path(path_type=Path), required=True, help="The file to write.")


@export_command.command("lines")
@_run
def lines_command(run: Path) -> None:
    """Print an evaluation as canonical JSON lines, without clock fields: equal runs give equal bytes."""
    with closing(_store(run)) as store:
        for line in store.export():
            echo_json(line)


@export_command.command("atif")
@_run
@_out
def atif_command(run: Path, out: Path) -> None:
    """Write trajectories in the Agent Trajectory Interchange Format, one per conversation and line."""
    from boxwright.harness.export.trajectories import atif

    with closing(_store(run)) as store:
        tests = _tests(store)
        made = (line for key, record in store.records() for line in atif(key, record, tests, version("boxwright")))
        _write(made, out)


@export_command.command("chat")
@_run
@_out
@click.option("--least", default=1.0, show_default=True, help="The score that an episode needs, in [0, 1].")
@sandbox_options
def chat_command(run: Path, out: Path, least: float, sandbox: str, unsafe: bool) -> None:
    """Write the episodes that went well as chats for fine-tuning, with a weight per message as the loss mask."""
    from boxwright.harness.export.trajectories import chats

    with closing(_store(run)) as store, launcher(sandbox, unsafe, store.settings["boxes"]) as opened:
        tests = _tests(store)
        made = (
            line for key, record, steps in _steps(store, opened) for line in chats(key, record, tests, steps, least)
        )
        _write(made, out)


@export_command.command("preferences")
@_run
@_out
@sandbox_options
def preferences_command(run: Path, out: Path, sandbox: str, unsafe: bool) -> None:
    """Write pairs of a right and a wrong answer that were given after the very same messages."""
    from boxwright.harness.export.trajectories import preferences

    with closing(_store(run)) as store, launcher(sandbox, unsafe, store.settings["boxes"]) as opened:
        _write(preferences((key, steps) for key, _, steps in _steps(store, opened)), out)


@export_command.command("parquet")
@_run
@_out
def parquet_command(run: Path, out: Path) -> None:
    """Write a row per episode as Parquet; needs the extra `parquet`."""
    from boxwright.blackboxes.files import file_replaced
    from boxwright.commands.parquet import write_parquet
    from boxwright.harness.export.trajectories import rows

    with closing(_store(run)) as store, file_replaced(out) as part:
        tests = _tests(store)
        count = write_parquet(part, (rows(key, record, tests) for key, record in store.records()))
    echo(f"{shown(out)}: {plural(count, 'row')}")


@export_command.command("harbor")
@click.argument("identifiers", nargs=-1, required=True, metavar="ID...")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The folder for the task folders.")
@click.option("--turns", default=10, show_default=True)
@click.option("--shots", default=1, show_default=True)
@click.option("--samples", default=8, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Decides the test samples.")
def harbor_command(identifiers: tuple[str, ...], out: Path, **settings: int) -> None:
    """Write Harbor task folders: the environment behind MCP in a container of its own, the verifier apart."""
    from boxwright.harness.export.harbor import write_task
    from boxwright.harness.serve.host import shipped_ids

    for identifier in shipped_ids(identifiers):
        echo(shown(write_task(identifier, out, **settings)))


def _store(run: Path) -> Store:
    from boxwright.harness.evaluation.store import Store

    return Store.open(run)


def _tests(store: Store) -> int:
    from boxwright.harness.analysis.metrics import tests_of

    return tests_of(store.settings)


def _steps(store: Store, opened: Any) -> Iterator[tuple[Key, EpisodeRecord, list[Step]]]:
    """Yield the whole episodes with their steps. Raises: Diverged, BoxwrightError for a box that is stale."""
    from functools import cache

    from boxwright.blackboxes.entries import current, open_entry
    from boxwright.blackboxes.environment import Entry
    from boxwright.harness.evaluation.plan import plans_of
    from boxwright.harness.evaluation.played import played_entry
    from boxwright.harness.replayed import replayed

    plan_of, place = plans_of(store.settings), workspace()

    @cache
    def played(box: str) -> Entry:
        return current(played_entry(store, place, box))

    for key, record in store.records():
        if record.failure:
            continue
        with open_entry(played(key.box), opened) as box:
            yield key, record, list(replayed(box, plan_of(key), record, str(key)))


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _write(values: Iterator[dict[str, Any]], out: Path) -> None:
    """Write one value per line, whole or not at all."""
    from boxwright.blackboxes.files import file_replaced

    count = 0
    with file_replaced(out) as part, part.open("w", encoding="utf-8") as file:
        for value in values:
            file.write(_line(value))
            count += 1
    echo(f"{shown(out)}: {plural(count, 'line')}")
