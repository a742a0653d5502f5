"""At first sight the first action on offer is as good as any."""

from __future__ import annotations

import re
from random import Random

from boxwright.harness.players.solvers.strategy import Known

MOVES = True


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return the first action that is offered."""
    offered: str = re.findall(r"^You may choose: (.*)$", asked, re.MULTILINE)[-1]
    return offered.split(", ")[0]
