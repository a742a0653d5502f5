"""`play`: a person plays a box in the terminal, under the same rules as every model, into the same results."""

from __future__ import annotations

import re
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.playing import play_evaluation
from boxwright.commands.reporting import say
from boxwright.commands.shared import launcher, sandbox_options, workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.harness.players.player import Player


@click.command("play")
@click.argument("identifier", metavar="ID")
@click.option("--name", default="me", show_default=True, help="Your name; you are stored as human/NAME.")
@click.option("--turns", type=click.IntRange(0, 1000), default=10, show_default=True, help="T: queries.")
@click.option("--shots", type=click.IntRange(1, 20), default=1, show_default=True, help="S: answers per test sample.")
@click.option("--samples", type=click.IntRange(1, 1000), default=4, show_default=True, help="K: test samples.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the test samples.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for results.sqlite.")
@click.option("--resume", is_flag=True, help="Go on where you left, or play beside others in --out.")
@sandbox_options
def play_command(identifier: str, name: str, out: Path, resume: bool, sandbox: str, unsafe: bool, **given: int) -> int:
    """Explore ID and answer its test samples yourself; Ctrl-C keeps what you said, and --resume goes on.

    A reply ends with an empty line. The same seed and settings give a model the same tests.
    """
    from boxwright.blackboxes.entries import load_current
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
    from boxwright.harness.players.plugin import Plugin

    if not re.fullmatch(r"[\w.-]{1,40}", name):
        raise BoxwrightError(f"--name {name!r}: use up to 40 letters, digits, dots, dashes and underscores")
    player = f"human/{name}"
    entry = load_current(workspace(), identifier)
    with launcher(sandbox, unsafe, [identifier]) as opened:
        settings = EvalSettings(models=(player,), boxes=(identifier,), **given)  # type: ignore[arg-type]
        evaluation = Evaluation(settings, {identifier: entry}, {player: Plugin(player, _person)}, opened)
        evaluation.check()
        with closing(play_evaluation(evaluation, out, resume=resume, concurrency=1, progress=False)) as store:
            return say(store, out, False)


def _person() -> Player:
    from boxwright.harness.players.person import Person

    return Person(lambda text: echo(f"\n{text}\n"), _line)


def _line() -> str:
    """Read a line. Raises: ModelError when there are no more."""
    from boxwright.harness.chat import ModelError

    if sys.stdin.isatty():
        echo("> ", nl=False)
    line = sys.stdin.readline()
    if not line:
        raise ModelError("the terminal was closed; what you said is kept")
    return line.rstrip("\n")
