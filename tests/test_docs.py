"""The docs point at things that exist: pages, sections, files, commands and options."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from boxwright.blackboxes import environments
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import read_description
from boxwright.blackboxes.extras import MissingExtra, need
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import find_workspace
from boxwright.cli import cli, run
from boxwright.harness.chat.relay_desk import put_reply, waiting
from boxwright.harness.check import faults_of
from boxwright.harness.episode import play
from boxwright.harness.gates import GATES, run_gates
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Launcher
from tests.agents.script import CLAIMS, verdict
from tests.conftest import CAESAR, CAESAR_RULE

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^`(my_package/\S+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
OPTION = re.compile(r"--[a-z][a-z-]*")
ROOMS = ("agents", "benchmarks", "blackboxes", "boxwright", "docs", "harness", "prompts", "sandbox", "tests", ".ci")
PATH = re.compile(rf"(?:{'|'.join(map(re.escape, ROOMS))})/[\w./-]*\w/?")
EXTRAS = {
    **{"gymnasium": "gymnasium", "from mcp": "mcp", "inspect_ai": "inspect", "openenv_app": "openenv"},
    "verifiers.v1": "verifiers",
}
"""The extra that an example needs, by what it imports."""
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


def test_tests_that_the_page_of_trials_names_exist() -> None:
    named = 0
    for line in (ROOT / "docs" / "trials.md").read_text().splitlines():
        file = None
        for name in INLINE.findall(line) if line.startswith("| ") else []:
            if name.startswith("tests/"):
                path, _, name = name.partition("::")
                file = (ROOT / path).read_text()
            if name.startswith(("test_", "Test")):
                assert file is not None, line
                for part in name.partition("[")[0].split("::"):
                    assert re.search(rf"(def|class) {part}\b", file), f"{part} of: {line}"
                    named += 1
    assert named > 80


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


def count_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tokens be bytes: Inspect counts those of its mock model by a table that is fetched from the network."""
    tiktoken = pytest.importorskip("tiktoken")
    encoding = tiktoken.Encoding(
        "bytes", pat_str=r"(?s).", mergeable_ranks={bytes([i]): i for i in range(256)}, special_tokens={}
    )
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: encoding)


@pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated")
@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <function MemoryObject:pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize("code", examples())
def test_python_examples_run(code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for imported, extra in EXTRAS.items():
        if imported in code:
            try:
                need(extra)
            except MissingExtra as missing:
                pytest.skip(f"{missing} (.ci/interfaces has an environment for it)")
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path))
    monkeypatch.setenv("MY_KEY", "none")  # which an example sets, and is taken back
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"kind": "query"}\n'))
    if "inspect_ai" in code:
        count_bytes(monkeypatch)
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


@pytest.fixture
def my_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package of docs/add-a-family.md, its files laid down and registered as pip would."""
    text = (ROOT / "docs" / "add-a-family.md").read_text(encoding="utf-8")
    files = FILE.findall(text)
    assert len(files) == 4
    for name, content in files:
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    (registered,) = re.findall(
        r"^```toml\n\[project\.entry-points\.\"(.+?)\"\]\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    )
    info = tmp_path / "site" / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registered[0]}]\n{registered[1].replace(chr(34), '')}")
    monkeypatch.syspath_prepend(tmp_path / "site")
    forget_environments()
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_package"]:
        del sys.modules[name]
    forget_environments()


def forget_environments() -> None:
    """Have the environments looked for anew."""
    environments._homes.cache_clear()
    environments.get_environment.cache_clear()


@pytest.mark.usefixtures("my_package")
def test_the_family_of_the_docs_is_linted_checked_and_played(
    launcher: Launcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = PYTHON.findall((ROOT / "docs" / "add-a-family.md").read_text(encoding="utf-8"))[-1]
    assert run(["init", str(tmp_path / "w")]) == 0
    monkeypatch.chdir(tmp_path / "w")
    assert run(["new", "lists/weights"]) == 0
    assert run(["lint"]) == 0
    assert "2 descriptions, 0 faults" in capsys.readouterr().out
    path = tmp_path / "w" / "descriptions" / "lists" / "weights.md"
    with Box(read_description(path, path.parent.parent), get_family("lists"), source, launcher) as box:
        assert [(result.gate, result.findings) for result in run_gates(box)] == [(gate, ()) for gate in GATES]
        assert box.answer([3, 1, 4]) == 17
        unexplored = play(box, Plan(turns=0, shots=1, samples=1, seed=7), BuiltinPlayer("oracle", 7))
        assert "QUERY" not in unexplored.conversations[0][0].content
        for answers in ("direct", "code"):
            plan = Plan(turns=3, shots=1, samples=20, seed=7, answers=answers)
            record = play(box, plan, BuiltinPlayer("oracle", 7))
            assert record.samples
            assert all(sample.outcome == "right" for sample in record.samples)
            record = play(box, plan, BuiltinPlayer("constant", 7))
            assert not all(sample.outcome == "right" for sample in record.samples)


def test_the_first_commands_of_add_a_box_work_as_typed(tmp_path: Path) -> None:
    """In an empty folder, line by line; `claude` is this test, by files, instead of a model with a key."""
    block = FENCE.findall((ROOT / "docs" / "add-a-box.md").read_text(encoding="utf-8"))[0]
    first, *rest = block.splitlines()[1:-1]
    assert "my-boxes && cd my-boxes" in first
    made = typed(first, tmp_path)
    said, _ = made.communicate()
    assert made.returncode == 0, said
    workspace = tmp_path / "my-boxes"
    models = "models:\n  - {name: claude, provider: relay, folder: runs/relay/claude}\n"
    (workspace / "models.yaml").write_text(models, encoding="utf-8")
    process = typed("\n".join(rest), workspace)
    try:
        end = time.monotonic() + 300
        while process.poll() is None and time.monotonic() < end:
            for request in waiting(workspace / "runs" / "relay" / "claude"):
                put_reply(request, turned_reply(request.stem, request.text))
            time.sleep(0.02)
    finally:
        process.kill()
    said, _ = process.communicate()
    assert process.returncode == 0, said
    assert "this box takes a text (letters (A-Z and a-z) and spaces; 1 to 20 characters)" in said
    assert "1 description, 0 faults" in said
    assert (workspace / "blackboxes" / "accepted" / "encryption" / "turned" / "box.py").is_file()
    assert re.search(r"encryption/turned +100\.0 % +\d", said), said


@pytest.mark.slow  # almost a minute of the processor, for two replays that others make, too
def test_the_pictured_way_from_a_sentence_ends_with_a_score() -> None:
    done = subprocess.run([sys.executable, "docs/first_box.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "wrote descriptions/circuit/odd_ones_in_a_ring.md" in done.stdout
    assert "accepted after 1 attempt" in done.stderr + done.stdout
    assert re.search(r"circuit/odd_ones_in_a_ring +[0-9.]+ % .*[0-9.]+ %", done.stdout), done.stdout


def typed(lines: str, folder: Path) -> subprocess.Popen[str]:
    """Run lines of a shell as they stand, in a folder; the first that fails ends it."""
    shell = f'set -e\nboxwright() {{ {shlex.quote(sys.executable)} -m boxwright "$@"; }}\n{lines}\n'
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    return subprocess.Popen(
        ["bash", "-c", shell], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


TURNED_RULE = f"{CAESAR_RULE} Then the text is written backwards."
TURNED_CASES = [{"input": "abc", "output": "dcb"}, {"input": "zZ", "output": "Aa"}, {"input": "a b", "output": "c b"}]
TURNED_CODE = (
    f"```python\n{CAESAR}\n\nforwards = blackbox\n\n\ndef blackbox(text):\n    return forwards(text)[::-1]\n```\n"
)


def turned_reply(stem: str, request: str) -> str:
    """Reply as author, reader, coder, tester, refiner or player of a description of the next letters, backwards."""
    if "-propose-" in stem:
        rule = {"rule": TURNED_RULE, "domain": {"letters": "any", "max_length": 20}, "examples": TURNED_CASES}
        return json.dumps({"kind": "box", "family": "encryption", "name": "next", "difficulty": "easy", **rule})
    if "-read-" in stem:
        cases = [{"output": case["output"]} for case in TURNED_CASES]
        return f"{TURNED_CODE}\n```json\n{json.dumps({'cases': cases})}\n```\n"
    if "-write-" in stem:
        return TURNED_CODE
    if "-claims-" in stem:
        return CLAIMS
    if "-judge-" in stem:
        return verdict(True)
    asked = re.findall(r"What is the ciphertext of this plaintext\?\nPlaintext: (.*)", request)
    if not asked:
        return f"QUERY: {'abcdefghijklmnopqrstuvwxyz'[int(stem.split('-')[0]) % 20 :]}"
    upper, lower = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
    told = asked[-1].translate(str.maketrans(upper + lower, upper[1:] + "A" + lower[1:] + "a"))
    return f"ANSWER: {told[::-1]}"
