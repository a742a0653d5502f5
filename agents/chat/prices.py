"""What tokens cost in US dollars. A price that is not known is an error, never zero."""

from __future__ import annotations

from decimal import Decimal

from agents.chat.api import ModelError, Usage
from agents.chat.models import ModelSpec

MILLION = Decimal(1_000_000)


class UnknownPrice(ModelError):
    """The price of a model is not known; the message says where to write it."""


def cost(usage: Usage, spec: ModelSpec | None) -> Decimal:
    """The price of a usage, not rounded; nothing for `relay` and for players without a model (None).

    Raises: UnknownPrice when the spec has no prices.
    """
    if spec is None or spec.provider == "relay":
        return Decimal(0)
    if spec.prices is None:
        raise UnknownPrice(
            f"the price of {spec.name} is not known: list it in models.yaml with "
            "`prices: {input: ..., output: ...}`, in dollars for a million tokens"
        )
    prices = spec.prices
    cached = prices.input if prices.cached is None else prices.cached
    total = usage.input * prices.input + usage.cached * cached
    total += (usage.output + usage.reasoning) * prices.output
    return total / MILLION
