"""Letters as numbers, from the description."""

from __future__ import annotations


def blackbox(plaintext: str) -> str:
    """Each letter becomes its place in the alphabet and a blank; the whole is stripped."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return "".join(f"{alphabet.index(c.lower()) + 1} " if c != " " else c for c in plaintext).strip(" ")
