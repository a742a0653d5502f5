"""The few forms of a list by truth: what opens one (`X is ruled out when:`), and an entry (`ACTION: OUTCOME`).

Such a list says what it says once, in its opening, and its entries hold little but names. So both have one of a few
forms as a whole. The head of a table (`Truth | Ruled out by`) is an opening too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from boxwright.blackboxes.reasoning.kumo.books.claims import DOUBTS, TURNS
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import (
    ACTED,
    ENTRY,
    KIND,
    OUT,
    OUTCOMES,
    PLACED,
    SEEN_SO,
    TEST,
)

_I = re.IGNORECASE
_TRUTH = rf"(?:the (?:{KIND} )?)?§(?: {KIND})?"
_WHAT = rf"(?:any one|one|any|either) of (?:the following|these)(?: (?:{ENTRY}|{TEST}s?))?"
_FOLLOWING = rf"(?:{_WHAT}|(?:the following|these|any|an?) {ENTRY})"
_HAPPENS = "(?: (?:is|are) (?:found|noted|observed|seen)| (?:holds?|applies|apply|occurs?))?"
_BY = (
    rf"(?:by(?: {_FOLLOWING})?|(?:if|when|whenever|where|once)(?: {_FOLLOWING}{_HAPPENS})?"
    rf"|(?:after|given|in case of|on) {_FOLLOWING})"
)
_IS = "(?:(?:is|can be|must be) )"
_NAMED = tuple(
    re.compile(form)
    for form in (
        rf"{_TRUTH}:? {_IS}?{OUT} {_BY}",
        rf"(?:what rules out|(?:what|which) {ENTRY} rule out|(?:the )?{ENTRY} that rules? out|ruling out) {_TRUTH}",
        rf"(?:the following|these|any of the following|any of these) {ENTRY} rules? out {_TRUTH}",
    )
)
_UNNAMED = re.compile(rf"(?:(?:it|this {KIND}|this) {_IS})?{OUT} {_BY}")
_LONE_TRUTH = re.compile(_TRUTH)
_ENTRY = re.compile(rf"(?:{PLACED}|{SEEN_SO}|{ACTED},? (?:(?:as|at|between|from|in|of) )?(?:the )?{OUTCOMES})")
_HEAD = (
    re.compile(rf"(?:the )?{KIND}(?: name)?|"),
    re.compile(rf"(?:is )?{OUT} (?:by|if|when|whenever)(?: (?:the following )?{ENTRY})?|what rules it out"),
)
_PARTS = re.compile(r"\s*(?:;|<br\s*/?>)\s*(?:or\s+)?", _I)
_PIECES = re.compile(r"(,\s*(?:or\s+)?|\s+or\s+)", _I)
_EITHER = re.compile(r"(,?\s+or\s+)", _I)
_OR = re.compile(r"[\s.;,*_]*(?:[;,]?\s+or)?[\s.;,*_]*$", _I)
_EMPTY = re.compile(r"[\W_]*(?:none|nothing|n/a|no (?:outcomes?|results?|findings?))?[\W_]*", _I)
_DENIES = re.compile(
    r"\b(?:no|not|none|never|neither|nor|nothing|cannot|without|untrue|false\w*|invalid|void|remain\w*|stays?|keeps?|kept"
    r"|leaves?|spares?|consistent|compatible|fails?|except\w*|unless|opposite|revers\w+|ignor\w+|contrary|myths?|obsolete"
    r"|outdated|superseded|withdrawn|retracted|refuted|disproved|fiction\w*|fallac\w+|counter-?examples?)\b|n['’]t\b",
    _I,
)
_LISTS = re.compile(r"\b(?:bullets?|columns?|entr(?:y|ies)|items?|lists?|rows?)\b", _I)
_TOGETHER = re.compile(
    r"\b(?:all|backwards?|both|each|every\w*|first|have to|has to|last|must|only|other way|second|third|together"
    r"|upside)\b",
    _I,
)


def opens_for(said: str) -> str:
    """Return `named` or `above` if a text, as `plainly` returns it, opens a list by truth; an empty text if not.

    It names its truth, or means the truth that stands above.
    """
    if any(form.fullmatch(said) for form in _NAMED):
        return "named"
    return "above" if _UNNAMED.fullmatch(said) else ""


def is_lone_truth(said: str) -> bool:
    """Whether a text, as `plainly` returns it, is the name of a truth and no more."""
    return _LONE_TRUTH.fullmatch(said) is not None


def states_entry(said: str) -> bool:
    """Whether a text, as `plainly` returns it, names an action and what is seen, and no more."""
    return _ENTRY.fullmatch(said) is not None


def heads_truths(titles: Sequence[str]) -> bool:
    """Whether the titles of a table, as `plainly` returns them, are those of a truth and of what rules it out."""
    return len(titles) == len(_HEAD) and all(form.fullmatch(t) for form, t in zip(_HEAD, titles, strict=True))


def names_none(text: str) -> bool:
    """Whether an entry says that nothing rules out the truth."""
    return _EMPTY.fullmatch(text) is not None


def turns_lists(said: str) -> bool:
    """Whether what stands above lists, or beside one, may turn them: it denies something, or leaves it open."""
    return _DENIES.search(said) is not None or DOUBTS.search(said) is not None


def tells_how_lists_are_meant(said: str) -> bool:
    """Whether a sentence speaks of lists or entries as one does who turns them, or takes them together."""
    turns = turns_lists(said) or TURNS.search(said) is not None or _TOGETHER.search(said) is not None
    return _LISTS.search(said) is not None and turns


def entries_of(text: str, actions_in: Callable[[str], int], bullet: bool) -> list[str]:
    """Return the entries in a bullet or a cell: each begins where an action is named. `actions_in` counts them.

    In a bullet only `or` parts them; what stands between commas there may be meant together.
    """
    entries: list[str] = []
    for part in [text] if bullet else _PARTS.split(text):
        signs = _EITHER if bullet else _PIECES
        pieces = signs.split(part) if actions_in(part) > 1 else [part]
        for sign, piece in zip(["", *pieces[1::2]], pieces[::2], strict=True):
            if entries and not actions_in(piece):
                entries[-1] += (sign or ", ") + piece
            else:
                entries.append(piece)
    return [_OR.sub("", entry) for entry in entries if len(entries) == 1 or not names_none(entry)]
