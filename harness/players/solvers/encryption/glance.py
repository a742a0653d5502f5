"""At first sight a cipher moves every letter to the next one."""

from __future__ import annotations

import re
from random import Random

from boxwright.blackboxes.replies import quoted
from boxwright.harness.players.solvers.strategy import Known


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return the plaintext with every letter moved by one."""
    text = quoted(re.findall(r"^Plaintext: (.*)$", asked, re.MULTILINE)[-1])
    return "".join(_next(character) for character in text).strip() or "a"


def _next(character: str) -> str:
    first = "a" if character.islower() else "A"
    return chr((ord(character) - ord(first) + 1) % 26 + ord(first)) if character.isalpha() else character
