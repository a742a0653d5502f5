"""Puzzles by expected information over all that can be hidden, the noise included.

The rules of a puzzle are prose; they were put into the readings below by hand, from the public part alone: numbers
that are "Far" or "Close"; words with marks A, M and X; one heavy coin on scales that are wrong once in ten turns; and
what the module `searches` lists.
Numbers in the prose (ranges, distances, counts) are read from it. A puzzle whose public part fits no reading is not
tried: its queries and answers are drawn. Words come from the list that the package ships for puzzles. Where too much
can be hidden to list it, or chance decides, the reading stands in a module of its own: nuts and bolts (`matching`),
several words (`several`), ships and bombs (`boards`), equations (`equations`), gambling machines (`machines`).
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from math import log2
from typing import Any, Protocol

from pydantic import TypeAdapter

from boxwright.blackboxes.families.forms import Form
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.words import common_words
from boxwright.harness.players.solvers import counting
from boxwright.harness.players.solvers.counting import Counted
from boxwright.harness.players.solvers.information import Elimination
from boxwright.harness.players.solvers.puzzle import boards, equations, machines, matching, several
from boxwright.harness.players.solvers.puzzle.marking import marks
from boxwright.harness.players.solvers.puzzle.searches import searches
from boxwright.harness.players.solvers.strategy import NUMBERS, Known, Strategy

Hidden = tuple[Any, Any]
"""(answer, noise)."""


class Belief(Protocol):
    """What a player who has read the rules knows of the hidden part, and asks next."""

    def learn(self, query: Any, told: str, turn: int) -> None:
        """Take note of the feedback on a query."""
        ...

    def best(self, turn: int) -> Any:
        """Return a query that is expected to tell much."""
        ...

    def ranked(self) -> Sequence[Any]:
        """Return answers that are possible, likeliest first; at least one."""
        ...


DRAWN = 60
"""Weighings that are looked at."""
_listed = partial(counting.Listed, answer=lambda hidden: hidden[0])
"""The rules of one puzzle whose hidden parts can be listed; what is asked for is the first of each pair."""


def _numbers(public: str) -> counting.Listed | None:
    found = re.search(r"number from (\d+) to (\d+) is hidden.*\"Far\" if it differs .* more than (\d+)", public)
    if not found:
        return None
    low, high, distance = map(int, found.groups())
    return _listed(
        [(n, None) for n in range(low, high + 1)],
        lambda hidden, query, turn: "Far" if abs(query - hidden[0]) > distance else "Close",
        lambda left, rng: range(low, high + 1),
        everything=True,
    )


def _words(public: str) -> counting.Listed | None:
    found = re.search(r"English word of (\w+) letters is hidden", public)
    if not found or found[1] not in NUMBERS or "marks are given first" not in public:
        return None
    words = [word.upper() for word in common_words() if len(word) == NUMBERS[found[1]]]
    if not words:
        return None

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[str]:
        return [word for word, _ in (left if len(left) <= 60 else rng.sample(list(left), 40))]

    return _listed([(word, None) for word in words], lambda hidden, query, turn: marks(hidden[0], query), pool)


def _coins(public: str) -> counting.Listed | None:
    found = re.search(r"two sets of coins \(their numbers from 1 to (\d+)\)", public)
    if not found or "in exactly one of the turns 1 to 10" not in public:
        return None
    coins = range(1, int(found[1]) + 1)

    def tells(hidden: Hidden, query: Mapping[str, Sequence[int]], turn: int) -> str:
        lies: tuple[int, ...] = hidden[1]
        lied = turn <= 20 and (turn - 1) % 10 + 1 == lies[(turn - 1) // 10]
        left, right = query["left"], query["right"]
        uneven = len(left) != len(right) or hidden[0] in left or hidden[0] in right
        return "Imbalance" if uneven != lied else "Balance"

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[Any]:
        """Draw sets of coins that are left; one that is not makes an odd number even."""
        alive = sorted({coin for coin, _ in left})
        others = sorted(set(coins) - set(alive))
        sizes = range(1, len(alive) + 1) if others else range(2, len(alive) + 1, 2)
        drawn = [rng.sample(alive, rng.choice(sizes)) for _ in range(DRAWN)]
        even = [some if len(some) % 2 == 0 else [*some, rng.choice(others)] for some in drawn]
        halves = [(some[: len(some) // 2], some[len(some) // 2 :]) for some in even]
        return [{"left": sorted(left), "right": sorted(right)} for left, right in halves]

    def largest(left: Sequence[Hidden], turn: int) -> float:
        """Over all sets of coins: h(P(imbalance)) - H(lie | coin), for which only the coins of both pans matter."""
        lied = Counter(coin for coin, lies in left if turn <= 20 and lies[(turn - 1) // 10] == (turn - 1) % 10 + 1)
        all_of = Counter(coin for coin, _ in left)
        alike = Counter((n, lied[coin]) for coin, n in all_of.items())
        sums = {(0, 0)}  # hidden parts that say Imbalance, and whether the number of coins is odd, of all sets so far
        for (n, lie), count in alike.items():
            sums = {
                (said + on * (n - lie) + (count - on) * lie, (odd + on) % 2)
                for said, odd in sums
                for on in range(count + 1)
            }
        spare = len(all_of) < len(coins)  # an odd number takes one of these
        noise = sum(n / len(left) * _binary(lied[coin] / n) for coin, n in all_of.items())
        return max(_binary(said / len(left)) for said, odd in sums if spare or not odd) - noise

    listed = [(coin, lies) for coin in coins for lies in product(range(1, 11), repeat=2)]
    return _listed(listed, tells, pool, largest=largest, longest=20)


def _binary(share: float) -> float:
    """Return the entropy (bits) of two outcomes of which one has this share."""
    return 0.0 if not 0.0 < share < 1.0 else -share * log2(share) - (1 - share) * log2(1 - share)


READINGS = (_numbers, _words, _coins)
BELIEFS: Sequence[Callable[[str, random.Random], Belief | None]] = (
    matching.read,
    several.read,
    boards.read,
    equations.read,
    machines.read,
)
"""Puzzles that keep what they know in a way of their own."""


class Listed:
    """All that can be hidden, and what is left of it."""

    def __init__(self, reading: counting.Listed, rng: random.Random) -> None:
        self._reading, self._rng = reading, rng
        self._left = Elimination(reading.hypotheses, reading.tells, rng)

    def learn(self, query: Any, told: str, turn: int) -> None:
        """Drop what says otherwise."""
        self._left.learn(query, told, turn)

    def best(self, turn: int) -> Any:
        """Return the query of the reading's pool that is expected to tell most."""
        return self._left.best(self._reading.pool(self._left.left, self._rng), turn)

    def ranked(self) -> Sequence[Any]:
        """Return the answers that are left, by how many hidden parts have them."""
        answers = {repr(answer): answer for answer, _ in self._left.left}
        return [answers[name] for name, _ in Counter(repr(answer) for answer, _ in self._left.left).most_common()]


def understood(public: str, rng: random.Random) -> Belief | None:
    """Return what a player knows who has read a puzzle's public part; None where no reading fits it."""
    prose = " ".join(public.split())
    for read in READINGS:
        if (reading := read(prose)) is not None:
            return Listed(reading, rng)
    for search in searches(prose):
        return Listed(_listed(*search), rng)
    return next((belief for read in BELIEFS if (belief := read(prose, rng)) is not None), None)


class PuzzleStrategy(Strategy):
    """Ask what tells most, then answer what is likeliest."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.rng = stream(known.seed, "puzzle")
        self.forms: dict[str, Any] = {name: TypeAdapter(Form).validate_python(f) for name, f in known.domain.items()}
        self.belief = understood(known.public, self.rng)
        self._asked: Any = None
        self._turn = 0

    @classmethod
    def tries(cls, public: str) -> bool:
        """Whether a reading fits the public part."""
        return understood(public, stream("tries")) is not None

    @classmethod
    def counted(cls, domain: Mapping[str, Any], public: str) -> Counted | None:
        """All that can be hidden; what is asked for is the answer."""
        prose = " ".join(public.split())
        for read in READINGS:
            if (reading := read(prose)) is not None:
                return reading
        return matching.read(prose, stream("counted"))

    def query(self, message: str, left: int) -> str:
        """Learn from the feedback, and ask."""
        self._hear(message)
        self._turn += 1
        form = self.forms["query"]
        self._asked = form.draw(self.rng) if self.belief is None else self.belief.best(self._turn)
        return str(form.write(self._asked))

    def answer(self, message: str, shot: int) -> str:
        """Name what is likeliest; the next likeliest with a further shot."""
        self._hear(message)
        form = self.forms["answer"]
        if self.belief is None:
            return str(form.write(form.draw(self.rng)))
        ranked = self.belief.ranked()
        return str(form.write(ranked[min(shot, len(ranked)) - 1]))

    def _hear(self, message: str) -> None:
        found = re.search(r"^Feedback: (.*)$", message, re.MULTILINE)
        if found and self.belief is not None and self._asked is not None:
            self.belief.learn(self._asked, found[1].strip(), self._turn)
        self._asked = None


STRATEGY = PuzzleStrategy
