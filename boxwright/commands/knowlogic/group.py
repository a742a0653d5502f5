"""`knowlogic`: questions from knowledge; every command is in the module of its subject."""

from __future__ import annotations

import click

from boxwright.commands.knowlogic import filling, knowledge, questions


@click.group("knowlogic")
def knowlogic_command() -> None:
    """Questions from knowledge in two languages: domains, questions, certificates."""


for _command in (
    knowledge.validate_command,
    knowledge.count_command,
    knowledge.facts_command,
    knowledge.confirm_command,
    filling.fill_command,
    questions.generate_command,
    questions.certify_command,
    questions.levels_command,
):
    knowlogic_command.add_command(_command)
