"""The parts of which the forms of a rule are made, and how a sentence is written down to be compared with a form.

In a form, `§` stands for a truth, `¤` for an outcome, `¶` for an action, and `‡` for a name that a truth and an action
share.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from boxwright.blackboxes.reasoning.kumo.books.plain_words import KINDS

TRUTH, OUTCOME, ACTION, EITHER = "§¤¶‡"
SIGNS = re.compile("[§¤¶‡]")
_NUMBERED = re.compile(
    r"^[\s*_]*(?:(?:step|test|part|section|action)\s+)?\d{1,2}(?:\.\d{1,2})?\s*[.):]\s", re.IGNORECASE
)
_APART = re.compile(r"\s+[-–]\s+|\s*—\s*")
"""A dash that separates; one beside a word or a number may be a part of it."""


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of any of these words, the longest first."""
    return f"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))})"


def plainly(text: str) -> str:
    """Return a sentence as the forms have it: small letters, single spaces, nothing that only adorns."""
    said = _NUMBERED.sub("", text).casefold()
    said = _APART.sub(" : ", re.sub(r"[*_`\"“”()]", " ", said))
    said = re.sub(r"['‘]([§¤¶‡])['’]", r"\1", " ".join(said.split())).strip(" .:;,!|")
    return re.sub(r" (?=[,:;])", "", said)


KIND = any_of(KINDS)
ENTRY = "(?:figure|finding|level|measurement|number|observation|outcome|range|reading|result|score|value)s?"
TEST = "(?:action|check|exam|examination|measurement|procedure|scan|test)"
_OF = "(?:as |at |between |from |in |in the range (?:of |from )?|is |of |with |within )"
OUTCOMES = r"¤(?:(?:,? (?:and|or)|,| ?[/&]) ?(?:the |an? )?¤)*"
"""Outcomes in a row."""
ACTED = rf"(?:the )?[¶‡](?: {TEST})?"
"""An action."""
_CALLED = rf"(?:{ENTRY} {_OF}?(?:{ENTRY} {_OF}?)?)?"
SHOWN = rf"(?:an? |the |any |all )?{_CALLED}(?:between |from )?{OUTCOMES}(?:[ -](?:{ENTRY}|{TEST}))?"
"""What is seen: an outcome, or several in a row."""
PLACED = (
    rf"(?:{SHOWN}(?: (?:by|for|from|in|of|on|with) {ACTED})?|(?:in |for |with |on )?{ACTED}[,:] {SHOWN}"
    rf"|(?:an? )?{ACTED} (?:at|between|from|giving|of|returning|showing|with|yielding) {SHOWN}"
    rf"|(?:an? |the )?{OUTCOMES} {ACTED}(?: {ENTRY})?|(?:an? )?{ACTED} {ENTRY} {_OF}?{OUTCOMES})"
)
"""What is seen, perhaps with its action."""
_SEEN = "(?:found|measured|noted|observed|obtained|read|recorded|returned|seen|shown)"
SHOWS = (
    "(?:shows?|gives?|yields?|returns?|reads?|records?|measures?|has|have|comes? back(?: as)?"
    rf"|(?:is|are) {_SEEN}(?: as| to be)?|(?:falls?|is|are|lies)(?: between| in| within| from)?)"
)
SUBJECT = (
    rf"(?:it|(?:an? |the |this )?(?:{TEST}|{ENTRY})(?: (?:for|from|in|of) {ACTED})?"
    rf"|(?:an? )?{ACTED}(?:['’]s)?(?: {ENTRY})?)"
)
"""What shows an outcome."""
SEEN_SO = (
    rf"(?:{SUBJECT} {SHOWS} {SHOWN}(?: (?:for|from|in|on|with) {ACTED})?"
    rf"|{PLACED} (?:(?:is|are) (?:{_SEEN}|the {ENTRY})|comes? back)(?: (?:by|for|from|in|on|with) {ACTED})?"
    rf"|(?:one|the player|we|you) (?:finds?|gets?|measures?|notes?|observes?|obtains?|reads?|records?|sees?) {PLACED})"
)
"""That an outcome was seen."""
IF = rf"(?:if|once|when|whenever|where) {SEEN_SO}"
_FINDING = "(?:finding|getting|measuring|noting|observing|obtaining|recording|seeing)"
SEEING = rf"{_FINDING} {SHOWN}(?: (?:by|for|from|in|on|with) {ACTED})?"
BY = "(?:after|at|by|for|from|given|in|on|with)"
OUT = "(?:ruled out|excluded|eliminated)"
RULE_OUT = "(?:rule out|exclude|eliminate)"
EXCLUSIONS = "(?:exclusions?|rule-?outs?)"
