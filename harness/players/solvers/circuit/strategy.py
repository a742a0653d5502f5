"""Circuits by per-gate elimination: which gates of inputs and earlier gates agree with every row seen so far?

For each gate the candidates are NOT, AND and OR of the wires before it (inputs and earlier gates). Each query is the
input, of those that the tests might draw, on which the candidates that are left disagree most. An answer is the vote of
the candidates, gate by gate. A gate that is none of these is taken as the AND (or OR) of all the wires that allow it.
Bits that are derived from gates may also be `a OR (b AND c)` and `a AND (b OR c)`; gates that the public part says to
be put together from several may be much more (`compound`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.families.circuit.family import BitDomain
from boxwright.blackboxes.seeds import stream
from boxwright.harness.players.solvers.circuit import compound
from boxwright.harness.players.solvers.strategy import FunctionStrategy, Known

if TYPE_CHECKING:
    from numpy.typing import NDArray

POOL = 400
"""Inputs among which a query is chosen."""
WHOLE = 9
"""Inputs up to which all rows are in the pool."""
NOT, AND, OR, OR_AND, AND_OR = range(5)


@dataclass
class _Gate:
    """The candidates of one gate: wires one, two and three, and the kind."""

    one: NDArray[Any]
    two: NDArray[Any]
    three: NDArray[Any]
    kind: NDArray[Any]

    def outputs(self, wires: NDArray[Any]) -> NDArray[Any]:
        """Return [row, candidate], given [row, wire]."""
        import numpy as np

        a, b, c = wires[:, self.one], wires[:, self.two], wires[:, self.three]
        choices = [~a, a & b, a | b, a | (b & c), a & (b | c)]
        result: NDArray[Any] = np.select([self.kind == kind for kind in range(5)], choices)
        return result

    def keep(self, mask: NDArray[Any]) -> None:
        """Drop all other candidates."""
        self.one, self.two, self.three, self.kind = (
            of_wires[mask] for of_wires in (self.one, self.two, self.three, self.kind)
        )


def _all_gates(wires: int, derived: bool) -> _Gate:
    import numpy as np

    rows = [(a, a, a, NOT) for a in range(wires)]
    rows += [(a, b, b, kind) for a in range(wires) for b in range(a + 1) for kind in (AND, OR) if a != b or kind == AND]
    if derived:
        pairs = [(b, c) for b in range(wires) for c in range(b)]
        rows += [
            (a, b, c, kind) for a in range(wires) for b, c in pairs if a not in (b, c) for kind in (OR_AND, AND_OR)
        ]
    table = np.array(rows, dtype=np.int64)
    return _Gate(table[:, 0], table[:, 1], table[:, 2], table[:, 3])


class CircuitStrategy(FunctionStrategy):
    """Elimination with the most telling inputs."""

    labels = ("Input", "(?:Gates|Bits)")

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        domain = BitDomain.model_validate(known.domain)
        self.inputs, self._derived = domain.inputs, domain.outputs is not None
        self.rows: list[list[bool]] = []
        """Inputs and gates of every row seen."""
        self.gates: list[_Gate] = []
        self._reads_compound = compound.reads(known.public, self.inputs)
        self._compound: list[compound.Compound] = []
        self._asked: set[tuple[bool, ...]] = set()

    def learn(self, given: str, told: str) -> None:
        """Drop the candidates that a row contradicts."""
        import numpy as np

        row = [bit == "1" for bit in (given + told) if bit in "01"]
        self.rows.append(row)
        self._asked.add(tuple(row[: self.inputs]))
        if not self.gates:
            self.gates = [_all_gates(n, self._derived) for n in range(self.inputs, len(row))]
            self._compound = [compound.Compound(self.inputs) for _ in self.gates] if self._reads_compound else []
        wires = np.array([row])
        for number, several in enumerate(self._compound):
            several.learn(wires[0], number)
        for number, gate in enumerate([] if self._compound else self.gates):
            gate.keep(gate.outputs(wires)[0] == row[self.inputs + number])

    def choose(self, left: int) -> str:
        """Return the input on which the candidates disagree most."""
        import numpy as np

        pool = self._pool(stream(self.known.seed, "circuit", left))
        if not self.gates:
            return _text(pool[0])
        _, doubt = self._play(np.array(pool))
        fresh = np.array([tuple(row) not in self._asked for row in pool])
        return _text(pool[int(np.argmax(np.where(fresh, doubt, -1.0)))])

    def predict(self, given: str, shot: int) -> str:
        """Return the vote on every gate; a later shot turns the most doubtful gate of the one before."""
        import numpy as np

        row = [bit == "1" for bit in given if bit in "01"]
        if not self.gates:
            return "0"
        outputs, _ = self._play(np.array([row]), turned=shot - 1)
        return _text(list(outputs[0, self.inputs :]))

    def _pool(self, rng: random.Random) -> list[list[bool]]:
        n = self.inputs
        if n <= WHOLE:
            rows = [[bool(number >> bit & 1) for bit in range(n)] for number in range(2**n)]
            rng.shuffle(rows)
            return rows
        shares = [rng.choice((0.5, 0.5, 0.2, 0.8)) for _ in range(POOL)]
        return [[rng.random() < share for _ in range(n)] for share in shares]

    def _play(self, rows: NDArray[Any], turned: int = 0) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return [row, wire] by the candidates' votes, and how much they disagree on each row.

        `turned` says how many of the closest votes of the first row are decided the other way.
        """
        import numpy as np

        wires, doubt = rows, np.zeros(len(rows))
        shares: list[float] = []
        flips: set[int] = set()
        for attempt in range(2 if turned else 1):
            wires, doubt = rows, np.zeros(len(rows))
            if attempt:
                flips = set(sorted(range(len(shares)), key=lambda g: abs(shares[g] - 0.5))[turned - 1 : turned])
            shares = []
            for number, gate in enumerate(self.gates):
                share = self._share(number, gate, wires)
                shares.append(float(share[0]))
                doubt = doubt + np.minimum(share, 1 - share)
                vote = (share >= 0.5) ^ (number in flips)
                wires = np.concatenate([wires, vote[:, None]], axis=1)
        return wires, doubt

    def _share(self, number: int, gate: _Gate, wires: NDArray[Any]) -> NDArray[Any]:
        """Return for each row the share of candidates that say 1."""
        import numpy as np

        if self._compound:
            return self._compound[number].share(wires, number)
        if len(gate.one):
            share: NDArray[Any] = gate.outputs(wires).mean(axis=1)
            return share
        seen = np.array(self.rows)
        before, told = seen[:, : self.inputs + number], seen[:, self.inputs + number]
        always = before[told].all(axis=0) if told.any() else np.ones(before.shape[1], dtype=bool)
        if not before[~told][:, always].all(axis=1).any():
            return np.asarray(wires[:, always].all(axis=1), dtype=float)
        never = ~before[~told].any(axis=0) if (~told).any() else np.ones(before.shape[1], dtype=bool)
        return np.asarray(wires[:, never].any(axis=1), dtype=float)


def _text(bits: list[bool]) -> str:
    return " ".join("1" if bit else "0" for bit in bits)


STRATEGY = CircuitStrategy
