"""Two teams of four that pull with strengths 1 to 4: who wins, and how many more the left has, modulo four."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """Weigh the teams against each other, then count the heads."""
    pull = sum(strength * (x[strength - 1] - x[strength + 3]) for strength in range(1, 5))
    more = sum(x[:4]) + 4 - sum(x[4:])  # four more than there are, which changes no remainder
    return [int(pull > 0), int(pull < 0), more // 2 % 2, more % 2]
