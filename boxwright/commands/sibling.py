"""`sibling`: makes numbered siblings of an accepted box, with other parameters, without a model."""

from __future__ import annotations

from pathlib import Path

import click

from boxwright.commands.shared import launcher, new_key_written, sandbox_options, shown, workspace
from boxwright.terminal import echo


@click.command("sibling")
@click.argument("identifier", metavar="ID")
@click.option(
    "--number",
    type=click.IntRange(1, 9_999),
    help="Decides the parameters; default: the first number that passes the gates.",
)
@click.option(
    "--sealed",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="KEYFILE",
    help="Draw the parameters under a secret key, so that nobody else can; results commit to it.",
)
@sandbox_options
def sibling_command(identifier: str, number: int | None, sealed: Path | None, sandbox: str, unsafe: bool) -> int:
    """Make sibling NUMBER of the accepted box ID: the same kind of rule with other parameters."""
    from boxwright.blackboxes.registry import sibling_of
    from boxwright.harness.difficulty import Difficulty
    from boxwright.harness.evaluation.sealing import new_key, read_key
    from boxwright.harness.siblings import create, create_first

    def said(text: str) -> None:
        echo(text, err=True)

    key = None
    if sealed:
        key = read_key(sealed) if sealed.exists() else new_key()
    with launcher(sandbox, unsafe) as opened, new_key_written(sealed, key or "", lambda: False):
        if number is None:
            folder, share = create_first(workspace(), identifier, opened, key, said)
        else:
            folder, share = create(workspace(), identifier, number, opened, key, said)
    made = f"{identifier.partition('/')[0]}/{folder.name}"
    echo(f"{made}: {shown(folder)} (differs on {share:.0%} of sampled calls)")
    sibling = sibling_of(workspace(), made)
    for whose, found in sibling.difficulty.items() if sibling else ():
        echo(f"  {whose}: {Difficulty(**found).words()}")
    return 0
