"""Books by rule: the template passes its own checker for every instance, and every planted error is found."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
from boxwright.blackboxes.reasoning.kumo.books.writer import (
    FaultyBook,
    Statement,
    book_text,
    long_book,
    statements_of,
    symbolic_book,
    template_book,
)
from boxwright.blackboxes.reasoning.kumo.domain.model import Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from tests.blackboxes.reasoning.kumo.published import domain_of, instance_list, needs_published
from tests.blackboxes.reasoning.kumo.test_book_prose import small
from tests.blackboxes.reasoning.kumo.test_sampling import colours

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


def test_names_that_cannot_be_quoted_are_refused() -> None:
    with pytest.raises(FaultyBook, match="line break"):
        template_book(Instance(truths=["a\nb", "c"], actions=[], outcomes={}))
    with pytest.raises(FaultyBook, match="languages"):
        book_text(small(), "template", "fr")


def test_drawn_instances_have_books() -> None:
    for instance in islice(generate(colours(), Sizes(8, 8), 1), 20):
        for language in ("en", "zh"):
            assert check_book(instance, template_book(instance, language)) == []
        assert Statement(0, 0, 0) in statements_of(instance) or statements_of(instance)


def test_a_truth_may_have_the_name_of_an_action() -> None:
    states = [OutcomeState(value="seen", rules_out=["X-ray"]), OutcomeState(value="dark", rules_out=["Dust"])]
    both = Instance(
        truths=["X-ray", "Dust"], actions=["X-ray"], outcomes={"X-ray": Outcomes(type="str", states=states)}
    )
    for language in ("en", "zh"):
        assert check_book(both, long_book(both, language)) == []


@needs_published
@pytest.mark.parametrize("name", ["MedicalEnv", "MusicEnv"])
def test_published_instances_have_books(name: str) -> None:
    for published in instance_list(name, "easy")[:25]:
        instance = published.with_outcomes(domain_of(name))
        assert check_book(instance, template_book(instance)) == []
