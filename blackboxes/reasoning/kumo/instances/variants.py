"""Counterfactual variants of domains, in which every truth takes the role of another."""

from __future__ import annotations

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Outcomes
from boxwright.blackboxes.seeds import stream


def counterfactual(domain: Domain, seed: int) -> Domain:
    """Return the domain with its truths permuted by one random cycle, so that none keeps its role."""
    order = list(dict.fromkeys(domain.truths))
    stream("counterfactual", domain.hash, seed).shuffle(order)
    part = dict(zip(order, [*order[1:], *order[:1]], strict=True))
    table = {
        action: Outcomes(
            type=outcomes.type,
            states=[
                state.model_copy(update={"rules_out": [part.get(truth, truth) for truth in state.rules_out]})
                for state in outcomes.states
            ],
        )
        for action, outcomes in domain.outcomes.items()
    }
    return domain.model_copy(update={"domain": f"{domain.domain}_counterfactual", "outcomes": table})
