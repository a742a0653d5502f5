"""Six columns, read as a curve from the right to the left."""

from __future__ import annotations

WIDTH = 6


def blackbox(plaintext: str) -> str:
    """Take each WIDTH-th letter for a column; read columns from the right, the first one upwards, then in turns."""
    letters = plaintext.replace(" ", "")
    columns = [letters[start::WIDTH] for start in range(WIDTH)]
    used = [column for column in reversed(columns) if column]
    return " ".join(column[::-1] if n % 2 == 0 else column for n, column in enumerate(used))
