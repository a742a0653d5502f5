"""`sibling`: makes numbered siblings of an accepted box, with other parameters, without a model."""

from __future__ import annotations

import click

from boxwright.commands.shared import launcher, sandbox_options, shown, workspace
from boxwright.terminal import echo


@click.command("sibling")
@click.argument("identifier", metavar="ID")
@click.option(
    "--number",
    type=click.IntRange(1, 9_999),
    help="Decides the parameters; default: the first number that passes the gates.",
)
@sandbox_options
def sibling_command(identifier: str, number: int | None, sandbox: str, unsafe: bool) -> int:
    """Make sibling NUMBER of the accepted box ID: the same kind of rule with other parameters."""
    from boxwright.harness.siblings import create, create_first

    with launcher(sandbox, unsafe) as opened:
        if number is None:
            folder, share = create_first(workspace(), identifier, opened)
        else:
            folder, share = create(workspace(), identifier, number, opened)
    family = identifier.partition("/")[0]
    echo(f"{family}/{folder.name}: {shown(folder)} (differs on {share:.0%} of sampled calls)")
    return 0
