"""The page of the collection: it is what the command would write today, and its game values hold by brute force."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import Study
from boxwright.blackboxes.families.game.best_response import BestResponse
from boxwright.blackboxes.families.game.brute_force import brute_force
from boxwright.blackboxes.families.game.study import GameValue
from boxwright.blackboxes.families.game.tree import grow
from boxwright.blackboxes.families.puzzle.identifiability import Measurement, Unmeasured, identifiability, study
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.types import Options
from boxwright.blackboxes.workspace import find_workspace
from boxwright.harness.players.solvers.beyond import BEYOND
from boxwright.harness.players.solvers.measured import FILE, REMEDY
from boxwright.harness.report.collection import Cell, Row, Siblings, measure, measure_solver, siblings_of
from boxwright.harness.report.collection_page import line, page
from boxwright.harness.report.neighbours import Neighbour, apart, beyond_chance, neighbours
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


def test_the_page_has_every_boxs_difficulty_and_rule() -> None:
    lines = PAGE.read_text(encoding="utf-8")
    for name in NAMES:
        description = PLACE.description(name)
        assert f"\n| {name} | {description.front.difficulty} | " in lines, f"{RENEW} ({name})"
        assert description.hidden.split("<!--")[0].strip() in lines, f"{RENEW} ({name})"


def test_the_solvers_scores_are_of_the_code_that_is_registered() -> None:
    kept = json.loads((ROOT / FILE).read_text(encoding="utf-8"))
    others = [n for n, of in kept.items() if of["code"] != load(PLACE, n).facts(Options()).get("code")]
    assert not others, f"{FILE}: {REMEDY} (of other code: {', '.join(others)})"


@pytest.mark.parametrize("identifier", ONE_EACH)
def test_a_box_of_each_family_scores_what_the_page_says(launcher: Launcher, identifier: str) -> None:
    box = load(PLACE, identifier)
    if not box.stale:
        measured = measure(box, launcher)
        wanted = [line(measured)]
        if measured.study is not None:
            wanted += [f"## {measured.study.heading}", *measured.study.lines]
            wanted += [f"| {' | '.join(found)} |" for found in measured.study.rows]
        missing = [text for text in wanted if text not in PAGE.read_text(encoding="utf-8").splitlines()]
        assert not missing, RENEW
        assert (measured.study is not None) == identifier.startswith(("game/", "puzzle/"))


def test_the_solvers_scores_that_are_kept_are_those_of_now(launcher: Launcher) -> None:
    name = "encryption/char_to_num"
    measured, kept = measure_solver(load(PLACE, name), launcher), json.loads((ROOT / FILE).read_text(encoding="utf-8"))
    assert measured is not None and kept[name] == measured.model_dump(), f"{FILE}: {REMEDY}"
    assert set(kept) <= set(NAMES)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_best_response_is_what_brute_force_finds(make_box: Callable[..., Box], turns: int) -> None:
    box = make_box(starter("game"), STARTERS["game"])
    tree = grow(lambda name, rows: [reply.unwrap() for reply in box.call_many(name, rows)], {"turns": turns})
    value = brute_force(box, {"turns": turns})
    assert value == BestResponse(tree).optimal
    assert value == Fraction(1, 3) + (turns - 1) * Fraction(3, 4)


def row(name: str, oracle: float, constant: float, found: Study | None = None) -> Row:
    scores = {"oracle": oracle, "constant": constant, "random": 0.0, "solver": 0.5}
    cells = {(player, turns): Cell((score, score)) for player, score in scores.items() for turns in (10, 20)}
    return Row(name, "easy", "a rule <!-- canary -->", 0.1, cells, "By luck.", found)


def told(name: str, rows: tuple[tuple[str, ...], ...], order: int = 0) -> Study:
    return Study(f"About {name}", ("A line.",), ("box", "number"), ("number",), rows, order)


def test_what_families_say_is_a_section_for_each_heading() -> None:
    first, second = told("luck", (("game/a", "1"),), order=1), told("chance", (("puzzle/a", "2"),))
    third = told("luck", (("game/b", "3"), ("game/b", "4")), order=1)
    rows = [row("game/a", 1.0, 0.0, first), row("puzzle/a", 1.0, 0.0, second), row("game/b", 1.0, 0.0, third)]
    text = page([*rows, row("circuit/x", 1.0, 0.0)])
    luck = "## About luck\n\nA line.\n\n| box | number |\n|---|--:|\n| game/a | 1 |\n| game/b | 3 |\n| game/b | 4 |\n"
    assert luck in text
    assert text.index("## About chance") < text.index("## About luck") < text.index("## What the boxes hide")
    assert "## About" not in page([row("circuit/x", 1.0, 0.0)])


def test_what_can_be_determined_is_a_line_of_a_puzzle() -> None:
    manifest = load(PLACE, "puzzle/wordle").manifest
    found = {"answers": 566, "noisy": False, "turns": 20, "games": 40, "identified": 0.975}
    measured = manifest.model_copy(update={"gates": ({"gate": "bounded", "notes": {"measured": found}},)})
    assert study(measured, "").rows == (("puzzle/wordle", "566", "no", "20", "97.5 % of 40 games"),)
    bare = manifest.model_copy(update={"gates": ()})
    (line_of_bare,) = study(bare, "`builtin/solver` scores 50 % at 20@2").rows
    assert line_of_bare[-1].startswith("not measured: it was accepted before")
    assert line_of_bare[-1].endswith("; `builtin/solver` scores 50 % at 20@2")


@pytest.mark.parametrize("identifier", [name for name in NAMES if name.startswith("puzzle/")])
def test_what_a_manifest_says_can_be_determined_is_read(identifier: str) -> None:
    manifest = load(PLACE, identifier).manifest
    noted = next(gate["notes"]["measured"] for gate in manifest.gates if "measured" in gate["notes"])
    found = identifiability(manifest)
    if isinstance(found, Measurement):
        assert asdict(found) == noted
    else:
        assert "identified" not in noted
        assert str(noted["answers"]) in found.sentence()


def test_a_manifest_without_the_measure_says_so() -> None:
    manifest = load(PLACE, "puzzle/wordle").manifest
    bare = manifest.model_copy(update={"gates": tuple({**gate, "notes": {}} for gate in manifest.gates)})
    assert identifiability(bare) == Unmeasured("it was accepted before this was measured")


def test_the_page_says_what_is_wrong() -> None:
    text = page([row("circuit/bad", 0.9, 0.6), row("game/good", 1.0, 0.0)], ["code/old"])
    assert "does not score 100 % on circuit/bad" in text
    assert "- circuit/bad: up to 60 % (chance 10 %; **outside the margin**). By luck." in text
    assert "stale: code/old" in text
    assert "canary" not in text


def test_two_values_of_a_game_that_differ_are_marked() -> None:
    setting = {"turns": 2}
    assert GameValue(setting, Fraction(1), Fraction(3, 2)).row("game/a") == (
        "game/a",
        "turns = 2",
        "1",
        "3/2 **differs**",
    )
    assert GameValue(setting, Fraction(1), Fraction(1)).row("game/a")[3] == "1"
    assert GameValue(setting, Fraction(1), None).row("game/a")[3] == "not small"


def test_what_tests_tell_and_who_is_near_is_a_line_of_each_box() -> None:
    asked = {"glances": {"first-glance": 0.25, "name-only": 0.0}, "near_misses": {"tried": 6, "untold": ["line 3"]}}
    rows = [replace(row("code/a", 1.0, 0.0), asked=asked), replace(row("code/b", 1.0, 0.0), unsolved="Too long.")]
    text = page(rows, near={"code/a": Neighbour("code/b", 0.35, 0.8)})
    assert "| code/a | 25 | 0 | 6 |  | 1 | 0 | code/b | 35 | 80 |" in text
    assert "| code/b | - | - | - | - | - | 0 | - | - | - |" in text
    assert "| code | 2 | 50 | 50 |" in text


def test_what_costs_nothing_in_a_game_is_told_apart() -> None:
    noted = {"near_misses": {"tried": 24, "untold": [], "costless": ["line 3", "line 4"]}}
    assert "| game/a | - | - | 24 | 2 | 0 |" in page([replace(row("game/a", 1.0, 0.0), asked=noted)])


def test_the_page_tells_siblings_and_the_classes_of_rule_that_boxes_share() -> None:
    heap, sorting = row("code/a", 1.0, 0.0), row("code/b", 1.0, 0.0)
    rows = [
        replace(
            heap, tags=("own", "sorting", "heap"), siblings=Siblings(2, ("form",), (0.5, 0.25), Cell((0.75, 0.75)))
        ),
        replace(sorting, tags=("own", "sorting")),
        replace(row("code/c", 1.0, 0.0), tags=("own",)),
        replace(row("game/d", 1.0, 0.0), tags=("sorting",)),
    ]
    near = {"code/a": Neighbour("code/b", 0.35, 0.8), "code/b": Neighbour("code/a", 0.0, 0.9)}
    text = page(rows, near=near)
    assert "| code/a | - | - | - | - | - | 0 | code/b | 35 | 80 | 1 | sorting |" in text  # `own` is no class
    assert "| code/b | - | - | - | - | - | 0 | code/a | 0 | 90 | 1 | sorting |" in text
    assert "| code/c | - | - | - | - | - | 0 | - | - | - | 0 |  |" in text
    assert "| game/d | - | - | - | - | - | 0 | - | - | - | 0 |  |" in text
    assert "Of 4 boxes 0 gain 20 points or more; 0 are solved with 10 turns already." in text
    assert "| code/a | 2 | form | 75 | 50, 25 |" in text  # the original without telling questions
    assert "None can be made of: code/b, code/c, game/d." in text


def scored(name: str, few: float, many: float) -> Row:
    made = row(name, 1.0, 0.0)
    cells = {**made.cells, ("solver", 10): Cell((few, few)), ("solver", 20): Cell((many, many))}
    return replace(made, cells=cells)


def test_what_is_solved_is_counted_and_what_is_not_is_named_with_a_reason() -> None:
    rows = [scored("code/a", 1.0, 1.0), scored("code/b", 0.0, 0.5), scored("encryption/card_deck", 0.0, 0.0)]
    told = page([*rows, scored("game/d", 0.0, 0.1)]).partition("## What the solver solves")[2].partition("\n## ")[0]
    assert "- At 20@2: 1 of 4 solved (code 1 of 2, encryption 0 of 1, game 0 of 1).\n" in told
    assert "  1 in part (more than 10 points above chance): code/b.\n  2 not: encryption/card_deck, game/d.\n" in told
    assert "- encryption/card_deck: generators that the plaintext stirs are not tried.\n" in told
    assert "- game/d: no reason is noted." in told
    assert "code/a" not in told


def test_every_box_that_the_solver_does_not_solve_has_a_reason() -> None:
    told = PAGE.read_text(encoding="utf-8").partition("- At 20@2: ")[2].partition("\n## ")[0]
    names = re.search(r"[Nn]ot: (.*)\.$", told, re.M)
    assert names is not None
    assert set(names[1].split(", ")) <= set(BEYOND)
    assert set(BEYOND) <= set(NAMES)


def test_the_gain_of_what_is_not_in_oracle_is_a_sentence_of_its_own() -> None:
    rows = [scored("code/a", 0.0, 1.0), scored("code/b", 1.0, 1.0), scored("code/c", 0.0, 0.3), scored("code/d", 0, 0)]
    rows[1:3] = [replace(row, drafted=True) for row in rows[1:3]]
    text = page(rows, published={"code/a"})
    assert "Of 4 boxes 2 gain 20 points or more; 1 are solved with 10 turns already.\n" in text
    assert (
        "Of the 3 that are not in ORACLE 1 gain 20 points or more, 1 of which `boxwright draft` described (of all, 2); "
        "solved with 10 turns already: 1; not solved with 20: 2." in text
    )
    assert "not in ORACLE" not in page(rows)


def test_what_comes_out_the_same_is_named_and_nothing_is_no_evidence() -> None:
    rows = [row("code/a", 1.0, 0.0), row("code/b", 1.0, 0.0)]
    text = page(rows, near={"code/a": Neighbour("code/b", 0.2, 0.5), "code/b": Neighbour("code/a", 0.19, 0.5)})
    assert "0 % equal is no evidence that a rule is new where the domains differ" in text
    assert "20 % or more of the turns came out the same, beyond chance, for code/a (20 %, code/b)." in text
    assert "comes closest" not in text
    near = {"code/a": Neighbour("code/b", 0.0, 0.5), "code/b": Neighbour("code/a", 0.0, 0.4)}
    assert "not in ORACLE, code/a comes closest to its nearest: 50 apart; of ORACLE's, code/b: 40." in page(
        rows, near=near, published={"code/b"}
    )


def test_siblings_are_made_and_played_as_the_original(launcher: Launcher) -> None:
    found = siblings_of(load(PLACE, "circuit/and_tree"), launcher)
    assert found is not None and found.made == len(found.scores) == 2
    assert set(found.drawn) == {"wires", "dual"}
    assert siblings_of(load(PLACE, "freeform/hidden_order"), launcher) is None
    signs = siblings_of(load(PLACE, "encryption/backpack_encryption"), launcher)
    assert signs is not None and signs.made == len(signs.scores) == 2, "their outputs hold the original's signs"


def test_the_nearest_box_is_the_one_that_gives_the_same(launcher: Launcher) -> None:
    names = ("caesar_cipher", "curve_cipher", "dynamic_curve_cipher")
    found = neighbours([load(PLACE, f"encryption/{name}") for name in names], launcher)
    assert found["encryption/curve_cipher"].id == "encryption/dynamic_curve_cipher"
    assert 0 < found["encryption/curve_cipher"].equal < 0.6
    assert found["encryption/caesar_cipher"].equal == 0 and found["encryption/caesar_cipher"].apart > 0.5
    assert found["encryption/caesar_cipher"].id, "the one least apart"


def test_what_is_equal_by_chance_is_taken_out() -> None:
    often = ["far"] * 9 + ["near"]
    assert beyond_chance(0.8, often, often[::-1]) == 0
    assert beyond_chance(1.0, often, often) == 1
    assert beyond_chance(0.5, ["a", "b"], ["a", "c"]) == pytest.approx(1 / 3)
    assert beyond_chance(1.0, ["same", "same"], ["same", "same"]) == 1


def test_how_far_apart_two_talks_are() -> None:
    one, other = ("\n".join(f"{n} -> {n * k % 97}" for n in range(20)) for k in (3, 5))
    strange = " ".join(chr(ord("A") + n * n % 23) for n in range(200))
    assert apart(one, one) < 0.15 < apart(one, other) < apart(one, strange) <= 1
    assert apart(one, strange) == apart(strange, one)


def test_two_boxes_that_say_back_what_they_are_sent_have_no_rule_in_common(launcher: Launcher) -> None:
    """The stack machine shows the digits on its stack, the lift the floors where it stops."""
    names = ("freeform/six_letter_machine", "freeform/stubborn_lift")
    found = neighbours([load(PLACE, name) for name in names], launcher)
    assert found["freeform/stubborn_lift"].equal < 0.2
