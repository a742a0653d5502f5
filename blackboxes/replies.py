"""How a player's reply is read, the same in every family: free thought, then one marked final line.

The last line that starts with the marker counts (any case; Markdown emphasis, code marks, headings and quotes around it
are ignored). Its text is what follows the marker on that line, or, if nothing does, the next line that is not empty and
no code fence. Emphasis or code marks that enclose the line are no part of it, nor stars or code marks that enclose its
text. Whatever stands after it is ignored.
"""

from __future__ import annotations

import json
import re

_DECORATION = r"[\s>#*_`~-]*"
_ENCLOSING = ("`", "**", "*")
MAX_REPLY = 100_000
"""Maximum characters: a longer reply is refused unread."""


class InvalidReply(Exception):
    """A reply that the family cannot read; the player reads the message."""


def final_line(reply: str, marker: str) -> str | None:
    """Return the text after the last marker, stripped; None without a marker or without text after it."""
    pattern = re.compile(rf"({_DECORATION}){re.escape(marker)}([*_`]*)\s*[:：]([*_`]*)(.*)", re.IGNORECASE)
    lines = reply[:MAX_REPLY].splitlines()
    for index in range(len(lines) - 1, -1, -1):
        found = pattern.fullmatch(lines[index])
        if found:
            following = (line for line in lines[index + 1 :] if line.strip() and not line.strip().startswith("```"))
            before, inside, behind, text = found.groups()
            opened = before[len(before.rstrip("*_`")) :]
            if opened and opened[::-1] in (inside, behind):
                opened = ""
            elif behind:  # opened after the colon: it belongs to the text
                text = behind + text
            text = text.strip() or next(following, "").strip()
            if opened:
                text = text.removesuffix(opened[::-1]).rstrip()
            return _undecorated(text) or None
    return None


def _undecorated(text: str) -> str:
    """Return the text without enclosing emphasis, and without code marks inside that."""
    for mark in _ENCLOSING:
        within = text[len(mark) : -len(mark)]
        if within and mark[0] not in within and text == f"{mark}{within}{mark}":
            return within if mark == "`" else _undecorated(within)
    return text


def quoted(text: str) -> str:
    """Return the text without its double quotes if it is a JSON string, which preserves leading blanks."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        try:
            value = json.loads(text)
        except ValueError:
            return text[1:-1]
        if isinstance(value, str) and value.isprintable():
            return value
    return text
