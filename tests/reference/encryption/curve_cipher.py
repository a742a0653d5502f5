"""Six columns, read as a curve from the right to the left."""

from __future__ import annotations


def blackbox(plaintext: str) -> str:
    """Take every sixth letter for each column; read columns from the right, the first one upwards, then in turns."""
    letters = plaintext.replace(" ", "")
    columns = [letters[start::6] for start in range(6)]
    used = [column for column in reversed(columns) if column]
    return " ".join(column[::-1] if n % 2 == 0 else column for n, column in enumerate(used))
