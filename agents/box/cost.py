"""What a build may cost at most, counted before anything is asked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from boxwright.agents.box.graph import BuildSettings
from boxwright.agents.box.limits import MAX_OUTPUT_TOKENS, MAX_REQUEST_BYTES
from boxwright.agents.box.roles import CODE_REPAIRS
from boxwright.harness.chat import ModelSpec, Usage, cost
from boxwright.harness.episode import REPAIRS

STRUCTURED_REPAIRS = 2


@dataclass(frozen=True)
class Bound:
    """Upper bounds for one box; failed attempts that a provider bills come on top only if the provider fails."""

    by_role: Mapping[str, int]
    """Role to calls."""
    output_per_call: int
    bytes_per_call: int

    @property
    def calls(self) -> int:
        """Of all roles."""
        return sum(self.by_role.values())

    @property
    def input(self) -> int:
        """Tokens: at most one for each byte."""
        return self.calls * self.bytes_per_call

    @property
    def output(self) -> int:
        """Tokens."""
        return self.calls * self.output_per_call


def most(settings: BuildSettings, *, prober: bool = False) -> Bound:
    """Return the bounds: every reply is repaired as often as allowed, every revision is needed.

    With the `prober` the tester asks nothing.
    """
    attempts = settings.max_revisions + 1
    code = 1 + CODE_REPAIRS
    structured = 1 + STRUCTURED_REPAIRS
    played = (settings.test_turns + settings.test_samples) * (1 + REPAIRS)
    planned = math.ceil(settings.test_turns / settings.test_batch) * structured if settings.test_batch > 1 else 0
    others = settings.consensus - 1
    calls = {
        "coder": attempts * code + structured + others * code,
        "tester": 0 if prober else attempts * (played + planned),
        "refiner": (attempts + settings.max_revisions + others) * structured,
    }
    return Bound(by_role=calls, output_per_call=MAX_OUTPUT_TOKENS, bytes_per_call=MAX_REQUEST_BYTES)


def most_money(bound: Bound, specs: Mapping[str, Sequence[ModelSpec]]) -> Decimal:
    """Return the most that one box can cost, in US dollars, where every call goes to a role's dearest model.

    Raises: UnknownPrice.
    """
    total = Decimal(0)
    for role, named in specs.items():
        total += bound.by_role.get(role, 0) * max(cost(_call(bound, spec), spec) for spec in named)
    return total


def most_for_tokens(tokens: int, specs: Mapping[str, Sequence[ModelSpec]]) -> Decimal:
    """Return the most that so many tokens can cost, all of them of the dearest kind. Raises: UnknownPrice."""
    everyone = [spec for named in specs.values() for spec in named]
    kinds = (Usage(input=tokens), Usage(output=tokens))
    return max((cost(usage, spec) for spec in everyone for usage in kinds), default=Decimal(0))


def _call(bound: Bound, spec: ModelSpec) -> Usage:
    output = min(bound.output_per_call, spec.max_output_tokens or bound.output_per_call)
    return Usage(input=bound.bytes_per_call, output=output)
