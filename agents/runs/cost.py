"""What a build may cost at most, in calls, tokens and money, before anything is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from boxwright.harness.chat import ModelSpec, Usage, cost


@dataclass(frozen=True)
class Bound:
    """Upper bounds for one build, without failed attempts that a provider bills."""

    by_role: Mapping[str, int]
    """Calls per role."""
    output_per_call: int
    bytes_per_call: int

    @property
    def calls(self) -> int:
        """Calls of all roles."""
        return sum(self.by_role.values())

    @property
    def input(self) -> int:
        """Input tokens: at most one per byte."""
        return self.calls * self.bytes_per_call

    @property
    def output(self) -> int:
        """Output tokens."""
        return self.calls * self.output_per_call


def most_money(bound: Bound, specs: Mapping[str, Sequence[ModelSpec]]) -> Decimal:
    """Return the maximum cost of one build in US dollars, with each role's most expensive model.

    Raises: UnknownPrice.
    """
    total = Decimal(0)
    for role, named in specs.items():
        total += bound.by_role.get(role, 0) * max(cost(_call(bound, spec), spec) for spec in named)
    return total


def most_for_tokens(tokens: int, specs: Mapping[str, Sequence[ModelSpec]]) -> Decimal:
    """Return the maximum cost of this many tokens in US dollars, all at the highest price. Raises: UnknownPrice."""
    everyone = [spec for named in specs.values() for spec in named]
    kinds = (Usage(input=tokens), Usage(output=tokens))
    return max((cost(usage, spec) for spec in everyone for usage in kinds), default=Decimal(0))


def _call(bound: Bound, spec: ModelSpec) -> Usage:
    output = min(bound.output_per_call, spec.max_output_tokens or bound.output_per_call)
    return Usage(input=bound.bytes_per_call, output=output)
