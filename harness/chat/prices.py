"""What tokens cost in US dollars. An unknown price is an error, never zero."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from importlib.resources import files

from boxwright.harness.chat.api import ModelError, Usage
from boxwright.harness.chat.spec import ModelSpec, Prices

MILLION = Decimal(1_000_000)
DEARER = frozenset({"service_tier", "speed", "cache_control", "tools", "web_search_options"})
"""Parameters that change what a token costs, or let a request cost more than its tokens."""

_DATED = re.compile(r"-(\d{8}|\d{4}-\d{2}-\d{2})$")


class UnknownPrice(ModelError):
    """The price of a model is unknown; the message says where to add it."""


def cost(usage: Usage, spec: ModelSpec | None) -> Decimal:
    """The cost of a usage, not rounded; zero for `relay` and for players without a model (None).

    Raises: UnknownPrice if neither the spec nor the list of well-known models has a price.
    """
    if spec is None or spec.provider == "relay":
        return Decimal(0)
    return cost_at(usage, prices_of(spec))


def cost_at(usage: Usage, prices: Prices) -> Decimal:
    """Return the cost of a usage at given prices, not rounded."""
    cached = prices.input if prices.cached is None else prices.cached
    total = usage.input * prices.input + usage.cached * cached
    total += (usage.output + usage.reasoning) * prices.output
    return total / MILLION


def prices_of(spec: ModelSpec) -> Prices:
    """The prices in the models file, or else those in the list of well-known models. Raises: UnknownPrice."""
    prices = spec.prices or _kept_prices(spec)
    if prices is None:
        raise UnknownPrice(
            f"the price of {spec.name} is unknown: add it to models.yaml as "
            "`prices: {input: ..., output: ...}`, in dollars per million tokens"
        )
    return prices


def _kept_prices(spec: ModelSpec) -> Prices | None:
    """The listed prices of a model at its provider's own address; other servers have their own prices."""
    if spec.base_url is not None or DEARER & spec.parameters.keys():
        return None
    known = kept_list().get(spec.provider, {})
    return known.get(spec.own_name) or known.get(_DATED.sub("", spec.own_name))


@cache
def kept_list() -> dict[str, dict[str, Prices]]:
    """All of `prices.yaml`: prices by provider and model."""
    import yaml

    text = files("boxwright.harness.chat").joinpath("prices.yaml").read_text(encoding="utf-8")
    listed = yaml.safe_load(text)
    return {
        provider: {name: Prices.model_validate(prices) for name, prices in models.items()}
        for provider, models in listed.items()
    }
