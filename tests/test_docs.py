"""The docs point at things that exist: pages, sections, files, commands and options."""

from __future__ import annotations

import re
import shlex
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import find_workspace
from boxwright.cli import cli
from boxwright.harness.check import faults_of
from boxwright.harness.episode import play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Launcher

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
OPTION = re.compile(r"--[a-z][a-z-]*")
ROOMS = ("agents", "benchmarks", "blackboxes", "boxwright", "docs", "harness", "prompts", "sandbox", "tests", ".ci")
PATH = re.compile(rf"(?:{'|'.join(map(re.escape, ROOMS))})/[\w./-]*\w/?")
TEST = re.compile(r"test_\w+\.py")
PAGE_PATH = re.compile(r"\bdocs/[\w/-]+\.md\b")
ENDS = {"|", "||", "&&", ";", ">", "<", "#", "do", "done;"}
"""Where a command line ends, or another one begins."""


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The names by which a page's sections can be linked."""
    heads = [re.sub(r"[`*]|\]\([^)]*\)|\[", "", head).strip().lower() for head in HEADING.findall(prose(page))]
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for link in LINK.findall(INLINE.sub("", prose(page))):
        if link.startswith(("http://", "https://")):
            continue
        path, _, section = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name} links to {link}: there is no {path}"
        if section:
            assert section in anchors(target), f"{name} links to {link}: there is no such section"


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_named_exist(name: str) -> None:
    tests = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    for code in INLINE.findall(prose(ROOT / name)):
        for word in code.split():
            assert word in tests or not TEST.fullmatch(word), f"{name} names {word}, which is not in tests"
            if PATH.fullmatch(word) and "..." not in word:
                assert (ROOT / word).exists(), f"{name} names {word}, which does not exist"


def test_pages_that_the_code_names_exist() -> None:
    places = [ROOT / room for room in (*ROOMS, ".github")]
    for path in (p for place in places for p in place.rglob("*") if p.is_file() and "accepted" not in p.parts):
        if path.suffix in (".py", ".md", ".yml", ".yaml", ".txt", "") and "__pycache__" not in path.parts:
            for named in PAGE_PATH.findall(path.read_text(encoding="utf-8")):
                assert (ROOT / named).is_file(), f"{path.relative_to(ROOT)} names {named}, which does not exist"


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        seen.add(page)
        links = [link.partition("#")[0] for link in LINK.findall(INLINE.sub("", prose(page)))]
        found = {(page.parent / link).resolve() for link in links if link.endswith(".md")}
        todo += sorted(found - seen - set(todo))
    assert set(PAGES) <= seen


def command_lines(page: Path) -> Iterator[list[str]]:
    """Every command line `boxwright ...` of a page, from fenced blocks and from inline code, as words."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in FENCE.findall(text) for line in block.replace("\\\n", " ").splitlines()[1:-1]]
    for line in [*lines, *INLINE.findall(" ".join(FENCE.sub("", text).splitlines()))]:
        for part in re.split(r"\s(?:&&|\|)\s", line):
            bare = part.replace("'", " ").replace('"', " ") if part.count("'") % 2 else part
            words = shlex.split(bare, comments=True)
            words = words[words.index("boxwright") :] if words[:1] == ["while"] and "boxwright" in words else words
            if words[:1] == ["boxwright"]:
                end = next((i for i, word in enumerate(words) if word in ENDS), len(words))
                yield words[:end]


def resolve(words: list[str]) -> tuple[click.Command, list[str]]:
    """Return the command that a line calls, and its other words. Raises: AssertionError for one that does not exist."""
    command: click.Command = cli
    rest = words[1:]
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        name = rest[0].rstrip(",;:")
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"`{' '.join(words)}`: there is no command {name}"
        command, rest = found, rest[1:]
    return command, rest


def options(command: click.Command) -> set[str]:
    names = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    return {name for name in names if name.startswith("--")} | {"--help"} | ({"--version"} if command is cli else set())


def all_commands(command: click.Command = cli) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from all_commands(found)


@pytest.mark.parametrize("name", NAMES)
def test_command_lines_use_commands_and_options_that_exist(name: str) -> None:
    for words in command_lines(ROOT / name):
        command, rest = resolve(words)
        for option in (word.strip("[],;:").partition("=")[0] for word in rest if word.lstrip("[").startswith("--")):
            assert option in options(command), f"{name}: `{' '.join(words)}`: there is no option {option}"


@pytest.mark.parametrize("name", NAMES)
def test_options_beside_a_command_exist(name: str) -> None:
    known = set().union(*(options(command) for command in all_commands()))
    scripts = [*(ROOT / "benchmarks").glob("*.py"), ROOT / "tests" / "conftest.py"]
    known |= {option for path in scripts for option in OPTION.findall(path.read_text(encoding="utf-8"))}
    for code in INLINE.findall(prose(ROOT / name)):
        if not code.startswith("boxwright "):
            for option in (word.partition("=")[0] for word in code.split()):
                assert option in known or not OPTION.fullmatch(option), f"{name}: `{code}`: nothing has {option}"


def test_every_command_is_shown() -> None:
    called = {resolve(words)[0].name for page in PAGES for words in command_lines(page)}
    assert {command.name for command in all_commands() if not isinstance(command, click.Group)} - called == set()


def examples() -> list[object]:
    """The Python examples of all pages, each with its page and number."""
    found = [
        (name, number, code)
        for name, page in zip(NAMES, PAGES, strict=True)
        for number, code in enumerate(PYTHON.findall(page.read_text(encoding="utf-8")), start=1)
    ]
    assert len(found) >= 3
    return [pytest.param(code, id=f"{name}-{number}") for name, number, code in found]


def executed(code: str) -> types.ModuleType:
    module = types.ModuleType("example_of_the_docs")
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        exec(compile(code, module.__name__, "exec"), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    return module


@pytest.mark.parametrize("code", examples())
def test_python_examples_run(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    executed(code)


def test_the_reasoning_game_of_the_docs_is_checked_and_played(launcher: Launcher) -> None:
    (code,) = PYTHON.findall((ROOT / "docs" / "add-a-reasoning-game.md").read_text(encoding="utf-8"))
    module = executed(code)
    game = module.environment()
    entry = game.load(find_workspace(ROOT), *game.ids(find_workspace(ROOT)))
    assert faults_of(entry, launcher) == []
    for player, right in (("oracle", 8), ("echo", 0)):
        record = play(entry.open(launcher), Plan(turns=0, shots=1, samples=8, seed=7), BuiltinPlayer(player, 7))
        assert [sample.outcome for sample in record.samples].count("right") == right
    assert game.certify(module.Sum(1, 2, 4))
