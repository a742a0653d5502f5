"""Forms: a small grammar of trusted types, in which a description declares what players may send and answer.

A form reads a player's text into its normal value, writes it, draws values, and knows its edges and its size.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
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
from boxwright.blackboxes.families.form_equation import EquationForm
from boxwright.blackboxes.families.form_grid import GridForm
from boxwright.blackboxes.plural import plural

_BRACKETS = set(",;()[]{}")
_RANGE = re.compile(r"\s*([0-9]{1,6})\s*[-\u2013]\s*([0-9]{1,6})\s*")
_NUMBERED = re.compile(r"\s*\(?([0-9]{1,3})[.):]\s+(?=\S)(.*)")
_BETWEEN = re.compile(r"\s?(?:[;，、；]|->|[→⇒]|,?\sand\s)")
_LONGEST_LIST = 5_000
"""Characters of a text in which values are looked for that have other signs than commas between them."""
_LONGEST = 200
"""Values of a sequence, at most."""
_DRAWS = 1_000
"""Draws for a record whose parts must be apart."""
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
    min_length: int = Field(1, ge=0, le=_LONGEST)
    max_length: int = Field(ge=1, le=_LONGEST)
    distinct: bool = False
    ordered: bool = True
    ranges: bool = False
    """Whether neighbouring whole numbers may be written as `3-7`."""

    @model_validator(mode="after")
    def _sound(self) -> SequenceForm:
        size = self.of.size()
        if self.min_length > self.max_length:
            raise ValueError("min_length is above max_length")
        if self.distinct and size is not None and size < self.max_length:
            raise ValueError("max_length is above the number of different values")
        if isinstance(self.of, TextForm) and set(self.of.alphabet) & _BRACKETS:
            raise ValueError("the texts of a sequence can hold no comma, semicolon or bracket")
        if isinstance(self.of, (RecordForm, GridForm)):
            raise ValueError("a sequence of records or grids cannot be written on one line")
        if self.ranges and not (isinstance(self.of, IntForm) and self.of.min >= 0):
            raise ValueError("ranges are of whole numbers that are not negative")
        return self

    def words(self) -> str:
        """As IntForm."""
        ranges = " (3-7 stands for 3, 4, 5, 6, 7)" if self.ranges else ""
        return f"{self.how_many} separated by commas{self.notes}, each {self.of.words()}{ranges}"

    @property
    def how_many(self) -> str:
        """How many values there are: `3 to 7 values`."""
        if self.min_length == self.max_length:
            return plural(self.min_length, "value")
        return f"{self.min_length} to {self.max_length} values"

    @property
    def notes(self) -> str:
        """What else is asked of the values."""
        return (", all different" if self.distinct else "") + ("" if self.ordered else ", in any order")

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
        try:
            return self._read(text)
        except NotInForm:
            listed = self._listed(text) if len(text) <= _LONGEST_LIST else text
            if listed == text:
                raise
            return self._read(listed)

    def _listed(self, text: str) -> str:
        """Return values with commas between them that stand one per line, numbered, or with other signs between."""
        lines = [line for line in text.splitlines() if line.strip()]
        found = [_NUMBERED.fullmatch(line) for line in lines]
        if len(lines) > 1 and [item[1] for item in found if item] == [str(n + 1) for n in range(len(lines))]:
            lines = [item[2] for item in found if item]
        elif len(lines) > 1:
            lines = [re.sub(r"\A\s*[-•*]\s+", "", line) for line in lines]
        text = ",".join(line.strip().rstrip(",") for line in lines)
        marks = "`" if isinstance(self.of, TextForm) else '`*"“”'
        bare = text.translate(dict.fromkeys(map(ord, marks)))
        text = _BETWEEN.sub(",", bare if bare.strip() else text)
        text = re.sub(r"\\([{}])", r"\1", text)
        one_word = isinstance(self.of, (IntForm, WordForm)) and not set(text) & _BRACKETS
        return re.sub(r"\s+", ",", text.strip()) if one_word else text

    def _read(self, text: str) -> list[Any]:
        text = text.strip()
        if len(text) >= 2 and text[0] + text[-1] in ("[]", "()", "{}") and len(split(text, ",")) == 1:
            inner = text[1:-1].strip()
            text = inner if not isinstance(self.of, (CellForm, SequenceForm)) or not _opens(text) else text
        value = self._normal([item for part in split(text, ",") for item in self._items(part)] if text else [])
        if not self.holds(value):
            raise NotInForm(self.words())
        return value

    def _items(self, part: str) -> list[Any]:
        found = _RANGE.fullmatch(part) if self.ranges else None
        if found is None:
            return [self.of.read(part)]
        first, last = int(found[1]), int(found[2])
        if not 0 <= last - first < _LONGEST:
            raise NotInForm(self.words())
        return list(range(first, last + 1))

    def write(self, value: Any) -> str:
        """As IntForm."""
        return f"[{', '.join(_runs(value) if self.ranges else map(self.of.write, value))}]"

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
    distinct: bool = False
    """Whether no value may stand in two parts; of a sequence each item counts."""

    @model_validator(mode="after")
    def _sound(self) -> RecordForm:
        if not all(re.fullmatch(r"[a-z][a-z0-9_]{0,30}", name) for name in self.fields):
            raise ValueError("names are lower case letters, digits and underscores")
        if self.distinct and not next(self._drawn(random.Random(0)), None):
            raise ValueError("distinct: there are too few different values for all parts")
        return self

    def words(self) -> str:
        """As IntForm."""
        parts = "; ".join(f"{name}: {form.words()}" for name, form in self.fields.items())
        apart = "; nothing may stand in two of these" if self.distinct else ""
        return f"`{'; '.join(f'{name}: ...' for name in self.fields)}`, where {parts}{apart}"

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        named = isinstance(value, dict) and set(value) == set(self.fields)
        fits = named and all(form.holds(value[name]) for name, form in self.fields.items())
        return fits and not (self.distinct and self._meets(value))

    def _meets(self, value: Mapping[str, Any]) -> bool:
        """Whether something stands in two parts."""
        parts = [{repr(v) for v in (part if isinstance(part, list) else [part])} for part in value.values()]
        return len(set[str]().union(*parts)) < sum(map(len, parts))

    def read(self, text: str) -> dict[str, Any]:
        """As IntForm."""
        try:
            return self._of_parts([part.partition(":") for part in split(text.strip(), ";")])
        except NotInForm:
            bare = text.strip() if len(text) <= _LONGEST_LIST else ""
            bare = bare[1:-1] if bare[:1] + bare[-1:] == "{}" else bare
            before, *rest = self._names.split(bare)
            if before.strip():
                raise
            return self._of_parts(
                [(name, ":", _unquoted(part)) for name, part in zip(rest[::2], rest[1::2], strict=True)]
            )

    @cached_property
    def _names(self) -> re.Pattern[str]:
        """A part's name where a part begins, however it is written: `**name** =`, `"name":`, `- name:`."""
        sign = r"[*_`\"']*"
        names = "|".join(map(re.escape, self.fields))
        begins = r"(?:\A|[;,|\n]|\sand\s)\s*(?:[-•*]\s+)?"
        return re.compile(rf"{begins}{sign}({names}){sign}\s*(?:[:=→]|->){sign}", re.IGNORECASE)

    def _of_parts(self, parts: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
        """Read texts with a name and a colon. Raises: NotInForm."""
        value: dict[str, Any] = {}
        for said, colon, rest in parts:
            name = said.strip().casefold()
            if not colon or name not in self.fields or name in value:
                raise NotInForm(self.words())
            value[name] = self.fields[name].read(rest)
        if set(value) != set(self.fields) or (self.distinct and self._meets(value)):
            raise NotInForm(self.words())
        return {name: value[name] for name in self.fields}

    def write(self, value: Any) -> str:
        """As IntForm."""
        return "; ".join(f"{name}: {form.write(value[name])}" for name, form in self.fields.items())

    def draw(self, rng: random.Random) -> dict[str, Any]:
        """As IntForm."""
        return next(self._drawn(rng))

    def _drawn(self, rng: random.Random) -> Iterator[dict[str, Any]]:
        """Yield drawn values; where parts must be apart, what stands in an earlier part is left out of a later one."""
        for _ in range(_DRAWS):
            value = {name: form.draw(rng) for name, form in self.fields.items()}
            if self.distinct:
                value = self._apart(value)
            if self.holds(value):
                yield value

    def _apart(self, value: Mapping[str, Any]) -> dict[str, Any]:
        seen: list[Any] = []
        made = {}
        for name, part in value.items():
            made[name] = [item for item in part if item not in seen] if isinstance(part, list) else part
            seen += made[name] if isinstance(part, list) else [part]
        return made

    def corners(self) -> Sequence[dict[str, Any]]:
        """As IntForm."""
        columns = [list(form.corners()) for form in self.fields.values()]
        longest = max(map(len, columns))
        found = [{n: c[i % len(c)] for n, c in zip(self.fields, columns, strict=True)} for i in range(longest)]
        if self.distinct:
            apart = [*map(self._apart, found), *(self.draw(random.Random(seed)) for seed in range(3))]
            return [value for i, value in enumerate(apart) if self.holds(value) and value not in apart[:i]]
        return found

    def size(self) -> int | None:
        """As IntForm; not counted where parts must be apart."""
        sizes = [None if self.distinct else form.size() for form in self.fields.values()]
        return None if None in sizes else counted(math.prod(size or 0 for size in sizes))


Form = Annotated[
    IntForm
    | BoolForm
    | ChoiceForm
    | WordForm
    | TextForm
    | CellForm
    | GridForm
    | EquationForm
    | SequenceForm
    | RecordForm,
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


def _unquoted(part: str) -> str:
    """Return the text of `"1, 2"`, as parts of an object may be written."""
    return re.sub(r"""\A\s*+["']([^"']*)["']\s*+\Z""", r"\1", part)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Yield whole numbers as texts, three or more in a row as `3-5`."""
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            run = numbers[start:end]
            yield from [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
            start = end


def _opens(text: str) -> bool:
    """Whether the outer brackets hold one value, as `(1, 2)` does, and not several, as `[(1, 2), (3, 4)]` does."""
    return not any(character in "([{" for character in text[1:-1])
