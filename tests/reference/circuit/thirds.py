"""The remainder of a binary number divided by three, digit by digit, as one of three lines."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """The lines are computed from the number itself; the gates between them from the lines."""
    gates = [1 - x[0]]
    number = x[0]
    for place in range(1, 8):
        line = [int(number % 3 == r) for r in range(3)]
        digit = x[place]
        number = 2 * number + digit
        new = [int(number % 3 == r) for r in range(3)]
        off = 1 - digit
        pairs = [(line[0] * off, line[1] * digit), (line[0] * digit, line[2] * off), (line[1] * off, line[2] * digit)]
        gates.append(off)
        if place == 1:
            gates += [*pairs[0], new[0], new[1], new[2]]
        else:
            for (one, other), remainder in zip(pairs, new, strict=True):
                gates += [one, other, remainder]
    return gates
