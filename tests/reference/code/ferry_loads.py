"""Wares that are ferried in their order, each trip with no more than the ferry carries."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]
CAPACITY = 40
WEIGHT_A = 11
WEIGHT_B = 4
WEIGHT_C = 17
WEIGHT_D = 8
WEIGHT_E = 23
WEIGHT_F = 2
WEIGHT_G = 14
WEIGHT_H = 29
WEIGHT_I = 6


def run(checkpoint: Checkpoint, wares: str) -> None:
    """Every trip is a list of what lies on the ferry."""
    weights = (WEIGHT_A, WEIGHT_B, WEIGHT_C, WEIGHT_D, WEIGHT_E, WEIGHT_F, WEIGHT_G, WEIGHT_H, WEIGHT_I)
    heavy = dict(zip("abcdefghi", weights, strict=True))
    trips: list[list[int]] = [[]]
    for ware in wares:
        if sum((*trips[-1], heavy[ware])) > CAPACITY:
            trips.append([])
        trips[-1].append(heavy[ware])
        checkpoint(1, load=sum(trips[-1]), trips=len(trips))
    checkpoint(2, spare=CAPACITY - sum(trips[-1]), fullest=max(map(sum, trips)))
