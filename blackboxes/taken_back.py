"""What takes an answer back beside it, and a program below it: `X (ruled out)`, `X — no, wait`, `That was wrong.`

What stands below an answer is not read, but asked about (`below.py`).
"""

from __future__ import annotations

import re

from boxwright.blackboxes.wrappings import CROSSES

LONGEST_LINE = 1_000
"""Characters of a line in which what it says of an answer is looked for."""
_NO = re.compile(
    r"\W*(?:(?:it|that|this|which)(?:\s(?:is|was)|['’]s)\s)?(?:(?:already|highly|most|now|probably|quite|rather|very)\s)?"
    r"(?:can(?:not|['’]t)\sbe(?:\s(?:correct|it|right))?|cancell?ed|discarded|excluded|eliminated|impossible|incorrect|inverted|reversed|subtotal|"
    r"(?:an?\s|just\san\s|only\san\s|for\s)?(?:example|instance)|e\.g\.|(?:just\s)?kidding|never|no|nope|no\W+wait|not\s(?:correct|it|likely|my\s(?:final\s)?(?:answer|move)|possible|right|this)|"
    r"(?:an?\s)?(?:lower|upper)\sbound|at\s(?:least|most)|not\sfinal|to\sbe\s(?:completed|continued|inverted|reversed)|(?:an?\s)?(?:only\s)?partial(?:\s(?:answer|result))?|(?:an?\s|just\sa\s|only\sa\s)?placeholder(?:\s(?:for\snow|until|while)\b.*)?|(?:tentative\W+)?(?:let\sme|i['’]ll|i\s(?:must|need\sto|will))\s(?:keep\s)?(?:check|think|verify)\w*\b.*|rejected|retracted|ruled\sout|scratch\s(?:it|that|this)|struck(?:\sout)?|unlikely|wait|withdrawn|wrong)\W*",
    re.IGNORECASE,
)
"""What takes back the answer beside which it stands, and names no other."""
_TAKES_BACK = re.compile(
    r"\b(?:can(?:not|['’]t)\sbe|contradict\w*|disregard|do\snot\suse|don['’]t\suse|errors?|fails?|forgot|ignore|impossible|inconsistent|incorrect|invented|"
    r"kidding|made\sup|mis(?:counted|read|taken?|applied|calculated)|mistakes?|never\s?mind|not\s(?:allowed|correct|final|it|my\s(?:final\s)?\w+|quite|right)|"
    r"off\sby|oops|placeholder|retract|ruled\sout|draft|incomplete|still\s(?:missing|to\s(?:be|do))|unfinished|up\sto\s(?:a\s|the\s)?sign|before\sthe\s(?:final|last)\s(?:operation|pass|round|step)|then\s(?:apply|exchange|flip|invert|reverse|rotate|shift|swap)|scrap|scratch|slip|swapped|take\s(?:it|that|this)\sback|typo|wait|withdraw|wrong)\b|(?:is|was|does)n['’]t\b|"
    rf"不对|错了|有误|作废|忽略|[{CROSSES}]",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"\W*(?:(?:all\s(?:of\s)?)?(?:the\s)?(?:others?|other\s\w+|rest|alternatives)|(?!(?:Th[aeio]\w+|Both|It)\b)[A-Z][^,.;]{1,30},\s[^.;]{1,80}\sand\s[^,.;]{1,30})\s(?:are|is|have\sbeen|were)\s"
    r"(?:all\s)?(?:eliminated|excluded|impossible|rejected|ruled\sout)\W*"
)
"""`all others are ruled out`, beside the one that is left."""
_SUPPOSES = re.compile(r"\b(?:assum\w+|if|suppos\w+|unless|would)\b|如果|假设|\?\W*\Z", re.IGNORECASE)
_STANDS = re.compile(r"\b(?:correct(?:ed)?|fixed|holds|stands|yes)\W*\Z", re.IGNORECASE)
"""What is said last of an answer that stands: `wait, is that right? Yes.`"""


def denies(beside: str) -> bool:
    """Whether an aside says that the answer beside which it stands is none: `X (ruled out)`, `X — no, wait`."""
    return _NO.fullmatch(beside) is not None or retracts(beside)


def retracts(line: str) -> bool:
    """Whether words beside an answer, or below a program, take it back, and suppose nothing."""
    line = line[:LONGEST_LINE].strip()
    return (
        bool(_TAKES_BACK.search(line))
        and not _OF_OTHERS.fullmatch(line)
        and not _SUPPOSES.search(line)
        and not confirms(line)
    )


def confirms(line: str) -> bool:
    """Whether words beside an answer say last that it stands."""
    return len(line) <= LONGEST_LINE and _STANDS.search(line.strip()) is not None
