"""The shortest bundle of 1, 2, 4 and 8 with a given sum, found by trying all bundles in order of size."""

from __future__ import annotations

from itertools import combinations_with_replacement


def bundle(total: int) -> str:
    """Return the digits, in ascending order, of the smallest bundle whose sum is `total`."""
    for size in range(1, total + 1):
        bundles = combinations_with_replacement((1, 2, 4, 8), size)
        found = ["".join(map(str, one)) for one in bundles if sum(one) == total]
        if found:
            (only,) = found  # more than one would leave the rule open
            return only
    raise ArithmeticError(f"no bundle of 1, 2, 4 and 8 has the sum {total}")


def blackbox(plaintext: str) -> str:
    """Write every letter as the bundle of its place in the alphabet, and a blank as 0."""
    return "".join("0" if c == " " else bundle(ord(c.lower()) - 96) for c in plaintext)
