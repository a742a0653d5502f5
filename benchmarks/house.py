"""The structure of the codebase: lines, modules, import cycles, and what a new family would have to touch.

    python -m benchmarks.house [DIR] [--json]

DIR is any checkout of this project, including one that imports `agents`, `blackboxes`, `harness` and `sandbox` by
these names and not below `boxwright`. Nothing in it is imported or executed. Generated code is not counted.

A file outside a family's own folders counts as touched if it imports the family's modules, names the family in a
string (`"kumo"`, `"kumo/birds"`, `"players/kumo"`), or has an attribute or argument of that name. Ambiguous words
(`code`, `game` ...) count only as part of a path, beside another family's name, or compared with a family.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import networkx

ROOMS = ("agents", "blackboxes", "boxwright", "harness", "sandbox")
HOMES = frozenset({*ROOMS, "families", "reasoning", "solvers", "commands"})
"""Folders directly below which a family may have a folder or files of its own (`kumo/`, `kumo_table.py`)."""
GENERATED = frozenset({"accepted", "rejected"})
ORDINARY = frozenset({"code", "game", "puzzle", "circuit"})
"""Families whose names also have other meanings."""
ASKS_FAMILY = re.compile(r"famil|environment|identifier|\bid\b|\bname\b|partition|split")


class NotMeasurable(Exception):
    """A folder, or a file in it, that cannot be measured: the message says why."""


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: str
    """Relative to the checkout, with slashes."""
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree. Raises: NotMeasurable."""
        try:
            return ast.parse(self.text)
        except (SyntaxError, ValueError) as error:
            raise NotMeasurable(f"{self.path}: this interpreter cannot parse it ({error})") from error

    @property
    def lines(self) -> int:
        """Lines that are not blank."""
        return sum(bool(line.strip()) for line in self.text.splitlines())

    @property
    def module(self) -> str:
        """Its name below the checkout, as `blackboxes.box`, in whatever way it is imported."""
        parts = self.path.removesuffix(".py").split("/")
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def package(self) -> list[str]:
        """The parts of the package in which its relative imports start."""
        parts = self.module.split(".")
        return parts if self.path.endswith("__init__.py") else parts[:-1]


@dataclass(frozen=True)
class Touched:
    """What one family costs."""

    family: str
    own: Sequence[str]
    """Its own folders and files."""
    elsewhere: Sequence[str]
    """Other source files that know it."""
    branches: Sequence[str]
    """`file:line` of every condition on its name or one of its types, outside its own files."""


@dataclass(frozen=True)
class Checkout:
    """One checkout, measured."""

    root: str
    source: Sequence[int]
    """Files and non-blank lines."""
    tests: Sequence[int]
    benchmarks: Sequence[int]
    circles_at_import: Sequence[Sequence[str]]
    """Modules that import each other at module level, type-only imports included."""
    circles: Sequence[Sequence[str]]
    """The same, including imports inside functions."""
    families: Sequence[Touched]

    @property
    def mean_own(self) -> float:
        """Mean number of its own places, per family."""
        return sum(len(family.own) for family in self.families) / max(1, len(self.families))

    @property
    def mean_elsewhere(self) -> float:
        """Mean number of other files that know a family."""
        return sum(len(family.elsewhere) for family in self.families) / max(1, len(self.families))

    @property
    def branches(self) -> int:
        """Conditions on a family's name, over all families."""
        return sum(len(family.branches) for family in self.families)


def measure(root: Path) -> Checkout:
    """Measure a checkout. Raises: NotMeasurable."""
    sources = [source for room in ROOMS for source in _sources(root, room)]
    if not sources:
        raise NotMeasurable(f"{root}: holds none of the folders {', '.join(ROOMS)}; name a checkout of this project")
    names = _families(root)
    return Checkout(
        root=str(root),
        source=_size(sources),
        tests=_size(list(_sources(root, "tests"))),
        benchmarks=_size(list(_sources(root, "benchmarks"))),
        circles_at_import=_circles(sources, inside_functions=False),
        circles=_circles(sources, inside_functions=True),
        families=[_touched(name, names, sources) for name in names],
    )


def _families(root: Path) -> list[str]:
    """Return the families with a folder of descriptions, or one of code among the families or the reasoning games."""
    homes = ("descriptions", "blackboxes/families", "blackboxes/reasoning")
    found = {path.name for home in homes for path in (root / home).glob("[!._]*") if path.is_dir()}
    return sorted(found)


def _sources(root: Path, folder: str) -> Iterator[Source]:
    """Read the Python files below a folder; links to folders are not followed, or each would count twice."""
    for here, folders, files in os.walk(root / folder):
        folders[:] = sorted(name for name in folders if name not in GENERATED and not name.startswith("."))
        for name in sorted(files):
            if name.endswith(".py"):
                path = Path(here) / name
                yield Source(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))


def _size(sources: Sequence[Source]) -> tuple[int, int]:
    return len(sources), sum(source.lines for source in sources)


def _circles(sources: Sequence[Source], *, inside_functions: bool) -> list[list[str]]:
    known = {source.module for source in sources}
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for source in sources:
        used = _imports(source, known, inside_functions=inside_functions)
        graph.add_edges_from((source.module, other) for other in used if other != source.module)
    return sorted(sorted(part) for part in networkx.strongly_connected_components(graph) if len(part) > 1)


def _imports(source: Source, known: set[str], *, inside_functions: bool) -> set[str]:
    """Return the modules of the checkout that one imports; a name taken out of a package may be a module of its own."""
    found: set[str | None] = set()
    for node in _nodes(source.tree, inside_functions=inside_functions):
        if isinstance(node, ast.Import):
            found |= {_known(alias.name, known) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            home = _home(source, node)
            found |= {_known(f"{home}.{alias.name}", known) or _known(home, known) for alias in node.names}
    return {name for name in found if name is not None}


def _nodes(node: ast.AST, *, inside_functions: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        yield child
        if inside_functions or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _nodes(child, inside_functions=inside_functions)


def _home(source: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    base = source.package[: len(source.package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def _known(name: str, known: set[str]) -> str | None:
    """Return a module by its import name, with `boxwright.` in front or without."""
    return next((candidate for candidate in (name, name.removeprefix("boxwright.")) if candidate in known), None)


def _touched(family: str, families: Sequence[str], sources: Sequence[Source]) -> Touched:
    own = {source.module: place for source in sources if (place := _own_place(source.path, family))}
    known = {source.module for source in sources}
    others = [source for source in sources if source.module not in own]
    importing = [s for s in others if not own.keys().isdisjoint(_imports(s, known, inside_functions=True))]
    naming = [s for s in others if _names_it(s.tree, family, families)]
    branches = [f"{s.path}:{line}" for s in others for line in sorted(_branches(s.tree, family))]
    elsewhere = sorted({source.path for source in [*importing, *naming]})
    return Touched(family, sorted(set(own.values())), elsewhere, branches)


def _own_place(path: str, family: str) -> str:
    """Return the outermost folder or file of a path that is the family's own, or an empty text."""
    parts = path.split("/")
    for place, (home, part) in enumerate(pairwise(parts), start=1):
        stem = part.removesuffix(".py")
        if home in HOMES and (stem == family or stem.startswith(f"{family}_")):
            return "/".join(parts[: place + 1])
    return ""


def _names_it(tree: ast.Module, family: str, families: Sequence[str]) -> bool:
    others = set(families) - {family}
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documented and _is_path(node, family):
            return True
        if family in ORDINARY:
            if _is_listed(node, family, others) or _is_condition(node, family):
                return True
        elif id(node) not in documented and _is_name(node, family):
            return True
    return False


def _is_path(node: ast.Constant, family: str) -> bool:
    """Whether a text is the family's part of a path: `kumo/`, `kumo/birds`, `players/kumo`."""
    text = node.value
    return isinstance(text, str) and re.search(rf"^(\S*/)?{family}/\S*$|^\S*/{family}$", text) is not None


def _is_name(node: ast.AST, family: str) -> bool:
    """Whether a text, an attribute, a variable or an argument is the family's name."""
    match node:
        case ast.Constant(value=found) | ast.Attribute(attr=found) | ast.Name(id=found):
            return bool(found == family)
        case ast.keyword(arg=found) | ast.arg(arg=found):
            return found == family
    return False


def _is_listed(node: ast.AST, family: str, others: set[str]) -> bool:
    """Whether a collection holds the family's name beside another family's."""
    match node:
        case ast.Dict(keys=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            texts = {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
            return family in texts and not texts.isdisjoint(others)
    return False


def _branches(tree: ast.Module, family: str) -> Iterator[int]:
    return (getattr(node, "lineno", 0) for node in ast.walk(tree) if _is_condition(node, family))


def _is_condition(node: ast.AST, family: str) -> bool:
    """Whether something is compared with the family's name, or checked against a type named after it."""
    match node:
        case ast.Compare(left=left, comparators=comparators):
            return _asks(node, [left, *comparators], family)
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith"), args=arguments):
            return _asks(node, arguments, family)
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
            named = re.findall(r"\w+", ast.unparse(kinds))
            return any(name.startswith(family.capitalize()) for name in named)
        case ast.MatchValue(value=ast.Constant(value=text)):
            return text == family
    return False


def _asks(node: ast.AST, parts: Sequence[ast.expr], family: str) -> bool:
    constants = [
        found
        for part in parts
        for found in (part.elts if isinstance(part, ast.Tuple | ast.List | ast.Set) else [part])
        if isinstance(found, ast.Constant)
    ]
    if any(_is_path(found, family) for found in constants):
        return True
    named = any(found.value == family for found in constants)
    return named and (family not in ORDINARY or ASKS_FAMILY.search(ast.unparse(node)) is not None)


def as_json(house: Checkout) -> str:
    """Return all findings, with the means, as JSON."""
    means = {"own": house.mean_own, "elsewhere": house.mean_elsewhere}
    return json.dumps({**asdict(house), "mean": means, "branches": house.branches}, indent=1)


def as_table(house: Checkout) -> str:
    """Return the figures as text for a terminal."""
    rows: list[Sequence[str]] = [("", "files", "non-blank lines")]
    rows += [(name, *map(str, getattr(house, name))) for name in ("source", "tests", "benchmarks")]
    circles: list[Sequence[str]] = [
        ("import cycles", "circles", "modules in them"),
        ("at module level, for types too", *_counted(house.circles_at_import)),
        ("inside functions too", *_counted(house.circles)),
    ]
    heads = ("family", "places of its own", "other files that know it", "conditions on its name")
    families: list[Sequence[str]] = [heads]
    families += [
        (family.family, str(len(family.own)), str(len(family.elsewhere)), str(len(family.branches)))
        for family in house.families
    ]
    families += [("mean", f"{house.mean_own:.1f}", f"{house.mean_elsewhere:.1f}", f"(sum) {house.branches}")]
    return "\n\n".join([house.root, *map(_aligned, (rows, circles, families))])


def _counted(circles: Sequence[Sequence[str]]) -> tuple[str, str]:
    return str(len(circles)), str(sum(map(len, circles)))


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def main(given: list[str] | None = None) -> None:
    """Measure the named checkout, or the one that contains this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--json", action="store_true", help="all findings, file by file")
    options = parser.parse_args(given)
    try:
        house = measure(options.folder)
        print(as_json(house) if options.json else as_table(house))
    except NotMeasurable as error:
        raise SystemExit(f"house: {error}") from error


if __name__ == "__main__":
    main()
