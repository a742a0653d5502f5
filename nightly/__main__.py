"""The nightly run by command: `python -m nightly run REPORT [MODEL]`, then `tell REPORT`; and `accept ISSUE`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from nightly.forge import Forge, ForgeFailed
from nightly.kept import GitFailed
from nightly.night import Night
from nightly.page import PAGE, page
from nightly.proposing import Proposals
from nightly.running import run_night
from nightly.telling import Teller


@click.group()
def main() -> None:
    """Run the night, and tell the forge what it found."""


@main.command()
@click.argument("report", type=click.Path(path_type=Path, file_okay=False))
@click.argument("model", default="")
@click.option("--budget", default="", help="Spending limit of the model, as of `boxwright build`.")
def run(report: Path, model: str, budget: str) -> None:
    """Renew what is stale, check and compare everything; write REPORT. Exit code 1: something is not in order."""
    night = run_night(report, model, budget, click.echo)
    text = page(night, report)
    (report / PAGE).write_text(text, encoding="utf-8")
    click.echo(text.split("\n## ")[0])
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):  # the page of the job, on the forge
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(text)
    sys.exit(0 if night.in_order else 1)


@main.command()
@click.argument("report", type=click.Path(path_type=Path, exists=True, file_okay=False))
def tell(report: Path) -> None:
    """Open, change and close issues and pull requests as the REPORT of a night says."""
    _told(lambda teller: teller.tell(Night.read(report), report))


@main.command()
@click.argument("number", type=int)
def accept(number: int) -> None:
    """Open the pull request for the drift that issue NUMBER is about."""
    _told(lambda teller: teller.accept(teller.forge.issue(number)))


def _told(do: Callable[[Teller], None]) -> None:
    try:
        forge = Forge.from_environment()
        try:
            do(Teller(forge, Proposals(os.environ.get("BOXWRIGHT", ".venv/bin/boxwright")), click.echo))
        finally:
            forge.close()
    except (ForgeFailed, GitFailed, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
