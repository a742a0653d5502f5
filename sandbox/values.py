"""The JSON encoding of Python values that host and runner share (standard library only: it is shipped inside).

Plain JSON stays plain. What JSON lacks travels under one key that begins with a dollar sign:
`{"$tuple": [...]}`, `{"$set": [...]}`, `{"$frozenset": [...]}`, `{"$bytes": base64}`, `{"$dict": [[k, v], ...]}`.
Types are only compared by identity, so that encoding a hostile value runs none of its code.
"""

from __future__ import annotations

import base64
import json
import json.encoder
import math
import sys
from collections import Counter
from itertools import chain
from json.encoder import encode_basestring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any

MAX_DEPTH = 100
"""Maximum nesting: far below the depth at which the JSON parser of any supported Python gives up."""
MAX_DIGITS = 4300
"""Python's own limit for converting integers to text and back."""
MAX_COLLISIONS = 64
"""How many elements of a set, or keys of a dictionary, may share a hash: by chance it is two or three."""
_INT_BOUND = 10**MAX_DIGITS

_compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False).encode
_sorted = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False, sort_keys=True
).encode


_ATOMS = frozenset({str, int, bool, float, type(None)})
_SMALL = 1 << 64
"""Integers below this are written without counting their digits first."""


class ValueRefused(ValueError):
    """A value or text that cannot be encoded. The message names the type or the fault."""


def type_name(kind: type) -> str:
    """Return a type's name without running code of its metaclass."""
    name: str = type.__dict__["__name__"].__get__(kind, type)
    return name[:80]


def encode(value: object) -> Any:
    """Turn a value into JSON values. The order of a dictionary is kept, a set is sorted by its elements' text.

    Raises: ValueRefused.
    """
    try:
        return _encode(value, 0, False)
    except RecursionError:
        raise ValueRefused("a value nested too deep") from None


def decode(value: Any) -> Any:
    """Turn JSON values back into the value they stand for. Raises: ValueRefused for what `encode` never writes."""
    try:
        return _decode(value, 0)
    except RecursionError:
        raise ValueRefused("a value nested too deep") from None


def dumps(value: object) -> str:
    """Return the canonical text of a value: equal values of equal types have equal text. Raises: ValueRefused."""
    if type(value) is str and value.isascii():
        return encode_basestring(value)
    try:
        return _sorted(_encode(value, 0, True))
    except RecursionError:
        raise ValueRefused("a value nested too deep") from None


def loads(text: str | bytes) -> Any:
    """Read a value from its text. Raises: ValueRefused."""
    return decode(parse_json(text))


def compact(value: Any) -> str:
    """Write JSON values (already encoded) as one line of text. Raises: ValueRefused."""
    try:
        return _compact(value)
    except (ValueError, RecursionError) as error:
        raise ValueRefused(f"not JSON: {error}") from None


def text(value: object) -> str:
    """Write a value as one line of text, like `compact(encode(value))` but quicker. Raises: ValueRefused."""
    kind = type(value)
    if kind is str and value.isascii():  # type: ignore[attr-defined]
        return encode_basestring(value)  # type: ignore[arg-type]
    if kind is int and -_SMALL < value < _SMALL:  # type: ignore[operator]
        return int.__repr__(value)
    writer = _SCALARS.get(kind)
    return compact(encode(value)) if writer is None else writer(value)


def atoms_text(rows: Sequence[Sequence[object]]) -> str | None:
    """Write lists or tuples of scalar values as a list of lists in one go; None if any value is something else.

    In that case `[text(value), ...]`, row by row, may still succeed, or says what is refused.
    """
    if not set(map(type, rows)) <= {list, tuple} or not set(map(type, chain.from_iterable(rows))) <= _ATOMS:
        return None
    try:
        written = _write_atoms(rows)
        written.encode("utf-8")
    except ValueError:  # NaN or infinity, too many digits, a lone surrogate
        return None
    return written


def parse_line(line: str) -> Any:
    """Parse strict JSON that fills its line, as `parse_json` but quicker. Raises: ValueError, RecursionError."""
    try:
        value, end = _scan(line, 0)
    except StopIteration:
        raise ValueError("no JSON") from None
    if end != len(line):
        raise ValueError("more than one value")
    return value


def need_no_decoding(parsed: Collection[object], source: str) -> bool:
    """Would `decode` leave these values, just parsed from JSON, as they are? False when in doubt."""
    if "\\u" in source or '"$' in source:  # without these no text holds a lone surrogate, and no object is a tag
        return False
    short = len(source) <= MAX_DIGITS or 0 < sys.get_int_max_str_digits() <= MAX_DIGITS
    return short and _is_shallow_and_finite(parsed)


def _is_shallow_and_finite(level: Collection[object]) -> bool:
    """Have values parsed from JSON neither an infinite number nor too many levels? False when in doubt."""
    for _ in range(MAX_DEPTH):
        kinds = set(map(type, level))
        if float in kinds and not all(math.isfinite(item) for item in level if type(item) is float):
            return False
        if kinds <= _ATOMS:
            return True
        lists = [item for item in level if type(item) is list]
        objects = [item.values() for item in level if type(item) is dict]
        level = [*chain.from_iterable(lists), *chain.from_iterable(objects)]
    return False


def parse_json(text: str | bytes) -> Any:
    """Parse strict JSON (no NaN, no infinity, UTF-8). Raises: ValueRefused, and nothing else, for any text."""
    try:
        return _parse(text if isinstance(text, str) else str(text, "utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueRefused(f"not JSON: {error}") from None


def equal(a: object, b: object) -> bool:
    """Compare by value and type: `True` is not `1`, `1` is not `1.0`, `(1,)` is not `[1]`.

    Raises: ValueRefused, if either holds what the encoding does not carry.
    """
    kind = type(a)
    if kind is not type(b):
        return False
    if kind is float or kind is bool or a is None:
        return a == b
    if kind is int and -_SMALL < a < _SMALL and -_SMALL < b < _SMALL:  # type: ignore[operator]
        return a == b
    if kind is str and a.isascii() and b.isascii():  # type: ignore[attr-defined]
        return a == b
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        ours, theirs = ({dumps(key): item for key, item in side.items()} for side in (a, b))
        return ours.keys() == theirs.keys() and all(equal(item, theirs[key]) for key, item in ours.items())
    return dumps(a) == dumps(b)


def _refuse_constant(name: str) -> None:
    raise ValueRefused(f"the number {name}")


_strict = json.JSONDecoder(parse_constant=_refuse_constant)
_parse = _strict.decode
_scan: Callable[[str, int], tuple[Any, int]] = _strict.scan_once  # type: ignore[attr-defined]


def _atoms_writer() -> Callable[[object], str]:
    make = getattr(json.encoder, "c_make_encoder", None)  # JSONEncoder would create it anew for every value
    if make is None:
        return _compact
    write = make(None, None, encode_basestring, None, ":", ",", False, False, False)
    return lambda rows: "".join(write(rows, 0))


_write_atoms = _atoms_writer()


def _encode(value: Any, depth: int, canonical: bool) -> Any:
    kind = type(value)
    if kind is str:
        return _checked_text(value)
    if kind is bool or value is None:
        return value
    if kind is int:
        return _checked_int(value)
    if kind is float:
        return _checked_float(value)
    if kind is bytes:
        return {"$bytes": base64.b64encode(value).decode("ascii")}
    if depth >= MAX_DEPTH:
        raise ValueRefused(f"a value nested deeper than {MAX_DEPTH}")
    depth += 1
    if kind is list:
        if _is_flat(value):
            return value.copy()
        return [_encode(item, depth, canonical) for item in value]
    if kind is dict:
        return _encode_dict(value, depth, canonical)
    if kind is tuple:
        return {"$tuple": [_encode(item, depth, canonical) for item in value]}
    if kind is set or kind is frozenset:
        name = "$set" if kind is set else "$frozenset"
        return {name: sorted((_encode(item, depth, canonical) for item in value), key=_sorted)}
    raise ValueRefused(f"a value of type {type_name(kind)}")


def _is_flat(items: list[Any]) -> bool:
    """Is this a list of only strings or only integers, which JSON carries as they are? False when in doubt."""
    kinds = set(map(type, items))
    if kinds == {int}:
        return bool(min(items) > -_SMALL and max(items) < _SMALL)
    return kinds == {str} and "".join(items).isascii()


def _encode_dict(value: dict[Any, Any], depth: int, canonical: bool) -> Any:
    if all(type(key) is str and key[:1] != "$" for key in value):
        return {_checked_text(key): _encode(item, depth, canonical) for key, item in value.items()}
    pairs = [[_encode(key, depth, canonical), _encode(item, depth, canonical)] for key, item in value.items()]
    if canonical:
        pairs.sort(key=lambda pair: _sorted(pair[0]))
    return {"$dict": pairs}


def _checked_text(text: str) -> str:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise ValueRefused("a text with a lone surrogate") from None
    return text


def _checked_int(number: int) -> int:
    if not -_INT_BOUND < number < _INT_BOUND:
        raise ValueRefused(f"an integer of more than {MAX_DIGITS} digits")
    return number


def _checked_float(number: float) -> float:
    if not math.isfinite(number):
        raise ValueRefused(f"the number {number!r}")
    return number


_SCALARS: dict[type, Callable[[Any], str]] = {
    str: lambda value: encode_basestring(_checked_text(value)),
    int: lambda value: int.__repr__(_checked_int(value)),
    bool: lambda value: "true" if value else "false",
    float: lambda value: float.__repr__(_checked_float(value)),
    type(None): lambda value: "null",
}
"""How scalar values are written, by exact type."""


def _decode(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind is str:
        return _checked_text(value)
    if kind is bool or value is None:
        return value
    if kind is int:
        return _checked_int(value)
    if kind is float:
        return _checked_float(value)
    if depth > MAX_DEPTH:
        raise ValueRefused(f"a value nested deeper than {MAX_DEPTH}")
    if kind is list:
        return value if _is_flat(value) else [_decode(item, depth + 1) for item in value]
    if kind is dict:
        return _decode_dict(value, depth + 1)
    raise ValueRefused(f"a value of type {type_name(kind)}")


def _decode_dict(value: dict[Any, Any], depth: int) -> Any:
    if not any(type(key) is str and key[:1] == "$" for key in value):
        if not all(type(key) is str for key in value):
            raise ValueRefused("an object with a key that is not text")
        return {_checked_text(key): _decode(item, depth) for key, item in value.items()}
    if len(value) != 1:
        raise ValueRefused("a tag among other keys")
    ((tag, content),) = value.items()
    if tag == "$bytes":
        return _decode_bytes(content)
    if type(content) is not list:
        raise ValueRefused(f"a {tag} that is not a list")
    if tag == "$tuple":
        return tuple(_decode(item, depth) for item in content)
    if tag == "$set" or tag == "$frozenset":
        return _decode_set(tag, content, depth)
    if tag == "$dict":
        return _decode_pairs(content, depth)
    raise ValueRefused("an unknown tag")


def _decode_bytes(content: Any) -> bytes:
    if type(content) is not str:
        raise ValueRefused("a $bytes that is not text")
    try:
        return base64.b64decode(content.encode("ascii"), validate=True)
    except ValueError:
        raise ValueRefused("a $bytes that is not base64") from None


def _decode_set(tag: str, content: list[Any], depth: int) -> Any:
    try:
        parts = [_decode(item, depth) for item in content]
        _refuse_collisions(parts)
        items = frozenset(parts)
    except TypeError:
        raise ValueRefused(f"a {tag} with an element that cannot be in one") from None
    if len(items) != len(content):
        raise ValueRefused(f"a {tag} that holds an element twice")
    return set(items) if tag == "$set" else items


def _refuse_collisions(items: list[Any]) -> None:
    """Refuse keys crafted to share a hash, which would cost quadratic time. Raises: ValueRefused, TypeError."""
    if len(items) > MAX_COLLISIONS and max(Counter(map(hash, items)).values()) > MAX_COLLISIONS:
        raise ValueRefused(f"more than {MAX_COLLISIONS} keys that have one hash")


def _decode_pairs(content: list[Any], depth: int) -> dict[Any, Any]:
    if not all(type(pair) is list and len(pair) == 2 for pair in content):
        raise ValueRefused("a $dict that is not a list of pairs")
    keys = [_decode(key, depth) for key, _ in content]
    try:
        _refuse_collisions(keys)
        result = {key: _decode(item, depth) for key, (_, item) in zip(keys, content, strict=True)}
    except TypeError:
        raise ValueRefused("a $dict with a key that cannot be one") from None
    if len(result) != len(content):
        raise ValueRefused("a $dict that holds a key twice")
    return result
