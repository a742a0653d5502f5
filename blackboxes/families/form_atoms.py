"""The forms of single values: whole numbers, choices, words, texts and cells of a grid (see `forms.py`)."""

from __future__ import annotations

import itertools
import random
import re
import string
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.wrappings import COUNTED

MANY = 1_000_000
"""Larger sizes are not counted: they are None."""
LARGEST = 10**30
"""Of whole numbers, in size."""
_SPELLED = re.compile(r"[\[(]?\s*+[\"']?[A-Za-z][\"']?(?:[\s,|-]++[\"']?[A-Za-z][\"']?)++\s*+[\])]?")
"""`C A B`, `["C", "A", "B"]`."""
_INT = re.compile(r"[+-]?[0-9]{1,31}")
_CELL = re.compile(r"(?:(?:cell|square)\s)?[(\[]?\s*([0-9]{1,4})(?:\s*[,;/]\s*|\s+)([0-9]{1,4})\s*[)\]]?")
_NAMED_CELL = re.compile(
    r"""[(\[{]?\s*["']?(?:row|r)["']?\s*[:=]?\s*([0-9]{1,4})\s*[,;]?\s*(?:and\s)?"""
    r"""["']?(?:column|col|c)["']?\.?\s*[:=]?\s*([0-9]{1,4})\s*[)\]}]?""",
    re.IGNORECASE,
)


class NotInForm(ValueError):
    """A text that is not in the form."""


class BaseForm(BaseModel):
    """Base of all forms."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class IntForm(BaseForm):
    """A whole number."""

    type: Literal["int"]
    min: int = Field(ge=-LARGEST)
    max: int = Field(le=LARGEST)

    @model_validator(mode="after")
    def _ordered(self) -> IntForm:
        if self.min > self.max:
            raise ValueError("min is above max")
        return self

    def words(self) -> str:
        """Describe the form for players."""
        return f"a whole number from {self.min} to {self.max}"

    def holds(self, value: Any) -> bool:
        """Whether a value is a normal value of the form."""
        return type(value) is int and self.min <= value <= self.max

    def read(self, text: str) -> int:
        """Read a text. Raises: NotInForm."""
        text = COUNTED.sub("", text.strip().replace("\u2212", "-"))
        if not _INT.fullmatch(text) or not self.holds(int(text)):
            raise NotInForm(self.words())
        return int(text)

    def write(self, value: Any) -> str:
        """Write a value."""
        return str(value)

    def draw(self, rng: random.Random) -> int:
        """Draw a value."""
        return rng.randint(self.min, self.max)

    def corners(self) -> Sequence[int]:
        """Values at the edges."""
        wanted = (self.min, self.max, self.min + 1, self.max - 1, 0, 1, -1, (self.min + self.max) // 2)
        return list(dict.fromkeys(v for v in wanted if self.holds(v)))

    def size(self) -> int | None:
        """Number of values, or None for too many to count."""
        return counted(self.max - self.min + 1)


class BoolForm(BaseForm):
    """True or False."""

    type: Literal["bool"]

    def words(self) -> str:
        """As IntForm."""
        return "True or False"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        return type(value) is bool

    def read(self, text: str) -> bool:
        """As IntForm."""
        found = {"true": True, "yes": True, "false": False, "no": False}.get(text.strip().casefold())
        if found is None:
            raise NotInForm(self.words())
        return found

    def write(self, value: Any) -> str:
        """As IntForm."""
        return str(value)

    def draw(self, rng: random.Random) -> bool:
        """As IntForm."""
        return rng.random() < 0.5

    def corners(self) -> Sequence[bool]:
        """As IntForm."""
        return [False, True]

    def size(self) -> int | None:
        """As IntForm."""
        return 2


class ChoiceForm(BaseForm):
    """One of a few named options; case and runs of blanks are ignored, and `B` is `Bandit B` where no other ends so."""

    type: Literal["choice"]
    options: tuple[str, ...] = Field(min_length=2, max_length=500)

    @model_validator(mode="after")
    def _distinct(self) -> ChoiceForm:
        if len({_plain(option) for option in self.options}) < len(self.options):
            raise ValueError("two options are the same but for case and blanks")
        if not all(
            o.isprintable() and o == o.strip() and 0 < len(o) <= 40 and not set(o) & set(",;") for o in self.options
        ):
            raise ValueError("an option is 1 to 40 printable characters, without comma and semicolon")
        return self

    def words(self) -> str:
        """As IntForm."""
        return f"one of: {', '.join(self.options)}"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        return value in self.options

    def read(self, text: str) -> str:
        """As IntForm."""
        said = [option for option in self.options if _plain(option) == _plain(text)]
        last = _plain(COUNTED.sub("", text.strip()))
        said = said or [option for option in self.options if _plain(option).split()[-1] == last]
        if len(said) != 1:
            raise NotInForm(self.words())
        return said[0]

    def write(self, value: Any) -> str:
        """As IntForm."""
        return str(value)

    def draw(self, rng: random.Random) -> str:
        """As IntForm."""
        return rng.choice(self.options)

    def corners(self) -> Sequence[str]:
        """As IntForm."""
        return self.options

    def size(self) -> int | None:
        """As IntForm."""
        return len(self.options)


class WordForm(BaseForm):
    """A word of n letters A-Z; case is ignored, the normal value is in the given case.

    Any letters are a word, so that IDK and NONE are words of three and four.
    """

    type: Literal["word"]
    length: int = Field(ge=1, le=40)
    case: Literal["upper", "lower"] = "upper"

    @property
    def letters(self) -> str:
        """The letters of the normal value."""
        return string.ascii_uppercase if self.case == "upper" else string.ascii_lowercase

    def words(self) -> str:
        """As IntForm."""
        return f"a word of {plural(self.length, 'letter')} A-Z"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        return isinstance(value, str) and len(value) == self.length and set(value) <= set(self.letters)

    def read(self, text: str) -> str:
        """As IntForm."""
        text = text.strip().strip("'\"")
        if _SPELLED.fullmatch(text):
            text = "".join(re.findall("[A-Za-z]", text))
        if not text.isascii() or not self.holds(word := text.upper() if self.case == "upper" else text.lower()):
            raise NotInForm(self.words())
        return word

    def write(self, value: Any) -> str:
        """As IntForm."""
        return str(value)

    def draw(self, rng: random.Random) -> str:
        """As IntForm."""
        return "".join(rng.choice(self.letters) for _ in range(self.length))

    def corners(self) -> Sequence[str]:
        """As IntForm."""
        cycled = "".join(itertools.islice(itertools.cycle(self.letters), self.length))
        return list(
            dict.fromkeys([self.letters[0] * self.length, self.letters[-1] * self.length, cycled, cycled[::-1]])
        )

    def size(self) -> int | None:
        """As IntForm."""
        return counted(26**self.length)


class TextForm(BaseForm):
    """A text over an alphabet, compared character by character; blanks and quotes around it are ignored."""

    type: Literal["text"]
    alphabet: str = Field(min_length=1, max_length=200)
    min_length: int = Field(1, ge=0, le=200)
    max_length: int = Field(ge=1, le=200)

    @model_validator(mode="after")
    def _sound(self) -> TextForm:
        if self.min_length > self.max_length:
            raise ValueError("min_length is above max_length")
        if not self.alphabet.isprintable() or set(self.alphabet) & set("'\"`"):
            raise ValueError("the alphabet may hold printable characters, but no quotes")
        return self

    def words(self) -> str:
        """As IntForm."""
        lengths = (
            str(self.min_length) if self.min_length == self.max_length else f"{self.min_length} to {self.max_length}"
        )
        characters = "character" if lengths == "1" else "characters"
        return f"a text of {lengths} {characters}, each one of: {visible(self.alphabet)}"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        fits = isinstance(value, str) and self.min_length <= len(value) <= self.max_length
        return fits and set(value) <= set(self.alphabet)

    def read(self, text: str) -> str:
        """As IntForm."""
        text = text.strip()
        if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
            text = text[1:-1]
        if not self.holds(text):
            raise NotInForm(self.words())
        return text

    def write(self, value: Any) -> str:
        """As IntForm."""
        text = str(value)
        return text if text and text == text.strip() and text[0] not in "*[({" else f'"{text}"'

    def draw(self, rng: random.Random) -> str:
        """As IntForm."""
        return "".join(rng.choice(self.alphabet) for _ in range(rng.randint(self.min_length, self.max_length)))

    def corners(self) -> Sequence[str]:
        """As IntForm."""
        first, last = self.alphabet[0], self.alphabet[-1]
        texts = [first * self.min_length, first * self.max_length, last * self.max_length]
        texts += [first, (self.alphabet * self.max_length)[: self.max_length]]
        return list(dict.fromkeys(t for t in texts if self.holds(t)))

    def size(self) -> int | None:
        """As IntForm."""
        letters = len(set(self.alphabet))
        return counted(sum(letters**n for n in range(self.min_length, self.max_length + 1)))


class CellForm(BaseForm):
    """A cell of a grid, `(row, column)`, counted from 1."""

    type: Literal["cell"]
    rows: int = Field(ge=1, le=100)
    columns: int = Field(ge=1, le=100)

    def words(self) -> str:
        """As IntForm."""
        return f"a cell (row, column), rows 1 to {self.rows}, columns 1 to {self.columns}"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        whole = isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value)
        return whole and 1 <= value[0] <= self.rows and 1 <= value[1] <= self.columns

    def read(self, text: str) -> list[int]:
        """As IntForm."""
        found = _CELL.fullmatch(text.strip()) or _NAMED_CELL.fullmatch(text.strip())
        if not found or not self.holds(cell := [int(found[1]), int(found[2])]):
            raise NotInForm(self.words())
        return cell

    def write(self, value: Any) -> str:
        """As IntForm."""
        return f"({value[0]}, {value[1]})"

    def draw(self, rng: random.Random) -> list[int]:
        """As IntForm."""
        return [rng.randint(1, self.rows), rng.randint(1, self.columns)]

    def corners(self) -> Sequence[list[int]]:
        """As IntForm."""
        cells = [(1, 1), (1, self.columns), (self.rows, 1), (self.rows, self.columns)]
        return [list(cell) for cell in dict.fromkeys(cells)]

    def size(self) -> int | None:
        """As IntForm."""
        return self.rows * self.columns


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").split()).casefold()


def visible(alphabet: str) -> str:
    """Write an alphabet for players; a blank is named, because nobody sees it."""
    letters = " ".join(character for character in alphabet if character != " ")
    return letters + (" and the blank" if letters else "the blank") * (" " in alphabet)


def counted(size: int) -> int | None:
    """Return a size, or None above `MANY`."""
    return size if size <= MANY else None
