"""Whether an instance needs so many expected actions: any bound that settles it will do."""

from __future__ import annotations

from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.optimal.solver import SLACK, SLICE, Semantics, Solver


def needs_at_least(game: Game, semantics: Semantics, least: float, most_states: int) -> bool | None:
    """Say whether optimal play needs `least` expected actions or more; None where `most_states` do not settle it.

    Raises: FaultyGame under `informed` where no truth could be the answer.
    """
    if least <= 0:
        return True
    if least > len(game.actions):
        return False
    solver = Solver(game, semantics)
    allowed = min(SLICE, most_states)
    while True:
        value = solver.value(most_states=allowed, interval=allowed == most_states)
        if value.lower >= least - SLACK:
            return True
        if value.exact or value.upper < least - SLACK:
            return False
        if allowed == most_states:
            return None
        allowed = min(10 * allowed, most_states)
