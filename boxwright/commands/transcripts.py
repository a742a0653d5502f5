"""`transcript`: read the episodes of a run in the terminal. `merge`: put the shards of a run together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.records import Outcome
from boxwright.commands.shared import shown
from boxwright.terminal import echo, visible

if TYPE_CHECKING:
    from boxwright.harness.evaluation.store import Key, Store
    from boxwright.harness.records import EpisodeRecord


@click.command("transcript")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--model", metavar="NAME", help="Only this player; * stands for anything.")
@click.option("--box", metavar="ID", help="Only these boxes, e.g. 'circuit/*'.")
@click.option("--outcome", type=click.Choice(get_args(Outcome)), help="Only episodes with such a test sample.")
def transcript_command(run: Path, model: str | None, box: str | None, outcome: Outcome | None) -> None:
    """Page through the episodes in RUN: what was said, turn by turn, and answers beside truths."""
    from boxwright.harness.evaluation.store import Store

    with closing(Store.open(run)) as store:
        chosen = (
            _written(key, record)
            for key, record in store.records()
            if _fits(key, record, model, box) and (outcome is None or outcome in _outcomes(record))
        )
        first = next(chosen, None)
        if first is None:
            raise BoxwrightError(f"{shown(run)}: no episode fits; leave out --model, --box or --outcome")
        click.echo_via_pager(visible(part) for part in _chain(first, chosen))


def _chain(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _fits(key: Key, record: EpisodeRecord, model: str | None, box: str | None) -> bool:
    return fnmatchcase(key.model, model or "*") and fnmatchcase(key.box, box or "*")


def _outcomes(record: EpisodeRecord) -> set[str]:
    return {sample.outcome for sample in record.samples} | ({"failed"} if record.failure else set())


def _written(key: Key, record: EpisodeRecord) -> str:
    from boxwright.harness.report.values import written

    lines = [f"===== {key.model} on {key.box}, run {key.run} ====="]
    for number, said in enumerate(record.conversations, start=1):
        lines += [f"--- conversation {number}"] if len(record.conversations) > 1 else []
        for message in said:
            lines += [f"[{'player' if message.role == 'assistant' else 'box'}]", message.content, ""]
    lines += [f"turn {t.number} was lost: {t.lost}" for t in record.turns if t.lost]
    for sample in record.samples:
        shots = "; ".join(f"not read: {s.lost}" if s.lost else written(s.answer) for s in sample.shots)
        lines.append(f"sample {sample.number}: {sample.outcome}; answered {shots}; truth {written(sample.truth)}")
    lines += [f"failed, not scored: {record.failure}"] if record.failure else []
    return "\n".join([*lines, "", ""])


@click.command("merge")
@click.argument("shards", nargs=-1, required=True, metavar="SHARD...", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for the whole run.")
def merge_command(shards: tuple[Path, ...], out: Path) -> int:
    """Put parts that were played with --shard together: the whole exports the same bytes as a single run.

    Parts of a list of settings are put together setting by setting.
    """
    return max([_merged(parts, out / name) for name, parts in _settings_of(shards).items()])


def _settings_of(shards: Sequence[Path]) -> dict[str, list[Path]]:
    """Return the parts of each setting; a run of a single one has the name "". Raises: BoxwrightError."""
    from boxwright.harness.report.loaded import run_folders

    found: dict[str, list[Path]] = {}
    for shard in shards:
        for part in run_folders([shard]):
            found.setdefault("" if part == shard else part.name, []).append(part)
    for name, parts in found.items():
        if len(parts) < len(shards):
            lacking = next(shard for shard in shards if shard not in parts and shard / name not in parts)
            raise BoxwrightError(
                f"{shown(lacking)}: holds no {name or 'results'}, as other parts do; merge parts of one plan"
            )
    return found


def _merged(shards: Sequence[Path], out: Path) -> int:
    """Merge the parts of one run; return the exit code: 1 where episodes are missing. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.shards import check_same_plan, merge
    from boxwright.harness.evaluation.store import Store

    if Store.exists(out):
        raise BoxwrightError(f"{shown(out)}: already holds results; choose another --out")
    with ExitStack() as stack:
        stores: list[Store] = [stack.enter_context(closing(Store.open(shard))) for shard in shards]
        check_same_plan(stores)
        into = stack.enter_context(closing(Store.create(out, stores[0].settings)))
        count = merge(stores, into)
        planned = _planned(into)
    left = f"; {planned - count} of {planned} are missing" if count < planned else ""
    echo(f"{shown(out)}: {plural(count, 'episode')}{left}")
    return 1 if left else 0


def _planned(store: Store) -> int:
    from boxwright.harness.analysis.completeness import completeness

    return completeness(store.settings, store.counts()).planned
