"""Wares that are ferried in their order, each trip with at most forty."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]
HEAVY = {"a": 11, "b": 4, "c": 17, "d": 8, "e": 23, "f": 2, "g": 14, "h": 29, "i": 6}


def run(checkpoint: Checkpoint, wares: str) -> None:
    """Every trip is a list of what lies on the ferry."""
    trips: list[list[int]] = [[]]
    for ware in wares:
        if sum((*trips[-1], HEAVY[ware])) > 40:
            trips.append([])
        trips[-1].append(HEAVY[ware])
        checkpoint(1, load=sum(trips[-1]), trips=len(trips))
    checkpoint(2, spare=40 - sum(trips[-1]), fullest=max(map(sum, trips)))
