"""ORACLE's list beside ours is up to date, complete, and of boxes that are all described here."""

from __future__ import annotations

from collections import Counter

import pytest

from boxwright.blackboxes.oracle import published
from boxwright.blackboxes.registry import load
from tests import oracle_page

BOXES = {box["id"]: box for box in published()}
FAMILIES = {"encryption": 21, "circuit": 15, "physics": 22, "code": 18, "puzzle": 11, "game": 12}


def test_the_page_is_what_the_command_writes() -> None:
    remedy = "write it again: python -m tests.oracle_page"
    assert oracle_page.PAGE.read_text(encoding="utf-8") == oracle_page.page(), remedy


def test_the_published_list_is_whole() -> None:
    assert len(BOXES) == len(published()) == 99
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


def test_what_test_agents_left_open_and_what_was_drafted_is_counted() -> None:
    said = " ".join(oracle_page.page().split())
    accepted = [load(oracle_page.COLLECTION, name) for name in oracle_page.COLLECTION.accepted_folders()]
    assert not [box.id for box in accepted if box.manifest.models.get("tester") == "builtin/prober"]
    left = sum(len(box.manifest.left_open.untested) for box in accepted if box.manifest.left_open)
    assert f"{left} claims in all are left open" in said
    drafted = [box.id for box in accepted if box.id not in BOXES and "drafted:" in box.description.text]
    sentences = f"{len(drafted) - 2} of them from a sentence or two"
    assert f" boxes {len(drafted)} came from [`draft`](drafts.md), {sentences}" in said
    assert "from a note): at least half of all that are here." in said
