"""How evenly sampling uses a domain's actions and outcomes."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance


@dataclass(frozen=True)
class Evenness:
    """Entropy divided by its maximum: 1 is perfectly even, 0 is always the same."""

    actions: float
    """The evenness of how often each action of the domain is in play."""
    outcomes: float
    """The evenness of an action's outcomes, averaged over the actions by how often they are in play."""
    actions_unused: int
    """Actions of the domain that were never in play."""


def evenness(domain: Domain, instances: list[Instance]) -> Evenness:
    """Measure some instances of a domain. `outcomes` cannot reach 1: some outcomes rule out most truths."""
    used: Counter[str] = Counter()
    shown: dict[str, Counter[int]] = defaultdict(Counter)
    for instance in instances:
        for action in instance.actions:
            used[action] += 1
            observed = (instance.observations or {})[action]
            for place, state in enumerate(domain.outcomes[action].states):
                if state.matches(observed):
                    shown[action][place] += 1
                    break
    total = sum(used.values())
    by_action = sum(
        used[a] / total * _entropy(counts, len(domain.outcomes[a].states)) for a, counts in sorted(shown.items())
    )
    return Evenness(_entropy(used, len(domain.outcomes)), by_action, len(set(domain.outcomes) - set(used)))


def _entropy(counts: Counter[str] | Counter[int], possible: int) -> float:
    total = sum(counts.values())
    if possible < 2 or not total:
        return 1.0
    return -sum(n / total * math.log(n / total) for n in counts.values()) / math.log(possible)
