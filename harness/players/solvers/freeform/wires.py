"""Gates that compare and exchange: what they do to six different numbers follows from what they do to zeros and ones.

Numbers at or above a limit are ones, others zeros; what comes out at the limit is decided by the set of wires that
carry ones (Knuth, The Art of Computer Programming, volume 3, 5.3.4: the zero-one principle). Of n wires there are 2^n
sets. A text of n different digits tells of n + 1, one of each size; what it tells of others follows from two facts: as
many ones come out as go in, and with more of them going in no end loses its one.
"""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.harness.players.solvers.freeform.world import Told, World

Set = frozenset[int]
TRIED = 60


class Wires(World):
    """As many wires as a text has digits at most, and gates that stay the same."""

    phrases = (
        "each carries a digit from its upper end down to its lower end",
        "each compares the digits on two of the wires, and may exchange them",
    )

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.all = frozenset(range(told.longest))
        self.known: dict[Set, Set] = {frozenset(): frozenset(), self.all: self.all}
        """Where ones come out, by where they go in."""

    def choose(self, left: int) -> str:
        """Send the different digits that ask about the most sets of which nothing is known."""
        drawn = [self.told.rng.sample(self.told.alphabet, len(self.all)) for _ in range(TRIED)]
        return "".join(max(drawn, key=lambda digits: sum(self._open(one) for one in _sets("".join(digits)))))

    def learn(self, text: str, back: str) -> None:
        """Take note of the sets."""
        for limit in set(text):
            self.known[_at_least(text, limit)] = _at_least(back, limit)

    def answers(self, question: str) -> Sequence[str]:
        """Return the digits that come out where their sets do; a wire without a digit carries 0."""
        text = question.split()[-1].ljust(len(self.all), "0")
        return list(dict.fromkeys(self._sorted(text, turn) for turn in (False, True)))

    def _open(self, one: Set) -> float:
        below, above = self._bounds(one)
        return 0.0 if one in self.known else float(len(above) - len(below))

    def _bounds(self, one: Set) -> tuple[Set, Set]:
        """Return wires at which a one comes out for sure, and those at which one may."""
        below = frozenset[int]().union(*(out for into, out in self.known.items() if into <= one))
        above = self.all.intersection(*(out for into, out in self.known.items() if into >= one))
        sure = len(below) == len(one)
        return (below, below) if sure else (above, above) if len(above) == len(one) else (below, above)

    def _sorted(self, text: str, turn: bool) -> str:
        out, before = ["?"] * len(self.all), frozenset[int]()
        for limit in sorted(text, reverse=True):
            one = _at_least(text, limit)
            below, above = self._bounds(one)
            free = sorted((above | below) - before, reverse=turn)
            new = sorted(self.known.get(one, below) - before) or free or sorted(self.all - before)
            out[new[0]] = limit
            before |= {new[0]}
        return "".join(out)


def _at_least(text: str, limit: str) -> Set:
    return frozenset(n for n, digit in enumerate(text) if digit >= limit)


def _sets(text: str) -> list[Set]:
    return [_at_least(text, limit) for limit in text]
