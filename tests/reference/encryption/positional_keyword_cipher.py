"""A keyword in a ring of 52 letters."""

from __future__ import annotations

RING = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def blackbox(plaintext: str) -> str:
    """Add the keyword Jackal letter by letter; blanks stay and do not count."""
    parts, used = [], 0
    for word in plaintext.split(" "):
        keys = ("Jackal" * 20)[used : used + len(word)]
        parts.append("".join(RING[(RING.index(c) + RING.index(k)) % 52] for c, k in zip(word, keys, strict=True)))
        used += len(word)
    return " ".join(parts)
