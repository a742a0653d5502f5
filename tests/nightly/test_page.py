"""The page says the news on five lines, whatever happened, and nothing that others wrote acts on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightly.night import Built, Night, Spent, Stale, Step
from nightly.page import news, page
from nightly.problems import MOST, fenced, is_gone, problems

BOX, OTHER = "encryption/one", "encryption/two"
STALE = Stale(id=BOX, why="x")
NEEDS = Built(id=BOX, by="replay", ending="needs a model")
DIFFERS = Built(id=BOX, by="m", ending="differs")


def step(name: str, code: int = 0, failed: str = "") -> Step:
    return Step(name=name, command=["boxwright", name], code=code, seconds=3, failed=failed)


def night(**facts: object) -> Night:
    return Night.model_validate({"date": "2026-01-02", **facts})


def test_a_quiet_night(tmp_path: Path) -> None:
    (tmp_path / "check.txt").write_text("✓ all of them\n")
    quiet = night(model="m", steps=[step("stale"), step("check")])
    assert page(quiet, tmp_path).splitlines() == [
        "# Nightly run, 2026-01-02",
        "",
        "- **stale**: none",
        "- **faults**: none",
        "- **drift**: none",
        "- **rebuilt**: none",
        "- **spent**: nothing",
        "",
        "## What was run",
        "",
        "<details><summary>stale: exit code 0, 3 s</summary>",
        "",
        "`boxwright stale`",
        "",
        "```text",
        "",
        "```",
        "",
        "</details>",
        "",
        "<details><summary>check: exit code 0, 3 s</summary>",
        "",
        "`boxwright check`",
        "",
        "```text",
        "✓ all of them",
        "```",
        "",
        "</details>",
        "",
    ]
    assert quiet.in_order


def test_news_are_five_lines_and_name_at_most_five_boxes() -> None:
    boxes = [Stale(id=f"encryption/box_{number}", why="x changed", still=number == 3) for number in range(8)]
    told = news(
        night(
            stale=boxes,
            faults={BOX: ["a\nfault"]},
            builds=[
                Built(id=OTHER, by="m", ending="differs", differences=["7 of 20 calls differ", "for 1 ..."]),
                Built(id="kumo/birds", by="compare", ending="differs", words=["kumo/birds: differs\nmore"]),
                Built(id=BOX, by="m", ending="given up", words=["gate `loads`"]),
                *(Built(id=each.id, by="replay", ending="accepted") for each in boxes if not each.still),
            ],
            steps=[step("acceptance", 1, "exit code 1")],
            spent=Spent(calls=1, tokens=1200, dollars=None),
        )
    )
    assert told == [
        "- **stale**: 8 boxes, because x changed (encryption/box_0, encryption/box_1, encryption/box_2, "
        "encryption/box_3, encryption/box_4 and 3 more); still stale: encryption/box_3",
        f"- **faults**: 1 box ({BOX}); cannot be rebuilt: {BOX}; acceptance failed (exit code 1)",
        f"- **drift**: {OTHER}: 7 of 20 calls differ; kumo/birds: differs",
        "- **rebuilt**: 7 by replay (encryption/box_0, encryption/box_1, encryption/box_2, encryption/box_4, "
        "encryption/box_5 and 2 more)",
        "- **spent**: 1 call, 1,200 tokens, cost unknown",
    ]


@pytest.mark.parametrize("text", ["```\n# Mine\n```", "`````", "a\x1b[2Jb", "\u202eabc"])
def test_what_others_wrote_stays_in_its_block(text: str) -> None:
    block = fenced(text).strip().splitlines()
    fence = block[0].removesuffix("text")
    assert set(fence) == {"`"}
    assert block[-1] == fence
    assert not any(line.strip().startswith(fence) for line in block[1:-1])
    assert not set("\x1b\u202e") & set("".join(block))


def test_long_text_is_cut_and_says_so() -> None:
    block = fenced("x" * (MOST + 7))
    assert "... 7 more characters are in the report" in block
    assert len(block) < MOST + 100


def test_problems_have_keys_that_stay_and_the_worst_come_first() -> None:
    found = problems(
        night(
            stale=[Stale(id=BOX, why="its exam changed"), Stale(id=OTHER, why="its exam changed")],
            faults={OTHER: ["wrong"]},
            builds=[Built(id=OTHER, by="m", ending="differs", words=["differs"])],
            steps=[step("check", 2, "exit code 2")],
        )
    )
    assert [each.key for each in found] == [
        "step/check",
        f"fault/{OTHER}",
        f"drift/{OTHER}",
        "stale/its exam changed",
    ]
    assert BOX in found[-1].body
    assert OTHER not in found[-1].body  # named already, by what it is stale of


@pytest.mark.parametrize(
    ("key", "facts", "gone"),
    [
        ("step/check", {"steps": [step("check")]}, True),
        ("step/kept", {"steps": [step("check")]}, False),
        (f"fault/{BOX}", {"steps": [step("check")]}, True),
        (f"fault/{BOX}", {"steps": [step("check", 2, "exit code 2")]}, False),
        (f"drift/{BOX}", {}, True),
        (f"drift/{BOX}", {"stale": [STALE]}, False),
        (f"drift/{BOX}", {"stale": [Stale(id=BOX, why="x", still=False)]}, True),
        (f"drift/{BOX}", {"steps": [step("rebuild", 1, "exit code 1")]}, False),
        (f"build/{BOX}", {"stale": [STALE], "builds": [DIFFERS]}, True),
        (f"build/{BOX}", {"stale": [STALE], "builds": [NEEDS]}, False),
        ("stale/x", {}, True),
        ("stale/x", {"steps": [step("left", 1, "exit code 1")]}, False),
    ],
)
def test_only_what_was_looked_at_is_gone(key: str, facts: dict[str, object], gone: bool) -> None:
    assert is_gone(key, night(**facts)) is gone


def test_a_night_survives_its_file(tmp_path: Path) -> None:
    made = night(spent=Spent(calls=2, dollars=None), stale=[Stale(id=BOX, why="x")], steps=[step("check")])
    made.write(tmp_path)
    assert Night.read(tmp_path) == made
