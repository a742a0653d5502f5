"""Three steps in a row, each as a table of its own: a key, an affine map, and a fixed alphabet."""

from __future__ import annotations

from string import ascii_lowercase as alphabet

AFFINE = {c: alphabet[(3 * n + 10) % 26] for n, c in enumerate(alphabet)}
FIXED = dict(zip(alphabet, "hycsmawjqdzfubovglixtenrkp", strict=True))


def blackbox(plaintext: str) -> str:
    """Add the key LOVE, then take both tables; case and blanks stay."""
    key = iter("love" * len(plaintext))
    out = []
    for c in plaintext:
        if c != " ":
            shifted = alphabet[(alphabet.index(c.lower()) + alphabet.index(next(key))) % 26]
            new = FIXED[AFFINE[shifted]]
            c = new.upper() if c.isupper() else new
        out.append(c)
    return "".join(out)
