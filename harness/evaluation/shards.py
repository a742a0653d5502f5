"""Shards: an evaluation played in parts by several processes or machines, and put together again.

A hash of the episode's key decides its shard, so that every machine knows its part without asking. Launch them as you
like: a Slurm array, a CI matrix, several terminals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.seeds import derive
from boxwright.harness.evaluation.store import Key, Store


@dataclass(frozen=True)
class Shard:
    """Part `number` (from 1) of `of` parts."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def has(self, key: Key) -> bool:
        """Whether this part plays an episode."""
        return derive("shard", str(key)) % self.of == self.number - 1


WHOLE = Shard(1, 1)


def read_shard(text: str) -> Shard:
    """Read `2/8`. Raises: BoxwrightError."""
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip())
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise BoxwrightError(f"--shard {text}: write NUMBER/OF, from 1/OF to OF/OF, e.g. 2/8")
    return Shard(int(found[1]), int(found[2]))


def check_same_plan(stores: Sequence[Store]) -> None:
    """Check that shards are parts of one evaluation. Raises: BoxwrightError naming the shard and what differs."""
    first = stores[0].settings
    for store in stores[1:]:
        other = store.settings
        different = sorted(name for name in {*first, *other} if first.get(name) != other.get(name))
        if different:
            raise BoxwrightError(
                f"{store.path}: is of another plan than {stores[0].path} ({', '.join(different)}); merge parts of one"
            )


def merge(stores: Sequence[Store], into: Store) -> int:
    """Copy all episodes and replies; return the number of episodes.

    A part that failed gives way to one that did not. Raises: BoxwrightError where two parts have played an episode
    otherwise.
    """
    merged: dict[tuple[str, str, int], tuple[bool, str]] = {}
    for store in stores:
        for row in store.raw_episodes():
            key, failed, record = (row[0], row[1], row[2]), bool(row[3]), str(row[4])
            before = merged.get(key)
            if before is not None and not before[0] and not failed and before[1] != record:
                raise BoxwrightError(f"{store.path}: played {'|'.join(map(str, key))} otherwise than an earlier part")
            if before is None or (before[0] and not failed):
                merged[key] = (failed, record)
                into.put_raw("episodes", row)
        into.keep({box: kept for box in store.settings["boxes"] if (kept := store.kept(box)) is not None})
        for row in store.raw_replies():
            into.put_raw("replies", row)
    return len(merged)
