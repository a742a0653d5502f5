"""A vending machine: prices are found one by one; then coins in the box and ways to give change are listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from boxwright.harness.players.solvers.freeform.enumerated import Enumerated
from boxwright.harness.players.solvers.freeform.world import Told

VALUES = (5, 2, 1)
DRINKS = "ABC"
Coins = tuple[int, int, int]
"""How many coins of 5, 2 and 1."""
Till = tuple[int, Coins, Coins]
"""The credit; the coins from which change is paid; coins that were just thrown in and are not yet among them."""


class Machine(NamedTuple):
    """What is unknown of a machine, but for its prices."""

    box: Coins
    """What lies in it at first."""
    change: str
    """`largest`: with as many large coins as an exact payment allows; `fewest` coins; `smallest`; `greedy`."""
    kept: bool
    """Whether the rest stays as credit where it cannot be paid."""
    at_once: bool
    """Whether coins can be used for change before a drink was bought with them."""


class Vending(Enumerated[Machine, Till]):
    """A machine with the drinks A, B and C."""

    phrases = ("vending machine with three drinks, A, B and C", "1, 2 and 5 throw in a coin of that value")

    def __init__(self, told: Told) -> None:
        self.prices: dict[str, int] = {}
        super().__init__(told)
        self.seen: list[tuple[str, str]] = []
        self.credit = 0
        """What was paid, without what drinks of known prices took."""
        self.lowest = 1
        """What the drink whose price is looked for costs at least."""
        self.stars = 0
        """How often it came without change; the rest is taken to stay as credit."""

    def rules(self) -> Iterator[Machine]:
        """Return what can lie in the box, and the ways to give change; nothing before the prices are known."""
        if len(self.prices) == len(DRINKS):
            boxes = product(range(6), range(6), range(6))
            for box, change in product(boxes, ("largest", "fewest", "smallest", "greedy")):
                for kept, at_once in product((True, False), repeat=2):
                    yield Machine(box, change, kept, at_once)

    def begin(self, rule: Machine) -> Till:
        """Return the machine before the first coin."""
        return 0, rule.box, (0, 0, 0)

    def choose(self, left: int) -> str:
        """Throw in a five, then ones until a drink comes; then ask what splits the machines that are left."""
        wanted = next((drink for drink in DRINKS if drink not in self.prices), None)
        if wanted is None:
            return super().choose(left)
        text, credit, lowest, times = "", self.credit, self.lowest, self.stars + 1
        while len(text) < self.told.longest:
            if credit >= times * lowest:
                text, lowest = text + wanted, credit // times + 1
            else:
                coin = 1 if credit else 5
                text, credit = text + str(coin), credit + coin
        return text

    def texts(self, left: int) -> Sequence[str]:
        """Return drawn texts of several lengths."""
        rng, longest = self.told.rng, self.told.longest
        return ["".join(rng.choice("125ABC") for _ in range(rng.randint(min(5, longest), longest))) for _ in range(20)]

    def learn(self, text: str, back: str) -> None:
        """Take prices from drinks and their change, then drop machines that say otherwise."""
        self.seen.append((text, back))
        if len(self.prices) == len(DRINKS):
            super().learn(text, back)
            return
        for act, item in zip(text, back.split(), strict=True):
            self._act(act, item)
        if len(self.prices) == len(DRINKS):
            self._list()

    def answers(self, question: str) -> Sequence[str]:
        """As Enumerated; a drink whose price was not found costs the least it can, or as much as the dearest known."""
        if len(self.prices) < len(DRINKS):
            wanted = next(drink for drink in DRINKS if drink not in self.prices)
            dearest = max(self.prices.values(), default=self.lowest)
            self.prices = {drink: dearest for drink in DRINKS} | {wanted: self.lowest} | self.prices
            self._list()
        return super().answers(question)

    def asked(self, question: str) -> str:
        """Return the text that would be sent."""
        return question.split()[-4]

    def _list(self) -> None:
        """List the machines with the prices as they are that said what was seen."""
        self.left = [(rule, self.begin(rule)) for rule in self.rules()]
        for text, back in self.seen:
            super().learn(text, back)

    def _act(self, act: str, item: str) -> None:
        if act.isdigit():
            self.credit += int(act)
        elif item == "no":
            self.lowest = self.lowest if act in self.prices else self.credit // (self.stars + 1) + 1
        elif act in self.prices:
            self.credit = self.credit - self.prices[act] if item.endswith("*") else 0
        elif item.endswith("*"):
            self.stars += 1
        else:
            paid = sum(map(int, item.split("+")[1:]))
            self.prices[act] = (self.credit - paid) // (self.stars + 1)
            self.credit, self.lowest, self.stars = 0, 1, 0

    def step(self, rule: Machine, state: Till, text: str) -> tuple[str, Till]:
        """Do the acts of a text."""
        items = []
        for act in text:
            item, state = self._one(rule, state, act)
            items.append(item)
        return " ".join(items), state

    def _one(self, rule: Machine, state: Till, act: str) -> tuple[str, Till]:
        credit, box, new = state
        if act.isdigit():
            coin = [int(value == int(act)) for value in VALUES]
            into = box if rule.at_once else new
            more = (into[0] + coin[0], into[1] + coin[1], into[2] + coin[2])
            return "ok", (credit + int(act), more if rule.at_once else box, new if rule.at_once else more)
        rest = credit - self.prices[act]
        if rest < 0:
            return "no", state
        paid = _change(rest, box, rule.change)
        if paid is None:
            return f"{act}*", (rest if rule.kept else 0, _sum(box, new, 1), (0, 0, 0))
        coins = "".join(f"+{value}" * n for value, n in zip(VALUES, paid, strict=True))
        return act + coins, (0, _sum(_sum(box, paid, -1), new, 1), (0, 0, 0))


def _sum(one: Coins, two: Coins, sign: int) -> Coins:
    return one[0] + sign * two[0], one[1] + sign * two[1], one[2] + sign * two[2]


def _change(rest: int, box: Coins, way: str) -> Coins | None:
    """Return the coins that make up the rest, or None where the box has none that do."""
    best: Coins | None = None
    for fives in range(min(box[0], rest // 5), -1, -1):
        for twos in range(min(box[1], (rest - 5 * fives) // 2), -1, -1):
            ones = rest - 5 * fives - 2 * twos
            found = (fives, twos, ones)
            if ones <= box[2]:
                if way in ("largest", "greedy"):
                    return found
                if best is None or (sum(found) < sum(best)) is (way == "fewest"):
                    best = found
            if way == "greedy":
                return None
    return best
