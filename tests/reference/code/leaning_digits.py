"""Digits on both sides of zero, otherwise in each of nine scripts."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]
LEAST_B = -1
LEAST_C = -4
LEAST_D = -2
LEAST_E = -3
LEAST_F = -1
LEAST_G = -5
LEAST_H = -7
LEAST_K = -1


def scripts() -> dict[str, range]:
    """Return the digits of each script, the least one first."""
    return {
        "A": range(-1, 2),
        "B": range(LEAST_B, LEAST_B + 5),
        "C": range(LEAST_C, LEAST_C + 7),
        "D": range(LEAST_D, LEAST_D + 4),
        "E": range(LEAST_E, LEAST_E + 9),
        "F": range(LEAST_F, LEAST_F + 6),
        "G": range(LEAST_G, LEAST_G + 8),
        "H": range(LEAST_H, LEAST_H + 10),
        "K": range(LEAST_K, LEAST_K + 4),
    }


def run(checkpoint: Checkpoint, n: int, script: str) -> None:
    """Shifted by the least of them, the digits are those of ordinary division."""
    digits = scripts()[script]
    weight = places = 0
    while n:
        n, shifted = divmod(n - digits[0], len(digits))
        weight += abs(digits[shifted])
        places += 1
        checkpoint(1, digit=digits[shifted], rest=n)
    checkpoint(2, weight=weight, places=places)
