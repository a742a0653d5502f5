"""Seven wires counted as a binary number of three digits."""

from __future__ import annotations

from itertools import pairwise


def blackbox(x: list[int]) -> list[int]:
    """Every digit is told by how many of the first wires are on, not by the gates before it."""
    so_far = [sum(x[:n]) for n in range(8)]
    ones, twos, fours = ([n >> place & 1 for n in so_far] for place in range(3))
    carry = [0] + [int(new // 2 > old // 2) for old, new in pairwise(so_far)]
    second = [0] + [int(new // 4 > old // 4) for old, new in pairwise(so_far)]
    gates = [int(n > 0) for n in so_far[2:]] + [int(so_far[n] == n) for n in range(2, 8)]
    for i in range(2, 8):
        gates += [*differ(ones[i - 1], x[i - 1]), carry[i]]
    for i in range(3, 8):
        gates += [*differ(twos[i - 1], carry[i]), second[i]][: 5 if i == 3 else 6]
    for i in range(5, 8):
        gates += differ(fours[i - 1], second[i])
    n = so_far[7]
    return gates + [int(is_so) for is_so in (n > 1, n < 2, n == 1, n > 5, n % 2 == 0, n == 6)]


def differ(a: int, b: int) -> list[int]:
    """Five gates: is the one off, is the other off, is only the other on, is only the one on, are they different."""
    return [int(is_so) for is_so in (a == 0, b == 0, a < b, a > b, a != b)]
