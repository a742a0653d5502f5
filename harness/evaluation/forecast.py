"""What an evaluation will ask for, before anything is asked: calls, tokens, cost, time, and what it can detect.

The most is what the plan allows: every reply is repaired as often as it may be, has its maximum length, and each
conversation grows by it, up to the model's context. What is typical comes from earlier results, or else from the
recorded run of a Claude model (`docs/claude-run`) and the assumptions below, which the plan names.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from boxwright.harness.analysis.comparisons import ASSUMED_SPREAD, detectable, spread_of
from boxwright.harness.chat.api import Usage
from boxwright.harness.chat.prices import UnknownPrice, cost
from boxwright.harness.chat.spec import ModelSpec
from boxwright.harness.episode import REPAIRS
from boxwright.harness.report.loaded import Run

FIRST, EXCHANGE = 400, 60
"""Tokens of an introduction, and those that a reply and its answer add to a conversation (recorded: 385, 58)."""
REPLY, SECONDS = 300, 5.0
"""Assumed: output tokens of a reply with its reasoning, and its seconds, which replies by relay do not tell."""
MOST_FIRST, MOST_TOLD = 4_000, 250
"""Tokens of a long introduction, as of a KUMO book, and of a long answer to a reply."""
MOST_OUTPUT = 8_000
"""Output tokens of a reply at most (`Request.max_output_tokens`)."""


@dataclass(frozen=True)
class Forecast:
    """What is ahead for one model."""

    model: str
    episodes: int
    calls: int
    """Replies, if none must be repaired and no shot is right."""
    most_calls: int
    """Replies, if every one is repaired as often as it may be."""
    typical: Usage
    most: Usage
    typical_cost: Decimal | None
    most_cost: Decimal | None
    """US dollars; None where the price is unknown."""
    seconds: float
    """Wall time at the configured concurrency and rate."""


@dataclass(frozen=True)
class Earlier:
    """What earlier results tell."""

    per_call: Mapping[str, tuple[float, float]]
    """Input and output tokens of a call by environment, and `*` for all; nothing where no model was asked."""
    spread: float | None
    """The standard deviation of a box's paired difference between two models."""


def earlier(run: Run) -> Earlier | None:
    """Return what a run tells of tokens and spread; without calls of a model only the spread is used."""
    counted: dict[str, list[int]] = {}
    for score in (s for s in run.scores if s.scope.endswith("*") and s.replies and s.usage.total):
        sums = counted.setdefault(score.scope.removesuffix("/*"), [0, 0, 0])
        used = score.usage
        for place, value in enumerate((score.replies, used.input + used.cached, used.output + used.reasoning)):
            sums[place] += value
    spread = spread_of({model: run.boxes(model) for model in run.models})
    per_call = {name: (taken / calls, given / calls) for name, (calls, taken, given) in counted.items()}
    return Earlier(per_call, spread) if per_call or spread is not None else None


def forecast(
    model: str,
    spec: ModelSpec | None,
    calls: Mapping[str, Sequence[int]],
    runs: int,
    concurrency: int,
    known: Earlier | None,
    given: int = 0,
) -> Forecast:
    """Return what is ahead for one model; `calls` is the number of replies of each conversation of a box's episode.

    `given` is the number of turns of an exploration that is not asked for.
    """
    number = sum(map(sum, calls.values())) * runs
    typical, most = Usage(), Usage()
    seconds = 0.0
    if spec is not None:
        limit = min(MOST_OUTPUT, spec.max_output_tokens or MOST_OUTPUT)
        room = spec.context_tokens - limit if spec.context_tokens else math.inf
        for box, each in calls.items():
            typical += _typical(box, each, given, room, known)
            most += _usage(_repaired(each), MOST_FIRST + given * MOST_TOLD, MOST_TOLD + limit, limit, room)
        typical, most = _times(typical, runs), _times(most, runs)
        seconds = max(
            number * SECONDS / min(concurrency, spec.concurrency),
            number * 60.0 / spec.requests_per_minute if spec.requests_per_minute else 0.0,
        )
    return Forecast(
        model=model,
        episodes=len(calls) * runs,
        calls=number if spec is not None else 0,
        most_calls=sum(_repaired([number])) if spec is not None else 0,
        typical=typical,
        most=most,
        typical_cost=_cost(typical, spec),
        most_cost=_cost(most, spec),
        seconds=seconds,
    )


def _repaired(each: Sequence[int]) -> list[int]:
    return [(1 + REPAIRS) * n for n in each]


def _typical(box: str, each: Sequence[int], given: int, room: float, known: Earlier | None) -> Usage:
    if known is None or not known.per_call:
        return _usage(each, FIRST + given * EXCHANGE, EXCHANGE, REPLY, room)
    taken, said = known.per_call.get(box.split("/")[0], known.per_call["*"])
    return Usage(input=round(sum(each) * taken), output=round(sum(each) * said))


def _usage(conversations: Iterable[int], first: int, growth: int, reply: int, room: float) -> Usage:
    """Return the tokens of conversations of so many calls: call i reads the introduction and i - 1 exchanges.

    A call that would read more than there is room for is not sent; what it may cost is not more than that.
    """
    taken = given = 0
    for n in conversations:
        fitting = n if room == math.inf else max(0, min(n, int((room - first) // growth) + 1))
        taken += (
            fitting * first + growth * fitting * (fitting - 1) // 2 + round((n - fitting) * room if n > fitting else 0)
        )
        given += n * reply
    return Usage(input=taken, output=given)


def _times(usage: Usage, number: int) -> Usage:
    return Usage(input=usage.input * number, output=usage.output * number)


def _cost(usage: Usage, spec: ModelSpec | None) -> Decimal | None:
    try:
        return cost(usage, spec)
    except UnknownPrice:
        return None


def detectable_difference(boxes: int, known: Earlier | None) -> tuple[float | None, str]:
    """Return the smallest difference that is found with 80 % power, and what that rests on."""
    if known is not None and known.spread is not None:
        return detectable(boxes, known.spread), f"differences that vary between boxes as earlier, by {known.spread:.2f}"
    return detectable(boxes), f"differences assumed to vary between boxes by {ASSUMED_SPREAD}"
