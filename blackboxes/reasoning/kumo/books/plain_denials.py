"""The few forms in which a sentence may say that an outcome rules nothing out: a closed grammar.

A sentence that excludes nothing can be about one outcome, a test, or the whole book, and it takes right rules back if
it is about more than it seems to be. So it is not enough that its words are known: parts and order are fixed.
"""

from __future__ import annotations

import re

from boxwright.blackboxes.reasoning.kumo.books import plain_forms as forms
from boxwright.blackboxes.reasoning.kumo.books.claims import DENIES, NOTHING
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import (
    ACTED,
    BY,
    ENTRY,
    EXCLUSIONS,
    IF,
    OUT,
    PLACED,
    RULE_OUT,
)
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted

_KIND = rf"(?:listed |specific )?{forms.KIND}"
_NONE = rf"(?:nothing(?: at all)?|none(?: of (?:the|these) {_KIND})?|no {_KIND})"
_NO_EXCLUSIONS = rf"no (?:{_KIND} )?{EXCLUSIONS}"
_SAYS_SO = (
    rf"(?:(?:rules? out|ruling out|excludes?|eliminates?) {_NONE}|rules? nothing out"
    rf"|(?:(?:does|do|can|will) not|(?:doesn|don)['’]t|cannot) (?:specifically )?{RULE_OUT} any(?:thing| {_KIND})"
    rf"|(?:provides?|gives?|has|have) {_NO_EXCLUSIONS}(?: (?:for|of) (?:the |any )?{_KIND})?"
    rf"|(?:is|are) (?:inconsistent|incompatible) with {_NONE})"
)
"""What is said of an outcome."""
_IT_IS_SO = (
    rf"(?:{_SAYS_SO}|{_NONE}(?: (?:(?:is|are|can be|to be) )?(?:directly )?{OUT})?|nothing to {RULE_OUT}"
    rf"|{_NO_EXCLUSIONS}(?: (?:is|are) made)?|there (?:is|are) (?:nothing to {RULE_OUT}|{_NO_EXCLUSIONS})"
    rf"|(?:exclusions|{OUT}|rule-?outs): (?:none|nothing))"
)
"""The same as a sentence of its own."""
_FORMS = tuple(
    re.compile(form)
    for form in (
        _IT_IS_SO,
        rf"(?:it|(?:this|the) (?:{ENTRY}|{forms.TEST})|{ACTED}) {_SAYS_SO}",
        rf"(?:in|for|with) {ACTED}[,:]? {_IT_IS_SO}",
        rf"{PLACED}[,:;|]? {_IT_IS_SO}",
        rf"(?:{BY} {PLACED}|{IF})[,:]? (?:then )?(?:(?:it|this) {_SAYS_SO}|{_IT_IS_SO})",
        rf"{_IT_IS_SO} (?:{BY} (?:{PLACED}|{ACTED})|{IF})",
    )
)
_WIDER = re.compile(
    rf"\b(?:{forms.TEST}s?|all|any|both|each|every\w*|none of|findings|levels|observations|outcomes|ranges|readings"
    r"|results|scores|values|book|guide\w*|handbook|section|here)\b|§",
    re.IGNORECASE,
)
_ANY_KIND = re.compile(rf"\bany(?:thing|\W+{_KIND}\b)|\bnone of (?:the|these) {_KIND}\b", re.IGNORECASE)


def denies_all(spotted: Spotted, truths: bool) -> bool:
    """Whether a sentence says that nothing is ruled out; `truths`: whether it, or what it stands below, names some."""
    rest = spotted.rest
    return NOTHING.search(rest) is not None or (not truths and DENIES.search(rest) is not None)


def says_nothing_plainly(said: str) -> bool:
    """Whether a sentence, as `plainly` returns it, says that nothing is ruled out in a form that is known."""
    return any(form.fullmatch(said) for form in _FORMS)


def speaks_of_more(rest: str) -> bool:
    """Whether a sentence that names no outcome speaks of more than one: of a test, its results, or the book."""
    return _WIDER.search(_ANY_KIND.sub(" ", rest)) is not None
