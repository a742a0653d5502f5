"""A fault in a knowledge file is one line that names file, line and entry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.knowlogic.domains import HERE, shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import FaultyKnowledge
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import read_domain, shipped
from boxwright.blackboxes.reasoning.knowlogic.language.validate import domain_faults
from boxwright.cli import cli

SMALL = """\
domain: bench
title: {en: Bench, zh: 长凳}
asserted_by: person
definitions:
  "beside(x, y)": "abs(x.at - y.at) == 1"
scenarios:
  bench:
    title: {en: A bench, zh: 一张长凳}
    world: closed
    world_says: {en: Nobody else is there., zh: 没有别人。}
    entities: {pool: people, count: 3}
    slots:
      - {key: left, en: the left seat, zh: 左座, at: 1}
      - {key: middle, en: the middle seat, zh: 中座, at: 2}
      - {key: right, en: the right seat, zh: 右座, at: 3}
    intro:
      en: ["{names} sit on a bench."]
      zh: ["{names}坐在一张长凳上。"]
    who: {en: Who, zh: 谁}
    whoever: {en: The person in which of these seats, zh: 下列哪个座位上的人}
    where: {en: "In which seat does {a} sit?", zh: "{a}坐在哪个座位？"}
    placed:
      en: ["{a} sits in {slot}."]
      zh: ["{a}坐在{slot}。"]
    placed_not:
      en: ["{a} does not sit in {slot}."]
      zh: ["{a}不坐在{slot}。"]
    relations:
      next_to:
        means: beside(a, b)
        says: {en: a and b are neighbours., zh: a与b相邻。}
        forms:
          en: ["{a} sits next to {b}."]
          zh: ["{a}坐在{b}旁边。"]
      right_of:
        means: a.at > b.at
        says: {en: a is to the right of b., zh: a在b右边。}
        forms:
          en: ["{a} sits to the right of {b}."]
          zh: ["{a}坐在{b}的右边。"]
"""


def faults(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "bench.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        return domain_faults(read_domain(path))
    except FaultyKnowledge as error:
        return list(error.faults)


@pytest.mark.parametrize("key", shipped_keys())
def test_a_shipped_domain_has_no_fault(key: str) -> None:
    assert domain_faults(shipped(key)) == []


def test_a_small_file_is_a_domain(tmp_path: Path) -> None:
    assert faults(tmp_path, SMALL) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("means: a.at > b.at", "means: a.at > d.at", 36, "the name 'd' is not known"),
        ("means: a.at > b.at", "means: a.hat > b.at", 36, "no slot has the attribute 'hat'"),
        ("means: a.at > b.at", "means: a.at >", 36, "is no expression"),
        ("means: a.at > b.at", "means: a.at > b.at and a.at < b.at", 35, "never holds"),
        ("means: a.at > b.at", "means: a.at != b.at", 35, "always holds"),
        ("means: beside(a, b)", "means: besides(a, b)", 30, "there is no definition 'besides'"),
        ("means: beside(a, b)", "means: beside(a)", 30, "beside takes 2 arguments, not 1"),
        ('          zh: ["{a}坐在{b}旁边。"]\n', "", 32, "has no words in one language: `zh` is missing"),
        ("zh: 左座, at: 1", "at: 1", 13, "has no words in one language: `zh` is missing"),
        ("en: the middle seat", "en: the left seat", 14, "'the left seat' is there twice"),
        ("key: middle", "key: left", 14, "'left' is there twice"),
        ("count: 3", "count: 4", 11, "4 entities do not fit into 3 slots"),
        ("pool: people", "pool: poeple", 11, "there is no pool 'poeple'"),
        ("world: closed", "world: maybe", 9, "closed"),
        ("asserted_by: person", "asserted_by: person\ncolour: red", 4, "there is no such field"),
        ('"{a} sits next to {b}."', '"{a} sits next to {b} and {b}."', 33, "each once"),
        ('"{a} sits next to {b}."', '"{a} sits next to {b}"', 33, "must end with a full stop"),
        ('"{a} sits next to {b}."', '"{a} sits to the right of {b}."', 29, "can be read in several ways"),
        ("at: 2}", "at: [2]}", 14, "neither a whole number nor a text"),
        ("domain: bench", "domain: bench\ndomain: bench", 2, "there twice"),
        ("title: {en: A bench", "title: {en: [A bench", 8, "this is not YAML"),
        ('"beside(x, y)"', '"beside(x, y"', 5, "write a definition as"),
    ],
)
def test_a_fault_names_line_and_entry(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in SMALL
    found = faults(tmp_path, SMALL.replace(old, new, 1))
    assert found, new
    assert says in found[0]
    assert found[0].startswith(f"bench.yaml:{line}:"), found[0]
    assert "\n" not in found[0]


def test_a_cycle_of_ancestry_is_a_fault(tmp_path: Path) -> None:
    text = SMALL.replace("    intro:", "    links: [father]\n    intro:").replace("at: 1", "at: 1, father: right")
    text = text.replace("at: 3", "at: 3, father: left")
    found = faults(tmp_path, text)
    assert any("'left' is its own ancestor" in fault for fault in found)
    broken = faults(tmp_path, text.replace("father: left", "father: nobody"))
    assert any("there is no slot 'nobody'" in fault for fault in broken)


@pytest.mark.parametrize("text", ["", "[]", "3", "\x00", "a: *b", "domain: !!python/object:os.system x"])
def test_what_is_no_knowledge_file_is_refused(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)


def test_validate_prints_each_fault_and_fails(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(SMALL, encoding="utf-8")
    bad.write_text(SMALL.replace("a.at > b.at", "a.hat > d.at"), encoding="utf-8")
    result = CliRunner().invoke(cli, ["knowlogic", "validate", str(good), str(bad)], standalone_mode=False)
    assert result.return_value == 1
    assert "good.yaml: 1 scenario, " in result.output
    assert "bad.yaml:36: scenarios.bench.relations.right_of.means: the name 'd'" in result.output


def test_a_file_of_the_workspace_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "boxwright.yaml").write_text("")
    (tmp_path / "knowlogic").mkdir()
    (tmp_path / "knowlogic" / "bench.yaml").write_text(SMALL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "questions.jsonl"
    runner = CliRunner()
    made = runner.invoke(
        cli, ["knowlogic", "generate", "--domains", "bench", "--count", "6", "--out", str(out)], standalone_mode=False
    )
    assert made.exception is None, made.output
    proved = runner.invoke(cli, ["knowlogic", "certify", str(out)], standalone_mode=False)
    assert "6 questions certified, 0 with faults" in proved.output


def test_the_shipped_files_are_there() -> None:
    assert (HERE / "people.yaml").is_file()


def test_an_open_world_needs_room_for_others(tmp_path: Path) -> None:
    text = SMALL.replace("world: closed", "world: open")
    assert "an open world leaves room for others" in faults(tmp_path, text)[0]
    assert faults(tmp_path, text.replace("count: 3", "count: 2")) == []


def test_more_questions_than_there_are_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "boxwright.yaml").write_text("")
    (tmp_path / "knowlogic").mkdir()
    two = SMALL.replace("      - {key: middle, en: the middle seat, zh: 中座, at: 2}\n", "").replace(
        "count: 3", "count: 2"
    )
    text = two.replace("abs(x.at - y.at) == 1", "x.at == 1 and y.at == 3")
    (tmp_path / "knowlogic" / "bench.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    command = ["knowlogic", "generate", "--domains", "bench", "--count", "100", "--out", "out.jsonl"]
    made = CliRunner().invoke(cli, command, standalone_mode=False)
    assert isinstance(made.exception, BoxwrightError)
    assert "attempts after 0; ask for fewer, or for another kind" in str(made.exception)
    assert not (tmp_path / "out.jsonl").exists()


def test_a_set_has_the_same_bytes_on_any_number_of_processes(tmp_path: Path) -> None:
    texts = []
    for processes in ("1", "2"):
        out = tmp_path / f"set{processes}.jsonl"
        command = ["knowlogic", "generate", "--domains", "space,nature", "--count", "60", "--processes", processes]
        made = CliRunner().invoke(cli, [*command, "--out", str(out)], standalone_mode=False)
        assert made.exception is None, made.output
        texts.append(out.read_bytes())
    assert texts[0] == texts[1]
    rows = [json.loads(line) for line in texts[0].splitlines()]
    assert [sum(r["level"] == level for r in rows) for level in ("easy", "medium", "hard")] == [20, 40, 60]
    assert len({row["question"]["en"] for row in rows}) == len(rows)
    assert {"scenario", "type", "features", "knowledge_points", "derivation", "certificate", "base_id"} <= set(rows[0])


def test_certify_names_the_line_of_each_fault(tmp_path: Path) -> None:
    out = tmp_path / "set.jsonl"
    command = ["knowlogic", "generate", "--domains", "space", "--count", "6", "--out", str(out)]
    CliRunner().invoke(cli, command, standalone_mode=False)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    rows[1]["answer"] = "ABC" if rows[1]["answer"] != "ABC" else "A"
    rows[2]["question"]["zh"] += "？"
    rows[3]["form"]["clues"] = rows[3]["form"]["clues"][:1]
    del rows[4]["form"]["hidden"]
    rows[5]["form"]["clues"][0]["entities"] = [0, 77]
    out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    proved = CliRunner().invoke(cli, ["knowlogic", "certify", str(out)], standalone_mode=False)
    assert proved.return_value == 1
    for line, says in ((2, "said to be"), (3, "not what its form says"), (4, "not determined"), (5, "`form.hidden`")):
        assert any(f":{line}:" in text and says in text for text in proved.output.splitlines()), says
    assert "1 questions certified, 5 with faults" in proved.output
    out.write_text("{\n", encoding="utf-8")
    broken = CliRunner().invoke(cli, ["knowlogic", "certify", str(out)], standalone_mode=False)
    assert ":1: this line is not JSON" in str(broken.exception)


def test_the_year_of_an_event_has_a_source(tmp_path: Path) -> None:
    anchor = "anchors:\n  wall: {en: a wall fell, zh: 墙倒了, year: 2, sources: []}\n"
    text = SMALL.replace("definitions:", f"{anchor}definitions:")
    assert faults(tmp_path, text)[0].startswith("bench.yaml:5: anchors.wall.sources:")
    told = text.replace("sources: []", "sources: [A chronicle.]").replace("a.at > b.at", "a.at == wall() and b.at == 3")
    assert faults(tmp_path, told) == []
    life = shipped("time").file
    assert all(anchor.sources for anchor in life.anchors.values())
    years = {str(anchor.year) for anchor in life.anchors.values()}
    meanings = [relation.means for scenario in life.scenarios.values() for relation in scenario.relations.values()]
    assert not [means for means in meanings if any(year in means for year in years)]


OWN = """\
domain: pets
title: {en: Pets, zh: 宠物}
asserted_by: person
own_things:
  kinds: {pet: {is: mammal, en: a pet, zh: 宠物, values: {legs: 4}}}
  things:
    pet: ["collie; 牧羊犬", "tabby; 虎斑猫", "lop; 垂耳兔; preys=never", "gerbil; 沙鼠", "pony; 矮马; hooves=always"]
scenarios:
  photos: {like: nature/photos, nature_slots: {kinds: [pet], count: 5}}
"""


def test_a_domain_brings_things_of_its_own(tmp_path: Path) -> None:
    assert faults(tmp_path, OWN) == []
    things = read_domain(tmp_path / "bench.yaml").scenarios["photos"].things
    pony = next(thing for thing in things if thing.key == "pony")
    assert (pony.attributes["hooves"], pony.attributes["legs"], pony.attributes["is_mammal"]) == (1, 4, 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("is: mammal", "is: mamal", "own_things.kinds.pet.is: there is no kind 'mamal'"),
        ("{pet: {is", "{bird: {is", "a kind 'bird' is shipped"),
        ("collie; 牧羊犬", "pig; 猪", "'the pig' is among the shipped things"),
        ("hooves=always", "horns=always", "own_things.things.pet.4: there is no property 'horns'"),
        ("hooves=always", "hooves=maybe", "'maybe' is no value of 'hooves'"),
        (', "gerbil; 沙鼠"', "", "5 things are drawn, and there are only 4"),
        ("collie; 牧羊犬", "collie", "has no words in one language"),
        ("  things:", "  things_: {}\n  things:", "own_things.things_: there is no such field"),
        ("legs: 4", "legs: four", "own_things.kinds.pet.values.legs"),
        (
            "scenarios:",
            "  second_reading: {reader: me, kinds: {dragon: {}}}\nscenarios:",
            "second_reading.kinds.dragon",
        ),
    ],
)
def test_a_fault_of_its_own_things_names_the_entry(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in OWN
    found = faults(tmp_path, OWN.replace(old, new, 1))
    assert any(says in fault for fault in found), found
    assert all(fault.startswith("bench.yaml:") for fault in found)
