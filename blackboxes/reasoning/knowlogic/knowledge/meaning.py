"""What a relation means: an expression over the attributes of what fills its places, read once and evaluated often.

`a.row == b.row and abs(a.column - b.column) == 1` is such an expression. `a`, `b` and `c` are records: the attributes
of a slot and of the entity in it. An attribute that is a link (`father`) gives another record, or nothing; whatever is
asked of nothing is nothing, and every comparison with nothing is false. A definition may be used by its name:
`brother(a, b.father)`. Nothing else is understood: no calls but these and `abs`, no subscripts, no names of Python.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MOST_NODES = 400
"""The largest expression, so that reading a file takes bounded time."""
_LARGEST = 10**12
DEEPEST = 12
"""How deep definitions may use each other."""


class BadMeaning(ValueError):
    """An expression that cannot be understood; the message says which part."""


@dataclass(frozen=True)
class Record:
    """A slot with the entity in it, as expressions see it. Two records are the same if their keys are."""

    key: str
    attributes: Mapping[str, Any] = field(compare=False)
    """A link's value is itself a Record, or None."""


@dataclass(frozen=True)
class Definition:
    """A named expression with parameters, e.g. `sibling(x, y)`."""

    parameters: tuple[str, ...]
    body: ast.expr


_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}


def parse(text: str) -> ast.expr:
    """Parse an expression. Raises: BadMeaning."""
    try:
        body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadMeaning(f"{text.strip()!r} is no expression") from None
    nodes = list(ast.walk(body))
    if len(nodes) > MOST_NODES:
        raise BadMeaning(f"an expression of {len(nodes)} parts is too long; use definitions")
    for node in nodes:
        _check_node(node)
    return body


_ALLOWED = (
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Compare, ast.Call),
    *(ast.Attribute, ast.Name, ast.Constant, ast.Load, *_COMPARE, *_ARITHMETIC),
)


def _check_node(node: ast.AST) -> None:
    if not isinstance(node, _ALLOWED):
        raise BadMeaning(f"{type(node).__name__} is not understood in an expression")
    if isinstance(node, ast.Call) and (not isinstance(node.func, ast.Name) or node.keywords):
        raise BadMeaning("only a definition, or abs, may be called, with plain arguments")
    if isinstance(node, ast.Constant) and type(node.value) not in (int, str):
        raise BadMeaning(f"{node.value!r} is neither a whole number nor a text")


def names_of(body: ast.expr) -> set[str]:
    """Return the free names of an expression, without the functions that it calls."""
    called = {node.func for node in ast.walk(body) if isinstance(node, ast.Call)}
    return {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and node not in called}


def calls_of(body: ast.expr) -> dict[str, int]:
    """Return the functions that an expression calls, with the number of their arguments."""
    calls = (node for node in ast.walk(body) if isinstance(node, ast.Call))
    return {call.func.id: len(call.args) for call in calls if isinstance(call.func, ast.Name)}


def attributes_of(body: ast.expr) -> set[str]:
    """Return the attributes that an expression asks for."""
    return {node.attr for node in ast.walk(body) if isinstance(node, ast.Attribute)}


def check_names(body: ast.expr, names: Sequence[str], definitions: Mapping[str, Definition]) -> None:
    """Check that an expression uses known names only. Raises: BadMeaning."""
    unknown = sorted(names_of(body) - set(names))
    if unknown:
        raise BadMeaning(f"the name {unknown[0]!r} is not known; there are {', '.join(names)}")
    for name, arguments in calls_of(body).items():
        if name == "abs" and arguments == 1:
            continue
        if name not in definitions:
            known = ", ".join(["abs", *definitions])
            raise BadMeaning(f"there is no definition {name!r} (before this line); there are {known}")
        wanted = len(definitions[name].parameters)
        if arguments != wanted:
            raise BadMeaning(f"{name} takes {wanted} arguments, not {arguments}")


def evaluate(body: ast.expr, names: Mapping[str, Any], definitions: Mapping[str, Definition], depth: int = 0) -> Any:
    """Return the value of an expression; None where something is asked of nothing. Raises: BadMeaning."""
    if depth > DEEPEST:
        raise BadMeaning("definitions use each other too deeply")
    return _Evaluation(names, definitions, depth).value(body)


class _Evaluation:
    """One expression with its names."""

    def __init__(self, names: Mapping[str, Any], definitions: Mapping[str, Definition], depth: int) -> None:
        self.names, self.definitions, self.depth = names, definitions, depth

    def value(self, node: ast.expr) -> Any:
        method: Callable[[Any], Any] = getattr(self, f"_{type(node).__name__.lower()}")
        return method(node)

    def _constant(self, node: ast.Constant) -> Any:
        return node.value

    def _name(self, node: ast.Name) -> Any:
        return self.names[node.id]

    def _attribute(self, node: ast.Attribute) -> Any:
        record = self.value(node.value)
        if record is None:
            return None
        if not isinstance(record, Record):
            raise BadMeaning(f"{ast.unparse(node.value)} has no attributes")
        return record.attributes.get(node.attr)

    def _boolop(self, node: ast.BoolOp) -> bool:
        if isinstance(node.op, ast.And):
            return all(self.value(part) for part in node.values)
        return any(self.value(part) for part in node.values)

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return not value
        return None if value is None else -value

    def _binop(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if left is None or right is None:
            return None
        try:
            if type(left) is int and type(right) is int and abs(left) < _LARGEST and abs(right) < _LARGEST:
                return _ARITHMETIC[type(node.op)](left, right)
        except ZeroDivisionError:
            pass
        raise BadMeaning(f"{ast.unparse(node)} cannot be computed from {left!r} and {right!r}")

    def _compare(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for sign, other in zip(node.ops, node.comparators, strict=True):
            right = self.value(other)
            if left is None or right is None:
                return False
            try:
                if not _COMPARE[type(sign)](left, right):
                    return False
            except TypeError:
                raise BadMeaning(f"{ast.unparse(node)} compares things of different kinds") from None
            left = right
        return True

    def _call(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Name)
        arguments = [self.value(argument) for argument in node.args]
        if node.func.id == "abs":
            return None if arguments[0] is None else abs(arguments[0])
        definition = self.definitions[node.func.id]
        constants = {name: value for name, value in self.names.items() if not isinstance(value, Record)}
        names = {**constants, **dict(zip(definition.parameters, arguments, strict=True))}
        return evaluate(definition.body, names, self.definitions, self.depth + 1)
