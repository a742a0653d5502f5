"""Sixteen goods with secret prices; the second piece of a kind costs half, rounded up."""

from __future__ import annotations

import random
from typing import Any

GOODS = "abcdefghijklmnop"


def open(seed: int) -> list[int]:
    """Sixteen prices."""
    rng = random.Random(seed)
    return [rng.randint(1, 99) for _ in GOODS]


def explore(state: list[int], text: str) -> dict[str, Any]:
    """What the goods cost."""
    return {"state": state, "feedback": str(cost(state, text))}


def questions(state: list[int], seed: int, count: int) -> list[dict[str, Any]]:
    """Baskets of one to three."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        a, b, c = rng.sample(list(GOODS), 3)
        basket = [a + a, a + b + a, a + a + a, a + b + c, a + a + b, a + b + b, a][rng.randint(0, 6)]
        prompt = f"What is to be paid for {basket}?"
        found.append({"prompt": prompt, "answer": cost(state, basket), "comparator": "number"})
    return found


def cost(prices: list[int], basket: str) -> int:
    """A pair costs one and a half of the price, rounded up; what is left over the price."""
    total = 0
    for good in set(basket):
        price, pieces = prices[GOODS.index(good)], basket.count(good)
        total += pieces // 2 * -(-3 * price // 2) + pieces % 2 * price
    return total
