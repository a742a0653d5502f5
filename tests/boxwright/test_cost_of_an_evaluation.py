"""The reported cost of an evaluation: known prices, nothing for builtin players, and never zero for unknown ones."""

from __future__ import annotations

from decimal import Decimal

import pytest

from boxwright.commands.evaluate import _cost
from boxwright.harness.analysis.metrics import Score
from boxwright.harness.chat import ModelSpec, Prices, Usage

USED = Usage(input=1_000_000, calls=1)
OWN = ModelSpec(name="mine", provider="openai", prices=Prices(input=Decimal(3), output=Decimal(4)))


@pytest.mark.parametrize(
    ("model", "usage", "dollars"),
    [
        ("mine", USED, Decimal(3)),
        ("openai/gpt-5-mini", USED, Decimal("0.25")),
        ("openai/gpt-99", USED, None),
        ("anthropic/none", USED, None),
        ("gone-from-the-file", USED, None),
        ("relay/me", USED, Decimal(0)),
        ("builtin/random", Usage(), Decimal(0)),
    ],
)
def test_the_cost_of_a_model(model: str, usage: Usage, dollars: Decimal | None) -> None:
    score = Score(model=model, scope="*", accuracy=None, outcomes={}, replies=1, invalid=0, lost_turns=0, usage=usage)
    assert _cost(score, {"mine": OWN}) == dollars
