"""At first sight words promise something, or the opponent's last move is answered; else one action is kept."""

from __future__ import annotations

import re
from random import Random

from boxwright.blackboxes.families.game.first_sight import moves
from boxwright.blackboxes.seeds import stream
from boxwright.harness.players.solvers.strategy import Known

MOVES = True
_SITUATION = re.compile(r"^Move \d+\. ", re.MULTILINE)


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return what is played at first sight.

    Where nothing helps to choose, or several help as much, that is the first on offer in an order of all actions that
    is drawn for the setting: their order in a list is luck.
    """
    view, _, choices = _SITUATION.split(asked)[-1].partition("\nYou may choose: ")
    offered = choices.splitlines()[0].split(", ")
    drawn = sorted(offered, key=lambda action: stream(known.seed, introduction, action).random())
    return next(moves(known.public, view, drawn), drawn[0])
