"""Comparing two implementations: the same calls to both, inside the sandbox, and where they differ.

Used twice: independent writings of one description (consensus), and an accepted box with its rebuild (drift).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.sweep import Budget, swept, telling
from boxwright.blackboxes.types import Call
from boxwright.harness.finding import show, show_call
from boxwright.sandbox import Reply, values

SAMPLES = 5_000
"""Sampled calls, in addition to the domain's edges and the worked examples."""
GLANCED = 200
"""The same, of writings that agreed on all calls when their box was accepted."""
SWEPT = 8
"""The sweep has so many times as many calls ..."""
SWEEP_SECONDS = 20.0
"""... or as many as this allows."""
DEATHS = 3
"""A comparison ends after this many dead sessions."""


@dataclass(frozen=True)
class Difference:
    """One call to which the two give different answers."""

    call: str
    one: str
    other: str

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


def compare(one: Box[Any], other: Box[Any], *, samples: int = SAMPLES, seed: int = 1, shown: int = 5) -> Comparison:
    """Make the same calls to both boxes: edges, examples and drawn ones; where these agree, a sweep of many more.

    Raises: SandboxError when one does not load, BadOutput, SandboxUnavailable.
    """
    calls = _calls(one, samples, seed)
    differences: list[Difference] = []
    compared = 0
    for call, first, second in _asked(one, other, calls, samples, seed, differences):
        compared += 1
        if not _same(one, first, second):
            differences.append(Difference(show_call(call), _text(first), _text(second)))
    differences.sort(key=lambda d: (len(d.call), d.call))
    return Comparison(compared, len(differences), tuple(differences[:shown]))


def _asked(
    one: Box[Any], other: Box[Any], calls: list[Call], samples: int, seed: int, found: Sequence[Difference]
) -> Iterator[tuple[Call, Reply, Reply]]:
    """Yield each call with both replies; a sweep by the conditions of both only if nothing was `found` until then."""
    yield from zip(calls, _answers(one, calls), _answers(other, calls), strict=False)
    if found:
        return
    budget = Budget(SWEPT * samples, SWEEP_SECONDS)
    of_the_other = [call for call in telling(other, derive(seed, "sweep"), budget) if one.family.portable(call)]
    yield from zip(of_the_other, _answers(one, of_the_other), _answers(other, of_the_other), strict=False)
    for batch, replies in swept(one, derive(seed, "sweep"), budget):
        pairs = [(call, reply) for call, reply in zip(batch, replies, strict=True) if one.family.portable(call)]
        again = other.replies([call for call, _ in pairs])
        yield from ((call, reply, then) for (call, reply), then in zip(pairs, again, strict=True))


def _calls(box: Box[Any], samples: int, seed: int) -> list[Call]:
    family = box.family
    drawn = family.probes(box, derive(seed, "compare"), samples)
    calls = [*family.edges(box.rules), *(e.call for e in family.examples(box.rules)), *drawn]
    return list({values.dumps([call.function, call.args]): call for call in calls if family.portable(call)}.values())


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
