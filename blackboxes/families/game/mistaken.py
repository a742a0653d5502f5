"""What a player can expect who plays a game perfectly by another rule than its own: the price of a near miss.

The player keeps two beliefs side by side: what is the case, and what it takes for the case. It chooses by the second,
one of equally good moves by lot, and meets the first. Once it sees what cannot be by its own rule, it draws one of the
moves offered and repeats it, and draws another where that is not offered. So nothing hangs on which move comes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from boxwright.blackboxes.families.game.best_response import Belief, BestResponse, Sight

Sights = Mapping[Sight, tuple[Fraction, Belief]]
NO = Fraction(0)


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
        self._known: dict[tuple[Belief, Belief], Fraction] = {}
        self._lost: dict[tuple[Belief, str], Fraction] = {}
        self.score = self._expected(best.openings, other.openings)

    def _expected(self, sights: Sights, taken: Sights) -> Fraction:
        return sum(
            (share * (seen[0] + self._then(seen, belief, taken)) for seen, (share, belief) in sights.items()), NO
        )

    def _then(self, seen: Sight, belief: Belief, taken: Sights) -> Fraction:
        if seen[2]:
            return NO
        return self._value(belief, taken[seen][1]) if seen in taken else self._at_a_loss(belief)

    def _value(self, belief: Belief, supposed: Belief) -> Fraction:
        if (belief, supposed) not in self._known:
            offered, worths = self._best.actions(belief), self._other.worths(supposed)
            possible = [action for action in offered if action in worths]
            most = max((worths[action] for action in possible), default=None)
            equal = [action for action in possible if worths[action] == most]
            values = [self._expected(self._best.after(belief, a), self._other.after(supposed, a)) for a in equal]
            self._known[belief, supposed] = _mean(values) if values else self._at_a_loss(belief)
        return self._known[belief, supposed]

    def _at_a_loss(self, belief: Belief) -> Fraction:
        return _mean([self._repeating(belief, action) for action in self._best.actions(belief)])

    def _repeating(self, belief: Belief, action: str) -> Fraction:
        if action not in self._best.actions(belief):
            return self._at_a_loss(belief)
        if (belief, action) not in self._lost:
            sights = self._best.after(belief, action)
            rest = ((share, seen, then) for seen, (share, then) in sights.items())
            self._lost[belief, action] = sum(
                (share * (seen[0] + (NO if seen[2] else self._repeating(then, action))) for share, seen, then in rest),
                NO,
            )
        return self._lost[belief, action]


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, NO) / len(values)
