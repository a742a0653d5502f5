"""First sight: what somebody answers who has read the introduction and a question, and nothing else of the box.

Some worlds are told in words that everybody knows: in a plain calendar months have thirty days, in a plain line whoever
has priority is served first. In all others an answer is made of what the question holds, as its own words suggest.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from math import comb

_ORDER = re.compile(r"\b(?:order|in turn|where)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\bwho\b", re.IGNORECASE)
_COUNT = re.compile(r"\b(?:cost|how many|many|paid|price|together)\b", re.IGNORECASE)
_STEPS = re.compile(r"\b(?:distances?|steps?)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:result|show|shows|values)\b", re.IGNORECASE)
_NAMES = re.compile(r"\b[A-Z]\b(?=,| and\b)|\band [A-Z]\b")
_LAST = re.compile(r"\bthe last of\b")
_LAMPS = re.compile(r"\b(?:lamps?|lights?|switches)\b", re.IGNORECASE)
_DAYS = re.compile(r"(\d*?)(\d{1,4})")
_EVENT = re.compile(r"`(\w)`, (?:an?|the) ([^;.]+)")
_NAMED = re.compile(r"\b([A-Z]) to ([A-Z])\b")
USUAL_DISTANCE = "3"
"""How far two of many nodes are from each other."""
DIGITS = 10


def answers(told: str, question: str) -> Iterator[str]:
    """Yield what may be answered at first sight, the likeliest first; `told` is what players are told of the box."""
    head, _, behind = question.rpartition("?")
    words = behind.split()
    for world in WORLDS if words else ():
        answer = world(told, words[-1])
        if answer is not None:
            yield answer
    yield _suggested(head, words or _held(head))


def _calendar(told: str, text: str) -> str | None:
    """Return the date so many days after a year begins, where every month has thirty days and every year twelve."""
    if not re.search(r"\bcalendar\b", told) or (found := _DAYS.fullmatch(text)) is None:
        return None
    years, days = divmod(int(found[2]), 360)
    months, days = divmod(days, 30)
    return f"{int(found[1] or 0) + years}.{months + 1}.{days + 1}"


def _line(told: str, text: str) -> str | None:
    """Return who is served where customers with priority go first, from 1 on."""
    events = dict(_EVENT.findall(told))
    if not any("serve" in event for event in events.values()):
        return None
    first: list[str] = []
    others: list[str] = []
    served: list[str] = []
    came = 0
    for event in map(events.get, text):
        if event is None:
            return None
        if "serve" in event:
            line = first or others
            served += [line.pop(0)] if line else []
        else:
            came += 1
            (first if "priority" in event else others).append(str(came))
    return " ".join(served) if served else _word(told, r"no one|nobody")


def _stack(told: str, text: str) -> str | None:
    """Return the digits: they were put on the stack, and no instruction did anything."""
    if not re.search(r"\bstack\b", told):
        return None
    return " ".join(re.findall(r"\d", text)) or _word(told, r"\bempty\b")


def _lamps(told: str, text: str) -> str | None:
    """Return which lamps were forced to be on, 0 for all others."""
    names = _NAMED.search(told)
    if not (names and _LAMPS.search(told) and re.search(r"\bforced?s?\b", told)):
        return None
    forced = {letter.upper(): str(int(letter.isupper())) for letter in text}
    return "".join(forced.get(chr(lamp), "0") for lamp in range(ord(names[1]), ord(names[2]) + 1))


def _walk(told: str, text: str) -> str | None:
    """Return the usual distance for each step, 0 for one to the node where one stands."""
    if not (re.search(r"\bdistances?\b", told) and re.search(r"\bnodes?\b", told)):
        return None
    steps = itertools.pairwise(f" {text}")
    return " ".join("0" if one == other else USUAL_DISTANCE for one, other in steps)


def _lock(told: str, text: str) -> str | None:
    """Return three signs, one for each digit of a try: of ten digits most are greater than one below 5."""
    if not (re.search(r"\block\b", told) and re.search(r"`\+`, `-`", told) and text.isdigit()):
        return None
    return "".join("+" if int(digit) < DIGITS // 2 else "-" for digit in text.zfill(3))


def _ways(told: str, text: str) -> str | None:
    """Return in how many ways one letter, again and again, is joined two by two; 0 for any other text."""
    if not re.search(r"\bin how many ways\b", told):
        return None
    joins = len(text) - 1
    return str(comb(2 * joins, joins) // (joins + 1) if len(set(text)) == 1 else 0)


def _cells(told: str, text: str) -> str | None:
    """Return a row of cells that are all 0."""
    return "0" * len(text) if re.search(r"\brow of cells\b", told) and set(text) <= set("01") else None


WORLDS: tuple[Callable[[str, str], str | None], ...] = (
    *(_calendar, _line, _stack, _lamps, _walk),
    *(_lock, _ways, _cells),
)
"""Each returns what a text behind a question brings in a world of plain words; None where another one is told of."""


def _word(told: str, cue: str) -> str | None:
    """Return the word that is said to come back where something is so, in quotes or behind `the word`."""
    sentences = re.split(r"(?<=[.;:)])\s+", told)
    for sentence in sentences:
        said = re.findall(r"`([^`]+)`|\"([^\"]+)\"|\bword (\w+)", sentence)
        if re.search(cue, sentence) and said:
            return str(next(filter(None, said[-1])))
    return None


def _suggested(head: str, words: list[str]) -> str:
    """Return what the words of a question suggest to do with what it holds."""
    numbers = re.findall(r"\d+", " ".join(words))
    named = re.findall(r"\d+", head)
    if _LAMPS.search(head):
        return "1" * 8
    if _STEPS.search(head):
        return ", ".join("1" * max(1, len("".join(words)) - 1))
    if _COUNT.search(head):
        return str(sum(map(int, numbers)) if numbers else len("".join(words)))
    if _LAST.search(head) and words:
        return words[-1]
    if _SEVERAL.search(head) and (numbers or named):
        shown = named if len(named) > 1 else numbers
        wanted = len(_NAMES.findall(head)) or max(2, len(shown))
        return ", ".join((wanted * shown)[:wanted])
    if _NUMBERED.search(head):
        return ", ".join(str(number) for number in range(1, max(1, len(words[0]) // 3) + 1))
    if _ORDER.search(head):
        return ", ".join(sorted(words) if len(words) > 1 else words[0])
    return " ".join(words).partition("+")[0]


def _held(head: str) -> list[str]:
    """Return the last word of a question that is hardly one, as it holds a digit or no vowel, or its last word."""
    words = re.findall(r"[\w.+-]*\w", head)
    held = [word for word in words if re.search(r"\d|[A-Z].*[A-Z]", word) or not re.search(r"[aeiouy]", word)]
    return held[-1:] or words[-1:] or ["-"]
