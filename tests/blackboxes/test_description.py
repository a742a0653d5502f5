"""Description files: what is read, and how bad ones are reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.blackboxes.description import FaultyFile, new_canary, parse_description, read_description
from boxwright.blackboxes.environments import own_names
from boxwright.harness.lint import lint

CANARY = f"<!-- {new_canary()} -->"
GOOD = f"---\ndifficulty: easy\ntags: [a, b]\n---\nThe rule.\n{CANARY}\n\n# Public\n\nBe told.\n"


def test_all_fields_are_read() -> None:
    text = (
        "---\ndifficulty: hard\ntags: [x]\ndomain: {letters: upper}\n"
        "examples:\n  - {input: A, output: B}\nproperties:\n  - plain words\n"
        "  - {says: same length, check: len(input) == len(output)}\n"
        "parameters: {turns: 3}\ndiffers_from_oracle: ours is right\n---\n"
        f"Hidden.\n{CANARY}\n# Public\nShown.\n"
    )
    description = parse_description(text, "encryption/x")
    assert description.family == "encryption"
    assert description.front.domain == {"letters": "upper"}
    assert [p.says for p in description.properties] == ["plain words", "same length"]
    assert description.properties[1].check == "len(input) == len(output)"
    assert description.front.parameters == {"turns": 3}
    assert description.front.differs_from_oracle == "ours is right"
    assert description.public == "Shown.\n"
    assert "Shown" not in description.hidden
    assert description.canary in CANARY


def test_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    other = "\ufeff" + GOOD.replace("\n", "\r\n")
    assert parse_description(other, "circuit/x").hash == parse_description(GOOD, "circuit/x").hash


@pytest.mark.parametrize(
    ("text", "line", "says", "remedy"),
    [
        ("no front matter", 1, "no front matter", "start the file with a line ---"),
        ("---\ndifficulty: easy\nrule", 1, "never closed", "add a line ---"),
        (GOOD.replace("easy", "5"), 2, "difficulty", "boxwright new"),
        (GOOD.replace("tags:", "tagz:"), 3, "unknown field 'tagz'", "the fields are"),
        (GOOD.replace("tags:", "difficulty:"), 3, "there twice", "fix"),
        (GOOD.replace("[a, b]", "[a, b"), 3, "this is not YAML", "fix"),
        (GOOD.replace("[a, b]", "[a, 010]"), 3, "YAML reads 010 as another number", "in quotes"),
        (GOOD.replace("easy", "1:30"), 2, "YAML reads 1:30 as another number", "in quotes"),
        (GOOD.replace(CANARY, ""), 5, "no canary", "add the line <!-- boxwright-canary-"),
        (GOOD.replace("The rule.", ""), 5, "the rule is empty", "describe"),
        (GOOD + CANARY, 11, "public part", "move it"),
    ],
)
def test_a_fault_names_file_line_and_remedy(text: str, line: int, says: str, remedy: str) -> None:
    with pytest.raises(FaultyFile) as error:
        parse_description(text, "encryption/bad", Path("descriptions/encryption/bad.md"))
    first = error.value.faults[0]
    assert first.startswith(f"descriptions/encryption/bad.md:{line}: "), first
    assert says in first
    assert remedy in first


def test_a_name_that_is_no_id_is_refused() -> None:
    with pytest.raises(FaultyFile, match="is not a valid id"):
        parse_description(GOOD, "Encryption/My Cipher")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "encryption" / "x.md"
    path.parent.mkdir()
    path.write_bytes(b"---\n\xff\xfe")
    with pytest.raises(FaultyFile, match=r"x\.md:1: not UTF-8"):
        read_description(path, tmp_path)
    with pytest.raises(FaultyFile, match="cannot be read"):
        read_description(tmp_path / "encryption" / "none.md", tmp_path)


def test_a_property_without_its_sentence_is_named() -> None:
    text = GOOD.replace("[a, b]", "[a, b]\nproperties: [{check: 'True'}]")
    with pytest.raises(FaultyFile, match=r"encryption/bad:4: the field 'properties.0.says' is missing; add it"):
        parse_description(text, "encryption/bad")


DIFFICULTIES = [
    (GOOD.replace("easy", "medium"), "input should be 'easy' or 'hard' (found 'medium')", "boxwright new"),
    (GOOD.replace("easy", "by size"), "input should be 'easy' or 'hard' (found 'by size')", "boxwright new"),
    (GOOD.replace("difficulty: easy\n", ""), "the field 'difficulty' is missing", "add it"),
    (GOOD.replace("difficulty: easy\ntags: [a, b]\n", ""), "the field 'difficulty' is missing", "add it"),
]


@pytest.mark.parametrize("family", own_names("families"))
@pytest.mark.parametrize(("text", "says", "remedy"), DIFFICULTIES)
def test_every_family_takes_easy_and_hard(family: str, text: str, says: str, remedy: str) -> None:
    description = parse_description(text, f"{family}/bad", Path("bad.md"))
    with pytest.raises(FaultyFile) as error:
        lint(description)
    first = error.value.faults[0]
    assert first.startswith("bad.md:2: "), first
    assert says in first
    assert remedy in first


def test_a_domain_has_no_difficulty_of_its_own() -> None:
    rule = f"Goal: one.\n\nTruths: many.\n\nActions: some.\n{CANARY}\n"
    lint(parse_description(f"---\n---\n{rule}", "kumo/x"))
    bare = parse_description(f"---\ntags: [own]\n---\n{rule}", "kumo/x")
    lint(bare)
    assert bare.front.difficulty == "by size"
    with pytest.raises(FaultyFile, match=r"x.md:3: a KUMO domain has no difficulty of its own .*; remove the field"):
        lint(parse_description(f"---\ntags: [own]\ndifficulty: easy\n---\n{rule}", "kumo/x", Path("x.md")))


FIELDS = {
    "unknown domain field": ("encryption", "domain: {letters: any, colour: red}", 3, "fields of `domain` are"),
    "wrong domain value": ("encryption", "domain:\n  letters: greek", 4, "letters"),
    "lengths swapped": ("encryption", "domain:\n  min_length: 9\n  max_length: 3", 4, "swap them"),
    "example outside": ("encryption", "examples:\n  - {input: 'a1', output: x}", 4, "outside the domain"),
    "example without output": ("encryption", "examples:\n  - {input: a}", 4, "write {input: ..., output: ...}"),
    "example of another type": ("encryption", "examples:\n  - {input: a, output: 5}", 4, "wrong form"),
    "bad check": ("encryption", "properties:\n  - {says: x, check: 'len(input'}", 4, "no Python expression"),
    "too many wires": ("circuit", "domain: {inputs: 99}", 3, "inputs"),
    "no wires": ("circuit", "tags: []", 2, "inputs"),
    "example with a wrong bit": (
        "circuit",
        "domain: {inputs: 2}\nexamples:\n  - {input: [0, 2], output: [0]}",
        5,
        "domain",
    ),
    "too few gates": (
        "circuit",
        "domain: {inputs: 1, gates: 2}\nexamples:\n  - {input: [0], output: [1]}",
        5,
        "1 bit for 2",
    ),
    "a program where none is possible": ("freeform", "answers: code", 3, "no function that a program could replace"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_of_a_family_is_refused_with_its_line(name: str) -> None:
    family, fields, line, says = FIELDS[name]
    text = f"---\ndifficulty: easy\n{fields}\n---\nRule.\n{CANARY}\n"
    description = parse_description(text, f"{family}/x", Path("x.md"))
    with pytest.raises(FaultyFile) as error:
        lint(description)
    assert error.value.faults[0].startswith(f"x.md:{line}: "), error.value.faults
    assert says in error.value.faults[0]


def test_an_unknown_family_is_named() -> None:
    description = parse_description(GOOD, "cooking/x")
    with pytest.raises(FaultyFile, match="'cooking' does not exist; use one of: circuit, "):
        lint(description)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        parse_description(text, "encryption/any")
    except FaultyFile as error:
        assert error.faults
        assert all(f.startswith("encryption/any:") for f in error.faults)


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs",)), max_size=200))
def test_any_front_matter_is_read_or_refused_by_name(text: str) -> None:
    try:
        parse_description(f"---\n{text}\n---\nRule.\n{CANARY}\n", "encryption/any")
    except FaultyFile as error:
        assert all(f.startswith("encryption/any:") for f in error.faults)
