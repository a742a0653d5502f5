"""The form of a grid: rows of characters, written on one line with `/` between the rows, or on a line each."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from pydantic import Field, field_validator

from boxwright.blackboxes.families.form_atoms import BaseForm, NotInForm, counted, visible

_LONGEST = 5_000
"""Characters of a text that is read as something else than rows with `/` or line ends between them."""
_NUMBERED = re.compile(r"\s*(?:row\s?)?([0-9]{1,2})[.):]\s+(\S.*)", re.IGNORECASE)
_LISTED = re.compile(r"[\[({]?\s*+(?:[\[(]([^][(){}]*+)[\])]\s*+(?:,\s*+)?)++[\])}]?")
_INNER = re.compile(r"[\[(]([^][(){}]*)[\])]")


class GridForm(BaseForm):
    """A grid of characters; the normal value is the list of its rows, from top to bottom, each a text."""

    type: Literal["grid"]
    rows: int = Field(ge=1, le=30)
    columns: int = Field(ge=1, le=30)
    alphabet: str = Field(min_length=2, max_length=60)

    @field_validator("alphabet")
    @classmethod
    def _sound(cls, alphabet: str) -> str:
        if not alphabet.isprintable() or set(alphabet) & set(" /'\"`,;()[]{}") or len(set(alphabet)) < len(alphabet):
            raise ValueError("the alphabet may hold printable characters, each once: no blank, slash, quote or bracket")
        return alphabet

    def words(self) -> str:
        """As IntForm."""
        size = f"{self.rows} rows of {self.columns} characters"
        return f"a grid of {size}, each one of: {visible(self.alphabet)}; the rows from top to bottom with / in between"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        rows = isinstance(value, list) and len(value) == self.rows and all(isinstance(row, str) for row in value)
        return rows and all(len(row) == self.columns and set(row) <= set(self.alphabet) for row in value)

    def read(self, text: str) -> list[str]:
        """As IntForm; blanks within a row are ignored, and so are quotes, brackets and commas: no row holds them."""
        found = next((rows for rows in _readings(text) if self.holds(rows)), None)
        if found is None:
            raise NotInForm(self.words())
        return found

    def write(self, value: Any) -> str:
        """As IntForm."""
        return "/".join(value)

    def draw(self, rng: random.Random) -> list[str]:
        """As IntForm."""
        return ["".join(rng.choice(self.alphabet) for _ in range(self.columns)) for _ in range(self.rows)]

    def corners(self) -> Sequence[list[str]]:
        """As IntForm."""
        first, last = self.alphabet[0], self.alphabet[-1]
        return [[first * self.columns] * self.rows, [last * self.columns] * self.rows, self.draw(random.Random(0))]

    def size(self) -> int | None:
        """As IntForm."""
        return counted(len(self.alphabet) ** (self.rows * self.columns))


def _readings(text: str) -> Iterator[list[str]]:
    """Yield the rows that a text may be: as written, numbered line by line, and as lists."""
    bare = text.strip().strip("'\"")
    yield _rows(re.split(r"[/\n]", bare))
    if len(bare) > _LONGEST:
        return
    bare = re.sub(r"[\"'`“”‘’]", "", bare)
    lines = [line for line in bare.splitlines() if line.strip()]
    numbered = [_NUMBERED.fullmatch(line) for line in lines]
    if [row[1] for row in numbered if row] == [str(n + 1) for n in range(len(lines))]:
        yield _rows(row[2] for row in numbered if row)
    yield _rows(re.split(r"[/\n]", bare.replace(",", " ")))
    yield _rows(line.strip().strip("|").replace("|", " ") for line in lines)
    if _LISTED.fullmatch(bare):  # a list of the rows, each one a list of characters, or the one list of all rows
        lists = _INNER.findall(bare)
        yield _rows(row.replace(",", " ") for row in lists)
        bare = lists[0] if len(lists) == 1 else ""
    if "/" not in bare and "\n" not in bare.strip():
        yield _rows(re.split(r"[,;]", bare))
    yield _rows(re.split(r",", bare))


def _rows(texts: Iterable[str]) -> list[str]:
    return ["".join(row.split()) for row in texts]
