"""At first sight a cipher is the one that textbooks begin with: Caesar's, which moves every letter by three."""

from __future__ import annotations

import re
from random import Random

from boxwright.blackboxes.clear import quoted
from boxwright.harness.players.solvers.strategy import Known

SHIFT = 3


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return the plaintext with every letter moved by three."""
    text = quoted(re.findall(r"^Plaintext: (.*)$", asked, re.MULTILINE)[-1])
    return "".join(_moved(character) for character in text).strip() or "a"


def _moved(character: str) -> str:
    first = "a" if character.islower() else "A"
    return chr((ord(character) - ord(first) + SHIFT) % 26 + ord(first)) if character.isalpha() else character
