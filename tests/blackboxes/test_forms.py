"""Forms and literals: values survive a round trip, drawn values are in the form, nothing can crash the reader."""

from __future__ import annotations

import contextlib
import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from boxwright.blackboxes.families.form_atoms import NotInForm
from boxwright.blackboxes.families.form_equation import EquationForm
from boxwright.blackboxes.families.form_grid import GridForm
from boxwright.blackboxes.families.forms import Form
from boxwright.blackboxes.families.literals import NoLiteral, read_literal, same, write_literal
from boxwright.blackboxes.families.structured import everything
from boxwright.blackboxes.stated import final_line
from boxwright.sandbox import values
from tests.blackboxes.hostile import hostile_replies

READ: TypeAdapter[Form] = TypeAdapter(Form)
INT = {"type": "int", "min": -3, "max": 5}
PAN = {
    **{"type": "sequence", "of": {"type": "int", "min": 1, "max": 152}, "max_length": 76},
    **{"distinct": True, "ordered": False, "ranges": True},
}
FORMS: list[dict[str, Any]] = [
    INT,
    {"type": "bool"},
    {"type": "choice", "options": ["Bandit A", "Bandit B", "c"]},
    {"type": "word", "length": 2},
    {"type": "word", "length": 8, "case": "lower"},
    {"type": "text", "alphabet": "0123456789+-*/=", "min_length": 3, "max_length": 3},
    {"type": "text", "alphabet": "a*[( ", "min_length": 0, "max_length": 4},
    {"type": "cell", "rows": 7, "columns": 9},
    {"type": "sequence", "of": INT, "min_length": 0, "max_length": 4},
    {"type": "sequence", "of": INT, "min_length": 2, "max_length": 3, "distinct": True, "ordered": False},
    {"type": "sequence", "of": {"type": "cell", "rows": 2, "columns": 2}, "max_length": 3, "ordered": False},
    {"type": "sequence", "of": {"type": "word", "length": 1}, "max_length": 2, "distinct": True},
    {"type": "sequence", "of": {"type": "sequence", "of": INT, "max_length": 2}, "max_length": 3},
    {"type": "record", "fields": {"left": {"type": "sequence", "of": INT, "max_length": 2}, "right": INT}},
    {"type": "grid", "rows": 2, "columns": 2, "alphabet": ".AB"},
    {"type": "equation", "length": 15},
    {"type": "equation", "length": 5},
    {"type": "record", "fields": {"left": PAN, "right": PAN}, "distinct": True},
    {"type": "record", "fields": {"one": INT, "other": INT}, "distinct": True},
]


@pytest.mark.parametrize("data", FORMS, ids=str)
def test_every_value_of_a_small_form_is_enumerated_once(data: dict[str, Any]) -> None:
    form = READ.validate_python(data)
    size = form.size()
    if isinstance(form, (GridForm, EquationForm)) or size is None or size > 20_000:
        return
    found = list(everything(form) or ())
    assert len({repr(value) for value in found}) == len(found) == size
    assert all(form.holds(value) for value in found)


@pytest.mark.parametrize("data", FORMS, ids=str)
def test_what_is_drawn_is_in_the_form_and_survives_writing(data: dict[str, Any]) -> None:
    form = READ.validate_python(data)
    rng = random.Random(1)
    corners = list(form.corners())
    assert corners
    for value in [*corners, *(form.draw(rng) for _ in range(300))]:
        assert form.holds(value), value
        line = final_line(f"ANSWER: {form.write(value)}", "ANSWER")
        assert line is not None
        assert values.equal(form.read(line), value)
    assert form.words()


@pytest.mark.parametrize("data", FORMS, ids=str)
def test_hostile_texts_are_read_or_refused(data: dict[str, Any]) -> None:
    form = READ.validate_python(data)
    for reply in itertools.islice(hostile_replies([form.write(v) for v in form.corners()], seed=2), 3000):
        try:
            value = form.read(reply)
        except NotInForm:
            continue
        assert form.holds(value)


@pytest.mark.parametrize("data", [f for f in FORMS if READ.validate_python(f).size() or 0], ids=str)
def test_a_size_is_the_number_of_different_values(data: dict[str, Any]) -> None:
    form = READ.validate_python(data)
    size = form.size()
    if size is None or size > 2000:
        return
    rng = random.Random(2)
    weighted = data["type"] in ("sequence", "record")
    seen = {values.dumps(form.draw(rng)) for _ in range(size * (200 if weighted else 30))}
    assert len(seen) <= size
    assert len(seen) >= size * 0.95


@pytest.mark.parametrize(
    ("data", "text", "value"),
    [
        (FORMS[2], "  bandit   a ", "Bandit A"),
        (FORMS[3], "'ab'", "AB"),
        (FORMS[7], "[3 4]", [3, 4]),
        (FORMS[9], "3, -1", [-1, 3]),
        (FORMS[9], "{3, -1}", [-1, 3]),
        (FORMS[10], "(1, 2)", [[1, 2]]),
        (FORMS[10], "(2, 1), (1, 2)", [[1, 2], [2, 1]]),
        (FORMS[13], "Right: 2; LEFT: 1, 2", {"left": [1, 2], "right": 2}),
        (FORMS[14], "A.\n. B", ["A.", ".B"]),
        (FORMS[14], "A./.B", ["A.", ".B"]),
        (FORMS[15], "33+120/7*14=273", "33+120/7*14=273"),
        (FORMS[17], "right: [3-5, 9]; left: 1-2, 8", {"left": [1, 2, 8], "right": [3, 4, 5, 9]}),
    ],
)
def test_texts_are_normalised(data: dict[str, Any], text: str, value: Any) -> None:
    assert READ.validate_python(data).read(text) == value


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (INT, "6"),
        (INT, "1.0"),
        (INT, "\u0661"),
        (INT, "0x1"),
        (INT, ""),
        (FORMS[3], "\u017fs"),
        (FORMS[3], "abc"),
        (FORMS[7], "(0, 1)"),
        (FORMS[7], "(8, 1)"),
        (FORMS[9], "1, 1"),
        (FORMS[9], "1"),
        (FORMS[8], "1,,2"),
        (FORMS[13], "left: 1"),
        (FORMS[13], "left: 1; right: 2; right: 2"),
        (FORMS[13], "left: 1; right: 2; up: 3"),
        (FORMS[14], "A./.C"),
        (FORMS[14], "A./.B/"),
        (FORMS[16], "1+2=4"),
        (FORMS[16], "01+2=3"),
        (FORMS[16], "1/0=1"),
        (FORMS[16], "12=12"),
        (FORMS[16], "-1+3=2"),
        (FORMS[17], "left: 1-5; right: 5-9"),
        (FORMS[17], "left: 5-1; right: 7"),
        (FORMS[17], "left: 1, 1; right: 7"),
        (FORMS[18], "one: 2; other: 2"),
    ],
)
def test_what_is_not_in_the_form_is_refused(data: dict[str, Any], text: str) -> None:
    with pytest.raises(NotInForm):
        READ.validate_python(data).read(text)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "int", "min": 3, "max": 2},
        {"type": "choice", "options": ["a", " A"]},
        {"type": "choice", "options": ["a", "A"]},
        {"type": "choice", "options": ["a,b", "c"]},
        {"type": "text", "alphabet": "a'", "max_length": 3},
        {"type": "text", "alphabet": "a", "min_length": 4, "max_length": 3},
        {"type": "sequence", "of": INT, "max_length": 10, "distinct": True},
        {"type": "sequence", "of": {"type": "text", "alphabet": "a,", "max_length": 2}, "max_length": 2},
        {"type": "tree"},
        {"type": "int", "min": 1, "max": 2, "step": 1},
    ],
)
def test_an_unsound_form_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        READ.validate_python(data)


FINITE = st.floats(allow_nan=False, allow_infinity=False)
KEYS = st.one_of(st.integers(), st.text(max_size=5), st.tuples(st.integers(), st.text(max_size=3)))
LITERALS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), FINITE, st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.one_of(st.integers(), st.text(max_size=5), st.booleans()), inner, max_size=4),
        st.sets(KEYS, max_size=4),
    ),
    max_leaves=12,
)


@given(LITERALS)
def test_a_literal_survives_writing_and_reading(value: Any) -> None:
    line = final_line(f"ANSWER: {write_literal(value)}", "ANSWER")
    assert line is not None
    assert values.equal(read_literal(line), value)
    assert same(value, read_literal(line))


@given(st.text(max_size=200))
def test_any_text_is_a_literal_or_none(text: str) -> None:
    with contextlib.suppress(NoLiteral):
        write_literal(read_literal(text))


def test_hostile_literals() -> None:
    for reply in hostile_replies(
        ["{'a': 1, 'b': [1, 2.5, (3,)]}", '{"inputs": {"n": 3}, "checkpoint": [1, 2]}'], seed=3
    ):
        try:
            read_literal(reply.partition(":")[2])
        except NoLiteral:
            continue


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nan",
        "NaN",
        "Infinity",
        "1e999",
        "-1e999",
        "x",
        "1+2",
        "1j",
        "[1, nan]",
        "f'a'",
        "b'a'",
        "[1][0]",
        "1 if 1 else 2",
        "'\\d'",
        "1if 1else 2",
        "{[1]: 2}",
        "(" * 90 + "1",
        "frozenset()",
        "__import__('os')",
        "'a'.upper()",
        "print",
        "1" * 4001,
        "[NaN]",
    ],
)
def test_what_is_no_literal(text: str) -> None:
    with pytest.raises(NoLiteral):
        read_literal(text)


@pytest.mark.parametrize(
    ("truth", "answer", "right"),
    [
        (1, 1.0, False),
        (1, True, False),
        ((1,), [1], False),
        (0.3, 0.1 + 0.2, True),
        (0.3, 0.300001, False),
        ("1", 1, False),
        ({1: "a"}, {1: "a"}, True),
        ({1: "a"}, {"1": "a"}, False),
        ({1, 2}, {2, 1}, True),
        (None, "None", False),
        ([0.3], [0.1 + 0.2], True),
        ({1: 2, 3: 4}, {3: 4, 1: 2}, True),
        (-0.0, 0.0, True),
    ],
)
def test_values_are_compared_by_type(truth: Any, answer: Any, right: bool) -> None:
    assert same(truth, answer) is right
