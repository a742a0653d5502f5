"""Structured values: what tells two rules apart where drawn values seldom do.

Repeats, runs, palindromes, sorted and reversed, few different parts, extremes of length, one odd part at any place:
in texts, in sequences, and in the forms of `forms.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random
from typing import Any, TypeVar

from boxwright.blackboxes.families.form_atoms import BoolForm, CellForm, ChoiceForm, IntForm, TextForm, WordForm
from boxwright.blackboxes.families.forms import RecordForm, SequenceForm

Part = TypeVar("Part")
_CHOOSE: Mapping[tuple[bool, bool], Callable[[Sequence[Any], int], Iterable[tuple[Any, ...]]]] = {
    (True, True): permutations,
    (True, False): combinations,
    (False, True): lambda pool, length: product(pool, repeat=length),
    (False, False): combinations_with_replacement,
}
"""The sequences of so many parts, by (distinct, ordered)."""


def lengths(least: int, most: int, rng: Random) -> int:
    """Draw a length; the shortest and the longest ones as often as all others together."""
    if rng.random() < 0.5:
        return rng.randint(least, most)
    return max(least, min(most, rng.choice((least, least + 1, least + 2, most, most - 1, most - 2))))


def _any(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    return [rng.choice(pool) for _ in range(n)]


def _few(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    return _any(_any(pool, rng.randint(1, 3), rng), n, rng)


def _runs(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    made: list[Part] = []
    while len(made) < n:
        made += [rng.choice(pool)] * rng.choice((1, 2, 2, 3, 4, 5, 9))
    return made[:n]


def _mirrored(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    half = rng.choice((_any, _few))(pool, -(-n // 2), rng)
    return half + half[: n // 2][::-1]


def _periodic(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    unit = _any(pool, rng.randint(1, 4), rng)
    return (unit * n)[:n]


def _ordered(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    """Parts in the pool's own order, each once where there are enough."""
    places = rng.sample(range(len(pool)), n) if n <= len(pool) else _any(range(len(pool)), n, rng)
    return [pool[place] for place in sorted(places, reverse=rng.random() < 0.4)]


def _odd_one(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    """One part, or a period, with one or two others at any place, late ones as often as early ones."""
    made = rng.choice((_periodic, _any))(pool, n, rng)
    for _ in range(rng.randint(1, 2) if made else 0):
        made[rng.choice((rng.randrange(n), n - 1))] = rng.choice(pool)
    return made


def _ends(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    return _any([pool[0], pool[-1], rng.choice(pool)], n, rng)


SHAPES: tuple[Callable[[Sequence[Any], int, Random], list[Any]], ...] = (
    _any,
    _few,
    _runs,
    _mirrored,
    _periodic,
    _ordered,
    _odd_one,
    _ends,
)


def shaped(pool: Sequence[Part], n: int, rng: Random) -> list[Part]:
    """Draw n parts of a pool in some shape."""
    return rng.choice(SHAPES)(pool, n, rng)


def text(alphabet: str, least: int, most: int, rng: Random, known: Sequence[str] = ()) -> str:
    """Draw a text over an alphabet: in some shape, of one case, with blanks in odd places, with a known text in it."""
    n = lengths(least, most, rng)
    letters = alphabet.replace(" ", "") or alphabet
    pool = letters
    kind = rng.random()
    if kind < 0.15:
        pool = "".join(c for c in letters if c.isupper() == (kind < 0.075)) or letters
    elif kind < 0.3:  # one letter, its other case and its neighbour
        place = rng.randrange(len(letters))
        pool = "".join(c for c in (letters[place], letters[place].swapcase(), letters[place - 1]) if c in letters)
    made = shaped(pool, n, rng)
    if rng.random() < 0.1:  # case changes, the letters stay
        made = [c.swapcase() if rng.random() < 0.5 and c.swapcase() in letters else c for c in made]
    if " " in alphabet and rng.random() < 0.5:
        made = _with_blanks(made, rng)
    result = "".join(made)
    fitting = [k for k in known if len(k) <= n and set(k) <= set(alphabet)]
    if fitting and rng.random() < 0.15:
        word = rng.choice(fitting)
        at = rng.choice((0, n - len(word), rng.randint(0, n - len(word))))
        result = result[:at] + word + result[at + len(word) :]
    return result


def _with_blanks(made: list[str], rng: Random) -> list[str]:
    """Put runs of blanks at the ends or anywhere, in place of letters."""
    n = len(made)
    for _ in range(rng.randint(1, 3)):
        run = min(n, rng.choice((1, 1, 2, 3, 4, 6)))
        at = rng.choice((0, n - run, rng.randint(0, n - run)))
        made[at : at + run] = " " * run
    return made


def value(form: Any, rng: Random, known: Sequence[Any] = (), near: Any = None) -> Any:
    """Draw a structured value of a form; `known` may occur in it, and it may be a change of `near`."""
    if near is not None and form.holds(near) and rng.random() < 0.3:
        return _changed(form, near, rng)
    fitting = [v for v in known if form.holds(v)]
    if fitting and rng.random() < 0.1:
        return rng.choice(fitting)
    if isinstance(form, RecordForm):
        return _record(form, rng, known)
    if isinstance(form, SequenceForm):
        return _sequence(form, rng, known)
    if isinstance(form, TextForm):
        return text(form.alphabet, form.min_length, form.max_length, rng, [v for v in known if isinstance(v, str)])
    if isinstance(form, WordForm):
        return text(form.letters, form.length, form.length, rng)
    if isinstance(form, IntForm) and rng.random() < 0.3:
        return rng.choice(form.corners())
    return form.draw(rng)


def _sequence(form: SequenceForm, rng: Random, known: Sequence[Any]) -> list[Any]:
    pool = [value(form.of, rng, known) for _ in range(rng.choice((2, 4, 12)))]
    if isinstance(form.of, IntForm):
        pool.sort()
    for _ in range(8):
        made = shaped(pool, lengths(form.min_length, form.max_length, rng), rng)
        if not form.ordered:
            made = sorted(made)
        if form.holds(made):
            return made
    return form.draw(rng)


def _record(form: RecordForm, rng: Random, known: Sequence[Any]) -> dict[str, Any]:
    made = {name: value(part, rng, known) for name, part in form.fields.items()}
    texts = {name: part for name, part in form.fields.items() if isinstance(part, TextForm)}
    if len(texts) > 1 and rng.random() < 0.6:  # one text is a piece of another, or repeats in it
        made |= _related(texts, made, rng)
    numbers = [name for name, part in form.fields.items() if isinstance(part, IntForm)]
    if len(numbers) > 1 and rng.random() < 0.3:
        one, other = rng.sample(numbers, 2)
        related = rng.choice((made[one], -made[one], made[one] + 1, made[one] - 1))
        made[other] = related if form.fields[other].holds(related) else made[other]
    return made if form.holds(made) else form.draw(rng)


def _related(texts: Mapping[str, TextForm], made: Mapping[str, str], rng: Random) -> dict[str, str]:
    whole, piece = rng.sample(list(texts), 2)
    if rng.random() < 0.5:
        at = rng.randrange(len(made[whole]) or 1)
        name, changed = piece, made[whole][at : at + rng.randint(1, texts[piece].max_length)]
    else:
        most = texts[whole].max_length
        again = made[piece] * rng.randint(1, 3) if rng.random() < 0.5 else made[piece] + made[whole] + made[piece]
        name, changed = whole, again[:most] if rng.random() < 0.5 else again[-most:]
    return {name: changed} if texts[name].holds(changed) else {}


def _changed(form: Any, near: Any, rng: Random) -> Any:
    """Change one part of a value, exchange two, or leave it as it is."""
    if isinstance(near, (str, list)) and len(near) > 1:
        parts = list(near)
        one, other = rng.sample(range(len(parts)), 2)
        kind = rng.random()
        if kind < 0.3:
            parts[one], parts[other] = parts[other], parts[one]
        elif kind < 0.6:
            parts[one] = parts[other]
        elif kind < 0.9:
            drawn = form.draw(rng)
            parts[one] = drawn[min(one, len(drawn) - 1)] if drawn else parts[one]
        made: Any = "".join(parts) if isinstance(near, str) else parts
        return made if form.holds(made) else near
    if type(near) is int:
        moved = near + rng.choice((-1, 0, 1)) * rng.randint(0, 20)
        return moved if form.holds(moved) else near
    return near


def altered(near: str, alphabet: str, least: int, most: int, rng: Random) -> str:
    """Return a text that differs from another in a place or two: changed, exchanged, repeated, put in or left out."""
    made = list(near)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(made) + 1)
        kind = rng.randrange(7) if len(made) > 1 else 0
        if kind == 0:
            made.insert(at, rng.choice(alphabet))
        elif kind == 1:
            made[at - 1] = rng.choice(alphabet)
        elif kind == 2:
            made[at - 1] = made[at - 2]
        elif kind == 3:
            made[at - 1], made[at - 2] = made[at - 2], made[at - 1]
        elif kind == 4:
            del made[at - 1]
        elif kind == 5:
            made[at - 1] = alphabet[(alphabet.index(made[at - 1]) + rng.choice((-1, 1))) % len(alphabet)]
        else:
            made[at:at] = made[at - 1 : at + rng.randint(0, 3)]
    text = "".join(made)[:most]
    return text if len(text) >= least and set(text) <= set(alphabet) else near


def altered_value(form: Any, near: Any, rng: Random) -> Any:
    """Return a value of a form that differs a little from another; the other one where that leads out of the form."""
    made = near
    if isinstance(form, TextForm) or (isinstance(form, WordForm) and isinstance(near, str)):
        least, most = (form.min_length, form.max_length) if isinstance(form, TextForm) else (form.length, form.length)
        made = altered(near, form.alphabet if isinstance(form, TextForm) else form.letters, least, most, rng)
    elif isinstance(form, RecordForm):
        name = rng.choice(list(form.fields))
        made = near | {name: altered_value(form.fields[name], near[name], rng)}
    elif isinstance(form, SequenceForm) and near:
        made, at = list(near), rng.randrange(len(near))
        kind = rng.randrange(4)
        if kind == 0:
            made[at] = altered_value(form.of, near[at], rng)
        elif kind == 1:
            made[at], made[at - 1] = made[at - 1], made[at]
        elif kind == 2:
            made.insert(at, rng.choice(near))
        else:
            del made[at]
    elif type(near) is int:
        made = near + rng.choice((-1, 1)) * rng.choice((1, 1, 2, 3, 10, max(1, abs(near) // 2)))
    else:
        made = form.draw(rng)
    return made if form.holds(made) else near


def everything(form: Any) -> Iterable[Any] | None:
    """Return all values of a form, each once, as many as its `size()`; None for forms that are not enumerated."""
    if isinstance(form, IntForm):
        return range(form.min, form.max + 1)
    if isinstance(form, BoolForm):
        return (False, True)
    if isinstance(form, ChoiceForm):
        return form.options
    if isinstance(form, WordForm):
        return texts(form.letters, form.length, form.length)
    if isinstance(form, TextForm):
        return texts(form.alphabet, form.min_length, form.max_length)
    if isinstance(form, CellForm):
        return ([row, column] for row in range(1, form.rows + 1) for column in range(1, form.columns + 1))
    if isinstance(form, SequenceForm):
        return _sequences(form)
    if isinstance(form, RecordForm) and not form.distinct:
        return _records(form)
    return None


def texts(alphabet: str, least: int, most: int) -> Iterator[str]:
    """Yield all texts of so many characters, each once, the shortest first."""
    letters = dict.fromkeys(alphabet)
    return ("".join(made) for length in range(least, most + 1) for made in product(letters, repeat=length))


def _sequences(form: SequenceForm) -> Iterable[list[Any]] | None:
    parts = everything(form.of)
    if parts is None:
        return None
    pool = list(parts) if form.ordered else sorted(parts)
    choose = _CHOOSE[form.distinct, form.ordered]
    return (list(made) for length in range(form.min_length, form.max_length + 1) for made in choose(pool, length))


def _records(form: RecordForm) -> Iterable[dict[str, Any]] | None:
    columns = [everything(part) for part in form.fields.values()]
    if any(column is None for column in columns):
        return None
    rows = product(*(list(column or ()) for column in columns))
    return (dict(zip(form.fields, row, strict=True)) for row in rows)
