"""Probabilistic exclusion: an outcome rules a truth out only with a stated probability, and players hold beliefs.

Where a truth is valid, an action shows one of the outcomes that leave it with probability `strength`, and one of those
against it otherwise (uniformly within each kind; if there is only one kind, always that one). With strength 1 this is
the elimination game under its generative probabilities (docs/kumo/domains-and-instances.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance, game_of
from boxwright.blackboxes.reasoning.kumo.instances.sampling import (
    ATTEMPTS,
    AllMade,
    CannotBeMade,
    Sizes,
    generate,
    observe,
)
from boxwright.blackboxes.seeds import digest, stream

SURE = 0.9
"""The certificate: the minimum posterior of the valid truth after all actions."""
TINY = 1e-12
MOST_AGAIN = 1_000
"""Instances of a domain that has no others whose outcomes are drawn again."""
NO_OPTIMUM = "optimal play is not defined for instances in which exclusion is only probable (`strength`)"


def likelihood(states: Sequence[int], place: int, t: int, strength: float) -> float:
    """Return the probability that an action shows the outcome at `place` where truth `t` is valid."""
    against = sum((mask >> t) & 1 for mask in states)
    leaving = len(states) - against
    if against == 0 or leaving == 0:
        return 1.0 / len(states)
    return (1.0 - strength) / against if (states[place] >> t) & 1 else strength / leaving


def posterior(game: Game, strength: float, seen: Sequence[tuple[int, int]], refuted: Sequence[int] = ()) -> list[float]:
    """Return every truth's probability after some (action, place of its outcome), by Bayes from a uniform start.

    Truths in `refuted` (masks of one truth, not of all) have probability 0.
    """
    logs = [
        math.fsum(math.log(likelihood(game.states[a], place, t, strength)) for a, place in seen)
        for t in range(len(game.truths))
    ]
    top = max(log for t, log in enumerate(logs) if 1 << t not in refuted)
    weights = [0.0 if 1 << t in refuted else math.exp(log - top) for t, log in enumerate(logs)]
    mass = math.fsum(weights)
    return [weight / mass for weight in weights]


def draw(domain: Domain, sizes: Sizes, seed: int, strength: float) -> Iterator[Instance]:
    """Yield certified instances: with all actions taken, the valid truth has a posterior of `SURE` or more.

    Truths and actions come from certified instances; outcomes are redrawn. Raises: BoxwrightError, CannotBeMade.
    """
    if not 0.5 < strength < 1.0:
        raise BoxwrightError(f"--strength {strength}: must lie between 0.5 and 1; at 1 it is the game of elimination")
    if sizes.valid != 1:
        raise BoxwrightError("probabilistic exclusion is defined for one valid truth")
    refused, made = 0, set[str]()
    for again, instance in _over_again(generate(domain, sizes, seed)):
        game = game_of(instance)
        valid = members(game.valid)[0]
        rounds = [again] if again else []
        rng = stream("kumo/probable", domain.hash, seed, repr(strength), instance.hash or "", *rounds)
        places = [
            rng.choices(range(len(states)), [likelihood(states, i, valid, strength) for i in range(len(states))])[0]
            for states in game.states
        ]
        alike = digest(
            repr((sorted(instance.truths), sorted(zip(instance.actions, places, strict=True)), game.truths[valid]))
        )
        if alike not in made and posterior(game, strength, list(enumerate(places)))[valid] >= SURE:
            refused = 0
            made.add(alike)
            yield _shown(instance, strength, places)
        elif (refused := refused + 1) == ATTEMPTS:
            raise CannotBeMade(_no_other(domain.domain, sizes, strength, len(made)))


def _over_again(drawn: Iterator[Instance]) -> Iterator[tuple[int, Instance]]:
    """Yield the instances of a small domain over and over, which have other outcomes then, each with its round."""
    kept: list[Instance] = []
    try:
        for instance in drawn:
            if len(kept) < MOST_AGAIN:
                kept.append(instance)
            yield 0, instance
    except AllMade:
        for again in count(1):
            for instance in kept:
                yield again, instance


def _no_other(domain: str, sizes: Sizes, strength: float, made: int) -> str:
    """Return why no game comes."""
    after = f"after {plural(made, 'game')}, " if made else ""
    return (
        f"{domain}: {after}in {ATTEMPTS} draws of {sizes.truths} truths and {sizes.actions} actions no "
        f"{'other ' if made else ''}outcomes of strength {strength} make the valid truth {SURE:.0%} sure; "
        f"ask for more actions, {'fewer games, ' if made else ''}or a greater strength"
    )


def _shown(instance: Instance, strength: float, places: Sequence[int]) -> Instance:
    """Return the instance with other outcomes, given by index, and a new hash."""
    rng = stream("kumo/probable numbers", instance.hash or "", repr(strength))
    table = instance.outcomes or {}
    observations = {
        action: observe(table[action].states, place, rng)
        for action, place in zip(instance.actions, places, strict=True)
    }
    return instance.model_copy(update={"observations": observations, "strength": strength}).sealed()


def strength_of(instance: Instance) -> float:
    """Return the strength of exclusion. Raises: BoxwrightError where exclusion is certain."""
    if instance.strength is None:
        raise BoxwrightError("an instance without `strength` is a game of elimination")
    return instance.strength


def places_of(instance: Instance) -> tuple[int, ...]:
    """Return, per action, the index of the outcome that it shows."""
    table, shown = instance.outcomes or {}, instance.observations or {}
    return tuple(
        next(i for i, state in enumerate(table[action].states) if state.matches(shown[action]))
        for action in instance.actions
    )


def uncertain(instance: Instance) -> str:
    """Return why an instance misses its certificate; empty if it does not."""
    game = game_of(instance)
    chance = posterior(game, strength_of(instance), list(enumerate(places_of(instance))))[members(game.valid)[0]]
    return "" if chance >= SURE else f"all its outcomes make the valid truth {chance:.1%} sure, not {SURE:.0%}"


@dataclass(frozen=True)
class Played:
    """The result of one game."""

    actions: int
    right: bool


def play(instance: Instance, sure: float = SURE) -> Played:
    """Play greedily by Bayes: the most informative action, until a truth is `sure` or all actions are taken."""
    game, places, strength = game_of(instance), places_of(instance), strength_of(instance)
    seen: list[tuple[int, int]] = []
    belief = posterior(game, strength, seen)
    while (a := best_action(game, strength, belief, seen, sure)) is not None:
        seen.append((a, places[a]))
        belief = posterior(game, strength, seen)
    return Played(len(seen), bool((game.valid >> belief.index(max(belief))) & 1))


def best_action(
    game: Game, strength: float, belief: Sequence[float], seen: Sequence[tuple[int, int]], sure: float = SURE
) -> int | None:
    """Return the most informative action, the first among ties; None if a truth is `sure` or no action is left."""
    taken = {a for a, _ in seen}
    left = [a for a in range(len(game.actions)) if a not in taken]
    if not left or max(belief) >= sure:
        return None
    gains = [_gain(game.states[a], belief, strength) for a in left]
    return next(a for a, gain in zip(left, gains, strict=True) if gain >= max(gains) - TINY)


def _gain(states: Sequence[int], belief: Sequence[float], strength: float) -> float:
    """Return the mutual information (nats) between the valid truth and what an action shows."""
    gain = 0.0
    for place in range(len(states)):
        given = [likelihood(states, place, t, strength) for t in range(len(belief))]
        chance = math.fsum(p * q for p, q in zip(belief, given, strict=True))
        gain += math.fsum(p * q * math.log(q / chance) for p, q in zip(belief, given, strict=True) if p * q > 0.0)
    return gain
