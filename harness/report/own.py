"""What environments report of their own: their tables and rows, in every form of a report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from boxwright.blackboxes.environment import Environment, Table
from boxwright.blackboxes.environments import boundary, get_environment
from boxwright.harness.evaluation.played import played_episodes
from boxwright.harness.evaluation.store import Store
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.report.loaded import Run, is_base


def own_tables(store: Store, run: Run) -> dict[str, list[Table]]:
    """Return the tables of the environments that were played, by their names. Raises: BoxwrightError."""
    found = {}
    for environment, played in _reporting(store):
        ordered = sorted(played, key=lambda episode: run.models.index(episode[0]))
        with boundary(environment.name, "tables()"):
            found[environment.name] = list(environment.tables(ordered))
    return found


def own_rows(store: Store) -> dict[str, list[Mapping[str, Any]]]:
    """Return the same figures for machines, by the names of the environments that have some. Raises: BoxwrightError."""
    found = {}
    for environment, played in _reporting(store):
        with boundary(environment.name, "rows()"):
            found[environment.name] = list(environment.rows(played))
    return {name: rows for name, rows in found.items() if rows}


def flat_rows(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Return these rows with the same columns in all of an environment's; lists and objects become JSON texts."""
    found = {}
    for name, rows in own_rows(store).items():
        columns = list(dict.fromkeys(column for row in rows for column in row))
        found[name] = [{column: _flat(row.get(column)) for column in columns} for row in rows]
    return found


def _flat(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _reporting(store: Store) -> Iterator[tuple[Environment, list[tuple[str, str, EpisodeRecord]]]]:
    """Yield the environments that report figures of their own, each with its ids' episodes in the store's order."""
    for environment in map(get_environment, store.environments()):
        if environment.reports:
            episodes = played_episodes(store, environment.name)
            yield environment, [played for played in episodes if is_base(played[1])]
