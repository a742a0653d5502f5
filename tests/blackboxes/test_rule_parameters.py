"""Parameters of a rule: how a description declares them, how a module has them, and what siblings make of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description, FaultyFile
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.rule_parameters import (
    changed_alone,
    missing_constants,
    other_values,
    rule_parameters,
    values_of,
    with_values,
)
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.gates import GateSettings, run_gate
from boxwright.harness.lint import advice, lint
from boxwright.harness.siblings import firsts, make
from boxwright.harness.variation import variation_of
from boxwright.sandbox import Launcher
from tests.blackboxes.starters import STARTERS, starter
from tests.conftest import CAESAR, CAESAR_FRONT, CAESAR_RULE, describe
from tests.harness.test_siblings import accepted
from tests.reference import REFERENCES

Make = Callable[..., Box]
SHIFT = "parameters: {shift: {value: 1, range: [1, 25]}}\n"
SHIFTED = "SHIFT = 1\n\n" + CAESAR.replace("+ 1)", "+ SHIFT)")
DECLARING = [
    *("code/ferry_loads", "code/leaning_digits", "code/mountain_railway", "code/trapdoors"),
    *(
        "encryption/curve_cipher",
        "encryption/dynamic_curve_cipher",
        "encryption/hill_cipher",
        "encryption/zigzag_cipher",
    ),
]
"""The boxes whose rule has parameters."""


def declaring(parameters: str, family: str = "encryption", public: str = "") -> Description:
    if family == "encryption":
        return describe("encryption/caesar", CAESAR_FRONT + parameters, CAESAR_RULE)
    first = starter(family)
    lines = first.text.split("---\n")[1].splitlines(keepends=True)
    front = "".join(line for line in lines if not line.startswith("parameters:"))
    return describe(first.id, front + parameters, first.hidden, public or first.public)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("shift: {value: 1}", "parameters.shift.range: field required"),
        ("shift: {range: [1, 2]}", "parameters.shift.value: field required"),
        ("shift: {value: 30, range: [1, 25]}", "parameters.shift: range is [lowest, highest]"),
        ("shift: {value: 1, range: [1, 1]}", "has two values or more"),
        ("shift: {value: 1, range: [1, 2, 3]}", "parameters.shift.range: list should have at most 2 items"),
        ("shift: {value: 1.5, range: [1, 2]}", "parameters.shift.value: input should be a valid integer"),
        ("shift: {value: true, range: [0, 2]}", "parameters.shift.value: input should be a valid integer"),
        ("shift: {value: 1, range: [1, 2], step: 2}", "parameters.shift.step: extra inputs are not permitted"),
        ("Shift: {value: 1, range: [1, 2]}", "its constant cannot be called SHIFT"),
        ("for: {value: 1, range: [1, 2]}", "its constant cannot be called FOR"),
        ("ß: {value: 1, range: [1, 2]}", "use small letters from a to z"),
        ("shift: {value: 1, range: [0, 10000000000]}", "parameters.shift.range.1: input should be less than or equal"),
        ("shift: 1", "parameters.shift: extra inputs are not permitted"),
        ("shift: [1, 25]", "a parameter of the rule is written as rows: {value: 3, range: [2, 8]}"),
        ("signs: {value: 1, range: [1, 2]}", "parameters.signs: an option of the family 'encryption', no parameter"),
    ],
)
def test_one_that_is_written_otherwise_is_refused_with_its_field(written: str, said: str) -> None:
    description = declaring(f"parameters: {{{written}}}\n")
    with pytest.raises(DescriptionFault) as caught:
        get_family("encryption").read(description)
    assert said in str(caught.value)
    assert caught.value.path[:2] == ("parameters", written.split(":")[0])


def test_a_rule_that_does_not_name_its_parameter_is_refused_with_the_line() -> None:
    told = "Every letter moves on by one (the parameter shift)."
    lint(describe("encryption/caesar", CAESAR_FRONT + SHIFT, told))
    with pytest.raises(FaultyFile, match=r"encryption/caesar:9: the rule does not name its parameter shift; say which"):
        lint(declaring(SHIFT.replace("{shift", "\n  {shift")))
    several = f"parameters: {{{', '.join(f'shift_{c}: {{value: 1, range: [1, 25]}}' for c in 'abc')}}}\n"
    lint(describe("encryption/caesar", CAESAR_FRONT + several, "On by shift_a, then by shift_b, and so on."))
    with pytest.raises(FaultyFile, match="does not name its parameter shift_b"):
        lint(describe("encryption/caesar", CAESAR_FRONT + several, "Every letter moves on by shift_a and shift_x."))


def test_what_players_are_told_holds_of_a_sibling_too(launcher: Launcher) -> None:
    """With the number itself in its public part, a sibling's players would be told the original's."""
    front = "parameters: {far: {value: 15, range: [12, 15]}}\n"
    first = declaring(front, "puzzle")
    assert [line for line in advice(first) if "if it is that, write {far}" in line]
    public = first.public.replace("15", "{far}")
    described = declaring(front, "puzzle", public)
    assert advice(described) == []
    assert described.public == first.public
    made = make(accepted(described, "FAR = 15\n" + STARTERS["puzzle"].replace("15 else", "FAR else")), 1, launcher)
    (drawn,) = made.sibling.parameters.values()
    assert f"by more than {drawn}, else" in made.description.told
    assert f"far is {drawn} (there 15)" in made.description.hidden


def test_a_parameter_that_seldom_matters_is_sought_among_more_calls(make_box: Make) -> None:
    """One text in some 200 begins with q and is longer than three letters: 60 texts often hold none."""
    rare = SHIFTED.replace(
        "    out = []", '    if plaintext[:1] in "qQ" and len(plaintext) > 3:\n        return str(RARE)\n    out = []'
    )
    description = declaring("parameters: {rare: {value: 1, range: [1, 9]}, shift: {value: 1, range: [1, 25]}}\n")
    for seed in range(6):
        result = run_gate("loads", make_box(description, f"RARE = 1\n{rare}"), GateSettings(seed=seed))
        assert result.passed, result.findings


def test_a_module_that_hangs_with_another_value_is_not_asked_again(make_box: Make) -> None:
    hanging = SHIFTED.replace("    out = []", "    while SHIFT > 20:\n        pass\n    out = []")
    box = make_box(declaring(SHIFT), hanging, call_seconds=1.0)
    (finding,) = run_gate("loads", box).findings
    assert "with SHIFT = 25: did not finish within the time limit" in finding.message


@pytest.mark.parametrize("family", ["puzzle", "freeform", "circuit"])
def test_a_family_without_parameters_takes_those_of_a_rule_and_no_others(family: str) -> None:
    get_family(family).read(declaring(SHIFT, family))
    with pytest.raises(DescriptionFault, match=f"the family '{family}' has no parameters, but rounds is set"):
        get_family(family).read(declaring(SHIFT.replace("{shift", "{rounds: 2, shift"), family))


def test_the_values_and_the_ends_of_their_ranges() -> None:
    description = declaring("parameters: {signs: '', a: {value: 3, range: [2, 8]}, b: {value: -1, range: [-1, 4]}}\n")
    assert values_of(description) == {"a": 3, "b": -1}
    assert changed_alone(description) == {
        "a": [{"a": 2, "b": -1}, {"a": 5, "b": -1}, {"a": 8, "b": -1}],
        "b": [{"a": 3, "b": 1}, {"a": 3, "b": 4}],
    }
    drawn = [other_values(description, Random(seed)) for seed in range(200)]
    assert {each["a"] for each in drawn} == set(range(2, 9))
    assert {each["b"] for each in drawn} == set(range(-1, 5))
    assert {"a": 3, "b": -1} not in drawn
    assert other_values(declaring(""), Random(1)) == {}
    assert list(rule_parameters(description)) == ["a", "b"]


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    ROWS = 3\n",
        "ROWS = 2\n",
        "ROWS = 3\nROWS = 3\n",
        "ROWS = 3\nROWS += 1\n",
        "ROWS = 2 + 1\n",
        "ROWS = True\n",
        "ROWS = 3.0\n",
        "ROWS, COLUMNS = 3, 4\n",
        "rows = 3\n",
        "ROWS = 3\ndef f():\n    global ROWS\n    ROWS = 4\n",
        "from math import pi as ROWS\n",
        "",
    ],
)
def test_a_module_without_just_this_constant_is_told_which_line(source: str) -> None:
    assert missing_constants(source, {"rows": 3}) == ["ROWS = 3"]


@pytest.mark.parametrize("source", ["ROWS = 3\n", "é = 'é'; ROWS = 3  # 3 rows\n", "ROWS: int = 3\nx = ROWS == 3\n"])
@given(value=st.integers(-(10**9), 10**9))
def test_another_value_takes_the_place_of_the_number_alone(source: str, value: int) -> None:
    assert missing_constants(source, {"rows": 3}) == []
    changed = with_values(source, {"rows": value})
    assert changed == source.replace("ROWS = 3", f"ROWS = {value}").replace("int = 3", f"int = {value}")
    assert with_values(changed, {"rows": 3}) == source


def test_a_module_with_its_constants_loads(make_box: Make) -> None:
    result = run_gate("loads", make_box(declaring(SHIFT), SHIFTED))
    assert result.passed, result.findings


def test_a_module_with_checkpoints_loads_too(make_box: Make) -> None:
    """Its replies are held against its own `describe()`, which is asked while they come."""
    first = starter("code")
    lines = first.text.split("---\n")[1].replace("parameters:\n", "parameters:\n  extra: {value: 0, range: [0, 5]}\n")
    description = describe(first.id, lines, first.hidden, first.public)
    source = "EXTRA = 0\n\n" + STARTERS["code"].replace("s = n\n", "s = n + EXTRA\n")
    assert values_of(description) == {"extra": 0}
    result = run_gate("loads", make_box(description, source))
    assert result.passed, result.findings


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (CAESAR, "the module has no line `SHIFT = 1`, once and at its top level"),
        ("SHIFT = 1\n\n" + CAESAR, "changes with another SHIFT: does the rule read it?"),
        (SHIFTED.replace("chr(", "chr(1 // (2 - min(SHIFT, 2)) + "), "with SHIFT = 13: raised ZeroDivisionError"),
        (SHIFTED.replace('"".join(out)', '"".join(out) if SHIFT < 2 else 7'), "with SHIFT = 13: "),
    ],
)
def test_a_module_that_siblings_could_not_change_is_refused(make_box: Make, source: str, said: str) -> None:
    (finding,) = run_gate("loads", make_box(declaring(SHIFT), source)).findings
    assert said in finding.message


@pytest.mark.parametrize("identifier", DECLARING)
def test_siblings_of_shipped_boxes_are_the_reference_with_the_same_values(launcher: Launcher, identifier: str) -> None:
    """The references are our own, written apart from the boxes: here with what each of twelve siblings has drawn."""
    first = registry.load(Workspace(SHIPPED, True, None), identifier)
    family = get_family(first.description.family)
    reference = REFERENCES[identifier].read_text(encoding="utf-8")
    for number in range(1, 13):
        made = make(first, number, launcher)
        drawn = made.sibling.parameters
        assert list(drawn) == list(rule_parameters(first.description))
        assert values_of(made.description) == drawn != values_of(first.description)
        assert made.source != first.source
        changed = with_values(reference, drawn)
        with (
            Box(made.description, family, made.source, launcher) as box,
            Box(made.description, family, changed, launcher) as other,
        ):
            calls = [call for call in family.probes(box, number, 80) if call.function != "describe"]
            for call, one, two in zip(calls, list(box.replies(calls)), list(other.replies(calls)), strict=True):
                assert family.alike(box.rules, one.unwrap(), two.unwrap()), (drawn, call)


def test_every_description_with_parameters_is_compared_with_its_reference() -> None:
    place = Workspace(SHIPPED, True, None)
    families = ("circuit", "code", "encryption", "freeform", "game", "physics", "puzzle")
    names = [name for name in sorted(place.accepted_folders()) if name.split("/")[0] in families]
    assert [name for name in names if rule_parameters(registry.load(place, name).description)] == DECLARING


@pytest.mark.parametrize(
    ("family", "place", "name", "value"), [("puzzle", "15 else", "FAR", 15), ("freeform", ") % 5", "STATES", 5)]
)
def test_puzzles_and_freeform_boxes_with_a_parameter_have_siblings(
    launcher: Launcher, family: str, place: str, name: str, value: int
) -> None:
    """Without one they have none: what is hidden is drawn anew in every episode."""
    source = f"{name} = {value}\n\n{STARTERS[family].replace(place, place.replace(str(value), name))}"
    lowest, highest = value - 3, value
    description = declaring(
        f"parameters: {{{name.lower()}: {{value: {value}, range: [{lowest}, {highest}]}}}}\n", family
    )
    original = accepted(description, source)
    made = make(original, 1, launcher)
    (drawn,) = made.sibling.parameters.values()
    assert f"{name} = {drawn}\n" in made.source and lowest <= drawn < value
    with Box(made.description, get_family(family), made.source, launcher) as box:
        assert run_gate("loads", box).passed
    assert 2 <= len(set(firsts(original, launcher, range(1, 12)).values())) <= 3


def test_what_holds_for_the_original_alone_goes() -> None:
    """What best play reaches in a game is another figure where a number of its rule is another."""
    first = starter("game")
    description = describe(first.id, "parameters: {bonus: {value: 1, range: [1, 3]}}\n", first.hidden, first.public)
    written = {"known_optimal": {"ten": 0.5}, "repetitions": 2, **description.front.parameters}
    kept = variation_of(description).parameters(written, {"bonus": 3})
    assert kept == {"repetitions": 2, "bonus": {"value": 3, "range": [1, 3]}}
