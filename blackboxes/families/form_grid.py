"""The form of a grid: rows of characters, written on one line with `/` between the rows, or on a line each."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field, field_validator

from boxwright.blackboxes.families.form_atoms import BaseForm, NotInForm, counted, visible


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
        """As IntForm; blanks within a row are ignored."""
        rows = ["".join(row.split()) for row in re.split(r"[/\n]", text.strip().strip("'\""))]
        if not self.holds(rows):
            raise NotInForm(self.words())
        return rows

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
