"""Reads the values of an original data module: literals and the few set expressions that the modules use, never run.

Understood are literals, f-strings without formats, names assigned before (also several at once: `A = B = ...` and
`A, B = ...`), `set(...)`, `list(...)`, `tuple(...)`, `frozenset(...)`, `sorted(...)`, `dict(...)`, `float("inf")`, the
methods in _METHODS, a value by its key, `+`, `|`, `-`, `&` and `^` of collections, `+`, `-`, `*` and `/` of numbers, a
choice by a condition, and comprehensions over one or more collections whose conditions compare. A name has the value
that it was last assigned above. Everything else is refused by its line, and so is a value that some statement changes
in place.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

MOST_STEPS = 1_000_000
"""Expressions that one module may take; the largest original one takes some ten thousand."""
MOST_ITEMS = 100_000
"""Items that one collection may have."""
MOST_MADE = 10_000_000
"""Items of all collections and letters of all texts together, counting an item in each collection that holds it."""
LARGEST = 1e12
"""Larger numbers are not computed with."""
_MAKERS: Mapping[str, Callable[..., Any]] = {
    "set": set,
    "frozenset": frozenset,
    "list": list,
    "tuple": tuple,
    "sorted": sorted,
}
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.BitOr: operator.or_,
    ast.Sub: operator.sub,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.Add: operator.add,
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_METHODS: Mapping[str, tuple[tuple[type, ...], Callable[..., Any]]] = {
    "keys": ((dict,), lambda whole: list(whole)),
    "values": ((dict,), lambda whole: list(whole.values())),
    "items": ((dict,), lambda whole: list(whole.items())),
    "copy": ((dict, list, set), lambda whole: whole.copy()),
    "union": ((set, frozenset), lambda whole, *others: whole.union(*others)),
    "difference": ((set, frozenset), lambda whole, *others: whole.difference(*others)),
    "intersection": ((set, frozenset), lambda whole, *others: whole.intersection(*others)),
    "split": ((str,), lambda text, *by: text.split(*by)),
    "splitlines": ((str,), lambda text: text.splitlines()),
    "strip": ((str,), lambda text: text.strip()),
}
"""Methods that are called: of which types, and how."""
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.In: lambda item, whole: item in whole,
    ast.NotIn: lambda item, whole: item not in whole,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_COLLECTIONS = (list, tuple, set, frozenset, dict, str)


class NotAValue(Exception):
    """An expression outside of what is understood."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


class Module:
    """The values that a module assigns at its top level, computed when they are asked for."""

    def __init__(self, tree: ast.Module) -> None:
        self._assigned: dict[str, list[tuple[int, ast.expr]]] = {}
        """Per name its assignments: where they stand among all assignments, and the expressions."""
        for place, (name, node) in enumerate(_assignments(tree)):
            self._assigned.setdefault(name, []).append((place, node))
        self._changed = dict(_changed_in_place(tree))
        self._values: dict[int, Any] = {}
        self._steps = self._total = 0
        self._weights: dict[int, tuple[Any, int]] = {}
        """Per collection the items in it and in what it holds; the collection itself, so that no other has its id."""
        self._at = sum(map(len, self._assigned.values()))
        """The assignment that is computed: names have their values above it."""

    def __contains__(self, name: str) -> bool:
        return name in self._assigned or name in self._changed

    def value(self, name: str) -> Any:
        """Return the value of a name. Raises: NotAValue."""
        if name in self._changed:
            raise NotAValue(self._changed[name], f"{name} is changed here")
        place, node = [each for each in self._assigned[name] if each[0] < self._at][-1]
        if place not in self._values:
            self._at, outside = place, self._at
            self._values[place] = self._evaluate(node, {})
            self._at = outside
        return self._values[place]

    def _has_value(self, name: str) -> bool:
        return name in self._changed or any(place < self._at for place, _ in self._assigned.get(name, ()))

    def _evaluate(self, node: ast.expr, bound: Mapping[str, Any]) -> Any:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NotAValue(node.lineno, "the module computes too much")
        how = getattr(self, f"_{type(node).__name__.lower()}", None)
        if how is None:
            raise NotAValue(node.lineno, f"{ast.unparse(node)[:60]!r} is not understood")
        try:
            value = how(node, bound)
        except (TypeError, ValueError, LookupError, ArithmeticError) as error:
            raise NotAValue(node.lineno, f"{ast.unparse(node)[:60]!r}: {error}") from error
        if isinstance(value, _COLLECTIONS) and len(value) > MOST_ITEMS:
            raise NotAValue(node.lineno, "the collection is too large")
        if isinstance(value, _COLLECTIONS) and (self._weight(value) > MOST_MADE or self._total > MOST_MADE):
            raise NotAValue(node.lineno, "the module computes too much")
        return value

    def _weight(self, value: Any) -> int:
        """Return how many items a collection holds, those of the collections in it included."""
        if not isinstance(value, _COLLECTIONS):
            return 1
        if id(value) not in self._weights:
            parts = [*value, *value.values()] if isinstance(value, dict) else () if isinstance(value, str) else value
            self._total += len(value)
            self._weights[id(value)] = value, 1 + sum(map(self._weight, parts))
        return self._weights[id(value)][1]

    def _constant(self, node: ast.Constant, bound: Mapping[str, Any]) -> Any:
        return node.value

    def _joinedstr(self, node: ast.JoinedStr, bound: Mapping[str, Any]) -> str:
        return "".join(str(self._evaluate(part, bound)) for part in node.values)

    def _formattedvalue(self, node: ast.FormattedValue, bound: Mapping[str, Any]) -> Any:
        value = self._evaluate(node.value, bound)
        if node.format_spec is None and node.conversion == -1 and isinstance(value, str | int | float):
            return value
        raise NotAValue(node.lineno, f"{ast.unparse(node)[:60]!r} is not understood")

    def _name(self, node: ast.Name, bound: Mapping[str, Any]) -> Any:
        if node.id in bound:
            return bound[node.id]
        if self._has_value(node.id):
            return self.value(node.id)
        if node.id in ("str", "float", "int"):  # the type of an action's outcomes
            return {"str": str, "float": float, "int": int}[node.id]
        raise NotAValue(node.lineno, f"{node.id} is not assigned")

    def _list(self, node: ast.List, bound: Mapping[str, Any]) -> list[Any]:
        return list(self._items(node.elts, bound))

    def _tuple(self, node: ast.Tuple, bound: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(self._items(node.elts, bound))

    def _set(self, node: ast.Set, bound: Mapping[str, Any]) -> set[Any]:
        return set(self._items(node.elts, bound))

    def _items(self, nodes: list[ast.expr], bound: Mapping[str, Any]) -> Iterator[Any]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from self._evaluate(node.value, bound)
            else:
                yield self._evaluate(node, bound)

    def _dict(self, node: ast.Dict, bound: Mapping[str, Any]) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                made.update(self._evaluate(value, bound))
            else:
                made[self._evaluate(key, bound)] = self._evaluate(value, bound)
        return made

    def _unaryop(self, node: ast.UnaryOp, bound: Mapping[str, Any]) -> Any:
        value = self._evaluate(node.operand, bound)
        if isinstance(node.op, ast.Not):
            return not value
        if isinstance(node.op, ast.USub | ast.UAdd) and type(value) in (int, float):
            return -value if isinstance(node.op, ast.USub) else value
        raise NotAValue(node.lineno, f"{ast.unparse(node)[:60]!r} is not understood")

    def _binop(self, node: ast.BinOp, bound: Mapping[str, Any]) -> Any:
        both = one, other = self._evaluate(node.left, bound), self._evaluate(node.right, bound)
        if type(node.op) in _OPERATORS and all(isinstance(each, _COLLECTIONS) for each in both):
            return _OPERATORS[type(node.op)](one, other)
        small = all(type(each) in (int, float) and abs(each) <= LARGEST for each in both)
        if type(node.op) in _ARITHMETIC and small:
            return _ARITHMETIC[type(node.op)](one, other)
        raise NotAValue(node.lineno, f"{ast.unparse(node)[:60]!r} is not understood")

    def _ifexp(self, node: ast.IfExp, bound: Mapping[str, Any]) -> Any:
        return self._evaluate(node.body if self._evaluate(node.test, bound) else node.orelse, bound)

    def _subscript(self, node: ast.Subscript, bound: Mapping[str, Any]) -> Any:
        return self._evaluate(node.value, bound)[self._evaluate(node.slice, bound)]

    def _boolop(self, node: ast.BoolOp, bound: Mapping[str, Any]) -> bool:
        together = all if isinstance(node.op, ast.And) else any
        return together(self._evaluate(value, bound) for value in node.values)

    def _compare(self, node: ast.Compare, bound: Mapping[str, Any]) -> bool:
        one = self._evaluate(node.left, bound)
        for kind, right in zip(node.ops, node.comparators, strict=True):
            if type(kind) not in _COMPARISONS:
                raise NotAValue(node.lineno, f"{ast.unparse(node)[:60]!r} is not understood")
            other = self._evaluate(right, bound)
            if not _COMPARISONS[type(kind)](one, other):
                return False
            one = other
        return True

    def _call(self, node: ast.Call, bound: Mapping[str, Any]) -> Any:
        if isinstance(node.func, ast.Name) and not self._has_value(node.func.id):
            named = {each.arg: self._evaluate(each.value, bound) for each in node.keywords if each.arg}
            if len(named) == len(node.keywords) and (node.func.id == "dict" or not named):
                return self._made(node, node.func.id, list(self._items(node.args, bound)), named)
        if not node.keywords and isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            whole = self._evaluate(node.func.value, bound)
            types, how = _METHODS[node.func.attr]
            if isinstance(whole, types):
                return how(whole, *self._items(node.args, bound))
        raise NotAValue(node.lineno, f"the call {ast.unparse(node)[:60]!r} is not made")

    def _made(self, node: ast.Call, name: str, given: list[Any], named: dict[str, Any]) -> Any:
        if name in _MAKERS and len(given) <= 1:
            return _MAKERS[name](_in_order(given[0]) if given else [])
        if name == "dict" and len(given) <= 1:
            return dict(*given, **named)
        if name == "float" and given in (["inf"], ["-inf"]):
            return float(given[0])
        raise NotAValue(node.lineno, f"the call {ast.unparse(node)[:60]!r} is not made")

    def _dictcomp(self, node: ast.DictComp, bound: Mapping[str, Any]) -> dict[Any, Any]:
        rounds = self._bindings(node.generators, bound)
        return {self._evaluate(node.key, each): self._evaluate(node.value, each) for each in rounds}

    def _setcomp(self, node: ast.SetComp, bound: Mapping[str, Any]) -> set[Any]:
        return {self._evaluate(node.elt, each) for each in self._bindings(node.generators, bound)}

    def _listcomp(self, node: ast.ListComp, bound: Mapping[str, Any]) -> list[Any]:
        return [self._evaluate(node.elt, each) for each in self._bindings(node.generators, bound)]

    def _generatorexp(self, node: ast.GeneratorExp, bound: Mapping[str, Any]) -> list[Any]:
        return [self._evaluate(node.elt, each) for each in self._bindings(node.generators, bound)]

    def _bindings(self, loops: list[ast.comprehension], bound: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Yield the names' values for each round of the loops of a comprehension."""
        if not loops:
            yield bound
            return
        loop = loops[0]
        for item in _in_order(self._evaluate(loop.iter, bound)):
            inner = {**bound, **_unpacked(loop.target, item)}
            if all(self._evaluate(test, inner) for test in loop.ifs):
                yield from self._bindings(loops[1:], inner)


def _unpacked(target: ast.expr, item: Any) -> dict[str, Any]:
    """Return the names of a loop's target and their values. Raises: NotAValue; ValueError where the numbers differ."""
    if isinstance(target, ast.Name):
        return {target.id: item}
    if isinstance(target, ast.Tuple):
        pairs = zip(target.elts, item, strict=True)
        return {name: value for each, part in pairs for name, value in _unpacked(each, part).items()}
    raise NotAValue(target.lineno, f"the loop over {ast.unparse(target)!r} is not understood")


def _in_order(whole: Any) -> list[Any]:
    """Return the items of a collection; those of a set sorted, so that every run sees the same order."""
    return sorted(whole, key=repr) if isinstance(whole, set | frozenset) else list(whole)


def _assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name that is assigned at the top level, and its value, in order; `A |= B` assigns `A | B`."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from (pair for target in node.targets for pair in _pairs(target, node.value))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
            yield node.target.id, ast.copy_location(ast.BinOp(before, node.op, node.value), node)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that one target stands for, each with its own expression: `A, B = 1, 2`."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        for place, each in enumerate(target.elts):
            part = ast.Subscript(value, ast.copy_location(ast.Constant(place), value), ast.Load())
            yield from _pairs(each, ast.copy_location(part, value))


_HARMLESS = frozenset((*_METHODS, "get", "index", "count"))
"""Methods of collections that change nothing."""


def _changed_in_place(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield each name that a statement changes in another way than by a plain assignment, and the statement's line.

    What changes a loop's variable changes the collection that the loop goes over, and `A = B[key]` is a part of B.
    """
    whole = {id(target) for node in tree.body for target in _targets(node) if isinstance(target, ast.Name)}
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    goes_over = {name: over for loop in loops if (over := _root(loop.iter)) for name in _names_in(loop.target)}
    parts = [
        node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.Name)
    ]
    goes_over |= {name: of for node in parts if (of := _root(node.value)) for name in _names_in(node.targets[0])}
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt | ast.expr):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr not in _HARMLESS:
            changed: list[ast.expr] = [node.func.value]
        else:
            changed = [target for target in _targets(node) if id(target) not in whole]
        for name in filter(None, map(_root, changed)):
            yield name, node.lineno
            while isinstance(node, ast.Call | ast.Assign | ast.AugAssign | ast.Delete) and name in goes_over:
                name = goes_over.pop(name)
                yield name, node.lineno


def _targets(node: ast.AST) -> list[ast.expr]:
    """Return what a statement assigns or deletes."""
    if isinstance(node, ast.Assign | ast.Delete):
        return [each for target in node.targets for each in getattr(target, "elts", [target])]
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For) else []


def _names_in(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def _root(node: ast.expr) -> str | None:
    """Return the name that an expression such as `name[key].field` belongs to."""
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call | ast.Starred):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None
