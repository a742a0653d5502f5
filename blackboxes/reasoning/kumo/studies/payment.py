"""What a person is paid: a formula over how much and how well they played, read as arithmetic and never run as code."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping

from boxwright.blackboxes.faults import BoxwrightError

NAMES = ("games", "right", "success", "actions", "minutes")
"""What a formula may name: games played, right answers, their share, mean actions per game, minutes between replies."""
LONGEST = 500
_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_FUNCTIONS: Mapping[str, Callable[..., float]] = {"min": min, "max": max, "floor": math.floor, "ceil": math.ceil}
EXAMPLE = "for example 2,0.10,0.25, or '2 + 0.25*right + max(0, 3 - 0.1*minutes)'"


class Payment:
    """One formula. Raises: BoxwrightError where it cannot be read."""

    def __init__(self, formula: str) -> None:
        parts = formula.split(",")
        if len(parts) == 3 and all(part.strip().replace(".", "", 1).isdigit() for part in parts):
            formula = "{} + {}*games + {}*right".format(*parts)
        self.formula = formula
        try:
            self._tree = ast.parse(formula.strip()[:LONGEST], mode="eval").body
            self.of(dict.fromkeys(NAMES, 1.0))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise self._unreadable(str(error).splitlines()[0]) from error

    def of(self, played: Mapping[str, float]) -> float:
        """Return what somebody is paid; `played` has a number for each of NAMES. Raises: BoxwrightError."""
        try:
            paid = float(self._value(self._tree, played))
        except (ArithmeticError, TypeError) as error:
            raise self._unreadable(f"{error}, for {dict(played)}") from error
        if not math.isfinite(paid) or paid < 0:
            raise self._unreadable(f"it gives {paid:g} for {dict(played)}")
        return paid

    def _value(self, node: ast.expr, played: Mapping[str, float]) -> float:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            return float(node.value)
        if isinstance(node, ast.Name) and node.id in played:
            return played[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self._value(node.operand, played)
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](self._value(node.left, played), self._value(node.right, played))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args and not node.keywords:
            how = _FUNCTIONS.get(node.func.id)
            if how is not None:
                return how(*(self._value(each, played) for each in node.args))
        raise self._unreadable(f"{ast.unparse(node)!r} is not understood; names are {', '.join(NAMES)}")

    def _unreadable(self, why: str) -> BoxwrightError:
        return BoxwrightError(f"--pay {self.formula}: {why}; write a formula, {EXAMPLE}")
