"""Keeping instances so that a table tells nothing before any action: the no-action guesser is right as by chance.

A truth that few outcomes rule out survives most draws, so it is valid more often than others. For each instance a rank
is drawn, and the next instance is kept whose valid truth has that rank among the truths by how many outcomes rule
them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from boxwright.blackboxes.reasoning.kumo.instances.game import exclusions
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade
from boxwright.blackboxes.seeds import stream

MOST_DRAWN = 2_000
"""Instances drawn for one that is kept."""


def balanced(drawn: Iterator[Instance], seed: int) -> Iterator[Instance]:
    """Yield some of the instances drawn, the same ones for the same seed; defined for one valid truth.

    Raises: CannotBeMade if a rank does not occur; what drawing raises.
    """
    for number in count():
        wanted = -1
        for instance in (next(drawn) for _ in range(MOST_DRAWN)):
            if wanted < 0:
                wanted = stream("kumo/balance", seed, number).randrange(len(instance.truths))
            if rank(instance) == wanted:
                yield instance
                break
        else:
            raise CannotBeMade(
                f"{instance.domain}: no truth of rank {wanted + 1} by how many outcomes rule it out was valid in "
                f"{MOST_DRAWN:,} draws; leave --balanced out, or choose other sizes"
            )


def rank(instance: Instance) -> int:
    """Return how many truths are ruled out by fewer outcomes than the valid one; ties are broken by a draw."""
    game = game_of(instance)
    counts = exclusions(game)
    own = counts[game.valid.bit_length() - 1]
    alike = sum(each == own for each in counts)
    below = sum(each < own for each in counts)
    return below + stream("kumo/rank", instance.content_hash()).randrange(alike)
