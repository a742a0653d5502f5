"""`sibling`: makes numbered siblings of an accepted box, with other parameters and without a model."""

from __future__ import annotations

import click

from boxwright.commands.shared import launcher, sandbox_options, shown, workspace


@click.command("sibling")
@click.argument("identifier", metavar="ID")
@click.option("--number", type=click.IntRange(1, 9_999), default=1, show_default=True, help="Decides the parameters.")
@sandbox_options
def sibling_command(identifier: str, number: int, sandbox: str, unsafe: bool) -> int:
    """Make sibling NUMBER of the accepted box ID: the same kind of rule with other parameters."""
    from harness.siblings import create, sibling_id

    with launcher(sandbox, unsafe) as opened:
        folder, share = create(workspace(), identifier, number, opened)
    click.echo(f"{sibling_id(identifier, number)}: {shown(folder)} (differs on {share:.0%} of sampled calls)")
    return 0
