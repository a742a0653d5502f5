"""Patience: cards dealt onto piles with falling cards, and gathered from the smallest on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, cards: list[int]) -> None:
    """The tops are always in order, so that the pile is found by halving."""
    piles: list[list[int]] = []
    for card in cards:
        place = bisect_left([pile[-1] for pile in piles], card)
        if place == len(piles):
            piles.append([])
        piles[place].append(card)
        checkpoint(1, card=card, place=place + 1, tops=[pile[-1] for pile in piles])
    order = []
    while any(piles):
        top, place = min((pile[-1], number) for number, pile in enumerate(piles, start=1) if pile)
        piles[place - 1].pop()
        order.append(place)
        checkpoint(2, taken=top, place=place, heights=[len(pile) for pile in piles])
    changes = sum(order[i] != order[i - 1] for i in range(1, len(order)))
    checkpoint(3, piles=len(piles), changes=changes)
