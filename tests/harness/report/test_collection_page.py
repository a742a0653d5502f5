"""The page of the collection: it is what the command would write today, and its game values hold by brute force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.game.best_response import BestResponse
from boxwright.blackboxes.families.game.brute_force import brute_force
from boxwright.blackboxes.families.game.tree import grow
from boxwright.blackboxes.families.puzzle.identifiability import Measurement, Unmeasured, determined
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import find_workspace
from boxwright.harness.report.collection import Cell, GameValue, Row, measure
from boxwright.harness.report.collection_page import line, page
from boxwright.sandbox import Launcher
from tests.blackboxes.starters import STARTERS, starter

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "collection.md"
PLACE = find_workspace(ROOT)
NAMES = [name for name in sorted(PLACE.accepted_folders()) if not name.startswith("kumo/")]
ONE_EACH = [next(iter(names)) for _, names in groupby(NAMES, key=lambda name: name.partition("/")[0])]
RENEW = "docs/collection.md is out of date; write it again with `boxwright collection --out docs/collection.md`"


def test_every_box_has_a_line_or_is_named_as_stale() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = [name for name in NAMES if name not in text]
    assert not missing, f"{RENEW} (missing: {', '.join(missing)})"


@pytest.mark.parametrize("identifier", ONE_EACH)
def test_a_box_of_each_family_scores_what_the_page_says(launcher: Launcher, identifier: str) -> None:
    box = load(PLACE, identifier)
    if not box.stale:
        measured = measure(box, launcher)
        assert line(measured) in PAGE.read_text(encoding="utf-8"), RENEW
        assert measured.determined == determined(box.manifest)


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


def test_the_page_says_what_can_be_determined() -> None:
    measured = replace(row("puzzle/few", 1.0, 0.0), determined=Measurement(566, False, 20, 40, 0.975))
    too_many = replace(row("puzzle/many", 1.0, 0.0), determined=Unmeasured("the answers are too many"))
    text = page([row("circuit/x", 1.0, 0.0), measured, too_many])
    section = text.split("## What can be identified")[1].split("\n## ")[0]
    assert "| puzzle/few | 566 | no | 20 | 97.5 % of 40 games |" in section
    assert "| not measured: the answers are too many; `builtin/solver` scores 50 % at 20@2 |" in section
    assert "circuit/x" not in section
    assert "What can be identified" not in page([row("circuit/x", 1.0, 0.0)])


@pytest.mark.parametrize("identifier", [name for name in NAMES if name.startswith("puzzle/")])
def test_what_a_manifest_says_can_be_determined_is_read(identifier: str) -> None:
    manifest = load(PLACE, identifier).manifest
    noted = next(gate["notes"]["measured"] for gate in manifest.gates if "measured" in gate["notes"])
    found = determined(manifest)
    assert found is not None
    if isinstance(found, Measurement):
        assert asdict(found) == noted
    else:
        assert "identified" not in noted
        assert str(noted["answers"]) in found.sentence()


def test_a_manifest_without_the_measure_says_so() -> None:
    manifest = load(PLACE, "puzzle/wordle").manifest
    bare = manifest.model_copy(update={"gates": tuple({**gate, "notes": {}} for gate in manifest.gates)})
    assert determined(bare) == Unmeasured("it was accepted before this was measured")
    assert determined(manifest.model_copy(update={"id": "game/wordle"})) is None


def test_the_page_says_what_is_wrong() -> None:
    value = GameValue({"turns": 2}, Fraction(1), Fraction(3, 2))
    text = page([row("circuit/bad", 0.9, 0.6), row("game/good", 1.0, 0.0, (value,))], ["code/old"])
    assert "does not score 100 % on circuit/bad" in text
    assert "**outside the margin**" in text
    assert "| 1 | 3/2 **differs** |" in text
    assert "stale: code/old" in text
    assert "canary" not in text
