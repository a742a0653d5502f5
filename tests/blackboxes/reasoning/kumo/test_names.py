"""Names that players write: read where one is meant, else every near one is offered."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.kumo.domain.names import NEAR, find_name, has_other_unit, near_names

NAMES = [
    "C",
    "C++",
    "C#",
    "pH < 7",
    "pH > 7",
    "owl",
    "barn owl",
    "A|B",
    "wingspan (cm)",
    "heat [°C]",
    "weight (g)",
    "weight (kg)",
    "wind (m/s)",
]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("C", "C"),
        ("c", "C"),
        ("c++", "C++"),
        ("C #", "C#"),
        ("pH<7", "pH < 7"),
        ("PH>7", "pH > 7"),
        ("ph 7", None),
        ("c+", None),
        ("Barn-Owl.", "barn owl"),
        ("eagle", None),
        ("4) owl", "owl"),
        ("wingspan", "wingspan (cm)"),
        ("wingspan (m)", None),
        ("heat", "heat [°C]"),
        ("weight", None),
    ],
)
def test_the_one_name_that_is_meant(said: str, meant: str | None) -> None:
    assert find_name(said, NAMES) == meant


def test_all_names_that_are_alike_in_letters_are_offered() -> None:
    assert near_names("pH 7", NAMES) == ["pH < 7", "pH > 7"]
    assert near_names("c+", NAMES)[:3] == ["C", "C++", "C#"]
    many = [f"x{'+' * n}" for n in range(2 * NEAR)]
    assert near_names("x", many) == many
    assert near_names("eagle", NAMES) == []


@given(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=8, unique=True), st.data())
def test_a_name_written_as_it_stands_is_that_name(names: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(names))
    assume(name == name.strip())
    assert find_name(name, names) == name


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("wingspan (mm)", True),
        ("wingspan (cm/day)", True),
        ("Heat [°F].", False),
        ("heat [°F]", True),
        ("weight (lb)", True),
        ("wingspan (cm)", False),
        ("wingspan", False),
        ("wingspan (confirmed)", False),
        ("owl (cm)", False),
        ("wind (km/h)", True),
        ("wind (m per s)", False),
        ("wind (in m/s)", False),
        ("wind (m/sec)", False),
        ("wind (50% sure)", False),
        ("wind (halves 8/16)", False),
        ("wind (step 3/5)", False),
    ],
)
def test_a_name_with_the_unit_of_another_scale_is_told_from_one_with_a_remark(said: str, other: bool) -> None:
    assert has_other_unit(said, NAMES) is other
