"""Domains: every fault is named; published ones load, report their faults, and original modules are never run."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.kumo.domain.model import FaultyDomain, parse_domain, read_domain
from boxwright.blackboxes.reasoning.kumo.domain.names import find_name
from boxwright.blackboxes.reasoning.kumo.domain.published import read_any_domain
from boxwright.blackboxes.reasoning.kumo.domain.validator import find_faults
from boxwright.blackboxes.stated import last_marked
from tests.blackboxes.reasoning.kumo.published import PUBLISHED, domain_of, needs_published


def small() -> dict[str, Any]:
    """A sound domain: three animals, a word test and a number test."""
    return {
        "domain": "animals",
        "truths": ["cat", "dog", "owl"],
        "actions": ["listen", "weigh"],
        "outcomes": {
            "listen": {
                "type": "str",
                "states": [
                    {"value": "barks", "rules_out": ["cat", "owl"]},
                    {"value": "silent", "rules_out": ["dog"]},
                ],
            },
            "weigh": {
                "type": "float",
                "states": [
                    {"value": [0, 2], "rules_out": ["dog", "cat"]},
                    {"value": [2, 50], "rules_out": ["owl"]},
                ],
            },
        },
    }


def kinds(data: dict[str, Any]) -> set[str]:
    return {fault.kind for fault in find_faults(parse_domain(data, "test"))}


def test_a_sound_domain_has_no_fault() -> None:
    assert kinds(small()) == set()


def listen(data: dict[str, Any]) -> list[dict[str, Any]]:
    states: list[dict[str, Any]] = data["outcomes"]["listen"]["states"]
    return states


def weigh(data: dict[str, Any]) -> list[dict[str, Any]]:
    states: list[dict[str, Any]] = data["outcomes"]["weigh"]["states"]
    return states


BREAK: dict[str, Callable[[dict[str, Any]], object]] = {
    "unknown_truth": lambda d: listen(d)[0]["rules_out"].append("yeti"),
    "overlap": lambda d: weigh(d)[0].update(value=[0, 3]),
    "gap": lambda d: weigh(d)[0].update(value=[0, 1]),
    "bad_range": lambda d: weigh(d)[0].update(value=[2, 0]),
    "too_few_outcomes": lambda d: listen(d).pop(),
    "always_ruled_out": lambda d: listen(d)[1]["rules_out"].append("cat"),
    "rules_out_all": lambda d: listen(d)[0]["rules_out"].append("dog"),
    "not_told_apart": lambda d: (
        d["truths"].append("fox")
        or weigh(d)[1]["rules_out"].append("fox")
        or listen(d)[0]["rules_out"].append("fox")
        or weigh(d)[1]["rules_out"].append("cat")
        or weigh(d)[0]["rules_out"].remove("cat")
    ),
    "never_ruled_out": lambda d: d["truths"].append("elk"),
    "idle_action": lambda d: [state["rules_out"].clear() for state in weigh(d)],
    "duplicate_truth": lambda d: d["truths"].append("cat"),
    "duplicate_action": lambda d: d["actions"].append("weigh"),
    "duplicate_outcome": lambda d: listen(d).append({"value": "barks", "rules_out": []}),
    "name_clash": lambda d: d["truths"].append("weigh"),
    "names_alike": lambda d: d["truths"].append("C-A-T"),
    "empty_truth": lambda d: d["truths"].append(" "),
    "no_outcomes": lambda d: d["actions"].append("smell"),
    "unlisted_action": lambda d: d["actions"].remove("weigh"),
    "unknown_type": lambda d: d["outcomes"]["weigh"].update(type="int"),
    "wrong_value": lambda d: listen(d)[0].update(value=[1, 2]),
    "repeated_rule_out": lambda d: listen(d)[1]["rules_out"].append("dog"),
    "too_few": lambda d: d.update(truths=["cat"]),
    "empty_outcome": lambda d: listen(d)[0].update(value=""),
    "unwritable": lambda d: d["truths"].append("cat\u2028dog"),
}


@pytest.mark.parametrize("kind", sorted(BREAK))
def test_every_fault_is_named(kind: str) -> None:
    data = small()
    BREAK[kind](data)
    assert kind in kinds(data)


@pytest.mark.parametrize("ends", [[-1.7e308, 1.7e308], [1.0, 1.0000000000000002], [0.0, float("inf")]])
def test_a_range_must_hold_numbers_that_can_be_drawn(ends: list[float]) -> None:
    data = small()
    weigh(data)[0].update(value=ends)
    assert "bad_range" in kinds(data)


def test_ranges_that_differ_in_the_eighth_digit_are_two() -> None:
    data = small()
    for state, ends in zip(weigh(data), ([1420.4051, 1420.4053], [1420.4053, 1420.4054]), strict=True):
        state.update(value=ends)
    assert kinds(data) == set()


@pytest.mark.parametrize("name", ["<think>", "***", "why </THINK> so", "two\nlines"])
def test_names_that_no_reply_can_hold_are_named(name: str) -> None:
    data = small()
    data["truths"].append(name)
    assert "unwritable" in kinds(data)


@given(st.text(min_size=1, max_size=12))
def test_every_other_name_survives_the_reader(name: str) -> None:
    data = small()
    data["truths"].append(name)
    assume(not kinds(data) & {"unwritable", "empty_truth", "duplicate_truth", "name_clash", "names_alike"})
    for marker, names in (("PREDICT", data["truths"]), ("ACTION", [name, "other"])):
        said = last_marked(f"I thought.\n{marker}: {name}", ("ACTION", "PREDICT"))
        assert said is not None
        assert said.marker == marker
        assert find_name(said.texts[0], names) == name


def test_a_fault_says_where_and_what_to_do() -> None:
    data = small()
    BREAK["overlap"](data)
    (fault,) = find_faults(parse_domain(data, "test"))
    assert str(fault) == "action 'weigh': ranges overlap from 2 to 3; let them only touch"


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_is_a_domain_or_a_clear_fault(data: Any) -> None:
    with pytest.raises(FaultyDomain, match="not a domain"):
        parse_domain(data, "here")


@given(st.data())
def test_a_domain_with_a_piece_missing_is_refused_or_validated(data: st.DataObject) -> None:
    whole = copy.deepcopy(small())
    name = data.draw(st.sampled_from(sorted(whole)))
    del whole[name]
    if name == "outcomes":
        assert "no_outcomes" in kinds(whole)
    else:
        with pytest.raises(FaultyDomain, match=name):
            parse_domain(whole, "here")


MODULE = """
Diseases = {"flu", "cold"}
Diagnosis = ["thermometer"]
Outcomes = {"thermometer": {"type": float, "states": {(36, 38): {"flu"}, (38, 42): {"cold"}}}}
"""


def test_an_original_module_is_read_as_data(tmp_path: Path) -> None:
    file = tmp_path / "fever_data.py"
    file.write_text(MODULE.replace("float", '"float"'))
    domain = read_any_domain(file)
    assert (domain.domain, domain.truths) == ("fever", ["cold", "flu"])
    assert domain.outcomes["thermometer"].states[0].value == [36.0, 38.0]
    assert find_faults(domain) == []


SPELLED = """
Names = Truths = ["cold", "flu", "ear ache"]
Fevers: set = {name for name in Names if name not in ["ear ache"] and "x" not in name}
Diagnosis = sorted(set(["thermometer"]) | set())
Outcomes = {
    "thermometer": {
        "type": float,
        "states": {(-1, 36): set([name for name in Names if name in Fevers]), (36, 42): set(Names) - Fevers},
    }
}
"""


def test_the_set_expressions_of_original_modules_are_understood(tmp_path: Path) -> None:
    (tmp_path / "fever_data.py").write_text(SPELLED)
    domain = read_any_domain(tmp_path / "fever_data.py")
    assert (domain.truths, domain.actions) == (["cold", "flu", "ear ache"], ["thermometer"])
    states = domain.outcomes["thermometer"].states
    assert [(state.value, state.rules_out) for state in states] == [
        ([-1.0, 36.0], ["cold", "flu"]),
        ([36.0, 42.0], ["ear ache"]),
    ]


EXPRESSIONS = """
Names = "cold,flu,ear ache".split(",")
Truths, Actions = set().union(Names), ["thermometer", "look"]
HALF, shared = 72 / 2, {"flu"}
red = set(["flu"]) if "flu" in Names else set()
Outcomes = {
    "thermometer": dict(
        [("type", "float"), ("states", {(-1.0, HALF): red, (HALF, 6 * 7): set(Names).difference(red)})]
    ),
    **{name: {"type": "str", "states": {shown: who & set(Truths) for shown, who in [("red", red), ("pale", {"cold"})]}}
       for name in ["look"] if name != ""},
}
"""


def test_other_expressions_of_a_data_module_are_understood(tmp_path: Path) -> None:
    (tmp_path / "fever_data.py").write_text(EXPRESSIONS)
    domain = read_any_domain(tmp_path / "fever_data.py")
    assert (sorted(domain.truths), domain.actions) == (["cold", "ear ache", "flu"], ["thermometer", "look"])
    told = {name: [(s.value, s.rules_out) for s in outcomes.states] for name, outcomes in domain.outcomes.items()}
    assert told == {
        "thermometer": [([-1.0, 36.0], ["flu"]), ([36.0, 42.0], ["cold", "ear ache"])],
        "look": [("red", ["flu"]), ("pale", ["cold"])],
    }


COMPOSED = """
PART = "ear"
Truths = [f"{PART} ache", "fl" "u", "co" + "ld"]
Actions = Tests = ["thermometer"]
LOW, HIGH = (-1.0, 36.0), (36.0, 42.0)
Outcomes = dict(thermometer=dict(type="float", states={LOW: {Truths[1]}, HIGH: {*Truths} - {"flu"}}))
"""


def test_texts_put_together_and_dicts_by_keyword_are_understood(tmp_path: Path) -> None:
    (tmp_path / "fever_data.py").write_text(COMPOSED)
    domain = read_any_domain(tmp_path / "fever_data.py")
    assert (domain.truths, domain.actions) == (["ear ache", "flu", "cold"], ["thermometer"])
    assert [state.rules_out for state in domain.outcomes["thermometer"].states] == [["flu"], ["cold", "ear ache"]]


ODD = """
Truths = [
    "Iron Bell", "Tin Bell", "Oak Drum",  # three instruments
]
Actions = {"Ring", 'Count the cracks'}
Outcomes = Outcomes = {
    "Ring": {"type": "str", "states": {"dull": set(["Oak Drum"])}},
    "Count the cracks": {"type": "int", "states": {0: {"Oak Drum"}, (1, 4): set()}},
    "Ring": {
        "type": "dict",
        "states": {
            "clear": set([thing for thing in Truths if "Bell" not in thing and "Gong" not in thing]),
            'Others': set()
        },
    },
}
# print(set(Truths) - set(Actions))
"""


def test_odd_modules_are_read_as_python_would(tmp_path: Path) -> None:
    """An action that is written twice has its last outcomes; a number that is no range keeps its spelling."""
    (tmp_path / "sounds_data.py").write_text(ODD)
    domain = read_any_domain(tmp_path / "sounds_data.py")
    told = {name: [(s.value, s.rules_out) for s in outcomes.states] for name, outcomes in domain.outcomes.items()}
    assert told == {
        "Ring": [("clear", ["Oak Drum"]), ("Others", [])],
        "Count the cracks": [("0", ["Oak Drum"]), ([1.0, 4.0], [])],
    }
    assert {name: outcomes.type for name, outcomes in domain.outcomes.items()} == {
        "Ring": "dict",
        "Count the cracks": "int",
    }


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("A = ['a']\n" + "A = [A, A, A, A, A, A, A, A, A, A]\n" * 40 + "Truths = A\n", "computes too much"),
        ("T = 'abcdefghij' * 1\nTruths = [T]\n", "not understood"),
        ("S = 'abcdefghij'\n" + "S = S + S\n" * 13 + "Truths = [S + t for t in S]\n", "computes too much"),
        ("Truths = [['a']]\n", "found a list among them"),
        ("Truths = [f'{1:>1000000000}']\n", "not understood"),
        (
            "Truths = ['a', 'b']\nAll = {'truths': Truths}\nPart = Truths[0]\nRest = Truths\nRest.append('c')\n",
            "is changed",
        ),
    ],
)
def test_no_module_takes_long_or_is_read_without_its_changes(module: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "odd_data.py").write_text(module + "Actions = ['x']\nOutcomes = {}\n")
    with pytest.raises(FaultyDomain, match=why):
        read_any_domain(tmp_path / "odd_data.py")


PLAIN = """Truths = ["cold", "flu", "cold"]
Actions = ["look"]
Outcomes = {"look": {"type": "str", "states": {"red": {"flu"}, "pale": {"cold"}}}}
"""


def test_a_name_has_the_value_that_it_was_last_assigned_above(tmp_path: Path) -> None:
    file = tmp_path / "fever_data.py"
    later = (
        "for action in Actions:\n    print(action)\nseen = set()\nfor k, v in Outcomes.items():\n    seen.update(v)\n"
    )
    file.write_text(PLAIN + 'Truths = set(Truths)\nTruths |= {"cough"}\n' + later)
    assert read_any_domain(file).truths == ["cold", "cough", "flu"]


@pytest.mark.parametrize(
    "statement",
    [
        "Truths.append('cough')",
        "Outcomes['look']['states']['blue'] = {'cold'}",
        "del Outcomes['look']['states']['red']",
        "Outcomes['look']['states']['red'] |= {'cold'}",
        "for k, v in Outcomes.items(): v['states']['blue'] = set()",
        "for v in Outcomes.values(): v['states'].pop('red')",
        "if 1: Truths = ['flu']",
    ],
)
def test_what_changes_a_value_in_place_is_refused_and_never_overlooked(tmp_path: Path, statement: str) -> None:
    file = tmp_path / "fever_data.py"
    file.write_text(f"{PLAIN}{statement}\n")
    with pytest.raises(FaultyDomain, match=r"fever_data\.py:4: (Truths|Outcomes): \w+ is changed here"):
        read_any_domain(file)


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('true')",
        "[x for x in range(9)]",
        "open('/etc/passwd')",
        "[x.upper() for x in ('a',)]",
        "('a' * 9**9,)",
        "Truths",
        "[name for a in 'aaaaaaaaaa' * 1 for name in 'b']",
        "[x for (x, y) in [(1, 2, 3)]]",
        "set('a', 'b')",
        "(lambda: ['a'])()",
        "['a'][0:1]",
        "[9999999999999 * 2]",
        "[2 ** 3]",
        "[1 / 0]",
        "{'a': 1}['b']",
        "{'a': 1}.pop('a')",
        "list(x for a in N for b in N for c in N for d in N for e in N for f in N for x in N)",
    ],
)
def test_code_in_an_original_module_is_refused_and_not_run(tmp_path: Path, expression: str) -> None:
    file = tmp_path / "evil_data.py"
    file.write_text(f"N = 'abcdefghij'\nTruths = {expression}\nActions = []\nOutcomes = {{}}\n")
    with pytest.raises(FaultyDomain, match=r"evil_data\.py:2: Truths: .*a data module is read, never run"):
        read_any_domain(file)


@pytest.mark.parametrize("text", ["{", "[]", '{"domain": 3}', "\udc80"])
def test_a_broken_file_is_a_clear_fault(tmp_path: Path, text: str) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(FaultyDomain, match=r"broken\.json"):
        read_domain(file)


@needs_published
def test_published_domains_load_and_report_what_is_known_of_them() -> None:
    found = {
        file.stem: {f.kind for f in find_faults(read_domain(file))} for file in (PUBLISHED / "domains").glob("*.json")
    }
    assert len(found) == 45
    assert "name_clash" in found["CelestialEnv"]
    assert "always_ruled_out" in found["CloudEnv"]
    assert "never_ruled_out" in found["NarrativeDetectEnv"]
    assert "overlap" in found["SorcererEnv"]
    assert "no_outcomes" in found["HistoricalEnv"]
    assert "bad_range" in found["LicenseEnv"]
    assert not any("unknown_truth" in kinds_ for kinds_ in found.values())


@needs_published
def test_the_names_that_clash_are_those_known() -> None:
    clashes = [f for f in find_faults(domain_of("CelestialEnv")) if f.kind == "name_clash"]
    assert len(clashes) == 3


def test_mixed_outcome_kinds_hide_no_other_fault() -> None:
    states = [
        {"value": "hot", "rules_out": ["cold"]},
        {"value": [3, 1], "rules_out": ["flu"]},
        {"value": [1, 5], "rules_out": []},
        {"value": [4, 6], "rules_out": ["flu"]},
        {"value": 3, "rules_out": ["flu"]},
        *({"value": nothing, "rules_out": ["flu"]} for nothing in (None, True)),
    ]
    for kind in ("str", "float"):
        outcomes = {"thermometer": {"type": kind, "states": states}}
        data = {"domain": "fever", "truths": ["cold", "flu"], "actions": ["thermometer"], "outcomes": outcomes}
        faults = find_faults(parse_domain(data, "fever"))
        assert {"wrong_value", "bad_range", "overlap"} <= {fault.kind for fault in faults}
        unusable = [fault.where for fault in faults if "a word in quotes" in fault.message]
        assert sum("outcome '3'" in where for where in unusable) == 1
        assert sum("outcome ''" in where for where in unusable) == 2
