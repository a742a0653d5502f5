"""`play`: a person plays a box in the terminal, under the same rules as every model, into the same results."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.commands.browsing import desks, people
from boxwright.commands.playing import play_evaluation
from boxwright.commands.reporting import say
from boxwright.commands.shared import environment_options, given_options, launcher, sandbox_options, workspace
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
@click.option("--invite", metavar="A,B", help="Play in the browser: a link for each of these names, at the same time.")
@click.option(
    "--at", "address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="With --invite."
)
@click.option("--resume", is_flag=True, help="Go on where you left, or play beside others in --out.")
@environment_options
@sandbox_options
def play_command(
    identifier: str,
    name: str,
    invite: str | None,
    address: str,
    out: Path,
    resume: bool,
    sandbox: str,
    unsafe: bool,
    **given: Any,
) -> int:
    """Explore ID and answer its test samples yourself; Ctrl-C keeps what you said, and --resume goes on.

    A reply ends with an empty line. The same seed and settings give a model the same tests. With --invite people play
    in their browsers, each by a link of their own; a page that was closed goes on where it was.
    """
    from boxwright.blackboxes.entries import load_current
    from boxwright.blackboxes.extras import need
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
    from boxwright.harness.players.plugin import Plugin

    if invite:
        need("serve")
    names = people(invite.split(","), "--invite") if invite else people([name], "--name")
    given["options"] = given_options(given)
    entry = load_current(workspace(), identifier)
    makers: dict[str, Callable[[], Player]] = dict.fromkeys(names, _person)
    with ExitStack() as stack:
        opened = stack.enter_context(launcher(sandbox, unsafe, [identifier]))
        if invite:
            makers = stack.enter_context(desks(names, out, address))
        players = {f"human/{who}": Plugin(f"human/{who}", make) for who, make in makers.items()}
        settings = EvalSettings(models=tuple(players), boxes=(identifier,), **given)
        evaluation = Evaluation(settings, {identifier: entry}, players, opened)
        evaluation.check()
        store = play_evaluation(evaluation, out, resume=resume, concurrency=len(players), progress=False)
        with closing(store):
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
