"""What a run stores of its models: how each was asked and what it cost then; and what may differ when it goes on.

Keys are never part of it: a spec holds the name of a variable, header values are left out, and so is what stands before
the `@` of an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from boxwright.harness.chat.api import Usage
from boxwright.harness.chat.prices import UnknownPrice, cost_at, prices_of
from boxwright.harness.chat.spec import ModelSpec, Prices

Stored = Mapping[str, Mapping[str, Any]]
"""Model to its stored spec."""
PACE = frozenset({"concurrency", "requests_per_minute", "timeout_seconds", "stream", "key_env"})
"""Fields that say how fast a model is asked, not what is asked: they may change while a run goes on."""
_BESIDE = {"name", "folder"}
_HIDDEN = "(not stored)"
_CREDENTIALS = re.compile(r"(?<=//)[^/@]*@")


def stored_spec(spec: ModelSpec) -> dict[str, Any]:
    """Return a spec as results keep it, with the model's own name and the prices that hold now, if any are known."""
    kept = spec.model_dump(mode="json", exclude=_BESIDE, exclude_none=True)
    kept |= {"model": spec.own_name, "headers": dict.fromkeys(spec.headers, _HIDDEN)}
    if spec.base_url:
        kept["base_url"] = _CREDENTIALS.sub("", spec.base_url)
    if spec.provider != "relay":
        try:
            kept["prices"] = prices_of(spec).model_dump(mode="json", exclude_none=True)
        except UnknownPrice:
            kept.pop("prices", None)
    return kept


def changed_fields(then: Stored, now: Stored) -> Iterator[str]:
    """Yield `FIELD of MODEL` for all that differs in models that both know, save how fast they are asked."""
    for model in then.keys() & now.keys():
        before, after = then[model], now[model]
        for name in sorted((before.keys() | after.keys()) - PACE):
            if before.get(name) != after.get(name):
                yield f"{name} of {model}"


def cost_then(usage: Usage, model: str, specs: Stored) -> Decimal | None:
    """Return what a usage cost in US dollars, at the prices of the run; None where they are unknown."""
    if usage.total == 0:
        return Decimal(0)
    spec = specs.get(model)
    if spec is None:
        return None
    if spec["provider"] == "relay":
        return Decimal(0)
    if "prices" not in spec:
        return None
    return cost_at(usage, Prices.model_validate(spec["prices"]))
