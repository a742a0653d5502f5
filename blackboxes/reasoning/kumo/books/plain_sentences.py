"""The few forms of sentences that state no rule and cannot change one: a closed grammar of harmless prose.

A form fixes the subject, the verb and the order of the parts: what a test measures, that it is quick, what kind of
thing a truth is, what a book is for. Only what is measured or affected is open, and it is a phrase of plain nouns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from boxwright.blackboxes.reasoning.kumo.books.plain_forms import KIND, any_of
from boxwright.blackboxes.reasoning.kumo.books.plain_words import QUALITIES, TECHNICAL, THINGS

_JOINING = frozenset(["of", "and", "in", "within", "through"])
_ARTICLES = frozenset(["the", "a", "an", "your"])


_EASY = any_of(["cheap", "common", "easy", "gentle", "painless", "quick", "routine", "simple"])
_NOUN = any_of(["action", "analysis", "check", "exam", "examination", "measurement", "procedure", "scan", "test"])
_TEST = rf"(?:it|(?:the )?§(?: test)?|(?:this|the|an?) (?:{_EASY} )?{_NOUN})"
_MEASURE = (
    "(?:analyse|analyze|assess|check for|check|detect|determine|evaluate|examine|explore|inspect|investigate|look at"
    "|measure|monitor|observe|quantify|study|test for|visualise|visualize)"
)
_MEASURES = (
    "(?:analyses|analyzes|assesses|checks for|checks|detects|determines|evaluates|examines|explores|inspects"
    "|investigates|looks at|measures|monitors|observes|quantifies|studies|tests for|visualises|visualizes)"
)
_TOLD = "(?:is (?:commonly )?used to|helps to|helps)"  # and a verb in its plain form
_OF_TESTS = tuple(
    re.compile(form)
    for form in (
        rf"{_TEST} {_MEASURES} (?P<thing>.+)",
        rf"{_TEST} {_TOLD} {_MEASURE} (?P<thing>.+)",
        rf"an? (?:{_EASY} )?{_NOUN}",
        rf"an? (?:{_EASY} )?{_NOUN} (?:of|for|that {_MEASURES}|which {_MEASURES}|used to {_MEASURE}) (?P<thing>.+)",
        rf"{_TEST} is {_EASY}(?: and {_EASY})?",
    )
)
_OF_TRUTHS = tuple(
    re.compile(form)
    for form in (
        rf"(?:(?:the )?§|it|this) is an? (?P<quality>(?:[\w'-]+ )*?){KIND}",
        rf"(?:(?:the )?§|it|this) is an? (?P<quality>(?:[\w'-]+ )*?){KIND}"
        r" (?:of|in|affecting|that affects|which affects|caused by) (?P<thing>.+)",
        r"an? candidate(?: that may (?:turn up|occur|appear) anywhere)?",
    )
)
_BOOK = "(?:this|the) (?:brief |practical |short )?(?:guide|guidebook|handbook|manual|book|section)"
_TESTS = "(?:the |these |our )?(?:medical |diagnostic )?(?:actions|measurements|tests)(?: below| in this guide)?"
_RESULTS = "(?:the |their |these )?(?:test )?(?:outcomes|results|tests)"
_CANDIDATES = rf"(?:the |these |possible |potential )?{KIND}"
_EXCLUDE = (
    rf"(?:(?:eliminate|exclude|narrow down|rule out) {_CANDIDATES}|narrow {_CANDIDATES} down|narrow them down"
    "|eliminate them|exclude them|rule them out)"
)
_SUBJECT = (
    rf"(?:{_TESTS}|{_CANDIDATES}|{_RESULTS}|how (?:to (?:interpret|read|use) {_RESULTS}(?: to {_EXCLUDE})?"
    rf"|{_RESULTS} (?:are used to|can be used to|help|help to) {_EXCLUDE}))"
)
_ON_THE_BOOK = tuple(
    re.compile(form)
    for form in (
        rf"{_BOOK} (?:covers|describes|explains|introduces|outlines|summarizes|summarises)"
        rf" {_SUBJECT}(?:,? and {_SUBJECT})?",
        rf"{_BOOK} (?:gives|offers|provides) an? (?:brief |clear |short )?(?:introduction to|overview of|summary of)"
        rf" {_SUBJECT}(?:,? and {_SUBJECT})?",
        rf"{_BOOK} (?:helps you|helps to|helps|is designed to help|is designed to) {_EXCLUDE}",
        rf"(?:used with (?:care|patience), )?{_TESTS} (?:help to|help|can help to) {_EXCLUDE}"
        r"(?: one (?:after another|by one))?",
        rf"(?:the|its) (?:aim|goal|purpose) is to {_EXCLUDE}",
        rf"read (?:it|{_BOOK}) (?:carefully )?before you begin",
    )
)
_TITLE = re.compile(
    r"(?:an? |the )?(?:book|guide|guidebook|handbook|manual) (?:for|of|on|to) (?:the curious|(?P<thing>.+))"
)
_REASON = re.compile(
    r"(?:,?\s*\b(?:because|since|given that|as) (?:(?:that|this|the|such a) (?:finding|outcome|result)|it|that|they"
    r"|this) (?:(?:do|does) not (?:fit|match)(?: it| them)?"
    r"|(?:is|are) (?:inconsistent|incompatible|not compatible|not consistent) with (?:it|them)))[\s.)]*$",
    re.IGNORECASE,
)


def tells_of_a_test(rest: str) -> bool:
    """Whether a sentence only says what an action measures, or that it is easy; names are `§` in it."""
    return _has_form(rest, _OF_TESTS)


def tells_of_a_truth(rest: str) -> bool:
    """Whether a sentence only says what kind of thing a truth is, and what it affects."""
    return _has_form(rest, _OF_TRUTHS)


def tells_of_the_book(rest: str) -> bool:
    """Whether a sentence only says what the book, or testing in general, is for."""
    return _has_form(rest, _ON_THE_BOOK)


def is_title(rest: str) -> bool:
    """Whether a heading is a book's title: a guide to something."""
    return _has_form(rest, (_TITLE,))


def without_reason(rest: str) -> str:
    """Return a rule without a reason at its end that says nothing but that it is one."""
    return _REASON.sub("", rest)


def _has_form(rest: str, forms: Iterable[re.Pattern[str]]) -> bool:
    said = " ".join(re.sub(r"[*_`\"“”]", " ", rest).casefold().split()).strip(" .:;")
    for form in forms:
        found = form.fullmatch(said)
        if found and _is_plain(found.groupdict()):
            return True
    return False


def _is_plain(parts: dict[str, str | None]) -> bool:
    """Whether the open parts of a form are plain: qualities, and a phrase of nouns."""
    quality, thing = parts.get("quality") or "", parts.get("thing")
    return all(word in QUALITIES for word in quality.split()) and (thing is None or _is_noun_phrase(thing.split()))


def _is_noun_phrase(words: list[str]) -> bool:
    """Whether words are plain nouns with qualities and articles, joined by `of`, `and` and the like."""
    joined = any(one in _JOINING and other in _JOINING for one, other in pairwise(words))
    if joined or words[0] in _JOINING or not _is_thing(words[-1]):
        return False
    return all(word in _JOINING | _ARTICLES | QUALITIES or _is_thing(word) for word in words)


def _is_thing(word: str) -> bool:
    bare = re.sub(r"['’]s?$", "", word)
    return bare in THINGS or TECHNICAL.fullmatch(bare) is not None
