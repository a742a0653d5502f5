"""Books: the template passes its own checker for every instance; every planted error is found; prose is read back."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from blackboxes.kumo.book_check import check_book
from blackboxes.kumo.books import (
    FaultyBook,
    Statement,
    long_book,
    statements_of,
    symbolic_book,
    template_book,
    write_book,
)
from blackboxes.kumo.domain import Outcomes, OutcomeState
from blackboxes.kumo.instance import Instance
from blackboxes.kumo.sampling import Sizes, generate
from tests.blackboxes.kumo.published import domain_of, instance_list, needs_published
from tests.blackboxes.kumo.test_sampling import colours

NAMES = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Zl", "Zp")), min_size=1, max_size=12),
    st.sampled_from(["rules out", "A and B", "B", "A", "nothing", 'say "no"', "St. Elmo", "3 to 5", "排除", "if"]),
).filter(lambda name: bool(name.strip()))


@st.composite
def instances(draw: st.DrawFn) -> Instance:
    """Any truths, actions and outcomes, with names that try to confuse."""
    names = draw(st.lists(NAMES, min_size=4, max_size=9, unique=True))
    cut = draw(st.integers(2, len(names) - 1))
    truths, actions = names[:cut], names[cut:]
    table = {}
    for action in actions:
        count = draw(st.integers(2, 4))
        outs = [draw(st.lists(st.sampled_from(truths), unique=True)) for _ in range(count)]
        if draw(st.booleans()):
            ends = sorted(draw(st.lists(st.floats(-1e6, 1e6), min_size=count + 1, max_size=count + 1, unique=True)))
            values: list[str | list[float]] = [[low, high] for low, high in pairwise(ends)]
            kind = "float"
        else:
            values = list(draw(st.lists(NAMES, min_size=count, max_size=count, unique_by=str.casefold)))
            kind = "str"
        states = [OutcomeState(value=v, rules_out=out) for v, out in zip(values, outs, strict=True)]
        table[action] = Outcomes(type=kind, states=states)
    return Instance(truths=truths, actions=actions, outcomes=table)


def book(instance: Instance, language: str) -> str:
    try:
        return template_book(instance, language)
    except FaultyBook as refused:
        assume("quotation mark" not in str(refused))
        raise


def changed(instance: Instance, action: str, rows: list[list[str]]) -> Instance:
    """The instance with other rule-outs of one action."""
    assert instance.outcomes is not None
    old = instance.outcomes[action]
    states = [s.model_copy(update={"rules_out": out}) for s, out in zip(old.states, rows, strict=True)]
    table = {**instance.outcomes, action: Outcomes(type=old.type, states=states)}
    return instance.model_copy(update={"outcomes": table})


def rows_of(instance: Instance, action: str) -> list[list[str]]:
    return [list(state.rules_out) for state in (instance.outcomes or {})[action].states]


@settings(deadline=None)
@given(instances(), st.sampled_from(["en", "zh"]))
def test_the_template_passes_its_own_checker(instance: Instance, language: str) -> None:
    assert check_book(instance, book(instance, language)) == []


@settings(deadline=None)
@given(instances(), st.sampled_from(["en", "zh"]))
def test_the_long_book_passes_and_says_everything_twice(instance: Instance, language: str) -> None:
    short = book(instance, language)
    text = long_book(instance, language)
    assert check_book(instance, text) == []
    assert text.startswith(short.rstrip("\n"))
    rest = text.removeprefix(short)
    assert {f.kind for f in check_book(instance, rest)} == set()


@settings(deadline=None)
@given(instances())
def test_the_symbolic_book_passes_too(instance: Instance) -> None:
    assert check_book(instance, symbolic_book(instance)) == []


@settings(deadline=None)
@given(instances(), st.sampled_from(["en", "zh"]), st.data())
def test_a_dropped_or_added_statement_is_found(instance: Instance, language: str, data: st.DataObject) -> None:
    action = data.draw(st.sampled_from(instance.actions))
    rows = rows_of(instance, action)
    place = data.draw(st.integers(0, len(rows) - 1))
    truth = data.draw(st.sampled_from(instance.truths))
    there = truth in rows[place]
    rows[place] = [t for t in rows[place] if t != truth] if there else [*rows[place], truth]
    kinds = {f.kind for f in check_book(instance, book(changed(instance, action, rows), language))}
    assert ("missing" in kinds or "negated" in kinds) if there else kinds == {"invented"}


@settings(deadline=None)
@given(instances(), st.sampled_from(["en", "zh"]), st.data())
def test_swapped_outcomes_are_found(instance: Instance, language: str, data: st.DataObject) -> None:
    action = data.draw(st.sampled_from(instance.actions))
    rows = rows_of(instance, action)
    assume(set(rows[0]) != set(rows[1]))
    rows[0], rows[1] = rows[1], rows[0]
    assert check_book(instance, book(changed(instance, action, rows), language))


@settings(deadline=None)
@given(instances(), st.sampled_from([("en", "this rules out", "this does not rule out"), ("zh", "则排除", "则不排除")]))
def test_a_negated_sentence_is_found(instance: Instance, words: tuple[str, str, str]) -> None:
    language, said, denied = words
    assume(statements_of(instance))
    assume(not any(said in name for name in [*instance.truths, *instance.actions]))
    assume(not any(said in str(s.value) for t in (instance.outcomes or {}).values() for s in t.states))
    text = book(instance, language)
    head, _, tail = text.partition(said)
    assume(tail)
    assert check_book(instance, f"{head}{denied}{tail}")


@settings(deadline=None)
@given(instances(), instances(), st.sampled_from(["en", "zh"]))
def test_the_book_of_another_instance_is_found(one: Instance, other: Instance, language: str) -> None:
    def said(instance: Instance) -> set[tuple[str, str, str]]:
        tables = instance.outcomes or {}
        return {(a, str(s.value), t) for a in instance.actions for s in tables[a].states for t in s.rules_out}

    assume(said(one) != said(other))
    assert check_book(one, book(other, language))


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


CHINESE = """## Chest X-ray
若“Chest X-ray”为“clear”，就可以排除Pneumonia与Tuberculosis。若为“not clear”，则排除Common Cold，但Pneumonia仍有可能。

## Temperature (°C)
体温在35至37.5之间时排除Influenza。37.5到42之间不排除任何真相。
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


def test_names_that_cannot_be_quoted_are_refused() -> None:
    with pytest.raises(FaultyBook, match="line break"):
        template_book(Instance(truths=["a\nb", "c"], actions=[], outcomes={}))
    with pytest.raises(FaultyBook, match="languages"):
        write_book(small(), "template", "fr")


def test_drawn_instances_have_books() -> None:
    for instance in islice(generate(colours(), Sizes(8, 8), 1), 20):
        for language in ("en", "zh"):
            assert check_book(instance, template_book(instance, language)) == []
        assert Statement(0, 0, 0) in statements_of(instance) or statements_of(instance)


@needs_published
@pytest.mark.parametrize("name", ["MedicalEnv", "MusicEnv"])
def test_published_instances_have_books(name: str) -> None:
    for published in instance_list(name, "easy")[:25]:
        instance = published.with_outcomes(domain_of(name))
        assert check_book(instance, template_book(instance)) == []
