"""`knights`: Knights and Knaves; every command is in the module of its subject."""

from __future__ import annotations

import click

from boxwright.commands.knights import data, puzzles, wording


@click.group("knights")
def knights_command() -> None:
    """Knights and Knaves: puzzles by seed, their solutions, reasoning, perturbed partners, wording, training data."""


for _command in (
    puzzles.generate_command,
    puzzles.solve_command,
    puzzles.reason_command,
    puzzles.perturb_command,
    puzzles.check_command,
    wording.render_command,
    data.data_command,
    data.export_command,
):
    knights_command.add_command(_command)
