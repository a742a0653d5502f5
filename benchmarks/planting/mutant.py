"""One planted fault, and how trees are changed without touching the original."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

SKIPPED = "sample_inputs"
"""Functions of this name only propose inputs; a fault in them is not a fault of the black-box."""
SHOWN = 60


@dataclass(frozen=True)
class Mutant:
    """A module with one fault in it."""

    kind: str
    line: int
    """Line of the original module; 0 where the fault wraps a whole function."""
    change: str
    """What was changed, in one line."""
    source: str


@dataclass(frozen=True)
class Site:
    """A node and its position: a field of its parent, and the index where that field is a list."""

    node: ast.AST
    parent: ast.AST
    field: str
    place: int | None


def sites(tree: ast.Module) -> Iterator[Site]:
    """Yield every node whose change could affect a black-box: no docstrings, annotations or input proposals."""
    waiting = list(_children(tree))
    while waiting:
        site = waiting.pop(0)
        node = site.node
        proposal = isinstance(node, ast.FunctionDef) and node.name == SKIPPED
        words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not proposal and not words:
            yield site
            waiting += _children(node)


def _children(parent: ast.AST) -> Iterator[Site]:
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns"):
            continue
        for place, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if isinstance(child, ast.AST):
                yield Site(child, parent, field, place)


def replaced(tree: ast.Module, site: Site, new: ast.AST) -> str | None:
    """Return the tree's text with one node temporarily replaced; None where that is not valid Python."""
    _hang(site, new)
    try:
        text = ast.unparse(tree) + "\n"
        ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    finally:
        _hang(site, site.node)
    return text


def _hang(site: Site, node: ast.AST) -> None:
    ast.fix_missing_locations(ast.copy_location(node, site.node))
    if site.place is None:
        setattr(site.parent, site.field, node)
    else:
        getattr(site.parent, site.field)[site.place] = node


def shown(node: ast.AST | list[ast.AST]) -> str:
    """Return code in one short line."""
    parts = node if isinstance(node, list) else [node]
    text = "; ".join(
        line.strip() for part in parts for line in ast.unparse(ast.fix_missing_locations(part)).split("\n")
    )
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
