"""`sandbox run` and `sandbox build`: run any module under a launcher, and build the image of the Docker launchers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.shared import launcher, sandbox_options
from boxwright.terminal import echo, visible_json


@click.group("sandbox")
def sandbox_command() -> None:
    """Run any module in the sandbox, or build the sandbox's image."""


@sandbox_command.command("run")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("function")
@sandbox_options
@click.option(
    "--limits", "limits_text", default="", metavar="NAME=NUMBER,...", help="E.g. call_seconds=1,memory_mb=64."
)
def run_command(file: Path, function: str, sandbox: str, unsafe: bool, limits_text: str) -> int:
    """Call FUNCTION of FILE once per line {"input": ...} of stdin, as the build loop does.

    Each line is answered by {"output": ...} or {"error": "...", "kind": "..."}. The kind is timeout, memory,
    crashed, refused, protocol or raised. The exit code is 1 if any answer is an error.
    """
    from boxwright.sandbox.run_module import BadRequest, answer_lines, read_limits, read_module, write_line

    try:
        limits, module = read_limits(limits_text), read_module(file)
    except BadRequest as error:
        raise BoxwrightError(str(error)) from None
    failed = False
    with launcher(sandbox, unsafe) as opened:
        echo(f"sandbox: {opened.level}", err=True)
        for answer in answer_lines(opened, module, function, _lines(), limits):
            failed = failed or "error" in answer
            _write(visible_json(write_line(answer)))
    return 1 if failed else 0


@sandbox_command.command("build")
@click.option(
    "--from",
    "origin",
    type=click.Choice(["auto", "debian", "registry"]),
    default="auto",
    show_default=True,
    help="Debian's packages (needs no image registry), or an official Python image from a registry.",
)
@click.option("--load", type=click.Path(path_type=Path), help="Load the image from a file that --save wrote elsewhere.")
@click.option(
    "--save", type=click.Path(path_type=Path), help="Write the image to a file for a machine without network."
)
def build_command(origin: str, load: Path | None, save: Path | None) -> None:
    """Build the image in which the Docker launchers run modules, and try it."""
    from boxwright.sandbox import engine, image, open_launcher

    client = engine.connect()
    try:
        if load is not None:
            image.load(client, load)
        else:
            image.build(client, origin)
        echo(f"{image.tag()}: {image.size(client) / 1e6:.1f} MB")
        if save is not None:
            image.save(client, save)
            echo(f"wrote {save}")
    finally:
        client.close()
    opened = open_launcher("docker")
    echo(f"works: {opened.level}")
    opened.close()


def _lines() -> Iterator[str]:
    try:
        for line in sys.stdin:
            line = line.removeprefix("\ufeff")
            if line.strip():
                yield line
    except UnicodeDecodeError as error:
        raise BoxwrightError(f"the input is not UTF-8: {error.reason}; save it as UTF-8") from None


def _write(text: str) -> None:
    """Write to stdout and flush. Raises: OSError that names stdout; nothing more is flushed at exit."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OSError(error.errno, error.strerror, "standard output") from None
