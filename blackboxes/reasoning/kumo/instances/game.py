"""One elimination game as bit masks: the input of the mathematics, independent of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
