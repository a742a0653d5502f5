"""Wrong reasoning and wrong answers for training, each wrong for certain: the checker refutes it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Literal

from boxwright.blackboxes.reasoning.knights.puzzles.edits import shuffled
from boxwright.blackboxes.reasoning.knights.puzzles.statements import Statements, World
from boxwright.blackboxes.reasoning.knights.puzzles.steps import CONFLICT, OK, RECONSIDER, Step, check

Chain = Literal["right", "exchanged", "shuffled"]
CHAINS: tuple[Chain, ...] = ("right", "exchanged", "shuffled")


def wrong_chain(puzzle: Statements, steps: Sequence[Step], kind: Chain, rng: Random) -> list[Step] | None:
    """Return a chain with one step exchanged for another, or with its steps in another order; None if none is wrong.

    The conclusion stays at the end. It is drawn uniformly among the refuted ones.
    """
    total = math.factorial(len(steps) - 1) if kind == "shuffled" else (len(steps) - 1) * len(_pool(len(puzzle)))
    for rank in shuffled(total, rng):
        changed = _permuted(steps, rank) if kind == "shuffled" else _exchanged(steps, rank, len(puzzle))
        if changed != list(steps) and check(puzzle, changed):
            return changed
    return None


def _permuted(steps: Sequence[Step], rank: int) -> list[Step]:
    """Return the steps before the conclusion in the order of a number."""
    left, found = list(steps[:-1]), []
    for size in range(len(left), 0, -1):
        rank, place = divmod(rank, size)
        found.append(left.pop(place))
    return [*found, steps[-1]]


def _exchanged(steps: Sequence[Step], rank: int, people: int) -> list[Step]:
    place, other = divmod(rank, len(_pool(people)))
    return [*steps[:place], _pool(people)[other], *steps[place + 1 :]]


@lru_cache(maxsize=64)
def _pool(people: int) -> tuple[Step, ...]:
    """Return the steps that one may be exchanged for."""
    return tuple(_all_steps(people))


def _all_steps(people: int) -> Iterator[Step]:
    for person in range(people):
        for knight in (True, False):
            yield (OK, person, knight)
            for speaker in range(people):
                yield from ((CONFLICT, person, knight, speaker, honest) for honest in (True, False))
        yield from ((RECONSIDER, person, (other,)) for other in range(people) if other != person)


def wrong_world(world: World, rng: Random) -> World:
    """Return the world with 1 to N roles turned, their number and choice drawn uniformly."""
    turned = set(rng.sample(range(len(world)), rng.randint(1, len(world))))
    return tuple(role != (who in turned) for who, role in enumerate(world))
