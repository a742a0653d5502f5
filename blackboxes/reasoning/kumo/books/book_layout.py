"""How a book's text is laid out: headings, bullets, paragraphs; what a heading may say beside an action's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

_I = re.IGNORECASE
HEADING = re.compile(r"\s*(?:#{1,6}\s+.*|(?:\d+[.)]\s*)?\*\*[^*]+\*\*:?\s*)")
_SECTION = (
    r"\b(?:actions?|tests?|steps?|checks?|sections?|parts?|chapters?|questions?|results?|measurements?|observations?|rules?"
    r"|outcomes?|readings?|interpreting|the|of|by|and|an?|how|what|it|shows?|tells?|[ivx]+)\b|\b[a-z](?=[.):])"
    r"|[一二三四五六七八九十第项条章节部分篇组行动作检验查测试量观察规则结果与和、（）]"
)
PLAIN_HEADING = re.compile(rf"(?:[\s\d#*_:.,()–—\"“”「」『』：-]|{_SECTION})*+", _I)
"""What a heading may say beside the name of the action that it is about, and all that one may say behind rules."""
BARE_NAME = re.compile(r"\s*(?:\d+[.)])?[\s*_:.()（）：]*")
"""What a line may hold beside the name of an action that it heads."""
RULED = re.compile(r"[\s=*_.…`|>)）\"”」』—–─═-]*")
"""Lines that are drawn, and what closes a sentence."""
BULLET = re.compile(r"\s*(?:[-*+•]\s+|\d+[.)]\s+)")


def paragraphs_of(lines: Sequence[str]) -> list[str]:
    """Join the lines of a paragraph; a heading, a bullet and a blank line begin a new one."""
    found: list[str] = []
    open_ = False
    for line in lines:
        if not line.strip():
            open_ = False
        elif open_ and not HEADING.fullmatch(line.rstrip()) and not BULLET.match(line):
            found[-1] += " " + line.strip()
        else:
            found.append(BULLET.sub("", line, count=1) if BULLET.match(line) else line)
            open_ = not HEADING.fullmatch(line.rstrip())
    return found
