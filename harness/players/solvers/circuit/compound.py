"""Gates that are put together from several: each may be any of a few thousand functions of the inputs.

A product of up to three inputs, some of them turned; how many of some inputs are on (so many, at least so many, an odd
number); any two halves that are counted or weighed against each other; of the gates before it, whether all, any or an
odd number are on, or all are alike; and the opposite of each. What a function gives for every input is written down
once, so that a row that was seen leaves those that agree with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_INPUTS = 10
"""Inputs up to which the functions are written down."""
LITERALS = 3
WEIGHED = 8
"""Inputs up to which the members of two halves may also weigh 1, 2, 3 and so on, in any order."""


def reads(public: str, inputs: int) -> bool:
    """Whether the public part tells of such gates, and there are few inputs."""
    return "put together from several AND, OR and NOT gates" in " ".join(public.split()) and inputs <= MOST_INPUTS


class Compound:
    """One gate: what it may be of the inputs, and what of the gates before it."""

    def __init__(self, inputs: int) -> None:
        import numpy as np

        self.inputs = inputs
        self.left: NDArray[Any] = np.arange(len(_table(inputs)))
        self.of_gates = list(range(len(_of_gates(np.zeros((1, 1), dtype=bool)))))

    def learn(self, row: NDArray[Any], number: int) -> None:
        """Keep what agrees with a row of inputs and gates; `number` gates come before this one."""
        told = bool(row[self.inputs + number])
        said = _table(self.inputs)[self.left, _index(row[None, : self.inputs])[0]]
        self.left = self.left[said == told]
        if number:
            before = _of_gates(row[None, self.inputs : self.inputs + number])
            self.of_gates = [which for which in self.of_gates if bool(before[which][0]) == told]

    def share(self, wires: NDArray[Any], number: int) -> NDArray[Any]:
        """Return for each row the share of what is left that says 1."""
        import numpy as np

        if len(self.left):
            share: NDArray[Any] = _table(self.inputs)[np.ix_(self.left, _index(wires[:, : self.inputs]))].mean(axis=0)
            return share
        if number and self.of_gates:
            before = _of_gates(wires[:, self.inputs : self.inputs + number])
            of_these: NDArray[Any] = np.mean([before[which] for which in self.of_gates], axis=0)
            return of_these
        return np.zeros(len(wires))


def _index(rows: NDArray[Any]) -> NDArray[Any]:
    """Return each row's number, the first input its highest digit."""
    import numpy as np

    digits: NDArray[Any] = rows @ (1 << np.arange(rows.shape[1] - 1, -1, -1))
    return digits


def _of_gates(gates: NDArray[Any]) -> list[NDArray[Any]]:
    every, some = gates.all(axis=1), gates.any(axis=1)
    odd = gates.sum(axis=1) % 2 == 1
    return [every, some, odd, every | ~some, ~every, ~some, ~odd, some & ~every]


@cache
def _table(inputs: int) -> NDArray[Any]:
    """Return [function, row] for all rows, in the order of their numbers; no function twice."""
    import numpy as np

    rows = np.array(list(product((False, True), repeat=inputs)))
    found = np.array(list(_functions(rows)))
    return np.unique(np.concatenate([found, ~found]), axis=0)


def _functions(rows: NDArray[Any]) -> Iterator[Any]:
    inputs = rows.shape[1]
    for size in range(1, LITERALS + 1):
        for wires in combinations(range(inputs), size):
            for turned in product((False, True), repeat=size):
                yield (rows[:, wires] ^ list(turned)).all(axis=1)
    for size in range(2, inputs + 1):
        for wires in combinations(range(inputs), size):
            on = rows[:, wires].sum(axis=1)
            yield from (on >= number for number in range(1, size + 1))
            yield from (on == number for number in range(size + 1))
            yield on % 2 == 1
    for one, other in _halves(inputs):
        left, right = rows[:, one].sum(axis=1), rows[:, other].sum(axis=1)
        for total in (left - right, right - left):
            yield from (total % 4 // 2 == 1, total % 3 == 1, total % 3 == 2, total > 0)
        yield left == right
        for order in permutations(range(1, len(other) + 1)) if inputs <= WEIGHED else ():
            for weights in permutations(range(1, len(one) + 1)):
                pull = rows[:, one] @ list(weights) - rows[:, other] @ list(order)
                yield pull > 0


def _halves(inputs: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the inputs in two halves, each half once as the first; nothing if their number is odd."""
    for one in combinations(range(inputs), inputs // 2) if inputs % 2 == 0 else ():
        yield list(one), [wire for wire in range(inputs) if wire not in one]
