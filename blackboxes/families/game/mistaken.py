"""What a player can expect who plays a game perfectly by another rule than its own: the price of a near miss.

The player keeps two beliefs side by side: what is the case, and what it takes for the case. It chooses by the second
and meets the first. Once it sees what cannot be by its own rule, it repeats one move to the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from boxwright.blackboxes.families.game.best_response import Belief, BestResponse, Sight, constant_action

Sights = Mapping[Sight, tuple[Fraction, Belief]]


def believed(best: BestResponse, other: BestResponse) -> float:
    """Return the expected score, as a share of the optimum in [0, 1], of a player who takes another game for this one.

    Raises: BadOutput where the other cannot be played.
    """
    score = _Mistaken(best, other).score
    return float(min(Fraction(1), max(Fraction(0), score / best.optimal)))


class _Mistaken:
    """A player who plays by another game's best response."""

    def __init__(self, best: BestResponse, other: BestResponse) -> None:
        self._best, self._other = best, other
        self._known: dict[tuple[Belief, Belief | None], Fraction] = {}
        self.score = self._expected(best.openings, other.openings)

    def _expected(self, sights: Sights, taken: Sights) -> Fraction:
        total = Fraction(0)
        for seen, (share, belief) in sights.items():
            supposed = taken[seen][1] if seen in taken else None
            total += share * (seen[0] + (Fraction(0) if seen[2] else self._value(belief, supposed)))
        return total

    def _value(self, belief: Belief, supposed: Belief | None) -> Fraction:
        if (belief, supposed) not in self._known:
            action = self._action(belief, supposed)
            there = supposed is not None and action in self._other.actions(supposed)
            taken = self._other.after(supposed, action) if supposed is not None and there else {}
            self._known[belief, supposed] = self._expected(self._best.after(belief, action), taken)
        return self._known[belief, supposed]

    def _action(self, belief: Belief, supposed: Belief | None) -> str:
        offered = self._best.actions(belief)
        worths = self._other.worths(supposed) if supposed is not None else {}
        possible = [action for action in offered if action in worths]
        return max(possible, key=worths.__getitem__) if possible else constant_action(self._best.tree, offered)
