"""Forms: a small grammar of trusted types, in which a description declares what players may send and answer.

A form reads a player's text into its normal value, writes it, draws values, and knows its edges and its size.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from boxwright.blackboxes.families.form_atoms import (
    BaseForm,
    BoolForm,
    CellForm,
    ChoiceForm,
    IntForm,
    NotInForm,
    TextForm,
    WordForm,
    counted,
)

_BRACKETS = set(",;()[]{}")
_COUNTS: Mapping[tuple[bool, bool], Callable[[int, int], int]] = {
    (True, True): math.perm,
    (True, False): math.comb,
    (False, True): pow,
    (False, False): lambda n, k: math.comb(n + k - 1, k),
}
"""How many sequences of k out of n values there are, by (distinct, ordered)."""


class SequenceForm(BaseForm):
    """Several values of one form, separated by commas; sorted where the order does not count."""

    type: Literal["sequence"]
    of: Form
    min_length: int = Field(1, ge=0, le=100)
    max_length: int = Field(ge=1, le=100)
    distinct: bool = False
    ordered: bool = True

    @model_validator(mode="after")
    def _sound(self) -> SequenceForm:
        size = self.of.size()
        if self.min_length > self.max_length:
            raise ValueError("min_length is above max_length")
        if self.distinct and size is not None and size < self.max_length:
            raise ValueError("max_length is above the number of different values")
        if isinstance(self.of, TextForm) and set(self.of.alphabet) & _BRACKETS:
            raise ValueError("the texts of a sequence can hold no comma, semicolon or bracket")
        if isinstance(self.of, RecordForm):
            raise ValueError("a sequence of records cannot be written on one line")
        return self

    def words(self) -> str:
        """As IntForm."""
        lengths = (
            str(self.min_length) if self.min_length == self.max_length else f"{self.min_length} to {self.max_length}"
        )
        notes = (", all different" if self.distinct else "") + ("" if self.ordered else ", in any order")
        values = "value" if lengths == "1" else "values"
        return f"{lengths} {values} separated by commas{notes}, each {self.of.words()}"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        fits = isinstance(value, list) and self.min_length <= len(value) <= self.max_length
        if not fits or not all(self.of.holds(item) for item in value):
            return False
        return not (self.distinct and len({self.of.write(v) for v in value}) < len(value)) and value == self._normal(
            value
        )

    def _normal(self, value: list[Any]) -> list[Any]:
        return value if self.ordered else sorted(value)

    def read(self, text: str) -> list[Any]:
        """As IntForm."""
        text = text.strip()
        if len(text) >= 2 and text[0] + text[-1] in ("[]", "()", "{}") and len(split(text, ",")) == 1:
            inner = text[1:-1].strip()
            text = inner if not isinstance(self.of, (CellForm, SequenceForm)) or not _opens(text) else text
        value = self._normal([self.of.read(part) for part in split(text, ",")] if text else [])
        if not self.holds(value):
            raise NotInForm(self.words())
        return value

    def write(self, value: Any) -> str:
        """As IntForm."""
        return f"[{', '.join(map(self.of.write, value))}]"

    def draw(self, rng: random.Random) -> list[Any]:
        """As IntForm."""
        length = rng.randint(self.min_length, self.max_length)
        value: list[Any] = []
        while len(value) < length:
            item = self.of.draw(rng)
            if not (self.distinct and item in value):
                value.append(item)
        return self._normal(value)

    def corners(self) -> Sequence[list[Any]]:
        """As IntForm."""
        edges = list(self.of.corners())
        rng = random.Random(0)
        short = [self.draw(rng)[: self.min_length] for _ in range(2)]
        long = [edges[0]] * self.max_length, [edges[-1]] * self.max_length
        up = (edges * self.max_length)[: self.max_length]
        found: list[list[Any]] = []
        for value in [*short, edges[:1], *long, up, up[::-1], edges[: self.max_length], self._longest(rng)]:
            if self.holds(normal := self._normal(list(value))) and normal not in found:
                found.append(normal)
        return found

    def _longest(self, rng: random.Random) -> list[Any]:
        longest = self.model_copy(update={"min_length": self.max_length})
        return longest.draw(rng)

    def size(self) -> int | None:
        """As IntForm."""
        one = self.of.size()
        if one is None:
            return None
        count = _COUNTS[self.distinct, self.ordered]
        return counted(sum(count(one, n) for n in range(self.min_length, self.max_length + 1)))


class RecordForm(BaseForm):
    """Named parts, written `name: value; name: value`."""

    type: Literal["record"]
    fields: dict[str, Form] = Field(min_length=1, max_length=10)

    @model_validator(mode="after")
    def _sound(self) -> RecordForm:
        if not all(re.fullmatch(r"[a-z][a-z0-9_]{0,30}", name) for name in self.fields):
            raise ValueError("names are lower case letters, digits and underscores")
        return self

    def words(self) -> str:
        """As IntForm."""
        parts = "; ".join(f"{name}: {form.words()}" for name, form in self.fields.items())
        return f"`{'; '.join(f'{name}: ...' for name in self.fields)}`, where {parts}"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        named = isinstance(value, dict) and set(value) == set(self.fields)
        return named and all(form.holds(value[name]) for name, form in self.fields.items())

    def read(self, text: str) -> dict[str, Any]:
        """As IntForm."""
        value: dict[str, Any] = {}
        for part in split(text.strip(), ";"):
            name, colon, rest = part.partition(":")
            name = name.strip().casefold()
            if not colon or name not in self.fields or name in value:
                raise NotInForm(self.words())
            value[name] = self.fields[name].read(rest)
        if set(value) != set(self.fields):
            raise NotInForm(self.words())
        return {name: value[name] for name in self.fields}

    def write(self, value: Any) -> str:
        """As IntForm."""
        return "; ".join(f"{name}: {form.write(value[name])}" for name, form in self.fields.items())

    def draw(self, rng: random.Random) -> dict[str, Any]:
        """As IntForm."""
        return {name: form.draw(rng) for name, form in self.fields.items()}

    def corners(self) -> Sequence[dict[str, Any]]:
        """As IntForm."""
        columns = [list(form.corners()) for form in self.fields.values()]
        longest = max(map(len, columns))
        return [{n: c[i % len(c)] for n, c in zip(self.fields, columns, strict=True)} for i in range(longest)]

    def size(self) -> int | None:
        """As IntForm."""
        sizes = [form.size() for form in self.fields.values()]
        return None if None in sizes else counted(math.prod(size or 0 for size in sizes))


Form = Annotated[
    IntForm | BoolForm | ChoiceForm | WordForm | TextForm | CellForm | SequenceForm | RecordForm,
    Field(discriminator="type"),
]
SequenceForm.model_rebuild()
RecordForm.model_rebuild()


def split(text: str, separator: str) -> list[str]:
    """Split at the separators outside brackets."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == separator and depth <= 0:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


def _opens(text: str) -> bool:
    """Whether the outer brackets hold one value, as `(1, 2)` does, and not several, as `[(1, 2), (3, 4)]` does."""
    return not any(character in "([{" for character in text[1:-1])
