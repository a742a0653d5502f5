"""Whether a sentence of a natural book is accounted for: a book is only *checked* if each of its sentences is.

The wide reader finds rules by patterns, and patterns let pass what nobody thought of. So a sentence counts as
understood only if all its words belong to the closed vocabulary of what it is (`plain_words.py`):

- a rule, or that an outcome rules out nothing: words of showing and ruling out, at most one denial; around it a reason
- a heading or a label: names and plain words
- before any rule of an action, what the action measures, and before all rules, what a truth is: it names no outcome
- a remark on the book, on tests and on ruling out in general: it names nothing of the game

What is left over makes a sentence unaccounted, whatever it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from boxwright.blackboxes.reasoning.kumo.books.claims import DENIES, EXCLUDES, KEEPS, NOTHING
from boxwright.blackboxes.reasoning.kumo.books.plain_words import (
    AFTER_EXCLUSION,
    ASIDE_WORDS,
    BOOK_PHRASES,
    BOOK_WORDS,
    DENIALS,
    DESCRIBING_WORDS,
    HEADING_WORDS,
    LABEL_WORDS,
    MISPLACED,
    RULE_WORDS,
    TECHNICAL,
)
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted

_I = re.IGNORECASE
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\s]")
_MARKS = frozenset(".,:;()!–—-\"'`*_“”‘’§¤/|")
"""Marks without a meaning of their own. Not `~`, `<`, `>`, `[`, `?`, `=`: these strike out, hide, ask or compare."""
_NUMBERED = re.compile(r"^\W*(?:(?:step|test|part|section|action)\s+)?\d{1,2}(?:\.\d{1,2})?\s*[.):]\s", _I)
_CHOICE = re.compile(r"§\s*,?\s*\bor\b\s*,?\s*§", _I)
_INVERTED = re.compile(rf"\b(?:if|when|whenever|where)\b[^,]*?(?:{EXCLUDES.pattern})", _I)
_WHOLE = re.compile(r"\ball (?:the )?(?:outcomes|results|ranges|values)\b|\ball\b(?=\W*¤)", _I)
_DENIED_FIT = re.compile(r"\bnot (?=(?:consistent|compatible|possible)\b)", _I)
_NO_LONGER = re.compile(r"\bno longer (?:possible|a candidate|candidates)\b", _I)
_RULED_IN = re.compile(r"\brul(?:es?|ed|ing)\b(?!\W+out\b)", _I)
_LISTED = re.compile(r"§(?:(?:[\s,;&/*_\"'`]|\b(?:and|or|the|both|as well as)\b)+§)+", _I)
"""Names in a row."""
_FITS = re.compile(r"\b(?:does|do) not (?:fit|match)\b|\banother cause\b", _I)
_SHOWN = re.compile(
    r"¤\W+(?:results?|findings?|outcomes?|levels?|readings?|values?|scores?)\b"
    r"|\b(?:results?|findings?|outcomes?|levels?|readings?|values?|scores?) of\W+¤",
    _I,
)
_ASIDES = re.compile(
    r"\boften (?=(?:used|includes?|due|caused|associated)\b)"
    r"|\b(?:in|of|through) your (?=(?:blood|body|bones?|lungs?|heart|skin)\b)",
    _I,
)
"""Words that may stand in a description in fixed phrases only."""
_FOUND = re.compile(
    r"\b(?:found|seen|located|known)\b(?!\W+(?:in|on|near|at|around|between|under|for|as|to)\b)"
    r"|\b(?:commonly|typically)\W+(?:occurs?|found|seen|known)\b"
    r"|\b(?:occurs?|found|seen|known)\W+(?:commonly|typically)\b",
    _I,
)
"""What says of a truth that it is there, or how often."""
_OPENER = re.compile(
    r"\W*(?:(?:it|this) )?(?:rules? out|ruled out|ruling out|excludes?|excluded|eliminates?|eliminated)\W*", _I
)
_NAMED_FIRST = re.compile(r"^[\s*_]*(?:(?:an?|the)\s+)?§", _I)
_IS_A = re.compile(r"^[\W_]*(?:an?|the|it|they|these|this|symptoms)\b", _I)
_TESTS = re.compile(r"^[\W_]*(?:an?|the|this|these|it|used|§|[a-z]{3,}s)(?![\w])", _I)
_CANDIDATE = re.compile(
    r"^\W*(?:an?|one) (?:candidate|possibility)(?: that may (?:turn up|occur|appear) anywhere)?\W*$", _I
)
_INCLUDE = re.compile(r"\binclude\W*$", _I)
_USED_FOR = re.compile(
    r"\b(?:used|helps?|helping|helpful|aids?|aiding|useful)\b(?:\s+(?:to|in|for|commonly|mainly|primarily|often))*\s+"
    r"(?:diagnos(?:e|ing)|detect(?:ing)?|identify(?:ing)?|assess(?:ing)?)\s+§",
    _I,
)
"""What an action is for, by a truth; it is harmless if the action has a rule about that truth."""


_TECHNICAL_TOO = frozenset(["blood", "acid", "tissue"])
"""Where these words are known, technical terms are."""


def unknown_in_rule(rest: str, main: str, actions: int) -> list[str]:
    """Return what is not understood in a sentence that states a rule.

    `main` is the sentence without reasons and suggestions, `actions` is how many actions it names.
    """
    if mixed := _mixed(rest, main, actions):
        return [mixed]
    rest, main = (_FITS.sub(" ", _WHOLE.sub(" ", _DENIED_FIT.sub(" ", text))) for text in (rest, main))
    words = _tokens(main)
    denials = [word for word in words if word in DENIALS or word.endswith(("n't", "n’t"))]
    recorded = denials[:1] if DENIES.search(rest) or NOTHING.search(rest) or "longer" in words else []
    aside = Counter(_tokens(rest)) - Counter(words)
    return _outside(words, RULE_WORDS | frozenset(recorded)) + _outside(
        (w for w in aside if w not in recorded), ASIDE_WORDS | frozenset(["finding", "findings", "result", "results"])
    )


def _mixed(rest: str, main: str, actions: int) -> str:
    """Return what makes the parts of a rule doubtful although its words are plain, or an empty text.

    A choice of truths; the rule as the condition; two words of ruling out, of which one may undo the other; truths in
    two places of the sentence, of which one may be kept.
    """
    excluding = [found[0] for found in EXCLUDES.finditer(_DENIED_FIT.sub(" ", rest))]
    if len(excluding) > 1:
        return " ... ".join(excluding)
    kept = KEEPS.search(_NO_LONGER.sub(" ", EXCLUDES.sub(" ", rest)))
    if excluding and kept:
        return kept[0]
    for pattern, text in ((_CHOICE, rest), (_INVERTED, main), (_RULED_IN, rest)):
        if found := pattern.search(text):
            return found[0]
    clusters = len(re.findall(r"§", _LISTED.sub("§", rest)))
    return "names in several places" if clusters > 1 + actions else ""


def unknown_in_heading(rest: str) -> list[str]:
    """Return what is not understood in a heading, a title, or the head of a table."""
    return _outside(_tokens(rest), HEADING_WORDS)


def unknown_in_label(rest: str) -> list[str]:
    """Return what is not understood in a line that only names something, for what stands below it."""
    return [] if _OPENER.fullmatch(rest) else _outside(_tokens(_INCLUDE.sub("", rest)), LABEL_WORDS)


def unknown_in_suggestion(rest: str) -> list[str]:
    """Return what is not understood in a sentence on an outcome, or on what one suggests, that rules nothing out."""
    return _outside(_tokens(_FITS.sub(" ", _SHOWN.sub("¤", rest))), ASIDE_WORDS)


def unknown_on_the_book(rest: str) -> list[str]:
    """Return what is not understood in a remark that names nothing of the game."""
    if _CANDIDATE.match(rest):
        return []
    if wrong := MISPLACED.search(rest):
        return [wrong[0]]
    plain = BOOK_PHRASES.sub(" ", rest)
    after = [plain[found.end() :] for found in EXCLUDES.finditer(plain)][-1:]
    return _outside(_tokens(plain), BOOK_WORDS) + _outside(_tokens("".join(after)), AFTER_EXCLUSION)


def unknown_in_description(rest: str, of_action: bool, below: bool = False) -> list[str]:
    """Return what is not understood in the description of an action, or else of a truth, perhaps below its name."""
    if EXCLUDES.search(rest):
        return _tokens(rest)
    said = _ASIDES.sub(" ", _USED_FOR.sub(" ", rest) if of_action else rest)
    begins = (
        _TESTS.match(rest) if of_action else _NAMED_FIRST.match(rest) if "§" in rest else below or _IS_A.match(rest)
    )
    if not begins:
        return _tokens(rest)[:1] or [rest]
    there = None if of_action else _FOUND.search(rest)
    return [there[0]] if there else _outside(_tokens(said), DESCRIBING_WORDS)


def is_used_for(rest: str, actions: int) -> bool:
    """Whether a sentence names a truth only to say that an action is used to find it; it names so many actions."""
    return _USED_FOR.search(rest) is not None and _USED_FOR.sub(" ", rest).count("§") <= actions


def is_rule(spotted: Spotted, excluding: bool) -> bool:
    """Whether a sentence names an outcome, or says what is ruled out or that nothing is."""
    excludes = excluding or EXCLUDES.search(spotted.rest) is not None
    nothing = NOTHING.search(spotted.rest) is not None
    return bool(spotted.truths and excludes) or bool(spotted.outcomes and (excludes or nothing)) or nothing


def _tokens(rest: str) -> list[str]:
    return [token.casefold() for token in _TOKEN.findall(_NUMBERED.sub("", rest)) if token not in _MARKS]


def _outside(words: Iterable[str], known: frozenset[str]) -> list[str]:
    """Return the words that are not known, each once, in order."""
    return [w for w in dict.fromkeys(words) if not _is_known(w, known)]


def _is_known(word: str, known: frozenset[str]) -> bool:
    bare = re.sub(r"['’]s?$", "", word)
    return bare in known or (known >= _TECHNICAL_TOO and TECHNICAL.fullmatch(bare) is not None)
