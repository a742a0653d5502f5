"""Eight gates on four wires, each worked out as a formula of the wires alone."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """Give every gate as a formula in a, b, c, d."""
    a, b, c, d = map(bool, bits)
    formulas = [
        a and b,
        c or d,
        not a,
        a and b and (c or d),
        b or not a,
        not (a and b and (c or d)),
        (b or not a) and not (a and b and (c or d)),
        d or ((b or not a) and not (a and b and (c or d))),
    ]
    return [int(value) for value in formulas]
