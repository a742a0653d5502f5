"""Two ones side by side, anywhere among eight wires."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """Seven pairs of neighbours, then whether any of the first two, three, ... seven pairs is all ones."""
    text = "".join(map(str, bits))
    pairs = [int(text.startswith("11", i)) for i in range(7)]
    return pairs + [int("11" in text[: n + 1]) for n in range(2, 8)]
