"""Questions written by hand: what `certify` says about each reading, and a line for each fault of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxwright.cli import run

DOCS = Path(__file__).resolve().parents[4] / "docs"

SMALL = """\
questions:
  q:
    layout: space/booth
    entities: [Ada, Bo, Cem, Dina]
    clues: [Ada sits by the window., Ada sits on the north bench., Cem shares a bench with Bo.]
    asks: "{} shares a bench with Ada."
    options: [Bo, Cem, Dina]
"""


def certify(path: Path, text: str) -> int:
    path.write_text(text, encoding="utf-8")
    return run(["knowlogic", "certify", str(path)])


def test_the_table_in_the_docs_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["knowlogic", "certify", str(DOCS / "knowlogic-stand-ins.yaml")]) == 1
    shown = capsys.readouterr()
    table, _, summary = shown.out.rstrip().rpartition("\n")
    page = (DOCS / "knowlogic.md").read_text(encoding="utf-8")
    assert table in page
    assert summary in page
    assert "ring_five_precise: not determined: A if Ada: seat 1, Bo: seat 2" in shown.err
    assert "; D if Ada: seat 1, Bo: seat 6" in shown.err


def test_the_example_in_the_docs_can_be_certified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "knowlogic.md").read_text(encoding="utf-8")
    [text] = [part.partition("```")[0] for part in page.split("```yaml\n") if part.startswith("questions:")]
    certify(tmp_path / "q.yaml", text)
    assert capsys.readouterr().out.count("| ring, six slots, precise | two ") == 2


def test_a_sound_question_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = {
        "slots": ["left", "middle", "right"],
        "entities": ["Ann", "Ben", "Cai"],
        "placed": "{a} sits {slot}.",
        "sentences": {"{a} sits to the right of {b}.": "a.at > b.at"},
        "clues": [
            "Ann sits to the right of Ben.",
            "not: Cai sits middle.",
            "Cai sits to the right of Ben.",
            "not: Ben sits right.",
        ],
        "asks": "Ann sits {}.",
        "options": ["left", "middle", "right"],
        "printed": "B",
    }
    assert certify(tmp_path / "q.json", json.dumps({"questions": {"q": question}})) == 0
    assert "| 1 | B | B | as printed | 4 / 3 / 3 |" in capsys.readouterr().out
    question["printed"] = "C"
    assert certify(tmp_path / "q.json", json.dumps({"questions": {"q": question}})) == 1
    assert "q.json:1: q: other than printed: the clues give B, printed is C" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("questions:", "question:", "q.yaml: write `questions:`"),
        ("space/booth", "space/boot", "q.yaml:3: questions.q.layout: there is no scenario 'space/boot'; did you mean"),
        ("space/booth", "spaces/booth", "q.yaml:3: questions.q.layout: there is no domain 'spaces'"),
        ("space/booth", "nature/zoo", "q.yaml:2: questions.q: needs `slots`"),
        ("Bo, Cem, Dina]\n    clues", "Bo, Bo, Cem]\n    clues", "questions.q.entities: a name is there twice"),
        ("Bo, Cem, Dina]\n    clues", "B, C, D, E]\n    clues", "5 entities do not fit into 4 slots"),
        ("by the window", "at the window", "questions.q.clues.0: 'Ada sits at the window.' has no reading"),
        ("Ada sits by the window.", "[across, Ada]", "'across' is said of 2 different ones, not of Ada"),
        ("Ada sits by the window.", "[by_windo, Ada]", "there is no relation 'by_windo'; did you mean by_window?"),
        ("Ada sits by the window.", "[]", "there is no relation ''"),
        ("    asks", "    fixed: {Ada: nowhere}\n    asks", "questions.q.fixed.Ada: there is no slot 'nowhere'"),
        ("    asks", "    printed: BA\n    asks", "questions.q.printed: write letters of ABCD, each once and in order"),
        ("    asks", '    sentences: {"{a} waves.": a.hand == 1}\n    asks', "has the attribute 'hand'"),
        ("    asks", '    sentences: {"{a} waves.": import os}\n    asks', "'import os' is no expression"),
        ("    asks", "    untold: maybe\n    asks", "questions.q.untold: input should be 'decided', 'open' or 'false'"),
        ("    asks", "    optoins: 3\n    asks", "questions.q.optoins: there is no such field"),
        ("{} shares", "Who shares", "questions.q.asks: needs a gap {} for the options"),
        ("shares a bench with Bo", "sits by the aisle", "q.yaml:2: q: not determined: A if Ada: "),
        ("Cem shares", '"not: Ada sits by the window.", Cem shares', "q.yaml:2: q: clues contradict each other"),
    ],
)
def test_a_fault_is_one_line(old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert old in SMALL
    assert certify(tmp_path / "q.yaml", SMALL) == 0
    capsys.readouterr()
    assert certify(tmp_path / "q.yaml", SMALL.replace(old, new, 1)) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert said in line


def test_values_that_are_disputable_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """\
questions:
  q:
    layout: nature/zoo
    slots: [cow, octopus, spider crab, 老鹰]
    entities: [Ada, Bo]
    clues: [Ada looks after an animal that has two legs.]
    options: [Ada looks after the eagle., Bo looks after the cow.]
"""
    assert certify(tmp_path / "q.yaml", text) == 1
    assert "questions.q.slots.spider crab: is none of the things" in capsys.readouterr().err
    assert certify(tmp_path / "q.yaml", text.replace("spider crab", "horse")) == 1
    assert "cannot be said of these things: the value of one is disputable" in capsys.readouterr().err
