"""What each action of a game told, in bits.

The truths that are left are equally likely, and so are, for each truth, the outcomes that do not rule it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.types import Gain


def gains(game: Game, taken: Sequence[int]) -> list[Gain]:
    """Return what the actions told, in their order; the game's own outcomes are shown, and one truth is valid."""
    assert game.revealed is not None
    found, alive, before = [], game.everything, set[int]()
    for action in taken:
        open_actions = [a for a in range(len(game.actions)) if a not in before]
        most = max((information(game, a, alive) for a in open_actions), default=0.0)
        expected = 0.0 if action in before else information(game, action, alive)
        left = alive & ~game.revealed[action]
        found.append(Gain(log2(alive.bit_count() / left.bit_count()), expected, most))
        alive = left
        before.add(action)
    return found


def information(game: Game, action: int, alive: int) -> float:
    """Return the mutual information, in bits, of an action's outcome and the truth, of those that are left."""
    truths, states = members(alive), game.states[action]
    possible = {t: [s for s, out in enumerate(states) if not out >> t & 1] for t in truths}
    share = [sum(1 / len(possible[t]) for t in truths if s in possible[t]) / len(truths) for s in range(len(states))]
    each = (log2(1 / len(possible[t]) / share[s]) / len(possible[t]) for t in truths for s in possible[t])
    return max(0.0, sum(each) / len(truths))
