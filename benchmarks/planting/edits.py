"""Faults that are changes of one node of the syntax tree: operators, constants, off-by-one, branches, guards ..."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import TypeVar

from benchmarks.planting.mutant import Mutant, replaced, shown, sites
from benchmarks.planting.resets import dropped_resets

Node = TypeVar("Node", bound=ast.AST)
Edit = tuple[str, ast.AST]
"""The kind of fault, and the node's replacement."""

BINARY: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult, ast.Mod),
    ast.Mod: (ast.FloorDiv, ast.Mult),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitAnd, ast.BitOr),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
COMPARED: dict[type[ast.cmpop], tuple[tuple[str, type[ast.cmpop]], ...]] = {
    ast.Eq: (("operator", ast.NotEq),),
    ast.NotEq: (("operator", ast.Eq),),
    ast.Lt: (("off-by-one", ast.LtE), ("operator", ast.GtE)),
    ast.LtE: (("off-by-one", ast.Lt), ("operator", ast.Gt)),
    ast.Gt: (("off-by-one", ast.GtE), ("operator", ast.LtE)),
    ast.GtE: (("off-by-one", ast.Gt), ("operator", ast.Lt)),
    ast.In: (("operator", ast.NotIn),),
    ast.NotIn: (("operator", ast.In),),
    ast.Is: (("operator", ast.IsNot),),
    ast.IsNot: (("operator", ast.Is),),
}
CASES = {"upper": "lower", "lower": "upper", "isupper": "islower", "islower": "isupper", "swapcase": "lower"}
NAMES = {"min": "max", "max": "min", "sin": "cos", "cos": "sin", "any": "all", "all": "any", "floor": "ceil"}
UNORDERED = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)


def tree_mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module that changes one node, in the order of the nodes."""
    tree = ast.parse(source)
    for site in list(sites(tree)):
        for kind, new in list(_edits(site.node)):
            text = replaced(tree, site, new)
            if text is not None:
                yield Mutant(kind, getattr(site.node, "lineno", 0), f"{shown(site.node)} → {shown(new)}", text)
    yield from dropped_resets(tree)


def _edits(node: ast.AST) -> Iterator[Edit]:
    for find in _FINDERS:
        yield from find(node)


def _operators(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        for other in BINARY.get(type(node.op), ()):
            yield "operator", _with(node, op=other())
    if isinstance(node, ast.BinOp) and not isinstance(node.op, UNORDERED):
        yield "operator", _with(node, left=node.right, right=node.left)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for kind, compared in COMPARED[type(node.ops[0])]:
            yield kind, _with(node, ops=[compared()])
    if isinstance(node, ast.BoolOp):
        yield "operator", _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    if isinstance(node, ast.UnaryOp):
        yield "operator", node.operand


def _constants(node: ast.AST) -> Iterator[Edit]:
    if not isinstance(node, ast.Constant):
        return
    value = node.value
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int):
        yield "off-by-one", ast.Constant(value + 1)
        yield "off-by-one", ast.Constant(value - 1)
        yield "constant", ast.Constant(value * 2 + 3)
        yield "constant", ast.Constant(0 if value else 2)
    elif isinstance(value, float):
        yield from (("constant", ast.Constant(number)) for number in (value * 1.01, -value, value + 1))
    elif isinstance(value, str):
        yield from (("constant", ast.Constant(text)) for text in _other_texts(value))
        if len(value) == 1 and value.isalpha():
            yield "case handling", ast.Constant(value.swapcase())


def _other_texts(text: str) -> Iterator[str]:
    yield text[:-1] if text else "x"
    if len(text) == 1:
        yield chr(ord(text) + 1)
    if len(text) > 1:
        yield text[1] + text[0] + text[2:]
        yield f"{text[:-1]}{text[0]}"


def _off_by_one(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield from (("off-by-one", _with(node, slice=moved)) for moved in _moved_index(node.slice))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "range":
            for place, bound in enumerate(node.args):
                for other in _moved(bound):
                    args = [*node.args[:place], other, *node.args[place + 1 :]]
                    yield "off-by-one", _with(node, args=args)
        if node.func.id == "len":
            yield from (("off-by-one", other) for other in _moved(node))


def _moved_index(index: ast.expr) -> Iterator[ast.expr]:
    if not isinstance(index, ast.Slice):
        yield from _moved(index)
        return
    for name in ("lower", "upper"):
        bound = getattr(index, name)
        if bound is not None:
            yield from (_with(index, **{name: other}) for other in _moved(bound))
        elif index.step is None or not isinstance(index.step, ast.UnaryOp):
            yield _with(index, **{name: ast.Constant(1 if name == "lower" else -1)})


def _moved(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.Constant):  # the constants' own edits do that
        return
    for step in (ast.Add(), ast.Sub()):
        yield ast.BinOp(value, step, ast.Constant(1))


def _branches(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.If):
        yield "swapped branches", _with(node, test=_negated(node.test))
        yield "swapped branches", _with(node, test=ast.Constant(False))
        yield "swapped branches", _with(node, test=ast.Constant(True))
    if isinstance(node, ast.IfExp):
        yield "swapped branches", _with(node, body=node.orelse, orelse=node.body)
        yield from (("swapped branches", side) for side in (node.body, node.orelse))
    if isinstance(node, ast.comprehension):
        for place, test in enumerate(node.ifs):
            tests = [*node.ifs[:place], _negated(test), *node.ifs[place + 1 :]]
            yield "swapped branches", _with(node, ifs=tests)


def _validation(node: ast.AST) -> Iterator[Edit]:
    """Omit a guard: an `if` without `else` that only returns, raises, or continues the loop."""
    leaves = (ast.Return, ast.Raise, ast.Continue, ast.Break)
    if isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], leaves):
        yield "missing validation", ast.Pass()
    if isinstance(node, ast.comprehension) and node.ifs:
        yield "missing validation", _with(node, ifs=[])


def _steps(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr)):
        yield "dropped step", ast.Pass()
    if isinstance(node, ast.For):
        yield "dropped step", _with(node, body=[*node.body, ast.Break()])
        yield "dropped step", _with(node, iter=ast.Subscript(_listed(node.iter), _backwards(), ast.Load()))


def _calls(node: ast.AST) -> Iterator[Edit]:
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute):
        name, subject = node.func.attr, node.func.value
        if name in CASES:
            yield "case handling", _with(node, func=_with(node.func, attr=CASES[name]))
        if name in ("upper", "lower"):
            yield "case handling", subject
        if name in NAMES:
            yield "operator", _with(node, func=_with(node.func, attr=NAMES[name]))
        if name in ("replace", "strip"):
            yield "dropped step", subject
    if isinstance(node.func, ast.Name) and node.func.id in NAMES:
        yield "operator", _with(node, func=ast.Name(NAMES[node.func.id], ast.Load()))


def _types(node: ast.AST) -> Iterator[Edit]:
    """Return a value of another type in one place, or nothing."""
    if not isinstance(node, ast.Return) or node.value is None:
        return
    yield "wrong type", ast.Return(None)
    for name in ("tuple", "list", "str", "repr", "bool"):
        yield "wrong type", ast.Return(ast.Call(ast.Name(name, ast.Load()), [node.value], []))


_FINDERS: tuple[Callable[[ast.AST], Iterator[Edit]], ...] = (
    _operators,
    _constants,
    _off_by_one,
    _branches,
    _validation,
    _steps,
    _calls,
    _types,
)


def _with(node: Node, **fields: object) -> Node:
    """Return a shallow copy of a node with other fields."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _listed(value: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("list", ast.Load()), [value], [])


def _backwards() -> ast.expr:
    return ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
