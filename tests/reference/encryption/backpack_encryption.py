"""A knapsack with five weights, one for each bit of a letter's number."""

from __future__ import annotations

WEIGHTS = {16: 34, 8: 51, 4: 58, 2: 11, 1: 35}


def blackbox(plaintext: str) -> str:
    """Sum the weights of the bits that are set in each letter's number, a = 0."""
    numbers = ["abcdefghijklmnopqrstuvwxyz".index(c.lower()) for c in plaintext if c != " "]
    return ",".join(str(sum(weight for bit, weight in WEIGHTS.items() if n & bit)) for n in numbers)
