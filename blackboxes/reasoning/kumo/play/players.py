"""The builtin players of KUMO, and what they can play."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import NO_OPTIMUM

OPTIMAL: Mapping[str, str] = {
    "optimal": "elimination",
    "optimal-elimination": "elimination",
    "optimal-paper": "paper",
    "optimal-informed": "informed",
}
"""Players and the semantics under which they are optimal."""
GREEDY = "greedy"
LIST_ORDER = "list-order"
"""Takes the actions as they are listed until one answer is left: shows whether a list's order tells the answer."""
NO_ACTION = "no-action"
"""Predicts, at once, the truths that fewest outcomes rule out: shows what a table tells before any action."""
PLAYERS = (*OPTIMAL, GREEDY, LIST_ORDER, NO_ACTION)


def check_certain(players: Collection[str]) -> None:
    """Check that no player plays optimally, which needs certain exclusion. Raises: BoxwrightError naming the player."""
    needing = [name for name in players if name.removeprefix("builtin/") in OPTIMAL]
    if needing:
        raise BoxwrightError(f"{needing[0]}: {NO_OPTIMUM}; leave it out")
