"""Two wheels; vowels turn the fast one twice."""

from __future__ import annotations

from string import ascii_uppercase

KEYS = "qwertyuiopasdfghjklzxcvbnm"


def blackbox(text: str) -> str:
    """The turns so far tell both wheels: divided by seven, the rest is the fast one."""
    turns, written = 1, []
    for letter in text:
        if letter != " ":
            slow, fast = divmod(turns, 7)
            ring = ascii_uppercase if letter.isupper() else KEYS
            written.append(ring[(ring.index(letter) + 3 * fast + 5 * slow) % 26])
            turns += 1 + (letter in "aeiouAEIOU")
        else:
            written.append(letter)
    return "".join(written)
