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
PLAYERS = (*OPTIMAL, GREEDY)


def check_optimal(players: Collection[str], *, several: bool, unsure: bool) -> None:
    """Check that optimal play is defined for these players: one valid truth, and certain exclusion.

    Raises: BoxwrightError naming the player.
    """
    needing = [name for name in players if name.removeprefix("builtin/") in OPTIMAL]
    if unsure and needing:
        raise BoxwrightError(f"{needing[0]}: {NO_OPTIMUM}; leave it out")
    if several and needing:
        raise BoxwrightError(
            f"{needing[0]}: optimal play is defined for one valid truth, and games here have several; leave it out"
        )
