"""Whether a sentence of a natural book is accounted for: a book is only *checked* if each of its sentences is.

The wide reader finds rules by patterns, and patterns let pass what nobody thought of. So a sentence counts as
understood only if it is one of these:

- a rule (`plain_rules.py`), or that an outcome rules out nothing (`plain_denials.py`): each in one of a few forms
- a heading or a label: names and a few plain words (`plain_words.py`)
- before any rule of an action, what the action measures; before all rules, what kind of thing a truth is; a remark on
  the book that names nothing of the game: each in one of a few fixed forms (`plain_sentences.py`)

What is left over makes a sentence unaccounted, whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from boxwright.blackboxes.reasoning.kumo.books.claims import EXCLUDES, NOTHING
from boxwright.blackboxes.reasoning.kumo.books.plain_denials import speaks_of_more
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import plainly
from boxwright.blackboxes.reasoning.kumo.books.plain_rules import states_a_rule
from boxwright.blackboxes.reasoning.kumo.books.plain_sentences import is_title, without_reason
from boxwright.blackboxes.reasoning.kumo.books.plain_words import (
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
_OPENER = re.compile(
    r"\W*(?:(?:it|this) )?(?:rules? out|ruled out|ruling out|excludes?|excluded|eliminates?|eliminated)\W*", _I
)
_LISTED_OUTCOMES = re.compile(r"¤(?:(?:[\s,;&/*_\"'`]|\b(?:and|or|the|both|as well as)\b)+¤)+", _I)
_INCLUDE = re.compile(r"\binclude\W*$", _I)
NO_FORM = ["no form that is known"]
"""What is not understood of a sentence whose words are known."""
NO_RULE = ["no form of a rule that is known"]
"""The same of a sentence that states a rule, or the opposite of one."""
_TELLS = re.compile(r":(?=[^:§]*\w)(?!.*§)")
"""A colon that tells something, and introduces no name."""


def unknown_in_rule(spotted: Spotted, below: bool = False) -> list[str]:
    """Return what is not understood in a sentence that states a rule: words, or that it has no known form.

    `below`: it stands below words of ruling out. One that names no outcome is about the one above, and must not speak
    of more.
    """
    inherits = not spotted.outcomes
    if inherits and (spotted.named or speaks_of_more(spotted.rest.replace("§", ""))):
        return ["it speaks of more than the outcome above"]
    if is_plain_rule(spotted, below):
        return []
    return _outside(_tokens(without_reason(spotted.rest)), RULE_WORDS) or NO_RULE


def is_plain_rule(spotted: Spotted, below: bool = False) -> bool:
    """Whether a sentence states a rule in a form that is known; `below`: it stands below words of ruling out."""
    return states_a_rule(plainly(without_reason(spotted.marked)), below)


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
