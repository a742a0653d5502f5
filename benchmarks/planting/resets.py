"""Faults of the kind `dropped reset`: a variable that should be reset keeps its value."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from benchmarks.planting.mutant import SKIPPED, Mutant, shown


def dropped_resets(tree: ast.Module) -> Iterator[Mutant]:
    """Let each local variable of each function survive its call, and each reset in a loop happen only once."""
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.name != SKIPPED:
            for name in _first_assigned(function):
                yield _between_calls(tree, function, name)
            yield from _inside_loops(tree, function)


def _first_assigned(function: ast.FunctionDef) -> list[str]:
    """Names assigned by a statement of the function's own body, parameters left out."""
    parameters = {argument.arg for argument in function.args.args}
    found = [
        statement.targets[0].id
        for statement in function.body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    ]
    return [name for name in dict.fromkeys(found) if name not in parameters]


def _between_calls(tree: ast.Module, function: ast.FunctionDef, name: str) -> Mutant:
    changed = copy.deepcopy(tree)
    twin = next(f for f in changed.body if isinstance(f, ast.FunctionDef) and f.name == function.name)
    kept = f"_kept_{name}"
    for node in ast.walk(twin):
        if isinstance(node, ast.Name) and node.id == name:
            node.id = kept
    place = next(i for i, s in enumerate(twin.body) if isinstance(s, ast.Assign) and _assigns(s, kept))
    once = ast.parse(f"if {kept!r} not in globals():\n    pass").body[0]
    assert isinstance(once, ast.If)
    once.body = [twin.body[place]]
    twin.body[place] = once
    twin.body.insert(0, ast.Global([kept]))
    line = function.body[place].lineno
    change = f"{shown(function.body[place])}: only in the first call"
    return Mutant("dropped reset", line, change, ast.unparse(ast.fix_missing_locations(changed)) + "\n")


def _assigns(statement: ast.Assign, name: str) -> bool:
    target = statement.targets[0]
    return isinstance(target, ast.Name) and target.id == name


def _inside_loops(tree: ast.Module, function: ast.FunctionDef) -> Iterator[Mutant]:
    loops = [n for n in ast.walk(function) if isinstance(n, (ast.For, ast.While))]
    for number, loop in enumerate(loops):
        for place, statement in enumerate(loop.body):
            if not isinstance(statement, ast.Assign) or not isinstance(statement.value, (ast.Constant, ast.List)):
                continue
            changed = copy.deepcopy(tree)
            twin = next(f for f in changed.body if isinstance(f, ast.FunctionDef) and f.name == function.name)
            twins = [n for n in ast.walk(twin) if isinstance(n, (ast.For, ast.While))]
            moved = twins[number].body[place]
            twins[number].body[place] = ast.Pass()
            _before(twin, twins[number], moved)
            text = ast.unparse(ast.fix_missing_locations(changed)) + "\n"
            yield Mutant("dropped reset", statement.lineno, f"{shown(statement)}: only before the loop", text)


def _before(function: ast.FunctionDef, loop: ast.stmt, statement: ast.stmt) -> None:
    for node in ast.walk(function):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and loop in block:
                block.insert(block.index(loop), statement)
                return
