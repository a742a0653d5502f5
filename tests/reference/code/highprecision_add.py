"""Addition digit by digit, checked against sums of the numbers' ends."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int) -> None:
    """Every moment's result is the sum of the two ends of the numbers."""
    width = max(len(str(a)), len(str(b)))
    first, second = (a, b) if len(str(a)) >= len(str(b)) else (b, a)
    checkpoint(1, s1=str(first), s2=str(second).zfill(width), r="", c=0)
    carry = 0
    for done in range(1, width + 1):
        place = 10 ** (done - 1)
        t = first // place % 10 + second // place % 10 + carry
        total = first % (10 * place) + second % (10 * place)
        carry = total // (10 * place)
        checkpoint(2, i=width - done, t=t, c=carry, r=str(total % (10 * place)).zfill(done))
    checkpoint(3, r=str(a + b), n=a + b)
