"""Builders: an environment uses the one in the folder of its name, else that of black-boxes."""

from __future__ import annotations

import pytest

from boxwright.agents.box.build import BUILDER as BOXES
from boxwright.agents.builders import builder_of, highest
from boxwright.agents.kumo.build import BUILDER as DOMAINS
from boxwright.agents.runs.cost import Bound


@pytest.mark.parametrize("identifier", ["encryption/x", "circuit/x", "another/x", "runs/x"])
def test_without_a_folder_of_its_own_boxes_are_built(identifier: str) -> None:
    assert builder_of(identifier) is BOXES


def test_a_folder_of_the_name_has_the_builder() -> None:
    assert builder_of("kumo/birds") is DOMAINS
    assert DOMAINS.roles == ("coder",)


def test_the_highest_bounds_hold_for_each_build() -> None:
    one = Bound(by_role={"coder": 5, "tester": 2}, output_per_call=10, bytes_per_call=7)
    other = Bound(by_role={"coder": 3, "author": 1}, output_per_call=4, bytes_per_call=9)
    both = highest([one, other])
    assert both == Bound(by_role={"coder": 5, "tester": 2, "author": 1}, output_per_call=10, bytes_per_call=9)
