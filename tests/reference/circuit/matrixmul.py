"""The square of a 3 by 3 matrix of bits, with sums modulo 2."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """For each cell of the square: three products, then two sums modulo 2 of five gates each."""
    rows = [bits[0:3], bits[3:6], bits[6:9]]
    columns = [bits[0::3], bits[1::3], bits[2::3]]
    out: list[int] = []
    for row in rows:
        for column in columns:
            products = [a * b for a, b in zip(row, column, strict=True)]
            out += products
            total = products[0]
            for product in products[1:]:
                out += [int(product == 0), int(total > product), int(total == 0), int(product > total)]
                total = (total + product) % 2
                out.append(total)
    return out
