"""The parity of the wires so far, each step in five gates."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """For each wire from the second: what the five gates say, from the parities before and after it."""
    out: list[int] = []
    for n in range(1, 8):
        before, wire, after = sum(bits[:n]) % 2, bits[n], sum(bits[: n + 1]) % 2
        out += [int(before == 0), int(wire == 0), int(before > wire), int(before < wire), after]
    return out
