"""The form of an equation that is true: whole numbers joined by + - * / on the left, a whole number on the right."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field

from boxwright.blackboxes.families.form_atoms import BaseForm, NotInForm

_NUMBER = r"(?:0|[1-9][0-9]*)"
_EQUATION = re.compile(rf"({_NUMBER}(?:[-+*/]{_NUMBER})+)=({_NUMBER})")


_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "\u2212": "-"})
"""Signs that models write for those of an equation."""


class EquationForm(BaseForm):
    """A true equation of so many characters; blanks in it are ignored."""

    type: Literal["equation"]
    length: int = Field(ge=5, le=30)

    def words(self) -> str:
        """As IntForm."""
        return (
            f"a true equation of exactly {self.length} characters: two or more whole numbers joined by + - * / on the "
            "left (* and / before + and -, fractions may occur on the way), then =, then one whole number; no number "
            "begins with a superfluous 0, and none has a sign"
        )

    def holds(self, value: Any) -> bool:
        """As IntForm."""
        found = _EQUATION.fullmatch(value) if isinstance(value, str) and len(value) == self.length else None
        return found is not None and value_of(found[1]) == int(found[2])

    def read(self, text: str) -> str:
        """As IntForm."""
        equation = "".join(text.split()).strip("'\"").translate(_SIGNS) if len(text) < 1_000 else ""
        if not self.holds(equation):
            raise NotInForm(self.words())
        return equation

    def write(self, value: Any) -> str:
        """As IntForm."""
        return str(value)

    def draw(self, rng: random.Random) -> str:
        """As IntForm: sums are drawn until one has a whole value that fills the rest of the length."""
        while True:
            left = str(rng.randint(1, 99))
            wanted = rng.randint(3, self.length - 2)
            while len(left) < wanted:
                left += rng.choice("+-*/") + str(rng.randint(1, 99 if rng.random() < 0.6 else 9))
            equation = f"{left}={value_of(left)}"
            if self.holds(equation):
                return equation

    def corners(self) -> Sequence[str]:
        """As IntForm."""
        rng = random.Random(0)
        return list(dict.fromkeys(self.draw(rng) for _ in range(6)))

    def size(self) -> int | None:
        """As IntForm: there are too many to count."""
        return None


def value_of(sum_: str) -> Fraction | None:
    """Return the exact value of whole numbers joined by + - * /, * and / first; None where it divides by 0."""
    total = Fraction(0)
    for sign, product in re.findall(r"(^|[-+])([0-9*/]+)", sum_):
        value = Fraction(1)
        for operator, number in re.findall(r"(^|[*/])([0-9]+)", product):
            if operator == "/" and int(number) == 0:
                return None
            value = value / int(number) if operator == "/" else value * int(number)
        total += -value if sign == "-" else value
    return total
