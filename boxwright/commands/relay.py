"""`relay`: be the model. Shows the requests of a `relay/NAME` model, and writes the replies next to them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.shared import shown
from boxwright.terminal import echo, visible

if TYPE_CHECKING:
    from boxwright.harness.chat.relay_desk import Waiting

POLL_SECONDS = 0.2
END = "."
"""A line with only this ends a typed reply."""

DIR = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))


@click.group("relay")
def relay_command() -> None:
    """Be the model of `--model relay/NAME`. Its requests are in DIR, which is `runs/relay/NAME`."""


@relay_command.command("serve")
@DIR
@click.option("--once", is_flag=True, help="Stop when no request is waiting, instead of waiting for the next one.")
def serve_command(folder: Path, once: bool) -> None:
    """Show the requests in DIR as they come, one at a time.

    In a terminal, type or paste the reply below the request and end it with a line that has only a dot. The reply may
    also come from elsewhere (`boxwright relay answer`, an editor, a script); then the next request is shown.
    Ctrl-C stops.
    """
    from boxwright.harness.chat.relay_desk import waiting

    echo(f"waiting for requests in {shown(folder)}; Ctrl-C stops without losing anything", err=True)
    while True:
        found = waiting(folder)
        if found:
            _serve(found[0], len(found) - 1)
        elif once:
            return
        else:
            time.sleep(POLL_SECONDS)


def _serve(request: Waiting, more: int) -> None:
    """Show one request, take a reply if one is typed, and wait until there is a reply."""
    from boxwright.harness.chat.relay_desk import put_reply

    echo(f"\n{request.text}")
    echo(f"===== {request.stem}; {more} more waiting =====", err=True)
    text = _typed(request.stem) if sys.stdin.isatty() else ""
    if text.strip() and not request.answered:
        echo(f"written: {shown(put_reply(request, text))}", err=True)
    _until(lambda: request.answered)


@relay_command.command("answer")
@DIR
@click.option(
    "--text", "source", type=click.Path(path_type=Path, allow_dash=True), help="The reply: a file, or - for stdin."
)
@click.option("--to", "name", help="The request to print or answer, e.g. 0003-coder-write-1; default: the oldest.")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, help="Seconds to wait for a request.")
def answer_command(folder: Path, source: Path | None, name: str | None, wait: float) -> None:
    """Print the oldest waiting request in DIR, or write its reply with --text.

    Only the request goes to stdout, so that a script can read it; its name goes to stderr. The exit code is 1 if none
    is waiting.
    """
    from boxwright.harness.chat.relay_desk import find, put_reply, waiting

    text = None if source is None else _read(source)
    _until(lambda: bool(waiting(folder)), wait)
    request = find(folder, name)
    if text is None:
        click.echo(visible(request.text) if sys.stdout.isatty() else request.text, nl=False)
        echo(f"{request.stem} waits for its reply: boxwright relay answer {shown(folder)} --text FILE", err=True)
    else:
        echo(f"written: {shown(put_reply(request, text))}", err=True)


def _until(done: Callable[[], bool], seconds: float | None = None) -> None:
    """Wait until `done()`, for at most `seconds`."""
    end = None if seconds is None else time.monotonic() + seconds
    while not done() and (end is None or time.monotonic() < end):
        time.sleep(POLL_SECONDS)


def _typed(stem: str) -> str:
    echo(
        f"Your reply to {stem}; end it with a line that has only a dot (a dot alone: the reply comes from elsewhere):",
        err=True,
    )
    lines: list[str] = []
    for line in sys.stdin:
        if line.rstrip("\r\n") == END:
            break
        lines.append(line)
    return "".join(lines)


def _read(source: Path) -> str:
    try:
        content = sys.stdin.buffer.read() if str(source) == "-" else source.read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BoxwrightError(f"{source}: not UTF-8 text; save it as UTF-8") from None
