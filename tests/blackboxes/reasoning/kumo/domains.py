"""A domain for tests, drawn from a seed: sound, large enough for 12/16, with words and numbers."""

from __future__ import annotations

import random

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults


def drawn_domain(seed: int = 1, truths: int = 20, actions: int = 20) -> Domain:
    """Return a domain whose outcomes rule out some truths each, none of them in every outcome of an action."""
    draw = random.Random(seed)
    names = [f"fault {chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(truths)]
    table = {}
    for a in range(actions):
        number = a % 3 == 2
        outs: list[list[str]] = [[] for _ in range(draw.randint(2, 4))]
        for truth in names:
            if draw.random() < 0.5:
                outs[draw.randrange(len(outs))].append(truth)
        states = [
            OutcomeState(value=[float(10 * i), float(10 * i + 10)] if number else f"sign {i} of {a}", rules_out=out)
            for i, out in enumerate(outs)
        ]
        table[f"{'Measure' if number else 'Look at'} part {a}"] = Outcomes(
            type="float" if number else "str", states=states
        )
    domain = Domain(domain="bicycle", truths=names, actions=list(table), outcomes=table)
    assert not [fault for fault in find_faults(domain) if fault.blocking]
    return domain
