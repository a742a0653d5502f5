"""Comparing two implementations: the same calls to both, inside the sandbox, and where they differ.

Used twice: independent writings of one description (consensus), and an accepted box with its rebuild (drift).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.sweep import Budget, beside, can_be_asked
from boxwright.blackboxes.types import Call
from boxwright.harness.finding import show, show_call
from boxwright.sandbox import Reply, values

SAMPLES = 5_000
"""Sampled calls, in addition to the domain's edges and the worked examples."""
GLANCED = 200
"""The same, without a sweep, of writings that agreed on all calls when their box was accepted."""
SWEPT = 8
"""The sweep has so many times as many calls ..."""
SWEEP_SECONDS = 20.0
"""... or as many as this allows ..."""
WHOLE_SECONDS = 120.0
"""... except that a small domain is asked as a whole, for so long at most."""
DEATHS = 3
"""A comparison ends after this many dead sessions."""


@dataclass(frozen=True)
class Difference:
    """One call to which the two give different answers."""

    call: str
    one: str
    other: str
    asked: Call
    replies: tuple[Reply, Reply]

    def sentence(self, one: str = "one", other: str = "the other") -> str:
        """Describe it in one line."""
        return f"for {self.call} {one} gives {self.one}, {other} gives {self.other}"


@dataclass(frozen=True)
class Comparison:
    """What a comparison found; the differences begin with the smallest input."""

    compared: int
    differing: int
    smallest: tuple[Difference, ...]

    @property
    def identical(self) -> bool:
        """Whether every call gave the same on both."""
        return self.differing == 0


def compare(
    one: Box[Any], other: Box[Any], *, samples: int = SAMPLES, swept: int = SWEPT, seed: int = 1, shown: int = 5
) -> Comparison:
    """Make the same calls to both boxes: edges, examples and drawn ones; where these agree, a sweep of many more.

    The sweep asks `swept` times as many as are drawn; with 0 there is none.
    Raises: SandboxError when one does not load, BadOutput, SandboxUnavailable.
    """
    differences: list[Difference] = []
    compared = 0
    for call, first, second in _asked(one, other, samples, swept, seed, differences):
        compared += 1
        if not _same(one, first, second):
            differences.append(_difference(call, first, second))
    differences.sort(key=lambda d: (len(d.call), d.call))
    return Comparison(compared, len(differences), tuple(differences[:shown]))


def first_difference(one: Box[Any], other: Box[Any], *, samples: int = SAMPLES, seed: int = 1) -> Difference | None:
    """Return the first call on which two boxes differ, of those that `compare` makes; None where they agree.

    Raises: as compare.
    """
    for call, first, second in _asked(one, other, samples, SWEPT, seed, ()):
        if not _same(one, first, second):
            return _difference(call, first, second)
    return None


def _difference(call: Call, first: Reply, second: Reply) -> Difference:
    return Difference(show_call(call), _text(first), _text(second), call, (first, second))


def _asked(
    one: Box[Any], other: Box[Any], samples: int, swept: int, seed: int, found: Sequence[Difference]
) -> Iterator[tuple[Call, Reply, Reply]]:
    """Yield each call with both replies; a sweep by the conditions of both only if nothing was `found` until then."""
    calls = _calls(one, other, samples, seed)
    yield from zip(calls, _answers(one, calls), _answers(other, calls), strict=False)
    if found or not swept:
        return
    yield from beside(one, other, derive(seed, "sweep"), Budget(swept * samples, SWEEP_SECONDS, WHOLE_SECONDS))


def _calls(one: Box[Any], other: Box[Any], samples: int, seed: int) -> list[Call]:
    family = one.family
    drawn = family.probes(one, derive(seed, "compare"), samples)
    calls = [*family.edges(one.rules), *(e.call for e in family.examples(one.rules)), *drawn]
    asked = [call for call in calls if can_be_asked(one, other, call)]
    return list({values.dumps([call.function, call.args]): call for call in asked}.values())


def _answers(box: Box[Any], calls: list[Call]) -> Iterator[Reply]:
    """Yield the replies to the calls in order; stop early after too many dead sessions."""
    deaths = 0
    for reply in box.replies(calls):
        yield reply
        if reply.error is not None and reply.error.kind not in ("raised", "refused"):
            deaths += 1
            if deaths >= DEATHS:
                return


def _same(box: Box[Any], a: Reply, b: Reply) -> bool:
    if a.error is not None or b.error is not None:
        return a.error is not None and b.error is not None and a.error.kind == b.error.kind
    return box.family.alike(box.rules, a.value, b.value)


def _text(reply: Reply) -> str:
    return show(reply.value) if reply.error is None else f"an error ({reply.error.kind})"
