"""A route cipher whose width depends on the text, from its description."""

from __future__ import annotations

DIVISOR = 3
NARROWEST = 3


def blackbox(plaintext: str) -> str:
    """Write into rows of k = n mod DIVISOR + NARROWEST; read columns from the right, upwards first, then in turns."""
    text = plaintext.replace(" ", "")
    width = len(text) % DIVISOR + NARROWEST
    rows = [text[i : i + width] for i in range(0, len(text), width)]
    columns = []
    for c in range(min(width, len(text)) - 1, -1, -1):
        column = [row[c] for row in rows if c < len(row)]
        columns.append("".join(column[::-1] if len(columns) % 2 == 0 else column))
    return " ".join(columns)
