"""A faulty third-party package gives one line that names it, whatever the command."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.thirdparty.test_toys import assert_one_line, command

GAME = """
from boxwright.blackboxes.reasoning_game import ReasoningGame

class Game(ReasoningGame):
    name = "bad"
    revision = 1
    def ids(self, workspace): return ["bad/one"]
    def load(self, workspace, identifier): raise LookupError
    def generate(self, entry, options, seed): yield from ()
    def certify(self, puzzle): return ()
    def solve(self, puzzle): return None
"""
FAMILY = """
from boxwright.blackboxes.families.circuit.family import CircuitFamily
from boxwright.blackboxes.families.function import FunctionFamily

own = {name: getattr(CircuitFamily, name) for name in FunctionFamily.__abstractmethods__}
Game = type("Game", (FunctionFamily,), {**own, "name": "bad", "revision": 1})
"""


def install(site: Path, group: str, source: str, name: str = "bad", target: str = "bad_package:Game") -> None:
    """Lay a package down as pip would."""
    (site / "bad_package.py").write_text(source)
    info = site / "bad_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {target}\n")


def listed(place: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Run the command that looks at every environment."""
    place.mkdir()
    return command(place, site, "list")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (GAME.replace("def solve", "def other"), "Can't instantiate abstract class Game"),
        (GAME.replace("revision = 1", "revision = '1'"), "a revision >= 1, not 'bad' and '1'"),
        (GAME.replace("revision = 1", "revision = 0"), "a revision >= 1, not 'bad' and 0"),
        (GAME.replace("revision = 1", "revision = True"), "a revision >= 1, not 'bad' and True"),
        (GAME.replace("    revision = 1\n", ""), "the environment 'bad' lacks revision; fix that package"),
        (GAME.replace('name = "bad"', 'name = "other"'), "must have name = 'bad'"),
        (GAME.replace('"bad/one"', '"circuit/and_tree"'), "lists 'circuit/and_tree'; its ids must begin with bad/"),
        (FAMILY, "the environment 'bad' lacks signature, functions; fix that package"),
        (
            "def Game(): return 7",
            "gives a value of type int, not an Environment; derive it from a class of boxwright.blackboxes",
        ),
        ("Game = 7", "TypeError: 'int' object is not callable"),
        ("Other = 7", "AttributeError: module 'bad_package' has no attribute 'Game'"),
        ("import no_such_module_anywhere", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("class Game(:", "SyntaxError: invalid syntax"),
        ("raise ValueError('no texts\\nhere')", "ValueError: no texts; fix that package"),
    ],
)
def test_a_bad_environment(source: str, says: str, tmp_path: Path) -> None:
    install(tmp_path, "boxwright.environments", source)
    assert_one_line(listed(tmp_path / "place", tmp_path), says)


@pytest.mark.parametrize("name", ["encryption", "kumo"])
def test_a_name_that_exists_already(name: str, tmp_path: Path) -> None:
    install(tmp_path, "boxwright.environments", GAME.replace('"bad"', f'"{name}"'), name)
    says = f"bad-package registers the environment '{name}', which exists already; rename it there, or uninstall"
    assert_one_line(listed(tmp_path / "place", tmp_path), says)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("import no_such_module_anywhere", "player/bad (bad_package:Game) cannot be loaded: ModuleNotFoundError"),
        ("class Game(:", "cannot be loaded: SyntaxError"),
        ("Game = 7", "is not a class or function that creates a player"),
        ("class Game: pass", "has no method reply(observation); fix that package"),
    ],
)
def test_a_bad_player(source: str, says: str, tmp_path: Path) -> None:
    install(tmp_path, "boxwright.players", source)
    (tmp_path / "place").mkdir()
    asked = ("eval", "--models", "player/bad", "--boxes", "circuit/and_tree", "--out", "out")
    assert_one_line(command(tmp_path / "place", tmp_path, *asked), says)
