"""Finding and reading the lists by truth of a book: an opening with its bullets, a sentence, or a table.

A list is read as a whole or not at all. It is not read where it is nested, stands in a code fence, has an entry in no
known form, or stands beside what may turn it; then it is unclear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from boxwright.blackboxes.reasoning.kumo.books.by_truth import (
    entries_of,
    heads_truths,
    is_lone_truth,
    names_none,
    opens_for,
    states_entry,
    turns_lists,
)
from boxwright.blackboxes.reasoning.kumo.books.claims import EXCLUDES, TURNS
from boxwright.blackboxes.reasoning.kumo.books.layout import Block, sentences_of
from boxwright.blackboxes.reasoning.kumo.books.plain_forms import ACTION, plainly
from boxwright.blackboxes.reasoning.kumo.books.plain_sentences import tells_of_the_book
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted, Spotter

_I = re.IGNORECASE
_COLON = re.compile(r":[\s*_]*$")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
_AHEAD = re.compile(r"\b(?:following|below|next|lists?|listed|these|those)\b", _I)
_BACK = re.compile(r"\b(?:above|lists?|listed|these|those|them)\b", _I)
_GOES_ON = re.compile(
    r"\W*(?:all|although|and|any|both|but|each|either|every|except\w*|however|if|it|neither|none|not|nothing|often|only|or"
    r"|provided|sometimes|that|the (?:first|second|third|last|next|rest|others?)|these|they|this|those|though|unless"
    r"|usually)\b"
    r"|\s*(?:\\|[†‡¹²³\[]|\*(?![*\w]))",
    _I,
)
"""How what stands behind a list may go on about it."""
NO_FORM = "a list by truth, with an opening or an entry in no form that is known"


@dataclass
class TruthList:
    """An opening and the bullets below it, a sentence of both, or a table: what may be a list by truth."""

    opener: Block
    entries: list[Block] = field(default_factory=list)
    fault: str = ""
    """What in it or beside it keeps it from being read."""

    inline: bool = False
    """Whether one block holds it all."""

    @property
    def blocks(self) -> list[Block]:
        """What it consists of."""
        return [self.opener] if self.inline else [self.opener, *self.entries]


@dataclass(frozen=True)
class Entry:
    """One entry of a list by truth."""

    truth: int
    text: str
    named: Spotted
    """The action and the outcomes that rule the truth out; no outcomes where nothing does."""


class TruthLists:
    """Reads the lists by truth of one game."""

    def __init__(self, spotter: Spotter) -> None:
        self._spot = spotter.spot

    def may_open(self, text: str, entry: str) -> bool:
        """Whether a text opens a list by truth, or only looks as if it did, by what the first bullet names."""
        below = self._spot(entry, Spotted())
        if below.truths or EXCLUDES.search(below.rest):
            return False  # the bullets are rules themselves
        opener = self._spot(text, Spotted())
        likely = below.named and below.outcomes and EXCLUDES.search(opener.rest)
        return bool(likely) or self._form(text) != ""

    def opens(self, text: str) -> bool:
        """Whether a text is the opening of a list by truth."""
        return self._form(text) != ""

    def read(self, block: TruthList, around: Spotted, above: Spotted | None) -> list[Entry] | str | None:
        """Return the entries of a list by truth, or why it is unclear; None if it is none.

        `around` is what the headings and bullets above name, and `above` the nearest of them if no other truth was
        named since.
        """
        table = block.opener.kind == "table"
        rows = self._rows(block, around) if table else self._bullets(block, around, above)
        if rows is None:
            return None
        found: list[Entry] = []
        for truth, text in rows:
            entries = self._entries(text, around.action, bullet=not (table or block.inline))
            if block.fault or truth is None or entries is None:
                return None if block.inline else block.fault or NO_FORM
            found += [Entry(truth, said, named) for said, named in entries]
        return found

    def _form(self, text: str) -> str:
        return opens_for(plainly(self._spot(text, Spotted()).marked))

    def _bullets(self, block: TruthList, around: Spotted, above: Spotted | None) -> list[tuple[int | None, str]] | None:
        """Return a list's truth with each of its bullets, None for a truth that is not clear."""
        text = block.opener.text.partition(":")[0] if block.inline else block.opener.text
        truths = sorted({*self._spot(text, Spotted()).truths, *around.truths})
        if not truths:
            return None
        form = self._form(text)
        lone = above is not None and is_lone_truth(plainly(above.marked))
        clear = len(truths) == 1 and not around.outcomes and (form == "named" or (form == "above" and lone))
        return [(truths[0] if clear else None, entry.text) for entry in block.entries]

    def _rows(self, block: TruthList, around: Spotted) -> list[tuple[int | None, str]] | None:
        """Return the truth and what rules it out in each row of a table; None if its head says something else."""
        head, *rows = block.opener.rows
        if not heads_truths([plainly(self._spot(cell, Spotted()).marked) for cell in head]):
            return None
        found: list[tuple[int | None, str]] = []
        for row in rows:
            if not all(re.fullmatch(r"[\s:-]*", cell) for cell in row):
                named = self._spot(row[0], Spotted())
                alone = is_lone_truth(plainly(named.marked)) and set(around.truths) <= set(named.truths)
                whole = len(row) == len(head) and not around.outcomes
                found.append((named.truths[0] if alone and whole else None, row[-1]))
        return found

    def _entries(self, text: str, about: int | None, bullet: bool) -> list[tuple[str, Spotted]] | None:
        """Return the entries of a bullet or a cell, with what they name; None if one has no known form."""
        if names_none(text):
            return [(text, Spotted())]
        found = []
        for entry in entries_of(text, lambda part: self._spot(part, Spotted()).marked.count(ACTION), bullet):
            spotted = self._spot(entry, Spotted(action=about))
            named = spotted.named or (() if about is None else (about,))
            placed = len(named) == 1 and about in (None, *named) and spotted.outcomes
            strange = spotted.truths or spotted.unknown or spotted.loose_numbers or spotted.repeated
            if not placed or strange or not states_entry(plainly(spotted.marked)):
                return None
            found.append((entry, replace(spotted, action=named[0])))
        return found


def with_lists(blocks: Sequence[Block], lists: TruthLists, fenced: frozenset[int]) -> Iterator[Block | TruthList]:
    """Yield the blocks of a book, and what may be a list by truth as one; `fenced` are the lines in code fences."""
    blocks = [part for n, block in enumerate(blocks) for part in _parted(block, blocks[n + 1 : n + 2], lists)]
    at = 0
    while at < len(blocks):
        opener, below = blocks[at], _bullets_below(blocks, at)
        if below and not lists.may_open(opener.text, below[0].text):
            below = []
        inline = [] if below else _inline(opener, lists)
        if not (below or inline or opener.kind == "table"):
            yield opener
            at += 1
            continue
        after = at + 1 + len(below)
        fault = _fault([opener, *below], fenced) or _spoiled(
            blocks[at - 1 : at] if at else [], blocks[after : after + 1]
        )
        if inline and _goes_on_in_bullets(opener, blocks[after : after + 1]):
            fault = "a list by truth has nested bullets"
        yield TruthList(opener, below or inline, fault, bool(inline))
        at = after


def _inline(block: Block, lists: TruthLists) -> list[Block]:
    """Return what stands behind the colon of an opening, in the same block."""
    opening, _, entries = block.text.partition(":")
    entries = entries.strip(" *_")
    one = block.kind in ("paragraph", "bullet") and entries and lists.opens(opening)
    return [replace(block, text=entries)] if one else []


def _goes_on_in_bullets(opener: Block, after: Sequence[Block]) -> bool:
    """Whether bullets stand below a block that holds a list by itself."""
    return any(each.kind == "bullet" and (opener.kind == "paragraph" or each.depth > opener.depth) for each in after)


def fenced_lines(text: str) -> frozenset[int]:
    """Return the lines of a book that stand in code fences, from 1; the fences are among them."""
    found, inside = set[int](), False
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        fence = _FENCE.match(line) is not None
        if fence or inside:
            found.add(number)
        inside ^= fence
    return frozenset(found)


def _parted(block: Block, after: Sequence[Block], lists: TruthLists) -> Iterator[Block]:
    """Yield a paragraph without the opening that is its last line or sentence, and that opening."""
    if block.kind == "paragraph" and after and after[0].kind == "bullet":
        last = [len(block.text) - len(sentence.lstrip()) for sentence in list(sentences_of(block.text))[-1:]]
        for start in (*block.starts[-1:], *last):
            if start and _may_open(block.text[start:]) and lists.opens(block.text[start:]):
                yield replace(block, text=block.text[:start].rstrip(), starts=[s for s in block.starts if s < start])
                yield replace(block, text=block.text[start:], line=block.line_of(start), starts=[])
                return
    yield block


def _may_open(text: str, heading: bool = False) -> bool:
    return heading or _COLON.search(text) is not None


def _bullets_below(blocks: Sequence[Block], at: int) -> list[Block]:
    """Return the bullets that stand below a block that may be an opening, nested ones among them."""
    opener, found = blocks[at], list[Block]()
    if opener.kind == "table" or not _may_open(opener.text, opener.kind == "heading"):
        return []
    for block in blocks[at + 1 :]:
        outside = opener.kind == "bullet" and block.depth <= opener.depth
        if block.kind != "bullet" or outside or (found and block.depth < found[0].depth):
            break
        found.append(block)
    return found


def _fault(blocks: Sequence[Block], fenced: frozenset[int]) -> str:
    last = blocks[-1]
    end = last.line + len(last.rows) if last.kind == "table" else last.line_of(len(last.text))
    if not fenced.isdisjoint(range(blocks[0].line, end + 1)):
        return "a list by truth stands in a code fence"
    return "a list by truth has nested bullets" if len({block.depth for block in blocks[1:]}) > 1 else ""


def _spoiled(before: Sequence[Block], after: Sequence[Block]) -> str:
    """Return what beside a list may turn it."""
    for block in before:
        introduces = _COLON.search(block.text) is not None
        refers = introduces or (block.kind == "paragraph" and _AHEAD.search(block.text) is not None)
        if refers and (turns_lists(block.text) or TURNS.search(block.text)):
            return "what stands before a list by truth may turn it"
    for block in after:
        turned = _BACK.search(block.text) is not None and turns_lists(block.text)
        turned |= _GOES_ON.match(block.text) is not None and not all(map(tells_of_the_book, sentences_of(block.text)))
        if block.kind == "paragraph" and (block.indent or turned):
            return "what stands behind a list by truth may turn it"
    return ""
