"""How often outcomes speak against the valid truth in the certified games of probabilistic exclusion, kind by kind.

Keeping only certified games makes that share smaller than 1 - strength. It is what the books of a file say, so it must
not be counted in the file's own games: in a file of one game it would tell how many outcomes there are misleading.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import cycle, islice

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import SURE, likelihood
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade, Sizes, generate, up_to
from boxwright.blackboxes.seeds import derive, stream

TABLES = 200
"""Tables from which the games are drawn."""
KEPT = 2_000
"""Certified games in which outcomes are counted."""
MOST_DRAWN = 50_000
"""Games drawn for them at most."""


class _Table:
    """The truths, actions and valid truth of a game, of which outcomes are drawn many times over."""

    def __init__(self, game: Game, strength: float) -> None:
        truths = range(len(game.truths))
        self.valid = members(game.valid)[0]
        self.chances = [
            [likelihood(states, place, self.valid, strength) for place in range(len(states))] for states in game.states
        ]
        self.logs = [
            [[math.log(likelihood(states, place, t, strength)) for t in truths] for place in range(len(states))]
            for states in game.states
        ]
        self.against = [[bool(mask & game.valid) for mask in states] for states in game.states]
        self.both = [a for a, kinds in enumerate(self.against) if len(set(kinds)) == 2]
        """The actions of which some outcomes speak against the valid truth and some do not."""

    def draw(self, rng: random.Random) -> list[int] | None:
        """Return the place of each action's outcome; None if they miss the certificate."""
        places = [rng.choices(range(len(chances)), chances)[0] for chances in self.chances]
        shown = [logs[place] for logs, place in zip(self.logs, places, strict=True)]
        belief = [math.fsum(each) for each in zip(*shown, strict=True)]
        mass = math.fsum(math.exp(min(log - belief[self.valid], 1.0)) for log in belief)
        return places if mass <= 1 / SURE else None


def kept_rate(domain: Domain, sizes: Sizes, strength: float) -> float | None:
    """Return the share of outcomes that speak against the valid truth among certified games of a kind.

    Estimated over games drawn from a seed that depends on domain, sizes and strength only. Actions count that have
    outcomes of both kinds for the valid truth; None without any. Raises: CannotBeMade if there is no table.
    """
    key = (domain.hash, sizes.truths, sizes.actions, repr(strength))
    drawn = up_to(generate(domain, sizes, derive("kumo/kept rate", *key)), TABLES, CannotBeMade)
    tables = [_Table(game_of(instance), strength) for instance in drawn]
    rng = stream("kumo/kept rate outcomes", *key)
    against = shown = kept = 0
    for table in islice(cycle(tables), MOST_DRAWN):
        places = table.draw(rng)
        if places is None:
            continue
        against += sum(table.against[a][places[a]] for a in table.both)
        shown += len(table.both)
        kept += 1
        if kept == KEPT:
            break
    return round(against / shown, 3) if shown else None


def with_kept_rate(games: Sequence[Instance], rate: float | None) -> list[Instance]:
    """Return the instances with the share that their books state; as they are where it is not known."""
    if rate is None:
        return list(games)
    return [instance.model_copy(update={"against": rate}).sealed() for instance in games]
