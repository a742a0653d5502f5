"""The allowed imports between layers (docs/architecture.md), no import cycles, and limits of complexity."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("agents", "blackboxes", "boxwright", "harness", "sandbox")
MAY_USE: dict[str, set[str]] = {
    "sandbox": set(),
    "blackboxes": {"sandbox"},
    "chat": {"blackboxes"},
    "harness": {"chat", "blackboxes", "sandbox"},
    "agents": {"chat", "blackboxes", "harness", "sandbox"},
    "boxwright": {"agents", "chat", "blackboxes", "harness", "sandbox"},
}
LIBRARIES = (
    *("langgraph", "langchain_core", "openai", "anthropic", "httpx2", "docker", "rich"),
    *("numpy", "numba", "llvmlite", "scipy", "networkx", "matplotlib", "pysat", "jinja2"),
    *("mcp", "starlette", "gymnasium", "pyarrow", "sklearn"),
)
"""What takes long to import. A command's own libraries come when the command works."""
HEAVY = {
    ("--help",): (*LIBRARIES, "pydantic", "yaml"),
    ("list", "--help"): LIBRARIES,
    ("eval", "--help"): LIBRARIES,
    ("kumo", "--help"): LIBRARIES,
    ("knights", "--help"): LIBRARIES,
    ("list",): (
        *LIBRARIES,
        "boxwright.blackboxes.reasoning.kumo.books.reader",
        "boxwright.blackboxes.reasoning.knowlogic.play.environment",
        "boxwright.blackboxes.reasoning.knights.play.environment",
    ),
}
"""Command to the libraries that it does not import, and to what takes long to compile."""


def modules() -> list[Path]:
    files = [p for room in ROOMS for p in sorted((ROOT / room).rglob("*.py"))]
    return [p for p in files if "accepted" not in p.parts and "rejected" not in p.parts]


def name_of(path: Path) -> str:
    """A file's import name: what stands in a room is imported below `boxwright`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "boxwright" else ("boxwright", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {name_of(path): path for path in modules()}


def room_of(name: str) -> str:
    parts = name.split(".")
    room = parts[1] if len(parts) > 1 and parts[1] in ROOMS else "boxwright"
    return "chat" if parts[1:3] == ["harness", "chat"] else room


@cache
def _parsed(name: str) -> ast.Module:
    return ast.parse(PATHS[name].read_text())


@cache
def imports(name: str) -> frozenset[str]:
    """The modules of ours that a module imports: at its head, for types, or where a function needs them."""
    found = set()
    for node in ast.walk(_parsed(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            home = _absolute(name, node)
            found |= {f"{home}.{alias.name}" if f"{home}.{alias.name}" in PATHS else home for alias in node.names}
    return frozenset(found & PATHS.keys())


def _absolute(name: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = name.split(".") if PATHS[name].name == "__init__.py" else name.split(".")[:-1]
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def test_a_module_uses_only_the_rooms_below_it() -> None:
    above = [(name, used) for name in PATHS for used in imports(name) if not _may_use(room_of(name), room_of(used))]
    assert above == []


def _may_use(room: str, other: str) -> bool:
    return other == room or other in MAY_USE[room]


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = networkx.DiGraph((name, used) for name in PATHS for used in imports(name) if used != name)
    circles = [sorted(part) for part in networkx.strongly_connected_components(graph) if len(part) > 1]
    assert circles == []


def test_generated_code_is_never_executed_outside_the_sandbox() -> None:
    outside = [name for name in PATHS if room_of(name) != "sandbox"]
    assert [name for name in outside if _called(name) & {"exec", "eval", "compile", "__import__"}] == []


def _called(name: str) -> set[str]:
    calls = (node.func for node in ast.walk(_parsed(name)) if isinstance(node, ast.Call))
    return {called.id for called in calls if isinstance(called, ast.Name)}


def test_a_module_says_why_it_exists() -> None:
    assert [name for name in PATHS if not ast.get_docstring(_parsed(name))] == []


@pytest.mark.parametrize("words", HEAVY, ids=" ".join)
def test_a_command_imports_nothing_heavy_before_it_works(words: tuple[str, ...]) -> None:
    code = (
        f"import sys; from boxwright.cli import run; code = run({list(words)!r});"
        f"loaded = [m for m in {HEAVY[words]!r} if m in sys.modules]; assert not loaded, loaded; sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (f"Usage: boxwright {words[0]}".removesuffix(" --help") if "--help" in words else "kumo/") in done.stdout


@pytest.mark.parametrize("room", ["agents", "blackboxes", "harness", "sandbox"])
def test_a_room_is_no_package_of_its_own(room: str) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {room}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"import boxwright.{room}, not {room}" in done.stderr
