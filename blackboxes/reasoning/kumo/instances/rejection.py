"""Rejection sampling, the generator that SAT replaces.

Everything is drawn uniformly, and what is not certified is thrown away, so every certified game is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.certify import Choice, certify
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import (
    CannotBeMade,
    Sizes,
    check_sizes,
    room,
    written_down,
)
from boxwright.blackboxes.seeds import stream

MOST_DRAWN = 1_000_000
"""Draws for one instance."""


def by_rejection(domain: Domain, sizes: Sizes, seed: int) -> Iterator[Instance]:
    """Yield instances endlessly, the same ones for the same domain, sizes and seed.

    Truths, valid truths, actions, and one unambiguous outcome per action are uniform; the draw is kept if it is
    certified. Raises: CannotBeMade after too many draws.
    """
    check_sizes(domain, sizes)
    truths, source = sorted(set(domain.truths)), domain.hash
    tables = {action: domain.outcomes[action].states for action in set(domain.actions) & set(domain.outcomes)}
    rules_out = {action: [frozenset(state.rules_out) for state in states] for action, states in tables.items()}
    places = {a: [i for i in range(len(states)) if room(states, i)] for a, states in tables.items()}
    usable = sorted(action for action in places if places[action])
    if len(usable) < sizes.actions:
        raise CannotBeMade(f"{domain.domain}: only {len(usable)} actions have an unambiguous outcome; ask for fewer")
    for index in count():
        draw = stream("kumo/rejection", source, sizes.truths, sizes.actions, sizes.valid, seed, index)
        for _ in range(MOST_DRAWN):
            drawn = draw.sample(truths, sizes.truths)
            valid = drawn[: sizes.valid]
            chosen = {action: draw.choice(places[action]) for action in draw.sample(usable, sizes.actions)}
            out = frozenset().union(*(rules_out[action][place] for action, place in chosen.items()))
            if not out.isdisjoint(valid) or not out.issuperset(drawn[sizes.valid :]):
                continue
            draw.shuffle(drawn)
            found = Choice(drawn, valid, chosen)
            if not certify(domain, found):
                yield written_down(domain, source, found, index, stream("kumo/numbers", "rejection", seed, index))
                break
        else:
            raise CannotBeMade(
                f"{domain.domain}: no instance of {sizes.truths} truths and {sizes.actions} actions in {MOST_DRAWN:,} "
                "draws; rejection sampling is too slow here"
            )
