"""How a player's reply is read, the same in every environment: free thought, then one answer that it states.

Players are asked for a marked last line, `ANSWER: X`. A benchmark measures models, not formats, so every form in which
a sensible model states one clear answer is read: marked in other ways, unmarked but unmistakable (`\\boxed{X}`), and
wrapped (quotes, emphasis, a full stop, an aside). An environment says what an answer can be: its `read` gets the text
as written first and then without one wrapping after the other, and the first that can be an answer counts. What cannot
be one is refused with the reason, and so are two different answers. Nothing is guessed from a part of a text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.wrappings import forms, without_emphasis

MAX_REPLY = 100_000
"""Maximum characters: a longer reply is refused unread."""
_Read = TypeVar("_Read")
_TAG = r"</?(?:b|i|em|strong|u|p|br|code|span|div|mark|h[1-6]|li)\s?/?>"
_LEAD = rf"((?:[\s>#*_`~|+•-]|{_TAG})*+(?:\(?\d{{1,3}}[.)]\s)?(?:[\s*_`~]|{_TAG})*+)"
"""Bullets, numbers, headings, quotes and emphasis before a marker."""
_BEFORE = r"(?:(?:so|thus|hence|therefore)\b,?\s)?(?:(?:here\sis|this\sis)\s)?(?:(?:my|the)\s)?(?:final\s)?"
_AFTER = rf"((?:[*_`]|{_TAG})*+)"
_THOUGHT = re.compile(r"\A(?:(?!<think>).)*</think>|<think>.*?(?:</think>|\Z)", re.IGNORECASE | re.DOTALL)
"""A model's thoughts are not part of its reply: up to the closing tag, opened or not, or to the end."""
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
_LONGEST_BOXED = 10_000


class InvalidReply(Exception):
    """A reply that an environment cannot read; the player reads the message."""


class Ambiguous(InvalidReply):
    """A text that states two different answers: no other form of it is tried."""


class Statement(NamedTuple):
    """What stands behind a marker."""

    marker: str
    texts: tuple[str, ...]
    """The line, and the lines that follow it directly: the likelier reading first."""


def read_reply(reply: str, marker: str, read: Callable[[str], _Read], missing: str) -> _Read:
    """Return what `read` makes of the one answer that a reply states.

    `read` is given texts without their marker and returns the value, or raises InvalidReply with the reason why a text
    is none. `missing` is the reason for a reply that states nothing. Raises: InvalidReply with the reason for players.
    """
    said = last_marked(reply, (marker,))
    if said is not None:
        return first_read(said.texts, read)
    found: list[_Read] = []
    fault = InvalidReply(missing)
    for text in unmarked(reply, marker):
        try:
            found.append(first_read((text,), read))
        except Ambiguous:
            raise
        except InvalidReply as error:
            fault = error
    if not found:
        raise fault
    if any(type(value) is not type(found[0]) or value != found[0] for value in found):
        raise two_answers()
    return found[0]


def first_read(texts: Sequence[str], read: Callable[[str], _Read]) -> _Read:
    """Return what `read` makes of the first text, or form of it, that it can read. Raises: InvalidReply."""
    fault = InvalidReply("")
    for number, text in enumerate(texts):
        for form in forms(text):
            try:
                return read(form)
            except Ambiguous:
                raise
            except InvalidReply as error:
                if number == 0:  # the reason is about the marked line, as near to its core as it can be read
                    fault = error
    raise fault


def final_line(reply: str, marker: str) -> str | None:
    """Return the text of the answer that a reply states, for readers of a plain text; None if it states none."""
    said = last_marked(reply, (marker,))
    texts = said.texts[:1] if said else tuple(dict.fromkeys(map(_bare, unmarked(reply, marker))))
    return _bare(texts[0].split("\n")[0]) or None if len(texts) == 1 else None


def last_marked(reply: str, markers: Sequence[str]) -> Statement | None:
    """Return what the last marked line states; None without one, or if nothing stands behind it.

    Thoughts (`<think>`) are not read, nor is anything after the first `MAX_REPLY` characters.
    """
    lines = without_thoughts(reply).splitlines()
    last = next(_marked(lines, markers), None)
    if last is None:
        return None
    at, marker, found = last
    return _statement(marker, found, lines[at + 1 :])


def rest_from_mark(reply: str, markers: Sequence[str]) -> str | None:
    """Return all that follows the last marker with text behind it, to the reply's end; None without one."""
    lines = without_thoughts(reply).splitlines()
    for at, _, found in _marked(lines, markers):
        rest = "\n".join([found["text"] or "", *lines[at + 1 :]])
        if re.search(r"\w", rest):
            return rest
    return None


def _marked(lines: Sequence[str], markers: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Yield the marked lines from the last one on: number, marker, and its parts."""
    for at in range(len(lines) - 1, -1, -1):
        for marker in markers:
            found = _pattern(marker).fullmatch(lines[at]) if marker in lines[at].upper() else None
            if found:
                yield at, marker, found


def without_thoughts(reply: str) -> str:
    """Return the part of a reply that is read."""
    read = reply[:MAX_REPLY]
    return _THOUGHT.sub("\n", read) if "think>" in read.lower() else read


def unmarked(reply: str, marker: str) -> Iterator[str]:
    """Yield what a reply without a marked line states all the same, in forms that nothing else has.

    They are `\\boxed{X}`, `<answer>X</answer>`, `{"answer": X}` and the sentence `The answer is X.`, each alone.
    """
    text, word = without_thoughts(reply), marker.lower()
    closing = _closing_braces(text)
    for found in re.finditer(r"\\boxed\s?\{", text):
        end = closing.get(found.end() - 1, 0)
        inner = text[found.end() : end].strip()
        if inner and end - found.end() < _LONGEST_BOXED:
            yield inner
    for found in re.finditer(rf"<{word}>((?:(?!</?{word}>).)*+)</{word}>", text, re.IGNORECASE | re.DOTALL):
        yield found[1].strip()
    sentence = re.compile(rf"{_LEAD}{_BEFORE}{word}\s?is\s(?P<said>.*)", re.IGNORECASE)
    for line in dict.fromkeys([*text.splitlines(), _unfenced(text)]):
        bare = line.strip()
        if bare.startswith("{") and bare.endswith("}") and _has_key(bare, word):
            yield bare
        elif (said := sentence.fullmatch(line)) and "boxed" not in line:
            yield said["said"].strip()


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


@cache
def _pattern(marker: str) -> re.Pattern[str]:
    sign = rf"\s?(?:is\s?)?(?::=|[:：=→]|->|=>){_AFTER}(?P<text>.*)"
    return re.compile(rf"{_LEAD}{_BEFORE}{re.escape(marker)}{_AFTER}(?:{sign}|\s*)", re.IGNORECASE)


def _statement(marker: str, found: re.Match[str], following: Sequence[str]) -> Statement | None:
    before, inside, behind, text = found[1], found[2], found[3] or "", found["text"] or ""
    opened = before[len(before.rstrip("*_`")) :]
    if opened and opened[::-1] in (inside, behind):
        opened = ""
    elif behind and not behind.strip("*_`"):  # opened after the colon: it belongs to the text
        text = behind + text
    text = text.strip()
    if opened:
        text = text.removesuffix(opened[::-1]).rstrip()
    block = _block(following, skip=not text)
    if text:
        texts = [text, "\n".join([text, *block])] if block else [text]
    else:
        texts = ["\n".join(block), block[0]] if block else []
    return Statement(marker, tuple(dict.fromkeys(texts))) if texts else None


def _block(lines: Sequence[str], skip: bool) -> list[str]:
    """Return the lines up to the first blank one or fence; leading ones are skipped where nothing precedes."""
    block: list[str] = []
    for line in lines:
        idle = not line.strip() or bool(_FENCE.match(line))
        if idle and (block or not skip):
            break
        if not idle:
            block.append(line.strip())
    return block


def two_answers() -> Ambiguous:
    """Return the refusal of a reply that states two different answers."""
    return Ambiguous(load_prompt("players/engine").render("two_answers"))


def names_two(text: str) -> bool:
    """Whether an unquoted text names alternatives: `A or B`."""
    return bool(re.search(r"\s(?:or|OR)\s", text))


def _bare(text: str) -> str:
    return without_emphasis(text.strip())


def _closing_braces(text: str) -> dict[int, int]:
    """Return where each opened brace is closed, by where it is opened; of those that are closed."""
    opened, closing = list[int](), dict[int, int]()
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            closing[opened.pop()] = brace.start()
    return closing


def _unfenced(text: str) -> str:
    """Return a reply that is one block only without its fences, on one line."""
    lines = [line for line in text.strip().splitlines() if not _FENCE.match(line)]
    return " ".join(line.strip() for line in lines)


def _has_key(text: str, word: str) -> bool:
    return bool(re.match(rf"""\{{\s*["']?(?:final[_ ])?{word}["']?\s*:""", text, re.IGNORECASE))
