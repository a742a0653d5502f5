"""The sweep of a motion: every time of the domain; of a fine one, its ends, short steps and drawn times."""

from __future__ import annotations

from random import Random

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families import function_sweep
from boxwright.blackboxes.families.physics.family import TimeRules
from boxwright.blackboxes.sweep import SMALL, Steps
from boxwright.blackboxes.types import Call


def sweep(box: Box[TimeRules], rng: Random) -> Steps:
    """Ask times for as long as they are wanted."""
    domain = box.rules.domain
    if domain.steps < SMALL:
        return function_sweep.of_whole_domain(box, (domain.at(step) for step in range(domain.steps + 1)), rng)
    ends = [*range(1_000), *range(domain.steps - 1_000, domain.steps + 1)]

    def round_or_near() -> float:
        coarse = rng.randrange(0, domain.steps + 1, 10 ** rng.randint(0, domain.decimals))
        return domain.at(max(0, min(domain.steps, coarse + rng.choice((-1, 0, 1)))))

    return function_sweep.of_inputs(box, map(domain.at, ends), round_or_near, rng)


def near(box: Box[TimeRules], call: Call, rng: Random) -> Call:
    """Go some steps of the last decimal on or back."""
    domain = box.rules.domain
    step = round((call.args[0] - domain.min_t) * 10**domain.decimals)
    moved = step + rng.choice((-1, 1)) * 2 ** rng.randrange(domain.steps.bit_length() or 1)
    return Call(call.function, (domain.at(max(0, min(domain.steps, moved))),))
