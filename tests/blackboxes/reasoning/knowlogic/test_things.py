"""The file of things: faults name their line, and disputable values are never used."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import FILE as READINGS
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import facts, questions, read_readings, things
from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import FaultyKnowledge, load_yaml
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import shipped
from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import FILE, read_things
from boxwright.blackboxes.reasoning.knowlogic.language.describe import descriptions
from boxwright.blackboxes.reasoning.knowlogic.questions.scenes import draw_scene
from boxwright.blackboxes.seeds import stream
from boxwright.cli import run

SMALL = """\
asserted_by: person
asked: [bird]
properties:
  worn: {en: is worn, zh: 穿戴, not_en: is not worn, not_zh: 不穿戴, says: {en: It is worn., zh: 穿戴。}}
  feet: {en: is footwear, zh: 鞋, not_en: is no footwear, not_zh: 不是鞋, implies: worn, says: {en: Shoes., zh: 鞋。}}
numbers:
  legs: {en: legs, zh: 条腿, note: {en: Legs., zh: 腿。}}
kinds:
  animal: {en: an animal, zh: 动物, values: {worn: never}}
  bird: {is: animal, en: a bird, zh: 鸟, values: {legs: 2}}
things:
  bird: ["owl; 猫头鹰", "swan; 天鹅; feet=never"]
"""


def test_a_small_file_passes_values_on(tmp_path: Path) -> None:
    path = tmp_path / "things.yaml"
    path.write_text(SMALL, encoding="utf-8")
    owl, swan = read_things(path).by_kind["animal"]
    assert owl.attributes == {"worn": 0, "legs": 2, "is_bird": 1}
    assert swan.attributes == {"worn": 0, "feet": 0, "legs": 2, "is_bird": 1}
    assert (owl.of("en"), owl.of("zh")) == ("the owl", "猫头鹰")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("feet=never", "feet=always", 12, "contradicts itself: feet is always, so worn cannot be never"),
        ("feet=never", "feet=never, feet=always", 12, "'feet' is given twice"),
        ("feet=never", "feet=often", 12, "'often' is no value of 'feet'"),
        ("feet=never", "hats=never", 12, "there is no property 'hats'"),
        ('"owl; 猫头鹰"', '"owl"', 12, "has no words in one language"),
        ('"owl; 猫头鹰"', '"swan; 猫头鹰"', 12, "'the swan' is there twice"),
        ("is: animal", "is: bird", 10, "'bird' is a kind of itself"),
        ("is: animal", "is: beast", 10, "there is no kind 'beast'"),
        ("implies: worn", "implies: hats", 5, "there is no property 'hats'"),
        ("legs: 2", "legs: two", 10, "kinds.bird.values.legs"),
        ("  bird: [", "  fish: [", 12, "there is no kind 'fish'"),
    ],
)
def test_a_fault_names_line_and_entry(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in SMALL
    path = tmp_path / "things.yaml"
    path.write_text(SMALL.replace(old, new), encoding="utf-8")
    with pytest.raises(FaultyKnowledge) as caught:
        read_things(path)
    assert any(says in fault and fault.startswith(f"things.yaml:{line}:") for fault in caught.value.faults)


def test_a_disputable_value_is_used_nowhere() -> None:
    by_name = {thing.of("en"): thing for members in things().by_kind.values() for thing in members}
    assert "legs" not in by_name["the octopus"].attributes
    assert "sour" not in by_name["the mango"].attributes
    assert by_name["the lemon"].attributes["sour"] == 1
    for domain, scenario in (("nature", "zoo"), ("nature", "photos"), ("nature", "farm")):
        found = shipped(domain).scenarios[scenario]
        for number in range(20):
            scene = draw_scene(found, stream("disputable", number))
            for relation in scene.meanings.relations.values():
                assert all(relation.asked <= set(thing.attributes) for thing in scene.slots)


def test_a_description_fits_exactly_one() -> None:
    scenario = shipped("mixed").scenarios["toys"]
    several = 0
    for number in range(20):
        scene = draw_scene(scenario, stream("described", number))
        for key, entity in descriptions(scene).items():
            fitting = [n for n, e in enumerate(scene.entities) if e.attributes.get(key[:-1]) == int(key[-1] == "+")]
            assert fitting == [entity]
            assert all(key[:-1] in e.attributes for e in scene.entities)
            several += 1
    assert several > 20


def test_what_a_second_reader_is_asked_tells_no_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = questions(read_things(FILE))
    assert len(asked["kinds"]) == 43
    assert set(asked) == {"properties", "numbers", "kinds"}
    assert all(set(kind) == {"is", "things"} for kind in asked["kinds"].values())
    assert run(["knowlogic", "facts", "--out", str(tmp_path / "asked.yaml")]) == 0
    assert load_yaml(tmp_path / "asked.yaml")[0] == asked


def test_only_what_two_readings_agree_on_is_used() -> None:
    known = read_things(FILE)
    found = list(facts(known, read_readings(READINGS, known)))
    doubted = [fact for fact in found if not fact.confirmed]
    assert 0 < len(doubted) < len(found) / 100
    used = {thing.key: thing.attributes for members in things().by_kind.values() for thing in members}
    assert all(fact.name not in used[fact.thing] for fact in doubted)
    assert all(fact.name in used[fact.thing] for fact in found if fact.confirmed)


def test_a_reading_is_compared_fact_by_fact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("reader: me\nkinds:\n  ball: {always: [made, afloat]}\n")
    assert run(["knowlogic", "confirm", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "football, afloat: asserted: never, read: always" in told
    assert not [line for line in told if line.startswith("football, made")]
    assert "eagle, flies: asserted: always, not read" in told
    assert told[-1].startswith("facts about things: 20,")
    file.write_text(
        "reader: me\nkinds:\n  ball: {always: [bouncy]}\n  bird: {except: {dodo: {flies: never}}}\n  dragon: {}\n"
    )
    assert run(["knowlogic", "confirm", str(file)]) == 1
    said = capsys.readouterr().err
    assert "mine.yaml" in said
    assert "there is no property 'bouncy'" in said
