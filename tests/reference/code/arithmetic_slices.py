"""Arithmetic subsequences of at least three numbers, counted by last number and difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, num: list[int]) -> None:
    """The table of a place: for each difference, how many sequences of two or more numbers end there."""
    tables: list[Counter[int]] = []
    t = 0
    checkpoint(1, n=len(num), t=t)
    for i, last in enumerate(num):
        table: Counter[int] = Counter()
        for j, before in enumerate(num[:i]):
            c = tables[j][last - before]
            checkpoint(2, i=i, j=j, df=last - before, c=c)
            table[last - before] += c + 1
            t += c
            checkpoint(3, i=i, j=j, t=t)
        tables.append(table)
        checkpoint(4, i=i, table=[[df, count] for df, count in table.items()])
    checkpoint(5, t=t)
