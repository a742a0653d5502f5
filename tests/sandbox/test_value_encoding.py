"""The value encoding: values survive with their types or are refused, and none of their code runs."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.sandbox.values import (
    MAX_DEPTH,
    ValueRefused,
    compact,
    decode,
    dumps,
    encode,
    equal,
    loads,
    need_no_decoding,
    parse_json,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts | st.binary()
)
hashable = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3), max_leaves=6
)
values = st.recursive(
    hashable,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.sets(hashable, max_size=4)
        | st.dictionaries(texts | st.just("$set"), inner, max_size=4)
        | st.dictionaries(hashable, inner, max_size=4)
    ),
    max_leaves=12,
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=3) | st.sampled_from(["$tuple", "$set", "$frozenset", "$bytes", "$dict", "$"]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=10,
)


def shuffled(value: Any) -> Any:
    """Return an equal value whose sets and dictionaries were filled in the opposite order."""
    match value:
        case dict():
            return {shuffled(key): shuffled(item) for key, item in reversed(list(value.items()))}
        case list() | tuple():
            return type(value)(shuffled(item) for item in value)
        case set() | frozenset():
            return type(value)(shuffled(item) for item in reversed(list(value)))
    return value


@given(values)
def test_a_value_survives_the_way_there_and_back(value: Any) -> None:
    back = loads(compact(encode(value)))
    assert equal(back, value)
    assert dumps(back) == dumps(value)


@given(values)
def test_the_canonical_text_does_not_show_in_which_order_a_value_was_filled(value: Any) -> None:
    assert dumps(shuffled(value)) == dumps(value)
    assert equal(shuffled(value), value)


@given(values, values)
def test_equal_values_are_those_of_equal_text(a: Any, b: Any) -> None:
    if dumps(a) == dumps(b):
        assert equal(a, b)
    if equal(a, b):
        assert a == b and type(a) is type(b)


@given(json_values)
def test_whatever_json_comes_is_decoded_or_refused_and_nothing_else(value: Any) -> None:
    try:
        decoded = decode(value)
    except ValueRefused:
        return
    assert equal(decode(encode(decoded)), decoded)


@given(json_values, st.booleans())
def test_what_is_taken_without_decoding_decodes_to_itself(value: Any, escaped: bool) -> None:
    source = json.dumps(value, ensure_ascii=escaped)
    parsed = json.loads(source)
    if need_no_decoding([parsed], source):
        assert equal(decode(parsed), parsed)


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ('[1,"a",{"b":[true,null,2.5]}]', True),
        ("[[1,[2]],[3]]", True),
        ('[{"$tuple":[1]}]', False),
        ('[{"a":{ "$set":[]}}]', False),
        ('{"\\u0024set":[]}', False),
        ('["\\ud800"]', False),
        ("[[1e999]]", False),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), False),
    ],
)
def test_which_values_are_taken_without_decoding(source: str, plain: bool) -> None:
    assert need_no_decoding([json.loads(source)], source) is plain


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_whatever_text_comes_is_read_or_refused_and_nothing_else(text: str | bytes) -> None:
    with contextlib.suppress(ValueRefused):
        loads(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((1, [2]), '{"$tuple":[1,[2]]}'),
        ({3, 1, 2}, '{"$set":[1,2,3]}'),
        (frozenset({"b", "a"}), '{"$frozenset":["a","b"]}'),
        (b"\x00\xff", '{"$bytes":"AP8="}'),
        ({1: "x"}, '{"$dict":[[1,"x"]]}'),
        ({"$tuple": 1}, '{"$dict":[["$tuple",1]]}'),
        ({"b": 1, "a": True}, '{"a":true,"b":1}'),
        ({2: 0, 1: 0}, '{"$dict":[[1,0],[2,0]]}'),
        ("é\n", '"é\\n"'),
        (-0.0, "-0.0"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_the_form_on_the_wire(value: Any, text: str) -> None:
    assert dumps(value) == text
    assert equal(loads(text), value)


def test_encoding_keeps_the_order_of_a_dictionary() -> None:
    assert list(loads(compact(encode({"z": 1, "a": 2})))) == ["z", "a"]
    assert list(loads(compact(encode({10: 1, 9: 2})))) == [10, 9]


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (True, 1, False),
        (1, 1.0, False),
        ((1,), [1], False),
        ({1}, frozenset({1}), False),
        ({1: "a"}, {True: "a"}, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        (0.0, -0.0, True),
        ([{"a": (1, 2)}], [{"a": (1, 2)}], True),
        ([1, 2], [1], False),
        (b"a", "a", False),
        (None, False, False),
    ],
)
def test_equality_is_typed(a: Any, b: Any, same: bool) -> None:
    assert equal(a, b) is same


class Text(str):
    """A subclass that would betray any use of itself."""

    def __str__(self) -> str:
        raise AssertionError("code of the value was run")

    __repr__ = __eq__ = __len__ = __iter__ = encode = __str__  # type: ignore[assignment]

    def __hash__(self) -> int:
        return 1


def odd() -> object:
    """Return an object whose class betrays any use of itself."""

    class Meta(type):
        @property
        def __name__(cls) -> str:  # type: ignore[override]
            raise AssertionError("code of the value's type was run")

        def __eq__(cls, other: object) -> bool:
            raise AssertionError("code of the value's type was run")

        def __hash__(cls) -> int:
            raise AssertionError("code of the value's type was run")

    return Meta("Odd", (), {})()


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


def cyclic() -> Any:
    value: list[Any] = []
    value.append(value)
    return value


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: float("nan"), "the number nan"),
    (lambda: float("-inf"), "the number -inf"),
    (lambda: "\ud800", "a lone surrogate"),
    (lambda: {"\ud800": 1}, "a lone surrogate"),
    (lambda: 10**4300, "more than 4300 digits"),
    (lambda: -(10**4300), "more than 4300 digits"),
    (lambda: nested(MAX_DEPTH + 1), "nested deeper"),
    (cyclic, "nested deeper"),
    (lambda: Text("x"), "type Text"),
    (lambda: [Text("x")], "type Text"),
    (lambda: {Text("x"): 1}, "type Text"),
    (odd, "type Odd"),
    (object, "type object"),
    (lambda: 1j, "type complex"),
    (lambda: bytearray(b"x"), "type bytearray"),
    (lambda: range(3), "type range"),
    (lambda: len, "type builtin_function_or_method"),
]


@pytest.mark.parametrize(("make", "words"), REFUSED)
def test_what_cannot_cross_is_refused_by_name(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueRefused, match=words):
        encode(make())
    with pytest.raises(ValueRefused, match=words):
        dumps(make())


def test_the_deepest_value_passes_both_ways() -> None:
    assert equal(loads(dumps(nested(MAX_DEPTH))), nested(MAX_DEPTH))


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "[Infinity]",
        "1e999",
        '"\\ud800"',
        "[" * 5000 + "]" * 5000,
        "[" * 200 + "]" * 200,
        "9" * 4301,
        "",
        "{} {}",
        b"\xff",
        '{"$tuple": 1}',
        '{"$tuple": [], "a": 1}',
        '{"$what": []}',
        '{"$set": [1, 1]}',
        '{"$set": [1, true]}',
        '{"$set": [[]]}',
        '{"$set": [{"$tuple": [[]]}]}',
        '{"$dict": [[1, 2], [1, 3]]}',
        '{"$dict": [[[], 2]]}',
        '{"$dict": [[1]]}',
        '{"$dict": 1}',
        '{"$bytes": "?"}',
        '{"$bytes": "é"}',
        '{"$bytes": 1}',
    ],
)
def test_text_that_encode_never_writes_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueRefused):
        loads(text)


def test_strict_json_is_parsed_without_its_tags() -> None:
    assert parse_json('{"$tuple": [1]}') == {"$tuple": [1]}
    assert json.loads(dumps((1,))) == {"$tuple": [1]}
