"""Faults by a mechanism, of kinds that neither the gates nor `edits.py` know: slips of whoever moves code about.

Another variable, arguments or statements the other way round, a condition lost or borrowed from elsewhere, the original
in place of a copy, a step on the wrong side of a loop's end, two entries of a table exchanged. No gate was changed
because of them; whoever changes one moves the kind to `edits.py`.
"""

from __future__ import annotations

import ast
import copy
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

from benchmarks.planting.mutant import Mutant, Site, replaced, shown, sites

Change = tuple[str, ast.AST]
"""The kind of fault, and what takes the node's place."""
Function = ast.FunctionDef
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)
COPIES = ("list", "dict", "set", "sorted", "tuple")


def mechanical_mutants(source: str, rng: Random, count: int) -> list[Mutant]:
    """Draw mutants of a module, of as many kinds as there are."""
    kinds: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in every_mutant(source):
        kinds[mutant.kind].append(mutant)
    order = sorted(kinds)
    rng.shuffle(order)
    for found in kinds.values():
        rng.shuffle(found)
    drawn: list[Mutant] = []
    while len(drawn) < count and any(kinds.values()):
        drawn += [kinds[kind].pop() for kind in order if kinds[kind]][: count - len(drawn)]
    return drawn


def every_mutant(source: str) -> Iterator[Mutant]:
    """Yield every mutant that is another program text."""
    tree = ast.parse(source)
    plain = ast.unparse(tree) + "\n"
    for site, function in _inside(tree):
        for kind, new in list(_changes(site.node, function)):
            text = replaced(tree, site, new)
            if text is not None and text != plain:
                what = f"{shown(site.node)} → {shown(new)}"
                yield Mutant(kind, getattr(site.node, "lineno", 0), what, text)


def _inside(tree: ast.Module) -> Iterator[tuple[Site, Function]]:
    """Yield the nodes of each function of the module, with the function."""
    owner: dict[ast.AST, Function] = {}
    functions = [node for node in tree.body if isinstance(node, Function)]
    for function in functions:
        owner.update(dict.fromkeys(ast.walk(function), function))
    yield from [(site, owner[site.node]) for site in sites(tree) if site.node in owner]


def _changes(node: ast.AST, function: Function) -> Iterator[Change]:
    for find in _FINDERS:
        yield from find(node, function)


def _another_name(node: ast.AST, function: Function) -> Iterator[Change]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        own = _own_names(function)
        if node.id in own:
            yield from (("another variable", ast.Name(name, ast.Load())) for name in own if name != node.id)


def _own_names(function: Function) -> list[str]:
    stored = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return list(dict.fromkeys([*(a.arg for a in function.args.args), *stored]))


def _swapped_arguments(node: ast.AST, function: Function) -> Iterator[Change]:
    if isinstance(node, ast.Call):
        for place in range(len(node.args) - 1):
            args = [*node.args[:place], node.args[place + 1], node.args[place], *node.args[place + 2 :]]
            yield "arguments exchanged", _with(node, args=args)


def _moved_statements(node: ast.AST, function: Function) -> Iterator[Change]:
    body = getattr(node, "body", None)
    if not isinstance(node, (ast.FunctionDef, ast.For, ast.While, ast.If)) or not isinstance(body, list):
        return
    for place, (first, second) in enumerate(pairwise(body)):
        rest = (body[:place], body[place + 2 :])
        if isinstance(first, SIMPLE) and isinstance(second, SIMPLE):
            yield "statements exchanged", _with(node, body=[*rest[0], second, first, *rest[1]])
        if isinstance(first, (ast.For, ast.While)) and isinstance(second, SIMPLE):
            longer = _with(first, body=[*first.body, second])
            yield "a step on the wrong side of a loop's end", _with(node, body=[*rest[0], longer, *rest[1]])
        if isinstance(first, (ast.For, ast.While)) and len(first.body) > 1 and isinstance(first.body[-1], SIMPLE):
            moved = [_with(first, body=first.body[:-1]), first.body[-1], second]
            yield "a step on the wrong side of a loop's end", _with(node, body=[*rest[0], *moved, *rest[1]])


def _conditions(node: ast.AST, function: Function) -> Iterator[Change]:
    if isinstance(node, ast.BoolOp):
        for place in range(len(node.values)):
            left = [*node.values[:place], *node.values[place + 1 :]]
            yield "a condition lost", left[0] if len(left) == 1 else _with(node, values=left)
    if isinstance(node, (ast.If, ast.While)):
        for other in ast.walk(function):
            if isinstance(other, (ast.If, ast.While)) and other is not node:
                yield (
                    "a condition borrowed from elsewhere",
                    _with(node, test=ast.BoolOp(ast.And(), [node.test, other.test])),
                )
                yield (
                    "a condition borrowed from elsewhere",
                    _with(node, test=ast.BoolOp(ast.Or(), [node.test, other.test])),
                )
    if isinstance(node, ast.If) and node.orelse:
        yield "a lost else", _with(node, orelse=[])


def _copies(node: ast.AST, function: Function) -> Iterator[Change]:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[copied]) if name in COPIES:
            yield "the original for a copy", copied
        case ast.Subscript(value=copied, slice=ast.Slice(lower=None, upper=None, step=None), ctx=ast.Load()):
            yield "the original for a copy", copied


def _tables(node: ast.AST, function: Function) -> Iterator[Change]:
    if isinstance(node, (ast.List, ast.Tuple)) and all(isinstance(e, ast.Constant) for e in node.elts):
        for place in range(len(node.elts) - 1):
            moved = [*node.elts[:place], node.elts[place + 1], node.elts[place], *node.elts[place + 2 :]]
            yield "entries of a table exchanged", _with(node, elts=moved)
    if isinstance(node, ast.Dict) and len(node.values) > 1:
        for place in range(len(node.values) - 1):
            moved_values = [
                *node.values[:place],
                node.values[place + 1],
                node.values[place],
                *node.values[place + 2 :],
            ]
            yield "entries of a table exchanged", _with(node, values=moved_values)


def _assignments(node: ast.AST, function: Function) -> Iterator[Change]:
    if isinstance(node, ast.AugAssign):
        yield "assigned in place of added", ast.Assign([node.target], node.value)


_FINDERS: tuple[Callable[[ast.AST, Function], Iterator[Change]], ...] = (
    _another_name,
    _swapped_arguments,
    _moved_statements,
    _conditions,
    _copies,
    _tables,
    _assignments,
)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    """Return a shallow copy of a node with other fields."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
