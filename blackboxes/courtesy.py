"""What is said out of politeness below or behind an answer, and says nothing of it: `Let me know if you need more!`"""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST = 2_000
_COURTESY = re.compile(
    r"\W*(?:(?:and|please|so|well)\W+)?(?:all\sthe\sbest|(?:great|nice|fun)\s(?:challenge|day|game|one|problem|puzzle|question|set)|feel\sfree|fingers\scrossed|good\s(?:game|luck)|(?:i\s|i['’]m\s|i\swould\sbe\s)?(?:glad|happy)\sto|"
    r"(?:i\s)?hope\s(?:it|that|this)|if\s(?:it\shelps|you(?:['’]d|\shave|\slike|\sneed|\swant|\swould))|let\s(?:me|us)\sknow|ready\sfor|thank(?:s|\syou)|"
    r"(?:do\syou\s)?want\sme\sto|would\syou\slike|cheers|enjoy)\b[^\d:：=]*|\W*(?:done|end|fin|final\s(?:answer|move|prediction)|here\swe\sgo|let['’]s\s(?:go|see)|q\.?e\.?d)\W*|"
    r"[^\d\w]*(?:希望|谢谢)[^\d]*|\\end\{\w+\}",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:actually|although|but|cannot|chang\w+|correct\w*|disregard|double|false|except|fails?|go\swith|half|hardly|however|ignore|instead|invalid|joke|may|might|mistake\w*|not|other\sone|"
    r"perhaps|probably|rather|real|replace|reverse\w*|revise\w*|swap\w*|switch|take|though|twice|twenty|wait|wrong)\b|n['’]t\b|不|错",
    re.IGNORECASE,
)
"""Words of a courtesy that is none."""
_CONFIDENCE = re.compile(
    r"\W*(?:my\s)?(?:confidence|certainty)(?:\slevel)?(?:\sin\s(?:it|this|my)(?:\sanswer)?)?\s?[:：=~≈]?\s*(?:about\s)?"
    r"(?:(?:very\s)?high|(?:[5-9]\d|100)(?:[.,]\d+)?\s?%?|0?\.[5-9]\d*|1(?:\.0+)?)\W*",
    re.IGNORECASE,
)
_LET_ME_KNOW = (
    r"(?:if\s(?:it(?:['’]s|\sis)\s)?not,?\s)?(?:please\s)?(?:let\sme\sknow|tell\sme)"
    r"(?:\sif\s(?:it|that|this|(?:my|the)\sanswer)(?:['’]s|\sis)\s(?:correct|not|right|wrong)(?:\sor\snot)?)?"
    r"(?:,?\sand\si(?:['’]ll|\swill)\s(?:gladly\s)?try(?:\sit)?\sagain)?[.!]?\W*"
)
_HOPES = re.compile(
    r"\W*(?:i\s)?hope\s(?:that\s)?(?:(?:it|that|this|my\sanswer)(?:['’]s|\sis)|i\sgot\s(?:it|that|this))\s(?:now\s)?"
    rf"(?:correct|right)[.!]?\W*(?:{_LET_ME_KNOW})?|\W*{_LET_ME_KNOW}",
    re.IGNORECASE,
)
"""`I hope this is right. If not, let me know and I will try again.`: an answer that may be wrong, as any may."""
_SENTENCES = re.compile(r"(?<=[^\d\s.])(?:\.\s+|[!?]\s+(?![a-z]))")


def is_courtesy(line: str) -> bool:
    """Whether a line holds nothing but courtesies, or how sure somebody is."""
    if len(line) > _LONGEST:
        return False
    if _HOPES.fullmatch(line):
        return True
    if _CHANGES.search(line):
        return False
    sentences = [sentence for sentence in _SENTENCES.split(line) if re.search(r"\w", sentence)]
    return bool(sentences) and (_CONFIDENCE.fullmatch(line) is not None or all(map(_COURTESY.fullmatch, sentences)))


def without_courtesies(lines: Sequence[str]) -> list[str]:
    """Return lines without the courtesies, and the lines that say nothing, below the last one that says something."""
    end = len(lines)
    while end > 1 and (not lines[end - 1].strip() or is_courtesy(lines[end - 1])):
        end -= 1
    return list(lines[:end])
