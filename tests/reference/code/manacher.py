"""Radii of palindromes: what is known beforehand from the mirror, and what is found by comparing."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, s: str) -> None:
    """Each radius is looked up by brute force; only the mirrored beginning follows Manacher."""
    a = "#" + "".join(c + "#" for c in s)
    t = [0] * len(a)
    num = r = 0
    for i in range(len(a)):
        start = min(r - i, t[2 * num - i]) if i < r else 0
        checkpoint(1, i=i, start=start)
        radius = max(k for k in range(len(a)) if i - k >= 0 and i + k < len(a) and is_palindrome(a[i - k : i + k + 1]))
        for found in range(start + 1, radius + 1):
            t[i] = found
            checkpoint(2, i=i, t=list(t))
        t[i] = radius
        if i + radius > r:
            num, r = i, i + radius
        checkpoint(3, i=i, num=num, r=r)
    for i in range(len(a)):
        ll = max(t[: i + 1])
        checkpoint(4, i=i, ll=ll, center=t.index(ll) if ll else 0)


def is_palindrome(text: str) -> bool:
    """Whether it reads the same from its end."""
    return text == text[::-1]
