"""What an instance tells before any reasoning: by the order of its lists, and by how often a truth is ruled out.

The published lists begin with the actions that the solver chose, so taking them in order proves the answer early.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean

from boxwright.blackboxes.reasoning.kumo.domain.model import canonical_json
from boxwright.blackboxes.reasoning.kumo.instances.game import Game, exclusions
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.seeds import stream

ORDERS = 20
"""Random orders per instance with which the listed order is compared."""


@dataclass(frozen=True)
class ListOrder:
    """Mean number of actions until only the valid truths are left."""

    listed: float
    """Taken as they are listed."""
    shuffled: float
    """Taken in random order."""

    @property
    def leaks(self) -> bool:
        """Whether the lists' order saves more than a tenth of the actions."""
        return self.listed < 0.9 * self.shuffled


def is_drawn_here(instance: Instance) -> bool:
    """Return whether this package drew an instance: its lists are in random order."""
    return instance.versions is not None


def shuffled(instance: Instance, seed: int) -> Instance:
    """Return an instance with its truths and actions in an order drawn from the seed and its game.

    The same order whatever its lists' own, with another book or none, and as published or imported.
    """
    truths, actions = sorted(instance.truths), sorted(instance.actions)
    draw = stream("kumo/order", seed, canonical_json([truths, actions, instance.observations, sorted(instance.valid)]))
    draw.shuffle(truths)
    draw.shuffle(actions)
    moved = instance.model_copy(update={"truths": truths, "actions": actions})
    return moved.sealed() if instance.hash is not None else moved


def follows_list(instance: Instance, book: str) -> bool:
    """Return whether a book first names the actions in the order in which the instance lists them.

    Of fewer than four actions nothing is said: a random order is often the same.
    """
    found = (re.search(rf"(?<!\w){re.escape(name)}(?!\w)", book, re.IGNORECASE) for name in instance.actions)
    places = [name.start() for name in found if name]
    return len(places) >= 4 and places == sorted(places)


def list_order(instances: Sequence[Instance], seed: int = 1) -> ListOrder:
    """Measure how much the order of the actions tells. Raises: FaultyInstance, FaultyGame; ValueError for none."""
    games = [game_of(instance) for instance in instances]
    draw = stream("kumo/list-order", seed)
    orders = [[draw.sample(range(len(g.actions)), len(g.actions)) for _ in range(ORDERS)] for g in games]
    return ListOrder(
        fmean(needed(game, range(len(game.actions))) for game in games),
        fmean(needed(game, order) for game, drawn in zip(games, orders, strict=True) for order in drawn),
    )


def needed(game: Game, order: Sequence[int]) -> int:
    """Return how many actions, taken in this order, leave only the valid truths; all of them if they never do."""
    assert game.revealed is not None, "the instance has no observations"
    alive = game.everything
    for number, a in enumerate(order, start=1):
        if alive == game.valid:
            return number - 1
        alive &= ~game.revealed[a]
    return len(order)


def guessed(game: Game) -> float:
    """Return the chance that naming the truths that fewest outcomes rule out is right, as many as there are valid ones.

    Ties are broken at random.
    """
    counts, valid = exclusions(game), game.valid.bit_count()
    last = sorted(counts)[valid - 1]
    sure = sum(1 << t for t, count in enumerate(counts) if count < last)
    tied = sum(1 << t for t, count in enumerate(counts) if count == last)
    if sure & ~game.valid or game.valid & ~(sure | tied):
        return 0.0
    return 1 / comb(tied.bit_count(), valid - sure.bit_count())
