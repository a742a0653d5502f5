"""A shop that never says what its goods cost: a good a turn, and what further pieces of a kind cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from boxwright.harness.players.solvers.freeform.world import Told, World

FURTHER: Sequence[Callable[[int], int]] = (
    lambda price: price,
    lambda price: (price + 1) // 2,
    lambda price: price // 2,
    lambda price: 0,
)
"""What a second or third piece may cost."""
USUAL = 50
"""A price that is not known."""


class Prices(World):
    """Goods named by letters, and sums."""

    phrases = ("You are in a shop with", "has a fixed price from 1 to 99", "you read the amount to pay")

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.known: dict[str, int] = {}
        self.sums: dict[str, int] = {}
        """Baskets of several pieces."""

    def choose(self, left: int) -> str:
        """Buy one piece; once a price is odd and not low, that good twice, three times, and with another between."""
        odd = [good for good, price in self.known.items() if price % 2 and price > 2]
        if odd and len(self.known) > 1:
            good, other = odd[0], next(other for other in self.known if other != odd[0])
            for basket in (good * 2, good * 3, good + other + good):
                if basket not in self.sums:
                    return basket
        new = [good for good in self.told.alphabet if good not in self.known]
        return new[0] if new else self.told.text()

    def learn(self, text: str, back: str) -> None:
        """Take note of a price or a sum."""
        (self.known if len(text) == 1 else self.sums)[text] = int(back)

    def answers(self, question: str) -> Sequence[str]:
        """Add up by each rule that every sum agrees with."""
        basket = question.split()[-1].rstrip("?")
        rules = product(FURTHER, FURTHER, (False, True))
        agreeing = [rule for rule in rules if all(self._sum(b, *rule) == told for b, told in self.sums.items())]
        plain = (FURTHER[0], FURTHER[0], False)
        return list(dict.fromkeys(str(self._sum(basket, *rule)) for rule in agreeing or [plain]))

    def _sum(self, basket: str, second: Callable[[int], int], third: Callable[[int], int], only_beside: bool) -> int:
        total, pieces = 0, dict[str, int]()
        for place, good in enumerate(basket):
            if only_beside and basket[place - 1 : place] != good:
                pieces[good] = 0
            pieces[good] = pieces.get(good, 0) + 1
            price = self.known.get(good, USUAL)
            total += price if pieces[good] == 1 else (second, third)[pieces[good] - 2](price)
        return total
