"""How a player's reply is read, the same in every family: think freely, then one marked final line.

The last line that starts with the marker counts (any case; Markdown emphasis, headings and quotes around it are
ignored). Its text is what follows the marker on that line, or, if nothing does, the next line that is not empty and
no code fence. Whatever stands after it is ignored.
"""

from __future__ import annotations

import json
import re

_DECORATION = r"[\s>#*_`~-]*"
MAX_REPLY = 100_000
"""Characters: a longer reply is refused unread."""


class InvalidReply(Exception):
    """A reply that no rule of the family can read; the message is what the player reads."""


def final_line(reply: str, marker: str) -> str | None:
    """Return the text behind the last marker, stripped; None where there is no marker or nothing behind it."""
    pattern = re.compile(rf"({_DECORATION}){re.escape(marker)}([*_`]*)\s*:([*_]*)(.*)", re.IGNORECASE)
    lines = reply[:MAX_REPLY].splitlines()
    for index in range(len(lines) - 1, -1, -1):
        found = pattern.fullmatch(lines[index])
        if found:
            following = (line for line in lines[index + 1 :] if line.strip() and not line.strip().startswith("```"))
            before, inside, behind, text = found.groups()
            text = text.strip() or next(following, "").strip()
            if "**" in before and not inside and not behind:
                text = text.removesuffix("**").rstrip()
            return _undecorate(text) or None
    return None


def _undecorate(text: str) -> str:
    for mark in ("`", "**"):
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark):
            text = text[len(mark) : -len(mark)]
    return text


def quoted(text: str) -> str:
    """Return the text without its double quotes, if it is a JSON string; so leading blanks can be written."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        try:
            value = json.loads(text)
        except ValueError:
            return text[1:-1]
        if isinstance(value, str) and value.isprintable():
            return value
    return text
