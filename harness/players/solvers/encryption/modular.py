"""Linear equations modulo m: one solution, if there is any."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd


def solve(rows: Sequence[Sequence[int]], values: Sequence[int], modulus: int) -> list[int] | None:
    """Return x with rows . x = values modulo m (unknowns that nothing fixes are 0), or None where there is none.

    Elimination by Euclid's algorithm on rows, so that m need not be a prime; then back substitution. A pivot that
    divides its equation leaves several values open; the smallest is taken, which may miss a solution that a larger one
    would give: the caller checks what it uses.
    """
    table = [[*(a % modulus for a in row), b % modulus] for row, b in zip(rows, values, strict=True)]
    unknowns = len(rows[0]) if rows else 0
    pivots: list[tuple[int, int]] = []
    top = 0
    for column in range(unknowns):
        if _clear(table, top, column, modulus):
            pivots.append((top, column))
            top += 1
    if any(row[-1] for row in table[top:]):
        return None
    found = [0] * unknowns
    for row, column in reversed(pivots):
        rest = table[row][-1] - sum(table[row][c] * found[c] for c in range(column + 1, unknowns))
        pivot, rest = table[row][column], rest % modulus
        common = gcd(pivot, modulus)
        if rest % common:
            return None
        part = modulus // common
        found[column] = rest // common * pow(pivot // common, -1, part) % part if part > 1 else 0
    return found


def _clear(table: list[list[int]], top: int, column: int, modulus: int) -> bool:
    """Bring a pivot into row `top` and zeros below it; say whether there is one."""
    while True:
        filled = [r for r in range(top, len(table)) if table[r][column]]
        if not filled:
            return False
        best = min(filled, key=lambda r: table[r][column])
        table[top], table[best] = table[best], table[top]
        pivot = table[top][column]
        for row in range(top + 1, len(table)):
            factor = table[row][column] // pivot
            if factor:
                table[row] = [(a - factor * b) % modulus for a, b in zip(table[row], table[top], strict=True)]
        if not any(table[r][column] for r in range(top + 1, len(table))):
            return True
