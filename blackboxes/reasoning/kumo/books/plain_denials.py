"""The few forms in which a sentence may say that an outcome rules nothing out: a closed grammar.

A sentence that excludes nothing can be about one outcome, a test, or the whole book, and it takes right rules back if
it is about more than it seems to be. So it is not enough that its words are known: parts and order are fixed.
"""

from __future__ import annotations

import re

from boxwright.blackboxes.reasoning.kumo.books.claims import DENIES, NOTHING
from boxwright.blackboxes.reasoning.kumo.books.plain_sentences import any_of, without_reason
from boxwright.blackboxes.reasoning.kumo.books.plain_words import KINDS
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted

_KIND = rf"(?:listed |specific )?{any_of(KINDS)}"
_ENTRY = "(?:finding|level|observation|outcome|range|reading|result|score|value)s?"
_TEST = "(?:action|exam|examination|measurement|procedure|scan|test)"
_ROW = r"¤(?:(?:,? (?:and|or)|,| ?/) ?¤)*"
"""Outcomes in a row."""
_ACTION = rf"(?:the )?§(?: {_TEST})?"
_OUTCOME = (
    rf"(?:an? |the |any |all )?(?:{_ENTRY} (?:is |of |in |from |between |within |in the range (?:of |from )?)?)?"
    rf"{_ROW}(?: {_ENTRY})?"
)
_PLACED = (
    rf"(?:{_OUTCOME}(?: (?:in|of|from|for|on) {_ACTION})?|(?:in |for |with |on )?{_ACTION} ?[,:] {_OUTCOME}"
    rf"|{_ACTION} (?:showing|with|of|at) {_OUTCOME})"
)
"""An outcome, perhaps with its action."""
_SHOWS = (
    "(?:shows?|gives?|yields?|returns?|reads?|is|are|(?:comes? back|is observed|is recorded)(?: as)?"
    "|(?:falls?|is|lies)(?: between| in| within| from))"
)
_SEEN = "(?:is|are) (?:found|measured|observed|obtained|recorded|returned|seen|shown)"
_IF = (
    rf"(?:if|when|whenever|where) (?:(?:it|(?:the|this) (?:{_TEST}|{_ENTRY})|{_ACTION}) {_SHOWS} {_OUTCOME}"
    rf"|{_PLACED} {_SEEN}(?: (?:in|by|from|on) {_ACTION})?)"
)
_OUT = "(?:ruled out|excluded|eliminated)"
_RULE_OUT = "(?:rule out|exclude|eliminate)"
_EXCLUSIONS = "(?:exclusions?|rule-?outs?)"
_NONE = rf"(?:nothing|none(?: of (?:the|these) {_KIND})?|no {_KIND})"
_SAYS_SO = (
    rf"(?:(?:rules? out|ruling out|excludes?|eliminates?) {_NONE}"
    rf"|(?:does|do|can|will) not (?:specifically )?{_RULE_OUT} any(?:thing| {_KIND})"
    rf"|(?:provides?|gives?|has|have) no {_EXCLUSIONS}(?: (?:for|of) (?:the |any )?{_KIND})?"
    rf"|(?:is|are) (?:inconsistent|incompatible) with {_NONE})"
)
"""What is said of an outcome."""
_IT_IS_SO = (
    rf"(?:{_SAYS_SO}|{_NONE}(?: (?:is|are|can be|to be) {_OUT})?|nothing to {_RULE_OUT}"
    rf"|no {_EXCLUSIONS}(?: (?:is|are) made)?|there (?:is|are) (?:nothing to {_RULE_OUT}|no {_EXCLUSIONS})"
    rf"|(?:exclusions|{_OUT}|rule-?outs): (?:none|nothing))"
)
"""The same as a sentence of its own."""
_FORMS = tuple(
    re.compile(form)
    for form in (
        _IT_IS_SO,
        rf"(?:it|(?:this|the) (?:{_ENTRY}|{_TEST})|{_ACTION}) {_SAYS_SO}",
        rf"(?:in|for|with) {_ACTION} ?[,:]? ?{_IT_IS_SO}",
        rf"{_PLACED} ?[,:;|]? ?{_IT_IS_SO}",
        rf"(?:(?:after|at|for|given|in|with) {_PLACED}|{_IF}) ?[,:]? (?:then )?(?:it {_SAYS_SO}|{_IT_IS_SO})",
        rf"{_IT_IS_SO} (?:(?:after|at|by|for|from|given|in|on|with) (?:{_PLACED}|{_ACTION})|{_IF})",
    )
)
_WIDER = re.compile(
    rf"\b(?:{_TEST}s?|all|any|both|each|every\w*|none of|findings|levels|observations|outcomes|ranges|readings|results"
    r"|scores|values|book|guide\w*|handbook|section|here)\b|§",
    re.IGNORECASE,
)
_ANY_KIND = re.compile(rf"\bany(?:thing|\W+{_KIND}\b)|\bnone of (?:the|these) {_KIND}\b", re.IGNORECASE)


def denies_all(spotted: Spotted, truths: bool) -> bool:
    """Whether a sentence says that nothing is ruled out; `truths`: whether it, or what it stands below, names some."""
    rest = spotted.rest
    return NOTHING.search(rest) is not None or (not truths and DENIES.search(rest) is not None)


def says_nothing_plainly(rest: str) -> bool:
    """Whether a sentence says that nothing is ruled out in a form that is known."""
    said = re.sub(r"[—–]", ":", re.sub(r"[*_`\"“”()]", " ", without_reason(rest).casefold()))
    said = " ".join(said.split()).strip(" .:;,!|")
    said = re.sub(r" (?=[,:;])", "", said)
    return any(form.fullmatch(said) for form in _FORMS)


def speaks_of_more(rest: str) -> bool:
    """Whether a sentence that names no outcome speaks of more than one: of a test, its results, or the book."""
    return _WIDER.search(_ANY_KIND.sub(" ", rest)) is not None
