"""One elimination game as bit masks: the input of the mathematics, independent of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from boxwright.blackboxes.faults import BoxwrightError

MOST = 62
"""Truths or actions per game: sets are bit masks in a signed 64-bit word."""


class FaultyGame(BoxwrightError):
    """An instance cannot be played, or not under the requested semantics."""


@dataclass(frozen=True)
class Game:
    """Truths, actions, and per action the masks of the truths that its states rule out (one per state)."""

    truths: tuple[str, ...]
    actions: tuple[str, ...]
    states: tuple[tuple[int, ...], ...]
    revealed: tuple[int, ...] | None = None
    """Per action the truths ruled out by the outcome that it will show; None where an instance has no outcomes."""
    valid: int = 0
    """The mask of the valid truths; 0 where it is not known."""

    def __post_init__(self) -> None:
        if len(self.truths) > MOST or len(self.actions) > MOST:
            raise FaultyGame(
                f"{len(self.truths)} truths and {len(self.actions)} actions; at most {MOST} of each can be played"
            )
        if not self.truths:
            raise FaultyGame("a game without truths; list at least one")
        for action, states in zip(self.actions, self.states, strict=True):
            if not states:
                raise FaultyGame(f"action {action!r} has no outcomes; give it at least two")

    @property
    def everything(self) -> int:
        """The mask of all truths."""
        return (1 << len(self.truths)) - 1

    @property
    def all_actions(self) -> int:
        """The mask of all actions."""
        return (1 << len(self.actions)) - 1


def game_of_sets(game: Game) -> Game:
    """Return the same game with one valid truth: its truths are the sets of as many truths as are valid.

    An outcome rules a set out if it rules out one of its members. So optimal play, defined for one valid truth, is
    defined for several: exactly one set is the answer, and all sets are equally likely at first. A game with one valid
    truth is returned as it is. Raises: FaultyGame if there are too many sets.
    """
    size = game.valid.bit_count()
    if size <= 1:
        return game
    number = comb(len(game.truths), size)
    if number > MOST:
        raise FaultyGame(
            f"{size} valid of {len(game.truths)} truths are {number:,} possible answers; optimal play is computed for "
            f"at most {MOST}"
        )
    sets = [mask_of(chosen) for chosen in combinations(range(len(game.truths)), size)]

    def ruled_out(mask: int) -> int:
        return mask_of([place for place, each in enumerate(sets) if each & mask])

    return Game(
        tuple(" | ".join(game.truths[t] for t in members(each)) for each in sets),
        game.actions,
        tuple(tuple(map(ruled_out, states)) for states in game.states),
        None if game.revealed is None else tuple(map(ruled_out, game.revealed)),
        1 << sets.index(game.valid),
    )


def by_sets(game: Game) -> Game:
    """Return `game_of_sets` of a game with several valid truths and no more than MOST sets, else the game itself."""
    number = game.valid.bit_count()
    return game_of_sets(game) if number > 1 and comb(len(game.truths), number) <= MOST else game


def sets_left(game: Game, alive: int) -> int:
    """Return the mask, in `game_of_sets`, of the sets that these truths leave."""
    sets = combinations(range(len(game.truths)), game.valid.bit_count())
    return mask_of([place for place, chosen in enumerate(sets) if not mask_of(chosen) & ~alive])


def members(mask: int) -> list[int]:
    """Return the indices in a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(indices: Sequence[int]) -> int:
    """Return the mask of some indices."""
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask


def exclusions(game: Game) -> list[int]:
    """Return how many outcomes of all actions rule out each truth."""
    return [sum(mask >> t & 1 for states in game.states for mask in states) for t in range(len(game.truths))]
