"""Near misses of texts: beliefs about what may be sent to a box, which its own questions may never show.

Where a box does not tell such a belief, some tests ask for the feedback on a text, as a player sends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice, zip_longest
from random import Random
from typing import Any, Protocol, runtime_checkable

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive, stream
from boxwright.harness.gates.near_misses import (
    CONFIRMED,
    DRAWN,
    MOST,
    Answerable,
    Belief,
    Domain,
    NearMiss,
    conversation_of,
    episodes_of,
    explored_of,
    grouped,
    near_miss,
    not_guessed,
    plain_of,
    telling_of,
)

TEXTS = 4_000
"""Texts that are drawn, among which those are sought that tell."""
WIDE = 0.03
"""A belief concerns more than a few texts if it shows on a larger share."""
PLACES = 2
"""Tests of an episode of eight that may ask for the feedback on a text."""


@runtime_checkable
class Misread(Protocol):
    """A conversation about texts, of which somebody may believe what is not so."""

    def misreadings(self, samples: Sequence[Any]) -> Iterator[Belief]:
        """Yield beliefs of somebody who has seen these feedbacks."""
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
    return list(islice(chain.from_iterable(near_miss(box, belief, domain, episodes) for belief in beliefs), most))


def telling_texts(box: Box[Any], seed: int, seldom: Sequence[NearMiss]) -> list[list[Any]]:
    """Return groups of texts so that the feedback on one of each tells beliefs that other tests seldom tell.

    What anybody guesses is asked for only where nothing else tells a belief that concerns more than a few texts, and in
    one group together: one test of an episode, or constant answers would earn too much.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    conversation = conversation_of(box, derive(seed, "misread"))
    if not seldom or not isinstance(conversation, Misread):
        return []
    texts = list(conversation.texts(stream(seed, box.id, "texts"), TEXTS))
    tell = []
    for miss in seldom:
        told = telling_of(box, miss, texts)
        tell.append(told if not_guessed(told, texts) or miss.shows > WIDE else frozenset())
    free, guessed = grouped(tell, texts, PLACES)
    together = dict.fromkeys(
        number for turn in zip_longest(*map(sorted, guessed)) for number in turn if number is not None
    )
    groups = [*map(sorted, free), *([list(together)] if together else [])]
    return [[texts[number][0] for number in group[:MOST]] for group in groups]


def restated(samples: Iterable[Any]) -> list[Any]:
    """Return samples, each as a text with its feedback where it asks for just that."""
    return [(sample.as_feedback() if isinstance(sample, Restated) else None) or sample for sample in samples]
