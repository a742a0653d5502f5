"""What an evaluation will ask for, before anything is asked: calls, tokens, cost, time, and what it can detect.

The most is what the plan allows: every reply has its maximum length and each conversation grows by it. What is typical
comes from earlier results, or else from the assumptions below, which the plan names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from boxwright.harness.analysis.comparisons import ASSUMED_SPREAD, detectable, spread_of
from boxwright.harness.chat.api import Usage
from boxwright.harness.chat.prices import UnknownPrice, cost
from boxwright.harness.chat.spec import ModelSpec
from boxwright.harness.report.loaded import Run

FIRST, EXCHANGE, REPLY, SECONDS = 900, 250, 300, 5.0
"""Assumed: tokens of an introduction, tokens that a query or answer adds to the conversation, output tokens of a reply
with its reasoning, and seconds of a reply."""
MOST_OUTPUT = 8_000
"""Output tokens of a reply at most (`Request.max_output_tokens`)."""


@dataclass(frozen=True)
class Forecast:
    """What is ahead for one model."""

    model: str
    episodes: int
    calls: int
    """Replies, if none must be repaired and no shot is right."""
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

    input_per_call: float
    output_per_call: float
    spread: float | None
    """The standard deviation of a box's paired difference between two models."""


def earlier(run: Run) -> Earlier | None:
    """Return what a run tells of tokens and spread; without calls of a model only the spread is used."""
    whole = [score for score in run.scores if score.scope == "*" and score.replies and score.usage.total]
    calls = sum(score.replies for score in whole)
    spread = spread_of({model: run.boxes(model) for model in run.models})
    if not calls:
        return None if spread is None else Earlier(0.0, 0.0, spread)
    taken = sum(score.usage.input + score.usage.cached for score in whole)
    given = sum(score.usage.output + score.usage.reasoning for score in whole)
    return Earlier(taken / calls, given / calls, spread)


def forecast(
    model: str, spec: ModelSpec | None, calls: Mapping[str, int], runs: int, concurrency: int, known: Earlier | None
) -> Forecast:
    """Return what is ahead for one model; `calls` is the number of replies of one episode of each box."""
    number = sum(calls.values()) * runs
    typical, most = Usage(), Usage()
    seconds = 0.0
    if spec is not None:
        limit = min(MOST_OUTPUT, spec.max_output_tokens or MOST_OUTPUT)
        typical = _usage(calls.values(), runs, EXCHANGE, REPLY)
        if known is not None and known.output_per_call:
            typical = Usage(input=round(number * known.input_per_call), output=round(number * known.output_per_call))
        most = _usage(calls.values(), runs, EXCHANGE + limit, limit)
        seconds = max(
            number * SECONDS / min(concurrency, spec.concurrency),
            number * 60.0 / spec.requests_per_minute if spec.requests_per_minute else 0.0,
        )
    return Forecast(
        model=model,
        episodes=len(calls) * runs,
        calls=number if spec is not None else 0,
        typical=typical,
        most=most,
        typical_cost=_cost(typical, spec),
        most_cost=_cost(most, spec),
        seconds=seconds,
    )


def _usage(episodes: Iterable[int], runs: int, growth: int, reply: int) -> Usage:
    """Return the tokens of episodes of so many calls: call i reads the introduction and i - 1 exchanges."""
    counts = list(episodes)
    taken = sum(n * FIRST + growth * n * (n - 1) // 2 for n in counts)
    return Usage(input=taken * runs, output=sum(counts) * reply * runs)


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
