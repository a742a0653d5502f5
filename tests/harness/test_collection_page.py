"""The page of the collection: it is what the command would write today, and its game values hold by brute force."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest

from blackboxes.box import Box
from blackboxes.families.best_response import BestResponse
from blackboxes.families.game_tree import grow
from blackboxes.workspace import find_workspace
from harness.brute_force import brute_force
from harness.collection import Cell, GameValue, Row, measure
from harness.collection_page import line, page
from harness.registry import load
from sandbox import Launcher
from tests.blackboxes.starters import STARTERS, starter

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "collection.md"
PLACE = find_workspace(ROOT)
NAMES = [name for name in sorted(PLACE.accepted_folders()) if not name.startswith("kumo/")]
ONE_EACH = [next(iter(names)) for _, names in groupby(NAMES, key=lambda name: name.partition("/")[0])]
RENEW = "docs/collection.md is out of date; write it anew with `boxwright collection --out docs/collection.md`"


def test_every_box_has_a_line_or_is_named_as_stale() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = [name for name in NAMES if name not in text]
    assert not missing, f"{RENEW} (missing: {', '.join(missing)})"


@pytest.mark.parametrize("identifier", ONE_EACH)
def test_a_box_of_each_family_scores_what_the_page_says(launcher: Launcher, identifier: str) -> None:
    box = load(PLACE, identifier)
    if not box.stale:
        assert line(measure(box, launcher)) in PAGE.read_text(encoding="utf-8"), RENEW


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_best_response_is_what_brute_force_finds(make_box: Callable[..., Box], turns: int) -> None:
    box = make_box(starter("game"), STARTERS["game"])
    tree = grow(lambda name, rows: [reply.unwrap() for reply in box.call_many(name, rows)], {"turns": turns})
    value = brute_force(box, {"turns": turns})
    assert value == BestResponse(tree).optimal
    assert value == Fraction(1, 3) + (turns - 1) * Fraction(3, 4)


def row(name: str, oracle: float, constant: float, games: tuple[GameValue, ...] = ()) -> Row:
    scores = {"oracle": oracle, "constant": constant, "random": 0.0, "solver": 0.5}
    cells = {(player, turns): Cell((score, score)) for player, score in scores.items() for turns in (10, 20)}
    return Row(name, "easy", "a rule <!-- canary -->", 0.1, cells, games)


def test_the_page_says_what_is_wrong() -> None:
    value = GameValue({"turns": 2}, Fraction(1), Fraction(3, 2))
    text = page([row("circuit/bad", 0.9, 0.6), row("game/good", 1.0, 0.0, (value,))], ["code/old"])
    assert "does not score 100 % on circuit/bad" in text
    assert "**outside the margin**" in text
    assert "| 1 | 3/2 **differs** |" in text
    assert "stale: code/old" in text
    assert "canary" not in text
