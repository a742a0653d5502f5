"""Probabilistic exclusion: an outcome rules a truth out with a stated probability, and the rest is belief.

Where a truth is valid, an action shows one of the outcomes that leave it with probability `strength`, and one of those
that speak against it otherwise (each as likely as its fellows; where only one kind is there, always that). With
strength 1 it is the game of elimination under its generative probabilities (docs/kumo.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from blackboxes.faults import BoxwrightError
from blackboxes.kumo.books import template_book
from blackboxes.kumo.domain import Domain
from blackboxes.kumo.game import Game, members
from blackboxes.kumo.instance import Instance, game_of
from blackboxes.kumo.sampling import ATTEMPTS, CannotBeMade, Sizes, generate, number_between, room
from blackboxes.prompts import load_prompt
from blackboxes.seeds import stream

SURE = 0.9
"""The certificate: the posterior of the valid truth when all actions have been taken."""
TINY = 1e-12


@dataclass(frozen=True)
class Probable:
    """One game: an instance's truths and actions, and the place of the outcome that each action shows."""

    instance: Instance
    strength: float
    valid: int
    """The place of the valid truth."""
    shown: tuple[int, ...]
    """Per action the place of its outcome; the instance's own observations do not count."""


def likelihood(states: Sequence[int], place: int, t: int, strength: float) -> float:
    """Return the probability that an action shows the outcome at `place` where truth `t` is valid."""
    against = sum((mask >> t) & 1 for mask in states)
    leaving = len(states) - against
    if against == 0 or leaving == 0:
        return 1.0 / len(states)
    return (1.0 - strength) / against if (states[place] >> t) & 1 else strength / leaving


def posterior(game: Game, strength: float, seen: Sequence[tuple[int, int]]) -> list[float]:
    """Return every truth's probability after some (action, place of its outcome), by Bayes from a uniform start."""
    weights = [
        math.prod(likelihood(game.states[a], place, t, strength) for a, place in seen) for t in range(len(game.truths))
    ]
    mass = math.fsum(weights)
    return [weight / mass for weight in weights]


def draw(domain: Domain, sizes: Sizes, seed: int, strength: float) -> Iterator[Probable]:
    """Yield certified games: with all actions taken, the valid truth has a posterior of `SURE` or more.

    Truths and actions are those of certified instances; outcomes are drawn anew. Raises: BoxwrightError, CannotBeMade.
    """
    if not 0.5 < strength < 1.0:
        raise BoxwrightError(f"--strength {strength:g}: must lie between 0.5 and 1; at 1 it is the game of elimination")
    if sizes.valid != 1:
        raise BoxwrightError("probabilistic exclusion is defined for one valid truth")
    refused = 0
    for instance in generate(domain, sizes, seed):
        game = game_of(instance)
        valid = members(game.valid)[0]
        rng = stream("kumo/probable", domain.hash, seed, repr(strength), instance.hash or "")
        shown = tuple(
            rng.choices(range(len(states)), [likelihood(states, i, valid, strength) for i in range(len(states))])[0]
            for states in game.states
        )
        if posterior(game, strength, list(enumerate(shown)))[valid] >= SURE:
            refused = 0
            yield Probable(instance, strength, valid, shown)
        elif (refused := refused + 1) == ATTEMPTS:
            raise CannotBeMade(
                f"{domain.domain}: in {ATTEMPTS} draws of {sizes.truths} truths and {sizes.actions} actions no "
                f"outcomes of strength {strength:g} make the valid truth {SURE:.0%} sure; ask for more actions, or a "
                "greater strength"
            )


def book(game: Probable, language: str = "en") -> str:
    """Return the knowledge book: what the strength means, then the instance's book by rule. Raises: FaultyBook."""
    said = load_prompt("kumo/probable").render(f"opening_{language}", percent=f"{100 * game.strength:g}")
    return f"{said.strip()}\n\n{template_book(game.instance, language)}"


def observations(game: Probable) -> dict[str, str | float]:
    """Return what every action shows; the same each time."""
    rng = stream("kumo/probable numbers", game.instance.hash or "", repr(game.strength))
    found: dict[str, str | float] = {}
    for action, place in zip(game.instance.actions, game.shown, strict=True):
        states = (game.instance.outcomes or {})[action].states
        value = states[place].value
        found[action] = value if isinstance(value, str) else number_between(*rng.choice(room(states, place)), rng)
    return found


@dataclass(frozen=True)
class Played:
    """How one game went."""

    actions: int
    right: bool


def play(game: Probable, sure: float = SURE) -> Played:
    """Play greedily by Bayes: the action that tells most, until a truth is `sure` or all actions are taken."""
    rules = game_of(game.instance)
    seen: list[tuple[int, int]] = []
    left = list(range(len(rules.actions)))
    belief = posterior(rules, game.strength, seen)
    while left and max(belief) < sure:
        gains = [_gain(rules.states[a], belief, game.strength) for a in left]
        best = next(a for a, gain in zip(left, gains, strict=True) if gain >= max(gains) - TINY)
        left.remove(best)
        seen.append((best, game.shown[best]))
        belief = posterior(rules, game.strength, seen)
    return Played(len(seen), belief.index(max(belief)) == game.valid)


def _gain(states: Sequence[int], belief: Sequence[float], strength: float) -> float:
    """Return the mutual information (nats) between the valid truth and what an action shows."""
    gain = 0.0
    for place in range(len(states)):
        given = [likelihood(states, place, t, strength) for t in range(len(belief))]
        chance = math.fsum(p * q for p, q in zip(belief, given, strict=True))
        gain += math.fsum(p * q * math.log(q / chance) for p, q in zip(belief, given, strict=True) if p * q > 0.0)
    return gain
