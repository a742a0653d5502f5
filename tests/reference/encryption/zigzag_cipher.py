"""The rail fence from its textbook definition."""

from __future__ import annotations

ROWS = 3


def blackbox(plaintext: str) -> str:
    """Rail fence by its definition: walk down and up, collect each rail; blanks are dropped."""
    letters = plaintext.replace(" ", "")
    fence: list[list[str]] = [[] for _ in range(ROWS)]
    row, step = 0, 1
    for letter in letters:
        fence[row].append(letter)
        if row + step not in range(ROWS):
            step = -step
        row += step
    return "".join("".join(rail) for rail in fence)
