"""Small faults of a module: a constant off by one, another comparison or operator, a branch that is always taken."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """One small fault of a module: a node of its tree in place of another."""

    tree: ast.Module
    old: ast.AST
    new: ast.expr

    @property
    def line(self) -> int:
        """Line of the module."""
        return getattr(self.old, "lineno", 0)

    @property
    def change(self) -> str:
        """What stands there, and what instead."""
        return f"{ast.unparse(self.old)[:60]} → {ast.unparse(self.new)[:60]}"

    @property
    def told(self) -> str:
        """Where it is and what it changes."""
        return f"line {self.line}: {self.change}"

    @property
    def source(self) -> str:
        """The module with the fault."""
        return _replaced(self.tree, self.old, self.new)


def faulty(source: str) -> Iterator[Fault]:
    """Yield small faults of a module: constants, comparisons, operators, branches."""
    tree = ast.parse(source)
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        if function.name in ("describe", "sample_inputs"):
            continue
        for node in ast.walk(function):
            for new in _changes(node):
                yield Fault(tree, node, new)


def faulty_otherwise(source: str) -> Iterator[Fault]:
    """Yield further small faults: loops that leave out the first or the last, calls without one of the named
    arguments, numbers in a module's tables."""
    tree = ast.parse(source)
    for node in (node for top in tree.body for node in ast.walk(top)):
        if isinstance(node, ast.For | ast.comprehension):
            for part in (ast.Slice(ast.Constant(1)), ast.Slice(upper=ast.UnaryOp(ast.USub(), ast.Constant(1)))):
                yield Fault(tree, node.iter, ast.Subscript(_listed(node.iter), part, ast.Load()))
        elif isinstance(node, ast.Call):
            for named in node.keywords:
                yield Fault(tree, node, _with(node, keywords=[other for other in node.keywords if other is not named]))
    for table in (node.value for node in tree.body if isinstance(node, ast.Assign)):
        for node in ast.walk(table):
            if isinstance(node, ast.Constant):
                for new in _changes(node):
                    yield Fault(tree, node, new)


def _listed(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("list", ast.Load()), [node], [])


def _changes(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.Constant) and type(node.value) is float:
        yield ast.Constant(node.value * 1.02 + 0.01)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OTHER:
        yield _with(node, ops=[_OTHER[type(node.ops[0])]()])
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield _with(node, op=_OPERATORS[type(node.op)]())
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.BoolOp):
        yield node.values[0]


_OTHER: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
_OPERATORS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mod,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


def _with(node: ast.expr, **fields: Any) -> Any:
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _replaced(tree: ast.Module, old: ast.AST, new: ast.expr) -> str:
    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(new, node) if node is old else self.generic_visit(node)

    changed = copy.deepcopy(tree, {id(old): old, id(new): new})
    return ast.unparse(ast.fix_missing_locations(Swap().visit(changed))) + "\n"
