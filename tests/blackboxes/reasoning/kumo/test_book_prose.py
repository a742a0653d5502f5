"""Books in free prose: what a sentence says is read back, and what is wrong with it is named."""

from __future__ import annotations

import pytest

from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
from boxwright.blackboxes.reasoning.kumo.domain.model import Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance


def small() -> Instance:
    """Two truths with everyday names, a word action and a number action."""
    table = {
        "Chest X-ray": Outcomes(
            type="str",
            states=[
                OutcomeState(value="clear", rules_out=["Pneumonia", "Tuberculosis"]),
                OutcomeState(value="not clear", rules_out=["Common Cold"]),
            ],
        ),
        "Temperature (°C)": Outcomes(
            type="float",
            states=[
                OutcomeState(value=[35, 37.5], rules_out=["Influenza"]),
                OutcomeState(value=[37.5, 42], rules_out=[]),
            ],
        ),
    }
    truths = ["Pneumonia", "Tuberculosis", "Common Cold", "Influenza"]
    return Instance(truths=truths, actions=list(table), outcomes=table)


GOOD = """# A guide for the ward

Pneumonia inflames the lungs; the common cold does not. No outcome confirms anything.

**Chest X-ray**

A picture of the lungs is cheap and quick. When the "Chest X-ray" comes back "clear", Pneumonia and
Tuberculosis are both ruled out. A result of "not clear" excludes Common Cold, but Pneumonia and
Tuberculosis remain possible.

## Temperature (°C)

A thermometer takes a minute. Readings between 35 and 37.5 °C eliminate Influenza. A reading from 37.5 to
42 °C rules nothing out.
"""


def test_free_prose_is_read_back() -> None:
    assert check_book(small(), GOOD) == []


@pytest.mark.parametrize("name", ["Wrong hosts entry", "false void sales", "Rest of the order", "other people's code"])
def test_a_word_of_doubt_within_a_name_is_no_doubt(name: str) -> None:
    truths = [name, "Pneumonia", "Common Cold"]
    states = [OutcomeState(value="clear", rules_out=[name, "Pneumonia"]), OutcomeState(value="dark", rules_out=[])]
    ward = Instance(truths=truths, actions=["Look"], outcomes={"Look": Outcomes(type="str", states=states)})
    assert check_book(ward, f'## Look\nThe outcome "clear" rules out {name} and Pneumonia.\n') == []
    missing = check_book(ward, '## Look\nThe outcome "clear" rules out Pneumonia.\n')
    assert [finding.kind for finding in missing] == ["missing"]
    doubt = check_book(ward, f'## Look\nThe outcome "clear" perhaps rules out {name} and Pneumonia.\n')
    assert "ambiguous" in {finding.kind for finding in doubt}


@pytest.mark.parametrize(
    "instead",
    [
        "eliminate Influenza, having shown Influenza",
        "show Influenza and eliminate Influenza",
        "show Influenza and are ruled out",
        "are Influenza and eliminate Influenza",
        "give the Influenza and eliminate it",
        "and Influenza eliminate Influenza",
        "of Influenza eliminate Influenza",
    ],
)
def test_a_truth_that_is_shown_is_no_truth_ruled_out(instead: str) -> None:
    """The right rule-out stands in each sentence, and something wrong beside it."""
    found = check_book(small(), GOOD.replace("eliminate Influenza", instead))
    assert "ambiguous" in {finding.kind for finding in found}


@pytest.mark.parametrize(
    "instead",
    [
        "show that Influenza is ruled out",
        "show Influenza ruled out",
        "rule out the Influenza",
        "have Influenza excluded",
    ],
)
def test_a_truth_may_be_shown_to_be_ruled_out(instead: str) -> None:
    found = check_book(small(), GOOD.replace("eliminate Influenza", instead))
    assert [f for f in found if "shown" in f.message or "several places" in f.message] == []


@pytest.mark.parametrize(
    "said", ["若读数在35至37.5之间，显示Influenza，排除Influenza。", "读数在35至37.5之间时为Influenza，排除Influenza。"]
)
def test_nor_is_one_in_chinese(said: str) -> None:
    wrong = CHINESE.replace("读数在35至37.5之间时排除Influenza。", said)
    assert wrong != CHINESE and "ambiguous" in {finding.kind for finding in check_book(small(), wrong)}


CHINESE = """## Chest X-ray
若“Chest X-ray”为“clear”，就可以排除Pneumonia与Tuberculosis。若为“not clear”，则排除Common Cold，但Pneumonia仍有可能。

## Temperature (°C)
读数在35至37.5之间时排除Influenza。37.5到42之间不排除任何真相。
"""


def test_chinese_prose_is_read_back() -> None:
    assert check_book(small(), CHINESE) == []


@pytest.mark.parametrize(
    ("said", "instead", "kinds"),
    [
        ("eliminate Influenza", "confirm Influenza", {"confirmed"}),
        ("eliminate Influenza", "suggest Influenza", {"confirmed"}),
        ("eliminate Influenza", "do not eliminate Influenza", {"negated"}),
        ("eliminate Influenza", "probably eliminate Influenza", {"missing", "ambiguous"}),
        ("eliminate Influenza", "eliminate it", {"missing", "ambiguous"}),
        ("eliminate Influenza", "eliminate everything but Influenza", {"missing", "ambiguous"}),
        ("eliminate Influenza", 'eliminate Influenza and "Malaria"', {"missing", "ambiguous"}),
        ("eliminate Influenza", "eliminate Influenza and Common Cold", {"invented"}),
        ("Readings between 35 and 37.5 °C eliminate", "Low readings eliminate", {"missing", "ambiguous"}),
        ("between 35 and 37.5 °C", "between 37.5 and 42 °C", {"missing", "invented"}),
        ("Pneumonia and\nTuberculosis are both", "Pneumonia is", {"missing"}),
        ('comes back "clear"', 'comes back "not clear"', {"missing", "invented"}),
        ('comes back "clear"', 'does not come back "clear"', {"missing", "ambiguous"}),
        ('comes back "clear"', 'comes back "clear" or "not clear"', {"missing", "ambiguous"}),
        ('"not clear" excludes Common Cold', '"not clear" goes with Common Cold', {"missing", "ambiguous"}),
        ("rules nothing out", "rules out Pneumonia", {"invented"}),
        ("excludes Common Cold, but Pneumonia", "excludes Common Cold, leaving Pneumonia", set()),
        ("eliminate Influenza", "eliminate Pneumonia rather than Influenza", {"missing", "ambiguous"}),
        ("eliminate Influenza", "fail to eliminate Influenza", {"negated"}),
        ("eliminate Influenza", "help to eliminate Influenza", {"missing", "ambiguous"}),
        ("eliminate Influenza.", "hardly eliminate Influenza.", {"missing", "ambiguous"}),
        ("Readings between", "It is a myth that readings between", {"missing", "ambiguous"}),
        (
            "Readings between 35 and 37.5 °C eliminate Influenza.",
            "Do readings between 35 and 37.5 °C eliminate Influenza?",
            {"missing", "ambiguous"},
        ),
        ('When the "Chest X-ray" comes back "clear", Pneumonia and\nTuberculosis are both ruled out.', "", {"missing"}),
        ("## Temperature (°C)", "## How warm?", {"missing", "ambiguous", "invented"}),
    ],
)
def test_what_is_wrong_in_prose_is_named(said: str, instead: str, kinds: set[str]) -> None:
    assert said in GOOD
    found = {f.kind for f in check_book(small(), GOOD.replace(said, instead))}
    assert bool(found) == bool(kinds)
    assert found <= kinds


@pytest.mark.parametrize("said", ["不足以排除", "难以排除", "不能排除", "并未排除", "可能排除", "确认"])
def test_chinese_that_does_not_rule_out_is_named(said: str) -> None:
    assert check_book(small(), CHINESE.replace("时排除", f"时{said}"))


def test_findings_say_what_and_where() -> None:
    [finding] = check_book(small(), GOOD.replace("eliminate Influenza", "eliminate Influenza and Common Cold"))
    assert "'35..37.5'" in str(finding)
    assert "'Common Cold'" in str(finding)
    assert "Readings between" in str(finding)
