"""The command line: finds the command, and turns faults into one line and an exit code.

Commands are imported when they are called, and import heavy packages where they use them.
"""

from __future__ import annotations

import sqlite3
import sys
from importlib import import_module
from typing import Any

import click

from boxwright.stopping import stop_behind, stoppable
from boxwright.terminal import echo

COMMANDS = {
    "init": ("project", "Make a workspace with a starter description."),
    "new": ("project", "Write a commented starter description."),
    "draft": ("draft", "Turn a sentence into a description that builds."),
    "lint": ("project", "Check description files."),
    "exam": ("exam", "Write a description's held-back examples from a reference."),
    "build": ("build", "Build black-boxes from their descriptions."),
    "trace": ("trace", "Show how a build went, as a timeline or one HTML page."),
    "list": ("boxes", "List descriptions and accepted boxes."),
    "show": ("boxes", "Show one box: how it was built, and its code."),
    "check": ("check", "Run all gates on accepted boxes again."),
    "remove": ("boxes", "Remove a box from the registry."),
    "reject": ("boxes", "Remove a box, with a reason that the next build's refiner reads."),
    "call": ("boxes", "Run a box's function on JSON lines."),
    "eval": ("evaluate", "Measure models at turn@shot."),
    "report": (
        "reporting",
        "Print, compare or publish the results of evaluations.",
    ),
    "memorization": ("remembering", "Print the memorization scores of an evaluation with --pairs."),
    "reveal": ("revealing", "Publish the key of sealed tests, and check that they were drawn under it."),
    "play": ("play", "Play a box yourself, in the terminal."),
    "transcript": ("transcripts", "Page through the episodes of an evaluation."),
    "merge": ("transcripts", "Put the shards of an evaluation together."),
    "export": ("export", "Print an evaluation, or write it or an environment for other tools."),
    "collection": ("collection", "Measure all boxes with players that need no model."),
    "sibling": ("sibling", "Make a box with other parameters from an accepted one."),
    "sandbox": ("sandbox", "Run any module in the sandbox, or build the sandbox's image."),
    "relay": ("relay", "Be the model yourself, by hand or with a script."),
    "doctor": ("doctor", "Show what this machine supports and guarantees."),
    "mcp": ("serve", "Serve environments to agents, by the Model Context Protocol."),
    "serve": ("serve", "Serve a run's page while it goes on, or environments, over the network."),
    "openenv": ("serve", "Write environments as an OpenEnv folder."),
    "kumo": ("kumo.group", "Elimination games: domains, instances, books, optimal play."),
    "knights": ("knights.group", "Knights and Knaves: puzzles, reasoning, perturbed partners, training data."),
    "knowlogic": ("knowlogic.group", "Questions from knowledge: domains, questions, certificates."),
    "demo": ("demo", "Build three recorded boxes and evaluate the builtin players."),
}
"""Each command's module and its line in the help."""


class _Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"boxwright.commands.{COMMANDS[name][0]}")
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="boxwright")
def cli() -> None:
    """Black-boxes from plain language: built by agents, tested in a sandbox, played by language models."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; every fault that a person can act on is one line on stderr."""
    try:
        with stoppable():
            sys.exit(run(arguments))
    except KeyboardInterrupt:  # before the block had begun
        sys.exit(_stopped())


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        words = sys.argv[1:] if arguments is None else arguments
        result = cli.main(words, prog_name="boxwright", standalone_mode=False, obj=tuple(words))
    except click.exceptions.Exit as stop:
        return int(stop.exit_code)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _stopped()
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:  # the one boundary where known faults become a line; the rest are bugs and stay loud
        signalled = stop_behind(error)
        if signalled is not None:
            raise signalled from None
        known = _known(error)
        if known is None:
            raise
        return _say(*known)
    return result if isinstance(result, int) else 0


def _known(error: Exception) -> tuple[str, int] | None:
    """Return the line and the exit code of a fault that a person can act on."""
    from boxwright.blackboxes.faults import BoxwrightError
    from boxwright.harness.chat.api import ModelError
    from boxwright.sandbox import SandboxError, SandboxUnavailable

    if isinstance(error, BoxwrightError):
        return str(error), error.exit_code
    if isinstance(error, ModelError | SandboxUnavailable | SandboxError):
        return str(error), 1
    if isinstance(error, OSError):
        return f"{error.filename or 'writing'}: {error.strerror or error}", 1
    if isinstance(error, sqlite3.Error):
        return f"a database file cannot be used: {error}", 1
    return None


def _stopped() -> int:
    return _say("stopped; finished work is kept (see --resume)", 130)


def _say(text: str, code: int) -> int:
    echo(f"boxwright: {text}", err=True)
    return code


def console(**options: Any) -> Any:
    """Return a rich console on which no text can act; at least 120 columns wide where there is no terminal."""
    from boxwright.screen import Screen

    made = Screen(highlight=False, **options)
    if not made.is_terminal:
        made.width = max(made.width, 120)
    return made
