"""At first sight gates take the inputs in order, two by two: AND, OR, NOT in turn."""

from __future__ import annotations

import re
from random import Random

from boxwright.harness.players.solvers.strategy import Known


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return such gates' outputs."""
    bits = [int(bit) for bit in re.findall(r"^Input: (.*)$", asked, re.MULTILINE)[-1].split()]
    found = re.search(r"ANSWER: <(\d+) bits?>", introduction)
    gates = []
    for gate in range(int(found[1]) if found else 1):
        one, other = bits[gate % len(bits)], bits[(gate + 1) % len(bits)]
        gates.append((one & other, one | other, 1 - one)[gate % 3])
    return " ".join(map(str, gates))
