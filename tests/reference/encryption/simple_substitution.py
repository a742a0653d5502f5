"""One fixed alphabet for another."""

from __future__ import annotations

PLAIN = "abcdefghijklmnopqrstuvwxyz"
CIPHER = "phqgiumeaylnofdxjkrcvstzwb"
TABLE = str.maketrans(PLAIN + PLAIN.upper(), CIPHER + CIPHER.upper())


def blackbox(plaintext: str) -> str:
    """Substitute every letter; case and blanks stay."""
    return plaintext.translate(TABLE)
