"""A hidden equation of fifteen characters; marks A, M, X."""

from __future__ import annotations

import ast
import operator
import random
from collections import Counter
from fractions import Fraction
from typing import Any

OPERATORS: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def new_hidden(seed: int) -> dict[str, Any]:
    """Draw left sides until one fits."""
    rng = random.Random(seed)
    while True:
        left = f"{rng.randint(1, 99)}"
        for _ in range(rng.choice([2, 3, 4])):
            left += rng.choice("+-*/")
            left += f"{rng.randint(1, 99)}"
        total = _value(ast.parse(left, mode="eval").body)
        equation = f"{left}={total}"
        if total >= 0 and total == int(total) and len(equation) == 15:
            return {"equation": equation}


def _value(node: Any) -> Fraction:
    """Walk the syntax tree, in exact fractions."""
    if isinstance(node, ast.BinOp):
        made: Fraction = OPERATORS[type(node.op)](_value(node.left), _value(node.right))
        return made
    return Fraction(node.value)


def feedback(hidden: dict[str, Any], query: str, turn: int) -> str:
    """Marks by counting what is left of every character."""
    pairs = list(zip(hidden["equation"], query, strict=True))
    spare = Counter(right for right, asked in pairs if right != asked)
    marks = ""
    for right, asked in pairs:
        if right == asked:
            marks += "A"
        else:
            marks += "M" if spare[asked] > 0 else "X"
            spare[asked] -= 1
    return marks


def solution(hidden: dict[str, Any]) -> str:
    """The equation."""
    return str(hidden["equation"])
