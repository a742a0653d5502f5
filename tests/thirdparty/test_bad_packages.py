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
PLAYED = """
from boxwright.blackboxes.environment import Entry, Opened
from boxwright.blackboxes.reasoning_game import ReasoningGame
from boxwright.blackboxes.types import Ask, Score

class Game(ReasoningGame):
    name = "bad"
    revision = 1
    explores = False
    def ids(self, workspace): return ["bad/one"]
    def load(self, workspace, identifier): return OneEntry(self)
    def generate(self, entry, options, seed): yield 1
    def certify(self, puzzle): return ()
    def solve(self, puzzle): return None

class OneEntry(Entry):
    def __init__(self, game): self.environment, self.id = game, "bad/one"
    def open(self, launcher, limits=None): return One(self)

class One(Opened):
    def __init__(self, entry): self.environment, self.id = entry.environment, entry.id
    def conversations(self, plan): yield Talk()
    def chance_level(self, seed): return 0.0

class Talk:
    introduction = "Say yes."
    def turn(self, number): raise NotImplementedError
    def samples(self): yield Question()
    def skips(self): return ()

class Question:
    question, truth = "yes?", "yes"
    def shot(self, number):
        reply = yield Ask("yes?", "answer", Base())
        return Score(reply, reply == "yes", float(reply == "yes"))

class Base:
    def truth(self): return "yes"
    def guess(self, rng): return "no"
    def constant(self): return "no"
    def echo(self): return "yes?"
"""
BUILT = """
from functools import cached_property
from boxwright.blackboxes.families.encryption.family import EncryptionFamily
from boxwright.blackboxes.prompts import Prompt

class Game(EncryptionFamily):
    name = "bad"
    revision = 1
    @cached_property
    def prompt(self): return Prompt("bad", 1, {"starter": "difficulty: easy", "starter_rule": "A rule."})
    @cached_property
    def contract(self): return Prompt("bad", 1, {"contract": "Define it."})
    def read(self, description): raise KeyError("alphabet")
"""
PROMPT = BUILT[BUILT.index("    @cached_property") : BUILT.index("    @cached_property\n    def contract")]
CONTRACT = BUILT[BUILT.index("    @cached_property\n    def contract") : BUILT.index("    def read")]


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


ASKED = ("eval", "--models", "builtin/oracle", "--boxes", "bad/one", "--turns", "0", "--out", "out")
BAD = "bad-package (bad_package:Game): the environment 'bad'"


@pytest.mark.parametrize(
    ("old", "new", "says", "arguments"),
    [
        (
            'return ["bad/one"]',
            "raise KeyError('x')",
            "ids(): KeyError",
            ["list"],
        ),
        ('return ["bad/one"]', "return None", "ids(): TypeError: 'NoneType' object is not iterable", ["list"]),
        (
            "    def open(",
            "    def other(",
            "load('bad/one'): TypeError: Can't instantiate abstract class OneEntry",
            ["list"],
        ),
        (
            "    def open(",
            "    def other(",
            "load('bad/one'): TypeError: Can't instantiate abstract class OneEntry",
            ASKED,
        ),
        ("return OneEntry(self)", "return 7", "load('bad/one') must give an Entry, not a value of type int", ["list"]),
        (
            'self.environment, self.id = game, "bad/one"',
            "self.environment = game",
            "load('bad/one'), of type OneEntry, lacks id; fix that package",
            ["list"],
        ),
        ("def chance_level", "def other", "open() of bad/one: TypeError: Can't instantiate abstract class One ", ASKED),
        (
            "def certify(self, puzzle): return ()",
            "def certify(self, puzzle): 1 / 0",
            "ZeroDivisionError",
            ["check", "bad/*"],
        ),
        ("def skips", "def other", "a conversation, of type Talk, lacks skips; fix that package", ASKED),
        ("    introduction", "    other", "a conversation, of type Talk, lacks introduction; fix that package", ASKED),
        (
            "question, truth =",
            "question, other =",
            "a test sample, of type Question, lacks truth; fix that package",
            ASKED,
        ),
        ("def truth", "def other", "a baseline, of type Base, lacks truth; fix that package", ASKED),
        ("return Score(reply", "return (reply", "a shot must give a Score, not a value of type tuple", ASKED),
        ("yield Ask(", "yield (", "a shot must give an Ask, not a value of type tuple", ASKED),
    ],
)
def test_an_environment_that_lacks_a_part(old: str, new: str, says: str, arguments: list[str], tmp_path: Path) -> None:
    assert PLAYED.count(old) == 1
    install(tmp_path, "boxwright.environments", PLAYED.replace(old, new))
    (tmp_path / "place").mkdir()
    done = command(tmp_path / "place", tmp_path, *arguments)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert BAD in line
    assert says in line


def test_the_whole_environment_is_played(tmp_path: Path) -> None:
    install(tmp_path, "boxwright.environments", PLAYED)
    (tmp_path / "place").mkdir()
    played = command(tmp_path / "place", tmp_path, *ASKED)
    assert (played.returncode, played.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [["list"], ["lint"], ["new", "bad/two"]])
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (PROMPT, "", f"{BAD} lacks prompt; define prompt there, with read_prompt on a file of that package"),
        (CONTRACT, "", f"{BAD} lacks contract; define contract there, with read_prompt on a file of that package"),
        ('"starter": "difficulty: easy", ', "", f"{BAD} lacks the section 'starter' of its prompt; fix that package"),
    ],
)
def test_a_family_without_texts(old: str, new: str, says: str, arguments: list[str], tmp_path: Path) -> None:
    install(tmp_path, "boxwright.environments", BUILT.replace(old, new))
    place = tmp_path / "place"
    describe(place)
    done = command(place, tmp_path, *arguments)
    assert_one_line(done, says)
    assert "players/bad" not in done.stderr


def test_a_family_that_cannot_read(tmp_path: Path) -> None:
    install(tmp_path, "boxwright.environments", BUILT)
    place = tmp_path / "place"
    describe(place)
    assert_one_line(command(place, tmp_path, "lint"), f"{BAD} failed in read() of bad/one: KeyError: 'alphabet'")


def describe(place: Path) -> None:
    """Make a workspace with one description of the family."""
    (place / "descriptions" / "bad").mkdir(parents=True)
    (place / "boxwright.yaml").write_text("collection: none\n")
    text = "---\ndifficulty: easy\n---\nA rule.\n\n<!-- boxwright-canary-00000000-0000-4000-8000-000000000000 -->\n"
    (place / "descriptions" / "bad" / "one.md").write_text(text)


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


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("raise ValueError('one\\ntwo\\nthree')", "First: player/bad on circuit/and_tree (run 1): ValueError: one"),
        ("return None", "(run 1): the player player/bad must return a text (str), not None"),
        ("return 3", "(run 1): the player player/bad must return a text (str), not a value of type int"),
    ],
)
def test_a_player_that_does_not_reply(body: str, says: str, tmp_path: Path) -> None:
    install(tmp_path, "boxwright.players", f"class Game:\n    def reply(self, observation): {body}\n")
    (tmp_path / "place").mkdir()
    asked = ("eval", "--models", "player/bad", "--boxes", "circuit/and_tree", "--out", "out")
    assert_one_line(command(tmp_path / "place", tmp_path, *asked), says)
