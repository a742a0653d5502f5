"""Trusted, named ways to compare a player's answer with the truth, and what an answer of each kind looks like.

How an answer is wrapped does not count (`wrappings.py`): it is right if the text as written, or without its wrapping,
agrees with the truth. An answer that no truth of its kind could be is refused, with the reason.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from boxwright.blackboxes.clear import REMARKS, check_clear, is_clear, names_two, two_answers, words_of
from boxwright.blackboxes.faults import InvalidReply
from boxwright.blackboxes.powers import with_exponents
from boxwright.blackboxes.wrappings import forms

_ARROWS = re.compile(r"[,，、;\s|/]+|[-=]+>|[→⇒⟶➜><]|\\(?:to|rightarrow|Rightarrow)\b")
_DASHED = re.compile(r"\S+(?:\s[—–]\s\S+)+")
_JOINED = re.compile(
    r"(?<=\s)(?:(?:and|then|&|finally|lastly)\s+)+|\Afirst,?\s+(?=\S+,?\s+(?:and\s+)?then\s)", re.IGNORECASE
)
_FEWEST_ITEMS = 3
_ITEM_NAMED = re.compile(r"[\s*_`\"'•-]*([A-Za-z]\w{0,15})[*_`\"']*\s?[:=]\s?(\S.*)")
_COUNTED_IN_LINE = re.compile(r"(?:(?:\A|[\s,;]+)\(?[0-9]{1,3}[.)]\s+[^\s,;]+)+")
"""`1. a 2. b`, `(1) a (2) b`: items in one line, each with its number."""
_COUNT = re.compile(r"\(?([0-9]{1,3})[.)]\s+([^\s,;]+)")
_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
_DASHES = frozenset("–—\u2212")
_NUMBERED = re.compile(r"\s*(?:[-•*]\s+)?(?:\(?([0-9]{1,3})[.):]\s+)?(?=\S)(.*)")
_DATE = re.compile(r"\d+([.:/-])\d+\1\d+(?:\1\d+)*")
"""Three numbers and more, with the same sign between them; two may be a decimal."""
_HYPHENS = re.compile(r"\w(?:-\w){2,}")
_PADDED = re.compile(r"\b0+(?=\d)")
_PLAIN = re.compile(r"[-+\u2212]?[0-9]+(?:\.[0-9]+)?")
"""A number: its signs are never strange."""
_COUNTED = re.compile(r"\b(?:how\s+many|number\s+of|in)\s+(?=([A-Za-z]+))", re.IGNORECASE)
"""What a question counts, or measures in."""
_WITH_UNIT = re.compile(r"([-+\u2212]?[0-9]+(?:\.[0-9]+)?)\s([A-Za-z]+)")
_SENTENCE = re.compile(r"//|~~|【|[A-Za-z0-9]\.\s+\S")
"""A note or the end of a sentence between items: what is behind is no item."""
_COMMA = re.compile("[,，、]")
_KINDS_BETWEEN = (
    _COMMA,
    re.compile(";"),
    re.compile(r"[|/]"),
    re.compile(r"[-=]+>|[→⇒⟶➜>]"),
    re.compile("<"),
)
"""Signs between items, of which a list has one kind."""
_BY_BLANKS = re.compile(r"[^\s/|]\s+[^\s/|]")
_PROSE = re.compile(
    r"not|perhaps|maybe|possibly|probably|unless|alternatively|either|neither|nor|vs|because|since|which|as|by|per|from|"
    r"according|instead|rather|also|now|first|next|finally|is|it|this|final|answer|verified|checked|confirmed|done|correct|"
    r"anything|something|like|but|except|if|otherwise|that|get|have|no|wait|so|hence|right|above|before|test|question|order|sequence|list|path|helps|ok|sure"
)
"""Words of a sentence around items, beside REMARKS, where none of the truth's items is one."""
_NOTHING = re.compile(r"n\s?[/.]\s?a\.?", re.IGNORECASE)
"""`N/A`: no two items."""
_PART = re.compile(r"[?!.:;\n]+")
"""Between the parts of a question, of which one may be a list."""
MAX_LIST = 10_000
"""Characters of a list of items."""


class NotOfKind(InvalidReply):
    """An answer that is not of its comparator's kind; `why` names the section of the refusal for players."""

    def __init__(self, why: str, found: str = "") -> None:
        super().__init__(why)
        self.why, self.found = why, found


@dataclass(frozen=True)
class Written:
    """How a box writes: which signs its texts hold, begin and end with, and of what kinds its other characters are."""

    holds: frozenset[str] = frozenset()
    begins: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    """What is counted or measured in its questions, without a plural's s: such a word behind a number adds nothing."""
    reorders: bool = False
    """Whether all its worked examples' answers in order are what their questions list (`reorders`)."""
    lists: tuple[tuple[str, ...], ...] = ()
    """Items of the parts of a question, where it `reorders`."""
    question: str = ""
    count: int = 0
    """Items of the answer to every worked question; 0 if they are not as many, or no lists in order."""

    @classmethod
    def in_texts(cls, texts: Iterable[str]) -> Written:
        """Return how these texts are written."""
        all_of = [text.strip() for text in texts if text.strip()]
        return cls(
            frozenset([*_signs("".join(all_of)), *_kinds("".join(all_of))]),
            frozenset(_signs("".join(text[0] for text in all_of))),
            frozenset(_signs("".join(text[-1] for text in all_of))),
            frozenset(word for text in all_of for word in words_of(text) or [text.casefold()]),
        )

    def with_truth(self, truth: Any) -> Written:
        """Return how the box writes, where this is one of its answers."""
        own = Written.in_texts([str(truth)] if isinstance(truth, (str, int, float)) else map(str, truth))
        holds, begins, ends = self.holds | own.holds, self.begins | own.begins, self.ends | own.ends
        return replace(self, holds=holds, begins=begins, ends=ends, words=self.words | own.words)

    def of_question(self, question: str, told: str = "") -> Written:
        """Return how the box writes where a question, or what players are told, speaks of numbers of something."""
        units = (unit for text in (question, told) for unit in _COUNTED.finditer(text))
        found = frozenset(unit[1].casefold().removesuffix("s") for unit in units)
        lists = _lists(question) if self.reorders else ()
        return replace(self, units=self.units | found, lists=lists, question=question)

    def strange(self, text: str) -> list[str]:
        """Return the signs of a text that none of the box's own has, there or at all."""
        text = text.strip()
        if not text or _PLAIN.fullmatch(text):
            return []
        found = [sign for sign in [*_signs(text), *_kinds(text)] if sign not in self.holds]
        found += [sign for sign in _signs(text[0]) if sign not in self.begins]
        found += [sign for sign in _signs(text[-1]) if sign not in self.ends]
        return list(dict.fromkeys(found))


def _signs(text: str) -> list[str]:
    """Return the characters of a text that are no letters, blanks or digits of ASCII."""
    return list(dict.fromkeys(c for c in text if not (c.isalpha() or c.isspace() or (c.isdigit() and c.isascii()))))


def _kinds(text: str) -> list[str]:
    """Return the kinds of characters that many boxes never write: `letters`, `digits`, `blanks`."""
    kinds: dict[str, Callable[[str], bool]] = {"letters": str.isalpha, "digits": str.isdigit, "blanks": str.isspace}
    return [kind for kind, holds in kinds.items() if any(map(holds, text))]


def _lists(question: str) -> tuple[tuple[str, ...], ...]:
    """Return the items of each part of a question, in any order."""
    return tuple(tuple(sorted(_items(part))) for part in _PART.split(question))


def reorders(question: str, answer: Any) -> bool:
    """Whether an answer holds just what a part of its question lists, in another order or the same."""
    return tuple(sorted(_items(answer))) in _lists(question)


NOTHING_KNOWN = Written()


def _text(value: Any) -> str:
    return " ".join(str(value).split()).casefold()


def _number(text: str) -> float | None:
    try:
        value = float(with_exponents(text.strip().replace("\u2212", "-")))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _items(value: Any, known: Written = NOTHING_KNOWN) -> list[str]:
    """Return the items of a truth, or of an answer: in a row, one per line, numbered, with arrows or `and` between."""
    if not isinstance(value, str):
        return [_text(part) for part in value if str(part).strip()]
    text = _without_numbers(value.strip().strip("[](){}"))
    text = re.sub(r"\s[—–]\s", ",", text) if _DASHED.fullmatch(text) else text
    return [_text(_core(part, known)) for part in _ARROWS.split(_JOINED.sub("", text)) if part.strip("[](){}")]


def _without_commas(answer: str, known: Written) -> str:
    """Return `no, ok, A+1` with blanks only, where each item is one that the box writes and three are given or more."""
    items = [item.strip() for item in _COMMA.split(answer)]
    own = all(
        item and not re.search(r"\s", item) and known.words.issuperset(re.findall(r"[^\W\d_]+", item.casefold()))
        for item in items
    )
    return " ".join(items) if own and len(items) >= _FEWEST_ITEMS else answer


def _unnamed(answer: str, question: str) -> str:
    """Return the values of `X = 205, Y = 40`, in the order of the question that names these; others as they are."""
    parts = [part for part in re.split(r"[,;\n，；]|\sand\s", answer.strip().strip("{}")) if part.strip()]
    named = [found for part in parts if (found := _ITEM_NAMED.fullmatch(part))]
    values = {found[1]: found[2].strip() for found in named}
    if len(named) < len(parts) or not len(parts) == len(values) > 1:
        return answer
    places = {name: found.start() for name in values if (found := re.search(rf"\b{re.escape(name)}\b", question))}
    return (
        ", ".join(values[name] for name in sorted(values, key=places.__getitem__))
        if places.keys() == values.keys()
        else answer
    )


def _without_numbers(text: str) -> str:
    """Drop the numbers of a list where every item has one, counted from 1, and bullets."""
    if _COUNTED_IN_LINE.fullmatch(text):
        counted = _COUNT.findall(text)
        if len(counted) > 1 and [number for number, _ in counted] == [str(n) for n in range(1, len(counted) + 1)]:
            return "\n".join(item for _, item in counted)
    for sign in ("\n", ",", ";"):
        found = [_NUMBERED.fullmatch(part) for part in text.split(sign) if part.strip()]
        if len(found) > 1 and all(found):
            numbers = [item[1] for item in found if item]
            if numbers == [str(n) for n in range(1, len(found) + 1)] or (sign == "\n" and not any(numbers)):
                return sign.join(item[2] for item in found if item)
    return text


def _core(item: str, known: Written) -> str:
    """Return an item without what it is wrapped in, as far as the box does not write so itself."""
    core = ""
    for core in forms(item):
        if core and not known.strange(core):
            break
    return core.replace("\u2212", "-")


def exact(truth: Any, answer: str) -> bool:
    """Same characters, blanks around them ignored."""
    return str(truth).strip() == answer.strip() or _spelled(truth, answer) == str(truth).strip()


def text(truth: Any, answer: str) -> bool:
    """Same words: case and runs of blanks ignored."""
    return _text(truth) in (_text(answer), _text(_spelled(truth, answer)))


def _spelled(truth: Any, answer: str) -> str:
    """Return an answer as the truth is spelled: `011` for `0 1 1` and `0-1-1`, and `29.2.5` for `29/02/05`."""
    true, said = str(truth).strip(), answer.strip()
    written, numbers = _DATE.fullmatch(true), _DATE.fullmatch(said)
    if written and numbers and not _PADDED.search(true):
        return _PADDED.sub("", said.replace(numbers[1], written[1]))
    parts = said.split("-") if "-" not in true and _HYPHENS.fullmatch(said) else re.split(r"[\s,]+", said)
    return "".join(parts) if " " not in true and all(len(part) == 1 for part in parts) else answer


def number(truth: Any, answer: str) -> bool:
    """Same number within 1e-9 (relative); never for NaN or infinity."""
    value = _number(answer)
    return value is not None and math.isclose(float(truth), value, rel_tol=1e-9, abs_tol=1e-12)


def sequence(truth: Any, answer: str | list[str]) -> bool:
    """Same items in the same order; in a text separated by commas, semicolons, blanks, line ends, arrows or `and`."""
    return _items(truth) == _items(answer, NOTHING_KNOWN.with_truth(truth))


def as_set(truth: Any, answer: str | list[str]) -> bool:
    """Same items in any order, repetitions ignored."""
    return set(_items(truth)) == set(_items(answer, NOTHING_KNOWN.with_truth(truth)))


COMPARATORS: dict[str, Callable[[Any, Any], bool]] = {
    "exact": exact,
    "number": number,
    "set": as_set,
    "sequence": sequence,
    "text": text,
}


def agrees(name: str, truth: Any, answer: str | list[str]) -> bool:
    """Whether an answer that was read (`read_answer`) agrees with the truth."""
    return COMPARATORS[name](truth, answer)


def read_answer(name: str, truth: Any, answer: str, known: Written = NOTHING_KNOWN) -> str | list[str]:
    """Return an answer if it is of the comparator's kind, and written as the box writes; of a list its items.

    `known` is how the box writes: a mark that its texts may hold belongs to an answer, any other is no part of one.
    Raises: NotOfKind, Ambiguous.
    """
    known = known.with_truth(truth)
    if answer.strip() in _DASHES - known.holds:
        answer = "-"
    if name in ("number", "sequence", "set") and names_two(answer) and not names_two(str(truth)):
        raise two_answers()
    if name == "number":
        counted = _WITH_UNIT.fullmatch(answer.strip())
        if counted and counted[2].casefold().removesuffix("s") in known.units:
            answer = counted[1]
        if _number(answer) is None:
            raise NotOfKind("number")
        return answer
    if name in ("sequence", "set"):
        items = _read_list(truth, answer, known)
        return items if name == "sequence" else sorted(set(items))
    if "\n" in answer and "\n" not in str(truth):
        raise NotOfKind("line")
    if known.holds.isdisjoint(",，、") and "blanks" in known.holds:
        answer = _without_commas(answer, known)
    if not answer.strip() and str(truth).strip():
        raise NotOfKind("answer")
    strange = known.strange(_spelled(truth, answer))
    if strange:
        raise NotOfKind("signs", ", ".join(strange))
    if is_clear(str(truth), known.words):
        check_clear(answer, known.words)
    return answer


def _read_list(truth: Any, answer: str, known: Written) -> list[str]:
    """Return the items of an answer. Raises: NotOfKind.

    Where all questions ask for the order of what they list, other items, or more or fewer, are none: that tells players
    nothing that the question does not. Nor are more or fewer than the answers to all worked questions have.
    """
    if len(answer) > MAX_LIST:
        raise NotOfKind("items")
    answer = _unnamed(_BREAK.sub("\n", answer), known.question)
    items, wanted = _items(answer, known), _items(truth)
    lines = [line for line in _without_numbers(answer.strip()).splitlines() if line.strip()]
    if len(lines) > 1 and any(len(_items(line)) != 1 for line in lines):
        raise NotOfKind("items")
    strangers = set(items) - set(wanted)
    nothing = strangers and _NOTHING.fullmatch(answer.strip())
    prose = strangers & (REMARKS - known.words) or any(map(_PROSE.fullmatch, strangers))
    if (
        not items
        or prose
        or nothing
        or _is_mixed(_without_numbers(answer.strip()))
        or any(not item or known.strange(item) for item in items)
    ):
        raise NotOfKind("items")
    if all(_number(item) is not None for item in wanted) and any(_number(item) is None for item in items):
        if len(items) == 1 and items[0] in known.words:
            return items  # such as `none`, which the box says elsewhere
        raise NotOfKind("numbers")
    given = tuple(sorted(wanted))
    if given in known.lists and tuple(sorted(items)) != given:
        raise NotOfKind("given", ", ".join(given))
    if len(wanted) == known.count != len(items):
        raise NotOfKind("count", str(known.count))
    return items


def _is_mixed(text: str) -> bool:
    """Whether there are signs of several kinds between items, as in `a, b / a, c`, or a sentence."""
    kinds = [bool(kind.search(text)) for kind in _KINDS_BETWEEN]
    by_blanks = kinds[2] and any(map(_BY_BLANKS.search, text.splitlines()))
    return sum(kinds) > 1 or bool(by_blanks or _SENTENCE.search(text))


def fits(name: str, truth: Any) -> bool:
    """Whether the comparator can handle a truth of this kind."""
    scalar = (str, int, float, bool)
    if name == "number":
        return type(truth) in (int, float) and abs(truth) < 1e300  # False for NaN and infinity
    if name in ("sequence", "set"):
        listed = isinstance(truth, (list, tuple, set, frozenset)) and all(isinstance(item, scalar) for item in truth)
        return isinstance(truth, str) or listed
    return isinstance(truth, scalar)
