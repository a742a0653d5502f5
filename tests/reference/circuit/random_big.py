"""Sixteen gates on seven wires, simplified by hand to formulas of the wires."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """Give every gate as a formula in a to g; gates 10, 11 and 12 are simplified (a AND b implies b OR c)."""
    a, b, c, d, e, f, g = map(bool, bits)
    formulas = [
        a and b,
        c and d,
        e and f,
        b or c,
        d or e,
        f or g,
        not a,
        not d,
        not g,
        a and b,
        d or e,
        e and f,
        not (a and b),
        not (e and f),
        not (a and b and e and f),
        e and not d,
    ]
    return [int(value) for value in formulas]
