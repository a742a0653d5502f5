"""The layout of a book as people write it: headings, nested bullets, paragraphs, tables; code fences are only text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)[#\s]*$")
_BOLD = re.compile(r"\s*(?:\d+[.)]\s*)?\*\*([^*]+)\*\*:?\s*$")
_BULLET = re.compile(r"(\s*)(?:[-*+•–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(.*)")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*$")
_RULE_LINE = re.compile(r"[\s*_=#-]*$")
_END = re.compile(
    r"(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bSt\.)(?<!\bNo\.)(?<=[.!?;])(?=\s|[\"”*)])|(?<=\.\*\*)(?=\s)"
)
_EXCLUDED = re.compile(
    r"\brul\w+[\s-]+out\b|\bexclud\w+|\beliminat\w+|\binconsistent\b|\bnot possible\b", re.IGNORECASE
)
BOLD_HEADING, BULLETS = 50, 101
"""Depths: of a heading in bold, and of the outermost bullet; headings have 1 to 6, paragraphs one more than any."""
PARAGRAPH = 1000


@dataclass
class Block:
    """One piece of a book."""

    kind: Literal["heading", "bullet", "paragraph", "table"]
    depth: int
    """What is deeper stands below."""
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)
    """The cells of a table."""
    indent: int = 0
    """Columns before the text of a paragraph, or of a heading in bold."""
    line: int = 0
    """The line that it begins in, from 1."""
    starts: list[int] = field(default_factory=list)
    """Where each further line begins in the text."""

    def line_of(self, place: int) -> int:
        """Return the line of a place in the text."""
        return self.line + sum(start <= place for start in self.starts)


def blocks_of(text: str) -> Iterator[Block]:
    """Yield the blocks of a book, in order."""
    current: Block | None = None
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        begun = _begun(line, current)
        if begun is current and begun is not None:
            continue
        if current is not None:
            yield current
        current = begun
        if current is not None:
            current.line = number
    if current is not None:
        yield current


def _begun(line: str, current: Block | None) -> Block | None:
    """Return the block that a line begins, or the current one if the line continues it; None for an empty line."""
    if _RULE_LINE.match(line) or _FENCE.match(line):
        return None
    if line.lstrip().startswith("|") or (line.count("|") > 1):
        block = current if current is not None and current.kind == "table" else Block("table", PARAGRAPH)
        block.rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
        return block
    if heading := _HEADING.match(line):
        return Block("heading", len(heading[1]), heading[2])
    if bold := _BOLD.match(line):
        return Block("heading", BOLD_HEADING, bold[1], indent=_indent(line))
    if bullet := _BULLET.match(line):
        return Block("bullet", BULLETS + len(bullet[1].expandtabs(4)), bullet[2])
    if current is not None and current.kind in ("bullet", "paragraph"):
        current.starts.append(len(current.text) + 1)
        current.text += " " + line.strip()
        return current
    return Block("paragraph", PARAGRAPH, line.strip(), indent=_indent(line))


def _indent(line: str) -> int:
    text = line.expandtabs(4)
    return len(text) - len(text.lstrip())


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a paragraph."""
    yield from filter(str.strip, _END.split(text))


def excluded_columns(header: Sequence[str]) -> list[int]:
    """Return which columns of a table say what is ruled out, by their titles."""
    return [place for place, title in enumerate(header) if _EXCLUDED.search(title)]


def table_units(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """Yield a table's rows as sentences, with their numbers: the other cells, and what the ruled-out columns hold."""
    if not rows:
        return
    header, *body = rows
    columns = excluded_columns(header)
    yield from () if columns else [(0, " ; ".join(header))]
    for number, row in enumerate(body, 1):
        if all(re.fullmatch(r"[\s:-]*", cell) for cell in row):
            continue
        if not columns or len(row) != len(header):
            yield number, " ; ".join(row)
            continue
        rest = ", ".join(cell for place, cell in enumerate(row) if place not in columns)
        for place in columns:
            empty = re.fullmatch(r"\W*(?:none|nothing|n/a|no \w+)?\W*", row[place], re.IGNORECASE)
            yield number, f"{rest}: {'rules out nothing' if empty else f'rules out {row[place]}'}"
