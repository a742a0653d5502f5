"""Keeping instances so that a table tells nothing before any action: the no-action guesser is right as by chance.

A truth that few outcomes rule out survives most draws, so it is valid more often than others. Two remedies: `evened`
leaves out some of the instances in which the guess is right, `balanced` makes every rank of the valid truth by how many
outcomes rule it out equally likely, and draws many times as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from boxwright.blackboxes.reasoning.kumo.instances.game import exclusions
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.leaks import guessed
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade
from boxwright.blackboxes.seeds import stream

MOST_DRAWN = 2_000
"""Instances drawn for one that is kept."""


STEADY = 4
"""Weight of chance in the estimate of how often the guess is right, in instances."""


def evened(drawn: Iterator[Instance], seed: int) -> Iterator[Instance]:
    """Yield the instances drawn, without some in which the no-action guess is right, so that it is so as by chance.

    The same ones for the same seed. Defined for one valid truth. With g the chance that the guess is right in an
    instance (ties are broken at random), an instance is left out with probability r g, where r solves
    E[g (1 - r g)] = c E[1 - r g] for the chance level c; the means are those of the instances so far.
    Raises: what drawing raises.
    """
    mean = square = 0.0
    for number, instance in enumerate(drawn):
        told, chance = guessed(game_of(instance)), 1 / len(instance.truths)
        weight = 1 / (number + 1 + STEADY)
        mean = (1 - weight) * (mean if number else chance) + weight * told
        square = (1 - weight) * (square if number else chance) + weight * told**2
        left_out = (mean - chance) / (square - chance * mean) if square > chance * mean else 0.0
        if stream("kumo/even", seed, number).random() >= told * left_out:
            yield instance


def balanced(drawn: Iterator[Instance], seed: int) -> Iterator[Instance]:
    """For each instance draw a rank, and yield the next instance drawn whose valid truth has it.

    The same ones for the same seed; defined for one valid truth.

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
                f"{MOST_DRAWN:,} draws; use another --keep, or choose other sizes"
            )


def rank(instance: Instance) -> int:
    """Return how many truths are ruled out by fewer outcomes than the valid one; ties are broken by a draw."""
    game = game_of(instance)
    counts = exclusions(game)
    own = counts[game.valid.bit_length() - 1]
    alike = sum(each == own for each in counts)
    below = sum(each < own for each in counts)
    return below + stream("kumo/rank", instance.content_hash()).randrange(alike)
