"""How evenly and how fast instances are drawn, by our generator and by those that it is compared with."""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.balance import balanced, evened
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.leaks import ListOrder, guessed, list_order
from boxwright.blackboxes.reasoning.kumo.instances.rejection import by_rejection
from boxwright.blackboxes.reasoning.kumo.instances.sampling import AllMade, Sizes, generate, up_to

GENERATORS: Mapping[str, Callable[[Domain, Sizes, int], Iterator[Instance]]] = {
    "rejection": by_rejection,
    "plain SAT": lambda domain, sizes, seed: generate(domain, sizes, seed, randomised=False),
    "randomised SAT": generate,
    "even": lambda domain, sizes, seed: evened(generate(domain, sizes, seed), seed),
    "balanced": lambda domain, sizes, seed: balanced(generate(domain, sizes, seed), seed),
}
"""What is compared: each yields instances of a domain, a size and a seed."""


@dataclass(frozen=True)
class Evenness:
    """Entropy divided by its maximum: 1 is perfectly even, 0 is always the same."""

    actions: float
    """The evenness of how often each action of the domain is in play."""
    outcomes: float
    """The evenness of an action's outcomes, averaged over the actions by how often they are in play."""
    actions_unused: int
    """Actions of the domain that were never in play."""


@dataclass(frozen=True)
class Compared:
    """One generator on one domain."""

    instances: int
    """How many were measured; a small domain may have fewer than were asked for."""
    even: Evenness
    seconds: float
    """CPU time per instance."""
    guess: float
    """How often the truth that fewest outcomes rule out is the valid one."""
    order: ListOrder


def compared(domain: Domain, generator: str, sizes: Sizes, seed: int, count: int) -> Compared:
    """Measure one of GENERATORS on some instances, or on all of a small domain. Raises: CannotBeMade."""
    began = time.process_time()
    made = up_to(GENERATORS[generator](domain, sizes, seed), count, AllMade)
    seconds = (time.process_time() - began) / len(made)
    return Compared(
        len(made), evenness(domain, made), seconds, fmean(guessed(game_of(one)) for one in made), list_order(made)
    )


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
