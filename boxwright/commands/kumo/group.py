"""`kumo`: elimination games; every command is in the module of its subject."""

from __future__ import annotations

import click

from boxwright.commands.kumo import (
    books,
    correlate,
    domains,
    figures,
    instances,
    judging,
    people,
    play,
    published,
    revising,
    studies,
    tuning,
)


@click.group("kumo")
def kumo_command() -> None:
    """Elimination games: domains, instances, books, optimal play."""


for _command in (
    domains.propose_command,
    domains.validate_command,
    judging.judge_command,
    domains.import_command,
    domains.counterfactual_command,
    instances.generate_command,
    instances.probabilistic_command,
    instances.fairness_command,
    instances.solve_command,
    books.book_command,
    books.weak_books_command,
    books.check_book_command,
    revising.revise_books_command,
    revising.before_after_command,
    books.write_book_command,
    play.play_command,
    published.published_results_command,
    figures.leaderboard_command,
    people.people_command,
    figures.optima_command,
    studies.golden_command,
    studies.split_command,
    tuning.tuning_set_command,
    studies.graph_command,
    studies.chi_square_command,
    correlate.correlate_command,
    studies.results_command,
    studies.revision_command,
):
    kumo_command.add_command(_command)
