"""What stands below the answer that a reply marks: nothing more than a courtesy, or words that may change it.

Players are asked to end with the marked line. Where more follows, or where two lines mark different answers, no pattern
can tell a check from a second thought: the player is asked once which answer it means, and its next reply is read as
it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from boxwright.blackboxes.courtesy import is_courtesy
from boxwright.blackboxes.stated import (
    GOES_ON,
    LONGEST_SENTENCES,
    Statement,
    closes,
    is_idle,
    last_marked,
    listed,
    marked_above,
    stated_unmarked,
)
from boxwright.blackboxes.taken_back import denies
from boxwright.blackboxes.wrappings import CROSSES

_PROSE = re.compile(r"(?:[^\W\d_]{2,}['’]?[,;:]?\s+){3,}[^\W\d_]{2,}")
"""Four words in a row."""
_WORD = re.compile(r"[^\W\d_]*[a-z\u00e0-\uffff][^\W\d_]+")
_SIGN = re.compile(r"[^\w\s]")
_LEAD = re.compile(r"\W*([^\W\d_]*).*", re.DOTALL)
_MARKS = re.compile(r"\\(?:[a-z]+)?|[\s*_`=\"'“”$,;()\[\]{}|]")
_SAYS_WHAT = re.compile(
    r"(?:my|the)(?:\s(?!(?:last|never|no|not|or|other|second|wrong)\b)[a-z]+){1,8}\s(?:is|are):?\s(?P<said>\S.*)",
    re.IGNORECASE,
)
"""`The date is X`, behind a marker."""
_WHOLE = re.compile(r"(?<=\d)\.0+(?![\d.])")
_TEMPLATE = re.compile(
    r".*<\w+(?:[/ ]\w+)+>.*|[\s*_`\"']*(?:<[^<>]*>|\.{3}|…|tbd|\[(?:your\s)?(?:answer|move|value)[^\]]*\])[\s*_`\"'.]*",
    re.IGNORECASE,
)
"""`ANSWER: <answer>`: what was asked for, said again."""


def unsure(reply: str, markers: Sequence[str], told: str = "") -> Literal["goes_on", "marks_two"] | None:
    """Return what leaves open which answer a reply means; None if it ends with the one that it states.

    The first of the markers is the one that was asked for. A marked line that players were `told` is no answer.
    """
    said = last_marked(reply, markers)
    if said is None:
        found = (stated_unmarked(reply, marker) for marker in markers)
        answer, below = next(filter(None, found), ("", []))
        return "goes_on" if any(not _is_harmless(line, answer) for line in filter(_says, below)) else None
    if any(not _is_harmless(line, said.texts[0]) for line in _below(said)):
        return "goes_on"
    return "marks_two" if _marks_another(reply, said, told) else None


def _marks_another(reply: str, said: Statement, told: str) -> bool:
    """Whether something above is marked as another answer, and does not only head the last one or tell the form."""
    above, marked, boxed = marked_above(reply, said)
    within = re.compile(rf"\b{re.escape(said.marker)}\b[^:：\n]{{0,20}}[:：](?P<text>.+)")
    lines = (found["text"] for found in within.finditer(above))
    stating = [
        text
        for text in (*marked, *lines)
        if not _heads(text, said.texts[0]) and f"{said.marker}: {text.strip(' `*.')}" not in told
    ]
    return any(_differ(text, said.texts[0]) for text in (*stating, *boxed) if re.search(r"\w", text))


def _heads(text: str, answer: str) -> bool:
    """Whether what stands behind a marker is no other answer: the form that was asked for, words that lead to one."""
    if (says := _SAYS_WHAT.fullmatch(text.strip())) and not _differ(says["said"], answer, whole=True):
        return True
    other_words = not set(_WORD.findall(text)) <= set(_WORD.findall(answer))
    return _TEMPLATE.fullmatch(text) is not None or (other_words and _PROSE.search(text) is not None)


def _below(said: Statement) -> Iterator[str]:
    """Yield the lines below an answer that are no part of it."""
    first, *more = max(said.texts, key=len).split("\n")
    lines = [line.strip() for line in said.below if _says(line)]
    begins_below = bool(lines) and lines[0] == first
    own = {first, *(line for line in more if GOES_ON.search(first) or _is_more(line, first, begins_below))}
    for line in lines:
        if line not in own and not (begins_below and _shape(line) == _shape(first) and not denies(line)):
            yield line


def _is_more(line: str, first: str, begins_below: bool) -> bool:
    """Whether a line right below the first one of an answer is more of it: alike, and without a word of its own."""
    if len(line) > LONGEST_SENTENCES or denies(line):
        return False
    if _shape(line) == _shape(first) or (begins_below and line[0] == first[0] == "|"):
        return True
    begins = [_LEAD.sub(r"\1", each) for each in (line, first)] if _WORD.search(first) else []
    same = all(set(parts.findall(line)) <= set(parts.findall(first)) for parts in (_WORD, _SIGN))
    return same and len(set(begins)) < 2 and (" " in first or " " not in line)


def _shape(line: str) -> str:
    """Return a line with `0` for every number, `A` and `a` for words in capitals and others."""
    numbered = re.sub(r"[+\u2212-]?\d+(?:\.\d+)?", "0", listed(line))
    return re.sub(r"[^\W\d_]*[a-z][^\W\d_]*", "a", re.sub(r"\b[A-Z]+\b", "A", numbered))


def _says(line: str) -> bool:
    return not is_idle(line) and re.search(rf"[\w?？{CROSSES}]", line) is not None


def _is_harmless(line: str, answer: str) -> bool:
    """Whether a line below an answer says it again, or nothing of it."""
    if len(line) > LONGEST_SENTENCES or not re.search(r"\w", line):
        return False
    return not _differ(listed(line), answer, whole=True) or closes(line) or is_courtesy(line)


def _bare(text: str) -> str:
    """Return a text without the marks that a list, emphasis or mathematics put into it; `1.0` is `1`."""
    return _MARKS.sub("", _WHOLE.sub("", text.casefold())).rstrip(".!")


def _differ(one: str, other: str, *, whole: bool = False) -> bool:
    """Whether two answers differ: not in marks alone, nor, unless `whole`, in a remark beside one of them."""
    if _bare(one) == _bare(other):
        return False
    short, long = sorted((" ".join(text.strip(" \t*_`\"'“”$.").casefold().split()) for text in (one, other)), key=len)
    return whole or re.match(rf"{re.escape(short)}(?!\w|\.\d)", long) is None
