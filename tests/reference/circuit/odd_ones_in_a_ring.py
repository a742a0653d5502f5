"""Six switches in a ring, and which of them differ from both neighbours."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """Six rows of six gates."""
    left, right = x[-1:] + x[:-1], x[1:] + x[:1]
    none = [int(not a and not b) for a, b in zip(left, right, strict=True)]
    both = [int(bool(a and b)) for a, b in zip(left, right, strict=True)]
    alone = [int(a == 1 and n == 1) for a, n in zip(x, none, strict=True)]
    gap = [int(a == 0 and b == 1) for a, b in zip(x, both, strict=True)]
    return [*(int(a == 0) for a in x), *none, *both, *alone, *gap, *map(max, alone, gap)]
