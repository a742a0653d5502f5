"""Which inputs the test agent works out by hand: those on which the code's conditions decide, rare ones first.

A condition decides on an input if the box gives another value there once that side of the condition is never taken.
Whole numbers in the code, the sides of bitwise operations, roundings, remainders, ties and the edges of comparisons
count as conditions, too. What decides on the worked examples, and on what the tester played, is settled. So a condition
that the rule does not have, or has otherwise, meets an input on which it shows, and the test agent, who does not see
the code, says what the rule demands there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, cast

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environments import module_beside
from boxwright.blackboxes.examiner import Blank, Examiner
from boxwright.blackboxes.reaching import DENIED, SIDES, telling_source
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.sweep import Budget, Neighbour, swept
from boxwright.blackboxes.types import Call
from boxwright.sandbox import values

CANDIDATES = 3_000
"""Calls among which is chosen; so many more are made by the search that finds the telling ones."""
SECONDS = 60.0
TRIED = 24
"""Candidates that are tried for one side of one condition."""
SHORTENED = 4
"""Rounds in which a chosen input is made shorter, with so many neighbours each."""
NEIGHBOURS = 60
LONGEST = 3_000
"""Characters of the longest input that a person is asked."""

Side = tuple[int, bool]
"""A condition of the code, and one of its two sides."""


@dataclass(frozen=True)
class _Candidate:
    call: Call
    length: int
    sides: frozenset[Side]
    value: Any = None
    other: Any = None
    """What it would give if a condition that decides on it did not hold; None if none is known."""


@dataclass
class _Chooser:
    """Chooses among candidates, in one session of the module that tells what decides."""

    recorder: Box[Any]
    near: Neighbour | None
    rng: Random
    settled: Counter[Side] = field(default_factory=Counter)
    """How often each side has decided on what is asked anyway."""
    hopeless: set[Side] = field(default_factory=set)
    """Sides that decide on none of their candidates."""

    def reached(self, calls: Sequence[Call]) -> Iterator[_Candidate]:
        """Make calls and tell the sides that each comes to; a call that fails is left out."""
        rows = [(call.function, list(call.args)) for call in calls]
        for call, reply in zip(calls, list(self.recorder.call_many(SIDES, rows)), strict=True):
            if reply.error is None:
                sides = frozenset((place, bool(side)) for place, side in reply.value)
                yield _Candidate(call, len(values.dumps(list(call.args))), sides)

    def decided(self, candidates: Sequence[_Candidate], side: Side) -> Iterator[_Candidate]:
        """Yield the candidates on which a side decides, with both values."""
        rows = [(one.call.function, list(one.call.args), *side) for one in candidates]
        for one, reply in zip(candidates, list(self.recorder.call_many(DENIED, rows)), strict=True):
            if reply.error is None and reply.value["decides"]:
                yield _Candidate(one.call, one.length, one.sides, reply.value["value"], reply.value["other"])

    def settle(self, one: _Candidate) -> None:
        """Count what decides on an input that is asked."""
        sides = sorted(one.sides)
        rows = [(one.call.function, list(one.call.args), *side) for side in sides]
        for side, reply in zip(sides, list(self.recorder.call_many(DENIED, rows)), strict=True):
            self.settled[side] += reply.error is None and reply.value["decides"]

    def choose(self, candidates: Sequence[_Candidate], most: int) -> Iterator[_Candidate]:
        """Yield the inputs to ask: for the side that is settled least and reached by fewest, until there are enough.

        Where the code has no such conditions, the longest input and some others.
        """
        by_length = sorted(candidates, key=lambda one: (one.length, values.dumps(list(one.call.args))))
        reached = Counter(side for one in by_length for side in one.sides)
        taken: set[str] = set()
        while len(taken) < most and (open_sides := reached.keys() - self.hopeless):
            side = min(open_sides, key=lambda s: (self.settled[s], reached[s], s))
            one = self._telling(by_length, side, taken)
            if one is None:
                self.hopeless.add(side)
                continue
            taken.add(_name(one.call))
            self.settle(one)
            self.settled[side] += not self.settled[side]
            yield one
        others = [one for one in by_length if _name(one.call) not in taken]
        if others and len(taken) < most:
            yield from [others[-1], *self.rng.sample(others[:-1], min(most - len(taken), len(others)) - 1)]

    def _telling(self, by_length: Sequence[_Candidate], side: Side, taken: set[str]) -> _Candidate | None:
        """Return a short input on which a side decides, if it has decided on none; else any such input."""
        fitting = [one for one in by_length if side in one.sides and _name(one.call) not in taken]
        if self.settled[side] % 2:
            return next(self.decided(self.rng.sample(fitting, min(TRIED, len(fitting))), side), None)
        spread = fitting[: TRIED // 2] + fitting[TRIED // 2 :: max(1, 2 * len(fitting) // TRIED)]
        found = next(self.decided(spread, side), None)
        return None if found is None else self._shortened(found, side, taken)

    def _shortened(self, one: _Candidate, side: Side, taken: set[str]) -> _Candidate:
        """Return the shortest input that a walk to shorter neighbours finds on which the side decides, too."""
        for _ in range(SHORTENED if self.near else 0):
            assert self.near is not None
            drawn = [self.near(self.recorder, one.call, self.rng) for _ in range(NEIGHBOURS)]
            others = {_name(call): call for call in drawn if call is not None and _name(call) not in taken}
            shorter = [c for c in self.reached(list(others.values())) if c.length < one.length and side in c.sides]
            found = next(self.decided(sorted(shorter, key=lambda c: c.length), side), None)
            if found is None:
                break
            one = found
        return one


def _name(call: Call) -> str:
    return values.dumps([call.function, list(call.args)])


def chosen(box: Box[Any], asked: Sequence[Call], seed: int, most: int) -> list[Blank]:
    """Return what someone who knows the rule is to work out, of at most so many inputs; `asked` are asked anyway.

    None for a family whose calls cannot be asked as worked examples, or code that cannot be rewritten.
    Raises: SandboxError, BadOutput where the box fails, SandboxUnavailable.
    """
    examiner = cast(Examiner, module_beside(box.family, "exam"))
    source = telling_source(box.source, numbers=True)
    if not hasattr(examiner, "blanks") or not source:
        return []
    with Box(box.description, box.family, source, box.launcher, limits=box.limits) as recorder:
        near = getattr(module_beside(box.family, "sweep"), "near", None)
        chooser = _Chooser(recorder, near, stream(seed, box.id, "deciding"))
        worked = [example.call for example in box.family.examples(box.rules)]
        for one in chooser.reached([*worked, *asked]):
            chooser.settle(one)
        before = {_name(call) for call in (*worked, *asked)}
        fresh = {name: pair for pair in _candidates(box, examiner, seed) if (name := _name(pair[0])) not in before}
        candidates = [
            replace(one, value=fresh[_name(one.call)][1])
            for one in chooser.reached([call for call, _ in fresh.values()])
            if one.length <= LONGEST
        ]
        found = chooser.choose(candidates, most)
        return [blank for one in found for blank in examiner.blanks(one.call, one.value, one.other)]


def _candidates(box: Box[Any], examiner: Examiner, seed: int) -> Iterator[tuple[Call, Any]]:
    """Yield calls of a sweep that can be asked as worked examples, with what they give, those of its search first."""
    made = 0
    for calls, replies in swept(box, derive(seed, "deciding"), Budget(CANDIDATES, SECONDS)):
        for call, reply in zip(calls, replies, strict=True):
            if reply.error is None and any(True for _ in examiner.blanks(call, reply.value, None)):
                yield call, reply.value
        made += len(calls)
        if made >= 2 * CANDIDATES:
            return
