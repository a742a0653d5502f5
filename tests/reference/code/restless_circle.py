"""A circle from which people leave, counted ever further and in alternating directions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, n: int, k: int) -> None:
    """The circle is turned so that who is counted as one stands in front."""
    circle, order, direction = deque(range(1, n + 1)), list[int](), 1
    while len(circle) > 1:
        checkpoint(1, circle=sorted(circle), starter=circle[0], k=k, direction=direction)
        circle.rotate(-direction * (k - 1))
        out = circle.popleft()
        order.append(out)
        k, direction = k + out, -direction
        if direction == -1:
            circle.rotate(1)
        checkpoint(2, out=out, k=k, circle=sorted(circle))
    checkpoint(3, last=circle[0], order=order)
