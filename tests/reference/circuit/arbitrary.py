"""Eight patterns of seven wires: the beginnings of each that fit, and whether any pattern fits."""

from __future__ import annotations

PATTERNS = ("0000000", "1010101", "0110011", "1101010", "1111111", "0101010", "1001100", "0011101")


def blackbox(bits: list[int]) -> list[int]:
    """The negated wires and the growing matches of every pattern, then the growing OR over the patterns."""
    text = "".join(map(str, bits))
    out: list[int] = []
    for pattern in PATTERNS:
        out += [int(b == "0") for b, wanted in zip(text, pattern, strict=True) if wanted == "0"]
        out += [int(text[:n] == pattern[:n]) for n in range(2, 8)]
    return out + [int(text in PATTERNS[:n]) for n in range(2, 9)]
