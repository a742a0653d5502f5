"""A lock whose code changes: where does each digit of the next code come from?

Each digit of a new code is taken to be a sum of multiples of the old digits and a constant, modulo ten, each digit by a
rule of its own; a rule is the likelier the fewer parts it has, and the simpler they are. What the rules expect of the
code that is in the lock now decides what is tried, so a rule that is known opens the lock at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from boxwright.harness.players.solvers.freeform.world import Told, World

COST = (0.0, 2.0, 5.0, 5.0, 6.0, 5.0, 6.0, 6.0, 5.0, 4.5)
"""Of each factor, in halvings of the likelihood: two digits added are likelier than one taken away; a constant costs
one more."""
OPENED = {"opened once": 1, "opened twice": 2, "opened three times": 3}
NOT_LINEAR = 2.0**-40
"""The likelihood of a digit that no rule expects."""

Digits = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]


class Lock(World):
    """A lock with three digits, which says of each whether it is greater or less: `+`, `-`, or `0`."""

    phrases = ("You try codes at a lock", "the lock takes a new code, which depends on the old one")

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        grid = np.indices((10, 10, 10, 10)).reshape(4, -1).T
        cost = np.array(COST)
        total = cost[grid].sum(axis=1) + (grid[:, 3] > 0) + 2.0 * (grid[:, :3] == 0).all(axis=1)
        self.rules: Digits = grid
        self.weights: list[Weights] = [np.exp2(-total) for _ in range(3)]
        self.old: Digits | None = None
        self.possible = [set(range(10)) for _ in range(3)]

    def choose(self, left: int) -> str:
        """Try, for each digit, the one in the middle of what is expected."""
        return "".join(str(_middle(weights)) for weights in self._expected())

    def learn(self, text: str, back: str) -> None:
        """Narrow the code; once it is known, the rules for it count, and once it opens, the next one begins.

        Nothing is concluded from what follows 000: a sum of multiples would stay there, so a lock has to except it.
        """
        code = [int(c) for c in text.zfill(3)]
        if back == "open":
            self.possible = [{digit} for digit in code]
            self._weigh()
            self.old = np.array([*code, 1]) if any(code) else None
            self.possible = [set(range(10)) for _ in range(3)]
            return
        for digit, sign, possible in zip(code, back, self.possible, strict=True):
            possible &= {d for d in range(10) if (d > digit) - (d < digit) == {"+": 1, "-": -1, "0": 0}[sign]}

    def answers(self, question: str) -> Sequence[str]:
        """Return the code after so many openings, or what comes back then for a try, the likeliest rules' first."""
        self._weigh()
        numbers = re.findall(r"\d+", question)
        times = next((times for said, times in OPENED.items() if said in question), 0)
        rules = [self.rules[np.argsort(-weights, kind="stable")[:2]] for weights in self.weights]
        found = []
        for chosen in ((0, 0, 0), (1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)):
            code = np.array([int(c) for c in numbers[0]])
            for _ in range(times):
                row = [rules[n][chosen[n]] for n in range(3)]
                code = np.array([(r[:3] @ code + r[3]) % 10 for r in row])
            found.append("".join(map(str, code)))
        tried = [_feedback(code, numbers[1].zfill(3)) for code in found] if "for the try" in question else found
        return list(dict.fromkeys(tried))

    def feedback(self, text: str) -> Sequence[str]:
        """Return what comes back if the likeliest code is in the lock."""
        self._weigh()
        return [_feedback("".join(str(int(np.argmax(likely))) for likely in self._expected()), text.zfill(3))]

    def _next(self) -> Digits | None:
        """Return what each rule says of a digit of the code that is in the lock."""
        return None if self.old is None else self.rules @ self.old % 10

    def _weigh(self) -> None:
        """Drop the rules that say otherwise of what is known of the code, as far as any is left."""
        said = self._next()
        if said is None:
            return
        for n, possible in enumerate(self.possible):
            kept = self.weights[n] * np.isin(said, list(possible))
            if kept.any():
                self.weights[n] = kept

    def _expected(self) -> list[Weights]:
        """Return how likely each digit is, at each of the three places."""
        said = self._next()
        expected = []
        for n, possible in enumerate(self.possible):
            likely = np.full(10, 0.1)
            if said is not None:
                likely = np.bincount(said, weights=self.weights[n] / self.weights[n].sum(), minlength=10) + NOT_LINEAR
            allowed = np.zeros(10)
            allowed[list(possible)] = likely[list(possible)]
            expected.append(allowed / allowed.sum())
        return expected


def _feedback(code: str, tried: str) -> str:
    """Return what a lock with this code says of a try, both with three digits."""
    signs = ("+" if own > digit else "-" if own < digit else "0" for own, digit in zip(code, tried, strict=True))
    return "open" if tried == code else "".join(signs)


def _middle(likely: Weights) -> int:
    """Return the digit whose three replies, less, equal and greater, are the most informative."""
    below = np.cumsum(likely) - likely
    parts = np.clip(np.stack([below, likely, 1.0 - below - likely]), 1e-12, 1.0)
    return int(np.argmax(-(parts * np.log2(parts)).sum(axis=0) + 1e-6 * likely))
