"""Options and small helpers that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.workspace import Workspace, find_workspace
from boxwright.sandbox import LAUNCHERS

if TYPE_CHECKING:
    from boxwright.harness.chat import Budget, ChatModel, ModelSpec
    from boxwright.sandbox import Launcher


def sandbox_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--sandbox` and `--unsafe`."""
    command = click.option(
        "--unsafe",
        is_flag=True,
        help="Run generated code although a wall of the local sandbox is missing: it could then read your files, "
        "use your network and start programs as you.",
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
def launcher(sandbox: str, unsafe: bool) -> Iterator[Launcher]:
    """Open a launcher and close it in the end. Raises: SandboxUnavailable."""
    from boxwright.sandbox import open_launcher

    opened = open_launcher(sandbox, unsafe=unsafe)
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


def open_named(name: str, place: Workspace, specs: dict[str, ModelSpec], budget: Budget) -> ChatModel:
    """Open one model by name, spending from a budget. Raises: ModelError, also for an unknown price that is needed."""
    from boxwright.harness.chat import BudgetedModel, open_model, resolve

    spec = resolve(name, specs)
    return BudgetedModel(open_model(spec, relay_root=place.runs / "relay"), spec, budget)


def budget_option(default: str) -> Callable[..., Any]:
    """Add `--budget`."""
    return click.option(
        "--budget",
        default=default,
        show_default=True,
        help="What this command may spend: tokens (200k, 2M) or dollars ($3.50); it stops cleanly before more.",
    )


def shown(path: Path) -> str:
    """Write a path for people: relative where it lies below the current folder."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
