"""Whether a sentence of a natural book is accounted for: a book is only *checked* if each of its sentences is.

The wide reader finds rules by patterns, and patterns let pass what nobody thought of. So a sentence counts as
understood only if it is one of these:

- a rule, or that an outcome rules out nothing: words of showing and ruling out (`plain_words.py`), at most one denial
- a heading or a label: names and a few plain words
- before any rule of an action, what the action measures; before all rules, what kind of thing a truth is; a remark on
  the book that names nothing of the game: each in one of a few fixed forms (`plain_sentences.py`)

What is left over makes a sentence unaccounted, whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from boxwright.blackboxes.reasoning.kumo.books.claims import DENIES, EXCLUDES, KEEPS, NOTHING
from boxwright.blackboxes.reasoning.kumo.books.plain_denials import speaks_of_more
from boxwright.blackboxes.reasoning.kumo.books.plain_sentences import is_title, without_reason
from boxwright.blackboxes.reasoning.kumo.books.plain_words import (
    DENIALS,
    HEADING_WORDS,
    LABEL_WORDS,
    RULE_WORDS,
    TABLE_HEAD_WORDS,
)
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted

_I = re.IGNORECASE
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\s]")
_MARKS = frozenset(".,:;()!–—-\"'`*_“”‘’§¤/|")
"""Marks without a meaning of their own. Not `~`, `<`, `>`, `[`, `?`, `=`: these strike out, hide, ask or compare."""
_NUMBERED = re.compile(r"^\W*(?:(?:step|test|part|section|action)\s+)?\d{1,2}(?:\.\d{1,2})?\s*[.):]\s", _I)
_CHOICE = re.compile(r"§\s*,?\s*\bor\b\s*,?\s*§", _I)
_INVERTED = re.compile(rf"\b(?:if|when|whenever|where)\b[^,]*?(?:{EXCLUDES.pattern})", _I)
_WHOLE = re.compile(
    r"\b(?:all|any) (?:the )?(?:(?:outcomes?|results?|ranges?|values?)\b(?: (?:of|in|from|between))?)?(?=\W*¤)", _I
)
_DENIED_FIT = re.compile(r"\bnot (?=(?:consistent|compatible|possible)\b)", _I)
_NO_LONGER = re.compile(r"\bno longer (?:possible|a candidate|candidates)\b", _I)
_RULED_IN = re.compile(r"\brul(?:es?|ed|ing)\b(?!\W+out\b)", _I)
_LISTED = re.compile(r"§(?:(?:[\s,;&/*_\"'`]|\b(?:and|or|the|both|as well as)\b)+§)+", _I)
"""Names in a row."""
_OPENER = re.compile(
    r"\W*(?:(?:it|this) )?(?:rules? out|ruled out|ruling out|excludes?|excluded|eliminates?|eliminated)\W*", _I
)
_LISTED_OUTCOMES = re.compile(r"¤(?:(?:[\s,;&/*_\"'`]|\b(?:and|or|the|both|as well as)\b)+¤)+", _I)
_INCLUDE = re.compile(r"\binclude\W*$", _I)
_TELLS = re.compile(r":(?=[^:§]*\w)(?!.*§)")
"""A colon that tells something, and introduces no name."""


def unknown_in_rule(rest: str, actions: int, inherits: bool = False) -> list[str]:
    """Return what is not understood in a sentence that states a rule and names so many actions.

    `inherits`: it names no outcome, so it is about the one above, and must not speak of more.
    """
    if inherits and (actions or speaks_of_more(rest.replace("§", ""))):
        return ["it speaks of more than the outcome above"]
    rest = without_reason(rest)
    if mixed := _mixed(rest, actions):
        return [mixed]
    rest = _WHOLE.sub(" ", _DENIED_FIT.sub(" ", rest))
    words = _tokens(rest)
    denials = [word for word in words if word in DENIALS or word.endswith(("n't", "n’t"))]
    recorded = denials[:1] if DENIES.search(rest) or NOTHING.search(rest) or "longer" in words else []
    return _outside(words, RULE_WORDS | frozenset(recorded))


def _mixed(rest: str, actions: int) -> str:
    """Return what makes the parts of a rule doubtful although its words are plain, or an empty text.

    A choice of truths; the rule as the condition; two words of ruling out, of which one may undo the other; truths in
    two places of the sentence, of which one may be kept; outcomes in two places, of which one may be a condition.
    """
    excluding = [found[0] for found in EXCLUDES.finditer(_DENIED_FIT.sub(" ", rest))]
    if len(excluding) > 1:
        return repr(" ... ".join(excluding))
    kept = KEEPS.search(_NO_LONGER.sub(" ", EXCLUDES.sub(" ", rest)))
    if excluding and kept:
        return repr(kept[0])
    for pattern in (_CHOICE, _INVERTED, _RULED_IN):
        if found := pattern.search(rest):
            return repr(found[0])
    if in_several_places(rest):
        return "outcomes in several places"
    clusters = len(re.findall(r"§", _LISTED.sub("§", rest)))
    return "names in several places" if clusters > 1 + actions else ""


def in_several_places(rest: str) -> bool:
    """Whether outcomes stand in several places of a sentence, of which one may be a condition or a denial."""
    return len(re.findall("¤", _LISTED_OUTCOMES.sub("¤", rest))) > 1


def unknown_in_heading(rest: str, table: bool = False) -> list[str]:
    """Return what is not understood in a heading, a title, or the head of a table."""
    if not table and is_title(rest):
        return []
    told = _TELLS.search(rest)
    return [repr(told[0])] if told else _outside(_tokens(rest), TABLE_HEAD_WORDS if table else HEADING_WORDS)


def unknown_in_label(rest: str, opens: bool) -> list[str]:
    """Return what is not understood in a line that only names something, or may open what an outcome rules out."""
    if opens and _OPENER.fullmatch(rest):
        return []
    if told := _TELLS.search(rest):
        return [repr(told[0])]
    known = LABEL_WORDS if "§" in rest or "¤" in rest else LABEL_WORDS - {"or"}
    return _outside(_tokens(_INCLUDE.sub("", rest)), known)


def is_rule(spotted: Spotted, excluding: bool) -> bool:
    """Whether a sentence names an outcome, or says what is ruled out or that nothing is."""
    excludes = excluding or EXCLUDES.search(spotted.rest) is not None
    nothing = NOTHING.search(spotted.rest) is not None
    return bool(spotted.truths and excludes) or bool(spotted.outcomes and (excludes or nothing)) or nothing


def _tokens(rest: str) -> list[str]:
    return [token.casefold() for token in _TOKEN.findall(_NUMBERED.sub("", rest)) if token not in _MARKS]


def _outside(words: Iterable[str], known: frozenset[str]) -> list[str]:
    """Return the words that are not known, each once, in order, as a finding quotes them."""
    return [repr(word) for word in dict.fromkeys(words) if re.sub(r"['’]s?$", "", word) not in known]
