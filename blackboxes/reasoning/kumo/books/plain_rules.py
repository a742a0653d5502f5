"""The forms in which a sentence may say what an outcome rules out, or leaves: a closed grammar.

A bag of known words is not enough. Of the words of right rules `excluding T is ruled out`, `the candidates are excluded
by T` and `T is excluded in the following case` can be made. So parts and order are fixed, and a sentence has to be one
of these forms as a whole. Both readers ask this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from boxwright.blackboxes.reasoning.kumo.books.plain_forms import (
    ACTED,
    BY,
    ENTRY,
    EXCLUSIONS,
    IF,
    KIND,
    OUT,
    PLACED,
    RULE_OUT,
    SEEING,
    SHOWN,
    SHOWS,
    SUBJECT,
    TEST,
    any_of,
)

_ADVERB = any_of(["also", "clearly", "directly", "effectively", "hence", "thereby", "therefore", "thus"])
_OTHER = "(?:discard|dismiss|cross off)"
_ONE = rf"(?:an? |the (?:{KIND} )?)?[§‡](?: {KIND})?"
_TRUTHS = (
    rf"(?:the following(?: {KIND})?: )?(?:(?:the possibility|a diagnosis) of )?(?:both )?{_ONE}"
    rf"(?:(?:,? and|,? as well as|,| ?[/&]) ?{_ONE})*(?: as (?:an? |the )?(?:possible |potential )?{KIND})?"
)
"""The truths, in one place."""
_WHO = rf"(?:it|that|this|which|(?:that|the|this) {ENTRY})"
_PEOPLE = "(?:one|the player|we|you)"
_RULES_OUT = (
    rf"(?:(?:{_ADVERB} )?(?:rules? out|excludes?|eliminates?|discards?|dismiss(?:es)?|cross(?:es)? off)"
    rf"|(?:can|does|do|must|will) (?:{_ADVERB} )?(?:{RULE_OUT}|{_OTHER})"
    r"|(?:is|are) (?:inconsistent|incompatible|not consistent|not compatible) with)"
)
_EXCLUDED = rf"(?:{OUT}|rules? out|excludes?|{EXCLUSIONS}|(?:excluded|eliminated) {KIND}|{KIND} {OUT})"
_RULING_OUT = "(?:ruling out|excluding|eliminating)"
_IS_OUT = (
    rf"(?:(?:(?:is|are)(?: to be)?|(?:can|must|will)(?: {_ADVERB}| both)? be|ha(?:s|ve) been)(?: {_ADVERB}| both)? "
    rf"(?:{OUT}|discarded|dismissed|crossed off(?: the list)?|struck (?:off|out)"
    rf"|removed from (?:the list|consideration))"
    rf"|(?:is|are)(?: {_ADVERB}| both)? (?:impossible|out of the question"
    r"|no longer (?:possible|a candidate|candidates)))"
)
_DOES_NOT = rf"(?:(?:(?:does|do|can|will) not|(?:doesn|don)['’]t|cannot|fails? to) {RULE_OUT})"
_IS_NOT_OUT = rf"(?:(?:(?:is|are) not|(?:isn|aren)['’]t|(?:can not|cannot) be) {OUT})"
_LEFT = "(?:possible|open|in play|a candidate|candidates)"
_STAYS = rf"(?:(?:still )?(?:remains?|stays?)(?: {_LEFT})?|(?:is|are)(?: still)? {_LEFT})"
_LEAVES = "(?:leaves?|keeps?|spares?)"
_LEAVING = "(?:leaving|keeping|sparing)"


def _said_of(rules_out: str, is_out: str, also: str = "") -> Iterator[str]:
    """Yield the forms that say of truths, by an outcome or without naming one, that it rules them out or does not."""
    said = rf"(?:(?:(?:{_WHO}|{_PEOPLE}) )?{rules_out} {_TRUTHS}|{_TRUTHS} {is_out}{also})"
    yield rf"(?:{PLACED}|{SEEING})[:,;|]? (?:(?:{_WHO}) )?{rules_out} {_TRUTHS}"
    yield rf"{PLACED}[:,;|] {said}"
    yield rf"{BY} (?:{PLACED}|{SEEING})[:,]? {said}"
    yield rf"{IF}[:,]? (?:then )?{said}"
    yield rf"{SUBJECT} {SHOWS} {SHOWN},? (?:and )?(?:hence|so|therefore|thus) {said}"
    yield rf"{said},? (?:{BY} (?:{PLACED}|{SEEING})|{IF})"
    yield said


_NAMED_ABOVE = rf"(?:it|this|this {KIND})"
_RULES = (
    *_said_of(_RULES_OUT, _IS_OUT, rf"|{_TRUTHS},? {OUT}|(?:{_WHO} )?rules? {_TRUTHS} out"),
    rf"(?:{PLACED}[:,] ?|(?:it )?){_RULING_OUT} {_TRUTHS}",
    rf"{PLACED} rules? {_TRUTHS} out",
    rf"(?:{PLACED}[:|] ?)?(?:inconsistent|incompatible|not consistent|not compatible) with {_TRUTHS}",
    rf"(?:{PLACED}[:,] ?)?{_EXCLUDED}: {_TRUTHS}",
    # The truth stands above.
    rf"(?:{_NAMED_ABOVE} {_IS_OUT}|{OUT}) (?:{BY} (?:{PLACED}|{SEEING})|{IF}|(?:if|when) {PLACED})",
    rf"{OUT} by: {PLACED}",
    rf"(?:{PLACED}|{SEEING})[:,]? {_RULES_OUT} {_NAMED_ABOVE}",
    rf"{IF},? (?:then )?{_NAMED_ABOVE} {_IS_OUT}",
    rf"(?:{PLACED}|{IF})[:,] {OUT}",
)
_DENIALS = (*_said_of(_DOES_NOT, _IS_NOT_OUT),)
_KEPT = (
    *_said_of(_LEAVES, _STAYS),
    rf"(?:{PLACED}[:,]? )?{_LEAVES} {_TRUTHS} {_LEFT}",
    rf"{PLACED} (?:is|are) (?:consistent|compatible) with {_TRUTHS}",
    rf"{_LEAVING} {_TRUTHS}(?: (?:remain )?{_LEFT})?",
)
_FORMS = tuple(re.compile(form) for form in (*_RULES, *_DENIALS, *_KEPT))
_LISTED = re.compile(rf"(?:{PLACED}[:,|] ?)?{_TRUTHS}")
_ABOUT = re.compile(rf"^(?:{ACTED}|exclusion|rule-out): ")
"""What may introduce a rule."""


def states_a_rule(said: str, below: bool = False) -> bool:
    """Whether a sentence, as `plainly` returns it, says what an outcome rules out or leaves in a form that is known.

    `below`: it stands below words of ruling out, and may only list truths.
    """
    said = _ABOUT.sub("", said)
    return any(form.fullmatch(said) for form in _FORMS) or (below and _LISTED.fullmatch(said) is not None)


_COLUMN = re.compile(rf"(?:the |if the )?(?:{TEST} )?(?:{ENTRY}|{TEST}s?)|[¶‡](?: {ENTRY})?|")
_EXCLUDED_COLUMN = re.compile(
    rf"(?:{OUT}|rules? out|excludes?|eliminates?|{EXCLUSIONS})"
    rf"|(?:{OUT}|ruled-out|rules? out|excludes?|eliminates?) {KIND}|{KIND} {OUT}"
    rf"|(?:inconsistent|incompatible) with(?: {KIND})?|inconsistent {KIND}"
)


def heads_rules(titles: Sequence[str]) -> bool:
    """Whether the titles of a table's columns, as `plainly` returns them, say what is seen and what it rules out."""
    return all(_COLUMN.fullmatch(title) or _EXCLUDED_COLUMN.fullmatch(title) for title in titles)
