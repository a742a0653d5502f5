"""ORACLE's list beside ours is up to date, complete, and of boxes that are all described here."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests import oracle_page

DATA = json.loads(oracle_page.DATA.read_text(encoding="utf-8"))
BOXES = {box["id"]: box for box in DATA["boxes"]}
FAMILIES = {"encryption": 21, "circuit": 15, "physics": 22, "code": 18, "puzzle": 11, "game": 12}


def test_the_page_is_what_the_command_writes() -> None:
    remedy = "write it again: python -m tests.oracle_page"
    assert oracle_page.PAGE.read_text(encoding="utf-8") == oracle_page.page(), remedy


def test_the_published_list_is_whole() -> None:
    assert len(BOXES) == len(DATA["boxes"]) == 99
    assert Counter(name.partition("/")[0] for name in BOXES) == FAMILIES


def test_every_published_box_is_described() -> None:
    assert set(BOXES) <= set(oracle_page.COLLECTION.description_files())


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("circuit/swap", {"gates": 8}, "The published circuit has 8 gates, this one 9."),
        ("circuit/swap", {"difficulty": "hard"}, "Published as hard, here easy."),
        ("encryption/char_to_num", {}, ""),
    ],
)
def test_a_difference_is_named(name: str, change: dict[str, object], said: str) -> None:
    found = oracle_page.differences({**BOXES[name], **change}, oracle_page.COLLECTION.description(name))
    assert found == ([said] if said else [])
