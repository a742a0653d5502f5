"""The reported cost of an evaluation: at the prices of the run, and never zero where they are unknown."""

from __future__ import annotations

from decimal import Decimal

import pytest

from boxwright.harness.chat import ModelSpec, Prices, Usage, resolve
from boxwright.harness.evaluation.specs import changed_fields, cost_then, stored_spec

USED = Usage(input=1_000_000, calls=1)
OWN = ModelSpec(name="mine", provider="openai", prices=Prices(input=Decimal(3), output=Decimal(4)))
NAMES = ("mine", "openai/gpt-5-mini", "openai/gpt-99", "anthropic/none", "relay/me")
SPECS = {name: stored_spec(resolve(name, {"mine": OWN})) for name in NAMES}


@pytest.mark.parametrize(
    ("model", "usage", "dollars"),
    [
        ("mine", USED, Decimal(3)),
        ("openai/gpt-5-mini", USED, Decimal("0.25")),
        ("openai/gpt-99", USED, None),
        ("anthropic/none", USED, None),
        ("played-by-an-earlier-version", USED, None),
        ("relay/me", USED, Decimal(0)),
        ("builtin/random", Usage(), Decimal(0)),
    ],
)
def test_the_cost_of_a_model(model: str, usage: Usage, dollars: Decimal | None) -> None:
    assert cost_then(usage, model, SPECS) == dollars


def test_no_secret_is_stored_and_only_what_is_asked_counts_as_a_change() -> None:
    given = {"headers": {"X-Key": "secret"}, "base_url": "https://me:secret@here/v1", "provider": "openai"}
    spec = ModelSpec(name="m", **given, parameters={"temperature": 0})
    assert "secret" not in str(stored_spec(spec))
    warmer = spec.model_copy(update={"parameters": {"temperature": 1}, "concurrency": 99})
    assert list(changed_fields({"m": stored_spec(spec)}, {"m": stored_spec(warmer)})) == ["parameters of m"]
