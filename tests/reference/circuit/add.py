"""One bit added to a number of nine bits, in numbers."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """For each digit from the right: the six gates, from the carries that an addition of integers has."""
    number = int("".join(map(str, bits[1:])), 2)
    out: list[int] = []
    for n in range(9):
        low = number % 2**n  # the digits to the right of this one
        carry, digit = (low + bits[0]) >> n, number >> n & 1
        total = (number + bits[0]) >> n & 1
        next_carry = (number % 2 ** (n + 1) + bits[0]) >> (n + 1)
        out += [1 - carry, int(digit > carry), 1 - digit, int(carry > digit), total, next_carry]
    return out
