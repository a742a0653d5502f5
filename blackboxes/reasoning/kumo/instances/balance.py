"""Keeping instances so that a table tells nothing before any action: the no-action guesser is right as by chance.

A truth that few outcomes rule out survives most draws, so it is valid more often than others. Two remedies: `evened`
takes fewer of the instances in which the guess can be right; `balanced` makes every rank of the valid truth by how many
outcomes rule it out equally likely, and draws many times as much.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import count, islice
from math import comb

from boxwright.blackboxes.reasoning.kumo.instances.game import exclusions
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.leaks import guessed
from boxwright.blackboxes.reasoning.kumo.instances.sampling import AllMade, CannotBeMade
from boxwright.blackboxes.seeds import stream

MOST_DRAWN = 2_000
"""Instances drawn for one that is kept."""
LOOKED_AT = 20
"""Instances drawn before the first is chosen."""
PATIENCE = 200
"""Instances drawn before one of the other kind is taken: in some domains the guess is always right, or never."""
MOST_WAITING = 50
"""Instances of a kind that are kept for later."""


def evened(drawn: Iterator[Instance], seed: int) -> Iterator[Instance]:
    """Yield instances drawn, in another order and without some, so that the no-action guess is right as by chance.

    The same ones for the same seed. Of n truths k are valid, and chance is 1 / C(n, k). An instance can be guessed if
    none of its truths is ruled out by fewer outcomes than a valid one; the guess is right in one of as many sets as are
    ruled out by equally few. Of the instances yielded, a share of 1 / (C(n, k) m) can be guessed, where m is the mean
    chance in those seen so far; for each place it is drawn whether its instance can be, and the next such one takes it.
    Of a small domain all that there are come, whatever the share. Raises: what drawing raises, once none is left.
    """
    drawn, ended = _until_all_made(drawn)
    waiting: dict[bool, deque[Instance]] = {can_be: deque(maxlen=MOST_WAITING) for can_be in (True, False)}
    guessable, chances = 0, 0.0

    def look(most: int, until: bool | None) -> None:
        nonlocal guessable, chances
        for instance in islice(drawn, most):
            chance = guessed(game_of(instance))
            waiting[chance > 0].append(instance)
            guessable += chance > 0
            chances += chance
            if until is (chance > 0):
                break

    look(LOOKED_AT, until=None)
    first = next((instance for kind in waiting.values() for instance in kind), None)
    domain, sets = (str(first.domain), comb(len(first.truths), len(first.valid))) if first else ("", 1)
    for number in count():
        mean = chances / guessable if guessable else 1.0
        can_be = stream("kumo/even", domain, seed, number).random() < 1 / (sets * mean)
        if not waiting[can_be]:
            look(PATIENCE, until=can_be)
        if not waiting[True] and not waiting[False]:
            _end(ended, number)
            return
        yield waiting[can_be if waiting[can_be] else not can_be].popleft()


def _until_all_made(drawn: Iterator[Instance]) -> tuple[Iterator[Instance], list[AllMade]]:
    """Return the instances without the error that ends those of a small domain, and a list that it is put into."""
    ended: list[AllMade] = []

    def made() -> Iterator[Instance]:
        try:
            yield from drawn
        except AllMade as error:
            ended.append(error)

    return made(), ended


def _end(ended: list[AllMade], kept: int) -> None:
    """Say why no other instance comes, if drawing ended with an error. Raises: CannotBeMade."""
    for error in ended:
        if kept < error.made:
            raise CannotBeMade(
                f"{error.domain}: of the {error.made} different instances of this size `even` keeps {kept}; "
                "keep `all`, or ask for no more"
            )
        raise error


def balanced(drawn: Iterator[Instance], seed: int) -> Iterator[Instance]:
    """For each instance draw a rank, and yield the next instance drawn whose valid truth has it.

    The same ones for the same seed; defined for one valid truth.

    Raises: CannotBeMade if a rank does not occur; what drawing raises.
    """
    drawn, ended = _until_all_made(drawn)
    for number in count():
        wanted = -1
        for instance in islice(drawn, MOST_DRAWN):
            if wanted < 0:
                wanted = stream("kumo/balance", seed, number).randrange(len(instance.truths))
            if rank(instance) == wanted:
                yield instance
                break
        else:
            for error in ended:
                raise CannotBeMade(
                    f"{error.domain}: of the {error.made} different instances of this size `balanced` keeps {number}; "
                    "use another --keep, or ask for no more"
                )
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
