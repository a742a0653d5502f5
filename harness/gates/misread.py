"""Near misses of texts: beliefs about what may be sent to a box, which its own questions may never show.

Where a box does not tell such a belief, some tests ask for the feedback on a text, as a player sends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any, Protocol, runtime_checkable

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.telling import places_beside
from boxwright.blackboxes.seeds import derive, stream
from boxwright.harness.gates.near_misses import (
    CONFIRMED,
    DRAWN,
    MOST,
    SAMPLES,
    Answerable,
    Belief,
    Domain,
    NearMiss,
    conversation_of,
    episodes_of,
    explored_of,
    joined,
    near_miss,
    not_guessed,
    plain_of,
    telling_of,
    the_most_telling,
)
from boxwright.harness.gates.small_faults import Fault

TEXTS = 4_000
"""Texts that are drawn, among which those are sought that tell."""
WIDE = 0.05
"""A belief concerns more than a few texts if it shows on a larger share."""
GUESSED = 2
"""Tests of an episode that may ask for what anybody guesses, where no other texts are asked for."""


@runtime_checkable
class Misread(Protocol):
    """A conversation about texts, of which somebody may believe what is not so."""

    def misreadings(self, samples: Sequence[Any]) -> Iterator[Sequence[Belief]]:
        """Yield beliefs of somebody who has seen these feedbacks, each as it may be planted, the best way first."""
        ...

    def texts(self, rng: Random, count: int) -> Iterator[tuple[Any, Sequence[Answerable]]]:
        """Yield telling questions that ask for the feedback on a text, each as it is asked in several sessions.

        Raises: BadOutput, SandboxError.
        """
        ...


@runtime_checkable
class Restated(Protocol):
    """A test sample that may ask for just what comes back for a text."""

    def as_feedback(self) -> Answerable | None:
        """Return that text with its feedback; None where it asks for something else."""
        ...


def misread(box: Box[Any], seed: int, most: int) -> list[NearMiss]:
    """Return up to `most` beliefs about texts that are near misses; none where nobody can hold any.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    conversation = conversation_of(box, derive(seed, "misread"))
    if not isinstance(conversation, Misread):
        return []
    explored = explored_of(box, derive(seed, "misread", "explored"), DRAWN)
    domain = Domain(
        restated(plain_of(box, derive(seed, "misread"), DRAWN)),
        explored,
        cache(lambda: restated(plain_of(box, derive(seed, "misread", "confirmed"), CONFIRMED))),
        cache(lambda: explored_of(box, derive(seed, "misread", "explored", "confirmed"), CONFIRMED)),
    )
    episodes = [restated(samples) for samples in episodes_of(box, seed)]
    beliefs = list(conversation.misreadings(explored))
    stream(seed, box.id, "misread").shuffle(beliefs)
    found = (_planted(box, ways, domain, episodes) for ways in beliefs)
    return list(islice(chain.from_iterable(found), most))


def _planted(
    box: Box[Any], ways: Sequence[Belief], domain: Domain, episodes: Sequence[Sequence[Any]]
) -> Iterator[NearMiss]:
    """Yield a belief in the first way of planting it that makes a near miss. Raises: SandboxUnavailable."""
    tried = chain.from_iterable(near_miss(box, belief, domain, episodes) for belief in ways)
    yield from islice(tried, 1)


def telling_texts(box: Box[Any], seed: int, seldom: Sequence[NearMiss], own: int) -> list[list[Any]]:
    """Return groups of texts so that the feedback on one of each tells beliefs that other tests seldom tell.

    `own` is the number of a box's own groups of telling questions, which leave a third place for texts or do not.
    What anybody guesses is asked for only where nothing else tells a belief that concerns more than a few texts, and in
    one test of an episode, or constant answers would earn too much; in two, where no other texts are asked for.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    conversation = conversation_of(box, derive(seed, "misread"))
    if not seldom or not isinstance(conversation, Misread):
        return []
    texts = list(conversation.texts(stream(seed, box.id, "texts"), TEXTS))
    tell = [telling_of(box, miss, texts) for miss in seldom]
    faults, beliefs, guessed = [], [], []
    for miss, told in zip(seldom, tell, strict=True):
        unguessed = not_guessed(told, texts)
        if isinstance(miss.fault, Fault):
            faults.append(unguessed or told)
        elif unguessed:
            beliefs.append(unguessed)
        elif miss.shows > WIDE:
            guessed.append(told)
    places = places_beside(SAMPLES, own)
    groups = _in_places(faults, places, tell)
    groups += _in_places(beliefs, max(1, places - len(groups) - any(guessed)), tell)
    groups += _in_places(guessed, 1 if groups else GUESSED, tell)
    return [[texts[number][0] for number in group] for group in groups]


def _in_places(groups: list[frozenset[int]], places: int, tell: Sequence[frozenset[int]]) -> list[list[int]]:
    """Return groups of texts, for so many places at most, so that one of each tells the near misses.

    Texts that stand alone in their groups share one, and many texts share the places where no few tell all.
    """
    joint = joined(list(filter(None, groups)), 1)
    alone = frozenset[int]().union(*(group for group in joint if len(group) == 1))
    few = set(filter(None, [alone, *(group for group in joint if len(group) > 1)]))
    if len(few) <= places:
        return [the_most_telling(group, tell) for group in sorted(few, key=sorted)]
    together = the_most_telling(frozenset().union(*few), tell, MOST * places)
    return [together[place::places] for place in range(places)]


def restated(samples: Iterable[Any]) -> list[Any]:
    """Return samples, each as a text with its feedback where it asks for just that."""
    return [(sample.as_feedback() if isinstance(sample, Restated) else None) or sample for sample in samples]
