"""Options and small helpers that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import Workspace, find_workspace
from boxwright.sandbox import LAUNCHERS
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.environment import Table
    from boxwright.harness.chat import Budget, ChatModel, ModelSpec
    from boxwright.sandbox import Launcher


def sandbox_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--sandbox` and `--unsafe`."""
    command = click.option(
        "--unsafe",
        is_flag=True,
        help="Run generated code even if Landlock or seccomp is missing in the local sandbox: the code could then read "
        "your files, use your network and start programs as you.",
    )(command)
    return click.option(
        "--sandbox",
        type=click.Choice(LAUNCHERS),
        default="auto",
        show_default=True,
        envvar="BOXWRIGHT_SANDBOX",
        help="Where generated code runs.",
    )(command)


@contextmanager
def launcher(sandbox: str, unsafe: bool, identifiers: Iterable[str] | None = None) -> Iterator[Launcher]:
    """Open a launcher, and close it at the end.

    Raises: SandboxUnavailable, unless only `identifiers` are played and nothing of them is executed.
    """
    from boxwright.blackboxes.environments import get_environment
    from boxwright.sandbox.absent import open_or_absent

    names = None if identifiers is None else {identifier.split("/")[0] for identifier in identifiers}
    needed = names is None or any(get_environment(name).executes for name in names)
    opened = open_or_absent(sandbox, unsafe=unsafe, needed=needed)
    try:
        yield opened
    finally:
        opened.close()


def workspace() -> Workspace:
    """Return the workspace around the current folder."""
    return find_workspace(Path.cwd())


def known_models(place: Workspace) -> dict[str, ModelSpec]:
    """Read the workspace's models file, if there is one. Raises: ModelError."""
    from boxwright.harness.chat import load_models

    return load_models(place.models_file) if place.models_file.exists() else {}


def open_named(
    name: str, place: Workspace, specs: dict[str, ModelSpec], budget: Budget, *, asked: bool = True
) -> ChatModel:
    """Open one model by name, spending from a budget; one that is not to be `asked` needs no key.

    Raises: ModelError, also if a needed price is unknown.
    """
    from boxwright.harness.chat import BudgetedModel, MissingKey, open_model, resolve
    from boxwright.harness.chat.models import Keyless

    spec = resolve(name, specs)
    try:
        model = open_model(spec, relay_root=place.runs / "relay")
    except MissingKey as fault:
        if asked:
            raise
        model = Keyless(spec.name, fault)
    return BudgetedModel(model, spec, budget)


def budget_option(default: str) -> Callable[..., Any]:
    """Add `--budget`."""
    return click.option(
        "--budget",
        default=default,
        show_default=True,
        help="Spending limit: tokens (200k, 2M) or dollars ($3.50); the command stops cleanly before exceeding it.",
    )


def shown(path: Path) -> str:
    """Return a path as it is shown: relative if it is below the current folder."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


@contextmanager
def new_key_written(path: Path | None, key: str, is_used: Callable[[], bool]) -> Iterator[None]:
    """Write a key that is new, and take it away if nothing came to use it. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.sealing import written

    if path is None or path.exists():
        yield
        return
    try:
        with written(path, key, is_used):
            yield
    finally:
        if path.exists():
            echo(f"{shown(path)}: a new key; keep it secret until `boxwright reveal`", err=True)


def print_table(table: Table) -> None:
    """Print a table whole, in as many parts as the terminal needs."""
    from boxwright.cli import console
    from boxwright.harness.report.printing import plain_tables

    out = console()
    for part in plain_tables(table, out.width):
        out.print(part)


class _OptionsOf(click.Option):
    """`--NAME FIELD=VALUE` of one environment; its fields are looked up when help is printed."""

    environment: str

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from boxwright.blackboxes.environments import get_environment

        fields = ", ".join(get_environment(self.environment).options.model_fields)
        return f"--{self.environment} NAME=VALUE", f"An option of {self.environment}: {fields}."


def _games_with_options() -> list[str]:
    """Return our reasoning games that have options of their own."""
    from boxwright.blackboxes.environments import get_environment, own_names

    return [name for name in own_names("reasoning") if get_environment(name).options.model_fields]


def environment_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--NAME FIELD=VALUE` for our reasoning games, and `--option NAME.FIELD=VALUE` for all environments."""
    for name in reversed(_games_with_options()):
        kind = type(f"OptionsOf{name.title()}", (_OptionsOf,), {"environment": name})
        command = click.option(f"--{name}", name, cls=kind, multiple=True, metavar="NAME=VALUE")(command)
    return click.option(
        "--option",
        "option",
        multiple=True,
        metavar="ENV.NAME=VALUE",
        help="An option of any environment, e.g. kumo.size=hard.",
    )(command)


def given_options(given: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Take the options of environments out of a command's values. Raises: BoxwrightError for what cannot be read."""
    from boxwright.blackboxes.environments import get_environment

    pairs = [(name, pair, f"--{name} ") for name in _games_with_options() for pair in given.pop(name, ())]
    for text in given.pop("option"):
        name, dot, pair = text.partition(".")
        if not dot:
            raise BoxwrightError(f"--option {text}: write ENVIRONMENT.NAME=VALUE, e.g. --option kumo.size=hard")
        pairs.append((name, pair, f"--option {name}."))
    options: dict[str, dict[str, str]] = {}
    for name, pair, given_as in pairs:
        if "=" not in pair:
            field, default = next(iter(get_environment(name).read_options({})), ("name", "value"))
            raise BoxwrightError(f"{given_as}{pair}: write NAME=VALUE, e.g. {given_as}{field}={default}")
        field, _, value = pair.partition("=")
        options.setdefault(name, {})[field] = value
    for name, fields in options.items():
        get_environment(name).read_options(fields)
    return options


def write_json_lines(rows: Iterable[Mapping[str, Any]], out: Path) -> int:
    """Write rows as JSON lines to a file that appears once it is whole. Raises: BoxwrightError."""
    from boxwright.blackboxes.files import file_replaced

    if not out.parent.is_dir():
        raise BoxwrightError(f"{out.parent}: there is no such folder to write {out.name} to; make it first")
    count = 0
    with file_replaced(out) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count
