"""Fenced blocks of a Markdown text, found by the rules of CommonMark, for `code` and `structured`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass

OPENING = re.compile(r"^( {0,3})(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$")
MOST_ENDS = 20
"""At so many closing fences at most a block is thought to end, if it may quote some."""


@dataclass(frozen=True)
class Fence:
    """One fenced block. Line numbers count from 0 in the text with its line ends normalised."""

    label: str
    """The first word after the opening fence, in lower case, without braces and dots."""
    body: str
    """The lines between the fences, each with its newline."""
    opened: int
    """The line of the opening fence."""
    closed: int | None
    """The line of the closing fence; None where the text ends first."""


def normalise(text: str) -> str:
    """The text with `\\n` as its only line end and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def fences(text: str, settle: Callable[[Fence, list[Fence]], Fence] | None = None) -> list[Fence]:
    """All fenced blocks in order; a block that is never closed runs to the end of the text.

    A block may quote fences of its own kind: `settle` chooses between the block as CommonMark reads it and the
    wider ones that end at later closing fences; what it chooses swallows the fences inside.
    """
    lines = normalise(text).split("\n")
    found: list[Fence] = []
    at = 0
    while at < len(lines):
        if OPENING.match(lines[at]) is None:
            at += 1
            continue
        ends = closings(lines, at, MOST_ENDS if settle else 1)
        first, *wider = [block(lines, at, end) for end in ends] or [block(lines, at, None)]
        found.append(settle(first, wider) if settle else first)
        closed = found[-1].closed
        at = len(lines) if closed is None else closed + 1
    return found


def closings(lines: list[str], opened: int, most: int) -> list[int]:
    """The first lines that could close the block opened at line `opened`."""
    opening = OPENING.match(lines[opened])
    assert opening is not None, f"line {opened} opens no block"
    ends = (n for n in range(opened + 1, len(lines)) if closes(opening, lines[n]))
    return list(itertools.islice(ends, most))


def block(lines: list[str], opened: int, closed: int | None) -> Fence:
    """The block between two lines of fences; its lines lose the indentation of the opening fence."""
    opening = OPENING.match(lines[opened])
    assert opening is not None, f"line {opened} opens no block"
    indent = len(opening[1])
    inside = lines[opened + 1 : len(lines) if closed is None else closed]
    bare = [line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in inside]
    words = opening[3].split()
    label = words[0].strip("{}.").lower() if words else ""
    return Fence(label=label, body="".join(line + "\n" for line in bare), opened=opened, closed=closed)


def closes(opening: re.Match[str], line: str) -> bool:
    """Whether a line closes a block: the same sign, at least as many, nothing else but space."""
    mark = opening[2]
    bare = line.strip(" \t")
    indent = len(line) - len(line.lstrip(" "))
    return indent <= 3 and len(bare) >= len(mark) and set(bare) == {mark[0]}
