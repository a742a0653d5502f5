"""Near misses: boxes with one small fault, played as if by somebody who found almost the right rule.

A fault that shows on more than 2 % of the domain should cost points: a box whose tests cannot tell such a near miss
from the truth within three episodes is named by gate 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Any, Protocol, runtime_checkable

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call, Plan
from boxwright.harness.gates.small_faults import Fault, faulty, faulty_otherwise
from boxwright.sandbox import Limits, Reply, SandboxError, values

EPISODES = 3
SAMPLES = 8
"""Test samples of each of the episodes."""
SHOWS = 0.02
"""The share of the domain on which a fault must show to be a near miss."""
BORDERLINE = 0.005
"""A share up to SHOWS, but above this, is measured on more samples: a fault on 2.5 % may seldom show by luck."""
ALMOST_ALL = 0.98
"""A change that shows on more of the domain is another rule, not a near miss."""
DRAWN = 150
"""Plain samples on which the share is measured ..."""
MORE = 450
"""... and so many more among which questions are sought that tell a near miss."""
CONFIRMED = 1_500
"""Other plain samples on which the share is measured again where no test told: it may have been luck."""
RARE = 4_800
"""So many questions are compared where the box draws what is asked."""
SURE = 2
"""In so many of the episodes a near miss must be told, or questions are sought that tell it."""
LUCK = 0.01
"""So it is for one that drawn samples would miss with this chance, whoever told it."""
FEWEST, MOST = 4, 16
"""Questions of a group: as long as there are so many, one group serves several near misses; no more are kept."""

WORK = 30_000
"""Near misses that are played by are tried as long as they take no more calls of boxes; one at least."""
QUICK = Limits(load_seconds=2.0, call_seconds=0.5)
"""The limits of a session of a near miss: one that takes longer is none."""


@runtime_checkable
class Answerable(Protocol):
    """A test sample that another box can answer."""

    question: Any
    call: Call
    """What the box is asked."""

    def is_answered(self, reply: Reply) -> bool | None:
        """Whether another box's reply to the call counts as right; None where that box was not asked the same."""
        ...


class Belief(Protocol):
    """A rule that is almost a box's."""

    @property
    def told(self) -> str:
        """What is other."""
        ...

    @property
    def source(self) -> str:
        """The module that behaves so."""
        ...


Samples = Callable[[], Sequence[Answerable]]
"""Draws samples once they are wanted."""


@runtime_checkable
class Guessable(Protocol):
    """A test sample that knows whether somebody who asked nothing would think of its answer."""

    guessable: bool


@runtime_checkable
class Believed(Protocol):
    """A test sample that is answered by playing: what another box says is a rule to play by."""

    work: int
    """About how many calls of the other box that takes."""
    exact: bool
    """Whether that is over all that can happen: who loses nothing then, no test of this box can tell."""

    def believed(self, other: Box[Any]) -> float:
        """Return the score, in [0, 1], of a player who takes another box's rule for this one's.

        Raises: BadOutput, SandboxError.
        """
        ...


@runtime_checkable
class Plain(Protocol):
    """A conversation that can ask without any choice of what it asks."""

    def plain_samples(self, rng: Random, count: int) -> Iterator[Answerable]:
        """Yield samples as the domain has them. Raises: BadOutput, SandboxError."""
        ...


@runtime_checkable
class Explored(Protocol):
    """A conversation whose box may show in feedback what it does not ask about, and what it asks hangs on the turns."""

    def wander(self, rng: Random, number: int) -> None:
        """Send some queries, as a player without a plan does; how many, hangs on the episode's number.

        Raises: as plain_samples.
        """
        ...

    def explorations(self, rng: Random, count: int) -> Iterator[Answerable]:
        """Yield queries with the feedback on them, as a player without a plan sends them. Raises: as plain_samples."""
        ...


@runtime_checkable
class Candidates(Protocol):
    """A conversation whose box draws what is asked, in a session with a state: a telling question tells in any."""

    def candidates(self, rng: Random, count: int) -> Iterator[tuple[Any, Sequence[Answerable]]]:
        """Yield questions, each as it is asked in several sessions. Raises: BadOutput, SandboxError."""
        ...


@dataclass(frozen=True)
class NearMiss:
    """One fault, and what it costs a player who believes it."""

    fault: Belief
    shows: float
    """The share of plain samples that it answers wrongly."""
    scores: tuple[float, ...]
    """The score of its answers in each episode, in [0, 1]."""
    exact: bool = False
    """Whether the scores are over all that can happen."""
    asked: bool = True
    """Whether it shows on what is asked; else only in feedback."""

    @property
    def told(self) -> bool:
        """Whether the tests tell it from the truth within the episodes."""
        return min(self.scores) < 1.0

    @property
    def costless(self) -> bool:
        """Whether who believes it does as well as who knows the truth, whatever happens."""
        return self.exact and not self.told

    @property
    def untold(self) -> bool:
        """Whether it can cost points, and the tests do not tell it."""
        return not self.told and not self.exact

    @property
    def surely(self) -> bool:
        """Whether they tell it in most of the episodes."""
        return sum(score < 1.0 for score in self.scores) >= SURE

    @property
    def by_luck(self) -> bool:
        """Whether samples that are asked as they are drawn may well miss it in all episodes."""
        return self.asked and (1 - self.shows) ** (EPISODES * SAMPLES) > LUCK

    @property
    def words(self) -> str:
        """Where the fault is, what it changes, and whether that is seen in feedback alone."""
        return self.fault.told if self.asked else f"{self.fault.told} (in feedback alone)"


@dataclass(frozen=True)
class Domain:
    """Samples of what a box can be asked, on which the share is measured that a fault shows on."""

    plain: Sequence[Answerable]
    explored: Sequence[Answerable]
    """Feedback, where a box may show in it what it does not ask about."""
    many: Samples
    more: Samples
    """Further samples of either kind, for shares that may be luck."""


def near_misses(box: Box[Any], seed: int, most: int) -> list[NearMiss]:
    """Return up to `most` near misses of a box, in an order that is drawn; none where samples are not answerable.

    One that no test tells must show on more than 2 % of many other samples, too. Where a box gives feedback on what it
    does not ask about, a fault that shows on so much of the feedback is one as well.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    plain = plain_of(box, derive(seed, "near miss"), DRAWN)
    if not plain:
        return []
    episodes = episodes_of(box, seed)
    believed = [sample for sample in episodes[0] if isinstance(sample, Believed)]
    work, exact = sum(sample.work for sample in believed), bool(believed) and all(sample.exact for sample in believed)
    most = min(most, max(1, WORK // work)) if work else most
    domain = Domain(
        plain,
        explored_of(box, derive(seed, "near miss", "explored"), DRAWN),
        cache(lambda: plain_of(box, derive(seed, "near miss", "confirmed"), CONFIRMED)),
        cache(lambda: explored_of(box, derive(seed, "near miss", "explored", "confirmed"), CONFIRMED)),
    )
    found: list[NearMiss] = []
    for fault in _ordered(box, seed, found):
        if len(found) == most:
            break
        found += near_miss(box, fault, domain, episodes, exact)
    return found


def near_miss(
    box: Box[Any], fault: Belief, domain: Domain, episodes: Sequence[Sequence[Any]], exact: bool = False
) -> Iterator[NearMiss]:
    """Yield a fault if it is a near miss, with its scores in the episodes. Raises: SandboxUnavailable."""
    with _faulty_box(box, fault.source) as other:
        if (wrong := _wrong(other, domain.plain)) is None:
            return
        shows = _near(other, len(wrong) / len(domain.plain), domain.many)
        asked = shows is not None
        if not asked and domain.explored:
            shows = _shows(other, domain.explored, domain.more)
        if shows is None:
            return
        with suppress(BadOutput, SandboxError):  # it fails elsewhere: nobody takes it for the rule
            miss = NearMiss(fault, shows, _scores(other, episodes), exact, asked)
            if not miss.told:
                shows = _shows(other, domain.many() if asked else domain.more())
            if shows is not None:
                yield replace(miss, shows=shows)


def _ordered(box: Box[Any], seed: int, found: Sequence[NearMiss]) -> Iterator[Fault]:
    """Yield the small faults in a drawn order, and those of further kinds only where nothing has been `found` by then.

    Their texts are written when they are tried: most of a long module's never are.
    """
    for faults in (faulty, faulty_otherwise):
        if not found:
            listed = list(faults(box.source))
            stream(seed, box.id, "faults").shuffle(listed)
            yield from listed


def _shows(other: Box[Any], samples: Sequence[Answerable], more: Samples | None = None) -> float | None:
    """Return the share of samples that a box answers wrongly, of `more` of them in doubt; None for no near miss."""
    wrong = _wrong(other, samples)
    return None if wrong is None else _near(other, len(wrong) / len(samples), more)


def _near(other: Box[Any], share: float, more: Samples | None) -> float | None:
    """Return a share that makes a near miss, in doubt the one of more samples; None for any other."""
    if more and BORDERLINE < share <= SHOWS:
        return _shows(other, more())
    return share if SHOWS < share < ALMOST_ALL else None


def telling(box: Box[Any], seed: int, seldom: Sequence[NearMiss]) -> list[list[Any]]:
    """Return groups of questions so that one of each tells near misses that tests drawn otherwise seldom tell.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    if not seldom or not box.family.chooses_questions:
        return []
    candidates, enough = _candidates(box, derive(seed, "near miss"))
    tell = [telling_of(box, miss, candidates) for miss in seldom]
    if not enough:
        tell = _many(box, derive(seed, "near miss", "further"), seldom, candidates, tell)
    if enough:
        free, guessed = grouped(tell, candidates, enough)
        groups = [the_most_telling(group, tell) for group in [*free, *guessed]]
    else:
        joint = joined([not_guessed(told, candidates) or told for told in tell if told], 0)
        groups = [sorted(group)[:MOST] for group in joint]
    return [[candidates[number][0] for number in group] for group in groups]


def _many(
    box: Box[Any],
    seed: int,
    seldom: Sequence[NearMiss],
    candidates: list[tuple[Any, Sequence[Answerable]]],
    tell: list[frozenset[int]],
) -> list[frozenset[int]]:
    """Return the candidates that tell each near miss, with further ones where few do: each episode asks another.

    The further ones are added to the candidates. Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    few = {n for n, told in enumerate(tell) if 0 < len(not_guessed(told, candidates) or told) < FEWEST}
    if not few:
        return tell
    place = len(candidates)
    further = [(sample.question, [sample]) for sample in plain_of(box, seed, RARE)]
    candidates += further
    found = {n: frozenset(place + number for number in telling_of(box, seldom[n], further)) for n in few}
    return [told | found.get(n, frozenset()) for n, told in enumerate(tell)]


def the_most_telling(group: Iterable[int], tell: Sequence[frozenset[int]], most: int = MOST) -> list[int]:
    """Return the candidates of a group that are kept: each tells as many near misses as it can that others seldom tell.

    A question is asked for more than what its group is for.
    """
    told_by = {number: [miss for miss, told in enumerate(tell) if number in told] for number in sorted(group)}
    times: Counter[int] = Counter()
    kept: list[int] = []
    while told_by and len(kept) < most:
        best = max(told_by, key=lambda number: sum(2.0 ** -times[miss] for miss in told_by[number]))
        times.update(told_by.pop(best))
        kept.append(best)
    return kept


def _candidates(box: Box[Any], seed: int) -> tuple[list[tuple[Any, Sequence[Answerable]]], int]:
    """Return questions among which telling ones are sought, with the samples that ask each, and how few groups do."""
    conversation = conversation_of(box, seed)
    if isinstance(conversation, Candidates):
        return list(conversation.candidates(stream(seed, box.id), RARE)), SAMPLES * 3 // 4
    return [(sample.question, [sample]) for sample in plain_of(box, seed, DRAWN + MORE)], 0


def telling_of(box: Box[Any], miss: NearMiss, candidates: Sequence[tuple[Any, Sequence[Answerable]]]) -> frozenset[int]:
    """Return the numbers of the candidates that a near miss answers wrongly in most of the ways they are asked in.

    Raises: SandboxUnavailable.
    """
    ways = list(zip(*(asked for _, asked in candidates), strict=True))
    with _faulty_box(box, miss.fault.source) as other:
        wrong = Counter(number for asked in ways for number in _wrong(other, asked) or ())
    return frozenset(number for number, times in wrong.items() if 2 * times > len(ways))


def not_guessed(numbers: frozenset[int], candidates: Sequence[tuple[Any, Sequence[Answerable]]]) -> frozenset[int]:
    """Return those of the candidates that nobody would guess in any of the ways in which they are asked."""
    guessable = {n for n in numbers if any(isinstance(s, Guessable) and s.guessable for s in candidates[n][1])}
    return numbers - guessable


def grouped(
    tell: Sequence[frozenset[int]], candidates: Sequence[tuple[Any, Sequence[Answerable]]], enough: int
) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
    """Return groups of the candidates that tell each of several near misses, so that one of each group tells them all.

    The first are of what nobody guesses, the second tell what none of these tells, and are as few as can be.
    """
    told = [(not_guessed(numbers, candidates), numbers) for numbers in tell if numbers]
    guessed = joined([numbers for free, numbers in told if not free], 1)
    return joined([free for free, _ in told if free], max(0, enough - len(guessed))), guessed


def joined(groups: list[frozenset[int]], enough: int) -> list[frozenset[int]]:
    """Join the two groups that share most, as long as they share enough: what is left tells both.

    Where the box draws what is asked, only as far as an episode has no place for all: each tells other faults, too.
    """
    while True:
        if len(groups) <= enough:
            return groups
        pairs = [(len(one & other), one, other) for one, other in combinations(groups, 2)]
        shared, one, other = max(pairs, key=lambda pair: pair[0], default=(0, frozenset(), frozenset()))
        if shared < FEWEST:
            return groups
        groups = [group for group in groups if group is not one and group is not other] + [one & other]


def _faulty_box(box: Box[Any], source: str) -> Box[Any]:
    """Return a box with another module, and with short limits."""
    return Box(box.description, box.family, source, box.launcher, limits=QUICK)


def plain_of(box: Box[Any], seed: int, count: int) -> list[Answerable]:
    """Return plain samples; none of a box whose conversations have none."""
    conversation = conversation_of(box, seed)
    rng = stream(seed, box.id)
    return _distinct(conversation.plain_samples(rng, count)) if isinstance(conversation, Plain) else []


def explored_of(box: Box[Any], seed: int, count: int) -> list[Answerable]:
    """Return queries with their feedback, of a box that may show in it what it does not ask about; none of others."""
    conversation = conversation_of(box, seed)
    return (
        _distinct(conversation.explorations(stream(seed, box.id), count)) if isinstance(conversation, Explored) else []
    )


def _distinct(drawn: Iterable[Answerable]) -> list[Answerable]:
    """Return what is asked, once each: a domain has an input once, however often it is drawn."""
    return list({values.dumps([each.question, list(each.call.args)]): each for each in drawn}.values())


def conversation_of(box: Box[Any], seed: int) -> Any:
    """Return the first conversation of an episode without exploration."""
    return next(iter(box.family.conversations(box, Plan(turns=0, shots=1, samples=SAMPLES, seed=seed))))


def episodes_of(box: Box[Any], seed: int) -> list[list[Any]]:
    """Return the test samples of each episode. Raises: BadOutput, SandboxError, SandboxUnavailable."""
    plans = [Plan(0, 1, SAMPLES, derive(seed, "near miss", number)) for number in range(EPISODES)]
    return [list(_samples(box, plan, number)) for number, plan in enumerate(plans)]


def _samples(box: Box[Any], plan: Plan, number: int) -> Iterator[Any]:
    for conversation in box.family.conversations(box, plan):
        if isinstance(conversation, Explored):
            conversation.wander(stream(plan.seed, box.id, "wander"), number)
        yield from conversation.samples()


def _wrong(other: Box[Any], samples: Sequence[Answerable]) -> frozenset[int] | None:
    """Return which samples a box answers wrongly; None where it fails, or is not asked the same: it is no near miss."""
    wrong = set()
    try:
        for number, reply in enumerate(other.replies([sample.call for sample in samples])):
            right = None if reply.error is not None else samples[number].is_answered(reply)
            if right is None:
                return None
            if not right:
                wrong.add(number)
    except SandboxError:
        return None
    return frozenset(wrong)


def _scores(other: Box[Any], episodes: Sequence[Sequence[Any]]) -> tuple[float, ...]:
    return tuple(fmean(_answers(other, samples)) for samples in episodes)


def scored_again(box: Box[Any], miss: NearMiss, episodes: Sequence[Sequence[Any]]) -> NearMiss:
    """Return a near miss with its scores in other episodes. Raises: BadOutput, SandboxError, SandboxUnavailable."""
    with _faulty_box(box, miss.fault.source) as other:
        return replace(miss, scores=_scores(other, episodes))


def _answers(other: Box[Any], samples: Sequence[Any]) -> Iterator[float]:
    """Yield the score of each sample."""
    if isinstance(samples[0], Believed):
        yield from (sample.believed(other) for sample in samples)
    else:
        replies = other.replies([sample.call for sample in samples])
        yield from (bool(sample.is_answered(reply)) for sample, reply in zip(samples, replies, strict=True))


def worst(found: list[NearMiss]) -> float:
    """Return the highest mean score of a near miss that can cost points."""
    return max((fmean(miss.scores) for miss in found if not miss.costless), default=0.0)
