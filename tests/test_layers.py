"""Who may use whom (DESIGN section 2), and what may not happen at import time."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("agents", "blackboxes", "boxwright", "harness", "sandbox")
MAY_USE = {
    "sandbox": set(),
    "agents/chat": {"blackboxes"},
    "blackboxes": {"sandbox"},
    "harness": {"agents/chat", "blackboxes", "sandbox"},
    "agents": {"agents/chat", "blackboxes", "harness", "sandbox"},
    "boxwright": {"agents", "agents/chat", "blackboxes", "harness", "sandbox"},
}
HEAVY = ("langgraph", "openai", "anthropic", "docker", "pydantic", "rich")


def room_of(parts: tuple[str, ...]) -> str:
    return "agents/chat" if parts[:2] == ("agents", "chat") else parts[0]


def modules() -> list[Path]:
    files = [p for room in ROOMS for p in sorted((ROOT / room).rglob("*.py"))]
    return [p for p in files if "accepted" not in p.parts and "rejected" not in p.parts]


def imported(tree: ast.AST) -> list[str]:
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
    return names


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_uses_only_the_rooms_below_it(path: Path) -> None:
    room = room_of(path.relative_to(ROOT).parts)
    for name in imported(ast.parse(path.read_text())):
        used = room_of(tuple(name.split(".")))
        if used.split("/")[0] in ROOMS and used != room:
            assert used in MAY_USE[room], f"{path.relative_to(ROOT)} uses {name}"


@pytest.mark.parametrize(
    "path",
    [p for p in modules() if p.relative_to(ROOT).parts[0] != "sandbox"],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_generated_code_is_never_executed_outside_the_sandbox(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("exec", "eval", "compile", "__import__"), path


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_says_why_it_exists_and_stays_readable(path: Path) -> None:
    text = path.read_text()
    assert ast.get_docstring(ast.parse(text)), path
    assert len(text.splitlines()) <= 420, path


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from boxwright.cli import run; code = run(['--help']);"
        f"loaded = [m for m in {HEAVY!r} if m in sys.modules]; assert not loaded, loaded; sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Usage: boxwright" in done.stdout
