"""`build --dry-run`: the maximum cost of a build in calls, tokens and money, before anything is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxwright.blackboxes.plural import plural
from boxwright.terminal import echo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boxwright.agents.runs.cost import Bound
    from boxwright.blackboxes.workspace import Workspace
    from boxwright.harness.chat import Budget, ModelSpec, Usage

Specs = dict[str, list["ModelSpec"]]


def typical_line(place: Workspace, identifiers: Sequence[str]) -> str:
    """Return what recorded builds of the same families took, per box by the median; empty where none is recorded."""
    from statistics import median

    from boxwright.blackboxes.entries import entry_ids, load_entry
    from boxwright.blackboxes.registry import Accepted

    families = {identifier.split("/")[0] for identifier in identifiers}
    entries = (load_entry(place, found) for found in entry_ids(place) if found.split("/")[0] in families)
    builds = [list(e.manifest.usage.values()) for e in entries if isinstance(e, Accepted) and e.manifest.usage]
    if not builds:
        return ""
    calls, given, taken = (
        round(median(sum(role.get(name, 0) for role in roles) for roles in builds))
        for name in ("calls", "input", "output")
    )
    return (
        f"typically {calls:,} calls, {given:,} input and {taken:,} output tokens per box "
        f"(median of {plural(len(builds), 'recorded build')} of {', '.join(sorted(families))})"
    )


def show_bounds(identifiers: list[str], bound: Bound, specs: Specs, budget: Budget) -> None:
    """Print the bounds of all boxes; `specs` leaves out roles that need no model.

    Raises: UnknownPrice if the budget is in money and a price is unknown.
    """
    count = len(identifiers)
    echo(f"{plural(count, 'box', 'boxes')}: {', '.join(identifiers)}")
    for role, calls in bound.by_role.items():
        named = ", ".join(spec.name for spec in specs.get(role, ()))
        if named or not calls:
            echo(f"  {role}: {named or 'builtin/prober, needs no model'}; at most {calls * count:,} calls")
    echo(f"at most {bound.calls * count:,} calls ({bound.calls:,} per box)")
    echo(f"at most {bound.output * count:,} output tokens (each request is limited to {bound.output_per_call:,})")
    echo(
        f"at most {bound.input * count:,} input tokens (a request over {bound.bytes_per_call:,} bytes is never sent; "
        "a token is at least one byte, usually about four)"
    )
    if specs:
        _show_money(count, bound, specs, budget)
    echo("failed requests that a provider bills are retried and come on top")


def _show_money(count: int, bound: Bound, specs: Specs, budget: Budget) -> None:
    from boxwright.agents.runs.cost import most_for_tokens, most_money

    unknown = _unknown_prices(specs)
    for named in specs.values():
        for spec in named:
            budget.priced(_nothing(), spec)
    if unknown:
        echo(f"price unknown: {', '.join(unknown)}; the cost in money is unknown (set `prices:` in models.yaml)")
        echo(f"the budget of {budget} stops the build before more is spent")
        return
    most = most_money(bound, specs) * count
    echo(f"at most ${most:,.2f}, if every call has the maximum length and goes to its role's most expensive model")
    limit = budget.money if budget.tokens is None else most_for_tokens(budget.tokens, specs)
    if limit is not None:
        echo(f"the budget of {budget} stops the build before more than ${min(limit, most):,.2f} is spent")


def _unknown_prices(specs: Mapping[str, list[ModelSpec]]) -> list[str]:
    from boxwright.harness.chat import UnknownPrice, cost

    unknown = []
    for spec in {spec.name: spec for named in specs.values() for spec in named}.values():
        try:
            cost(_nothing(), spec)
        except UnknownPrice:
            unknown.append(spec.name)
    return unknown


def _nothing() -> Usage:
    from boxwright.harness.chat import Usage

    return Usage()
