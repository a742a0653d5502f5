"""What all tests share: a sandbox, boxes made from text, and a world without keys or network.

Without a sandbox nearly every test would fail for the same reason, so such a run stops at once and says why.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from boxwright.agents.box import compare, graph
from boxwright.agents.draft import comparison
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description, new_canary, parse_description
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness import difficulty
from boxwright.harness.gates import GateSettings, drawn_for
from boxwright.harness.gates import settings as gate_settings
from boxwright.sandbox import Launcher, Limits, SandboxUnavailable, doctor, open_launcher

hypothesis_settings.register_profile(
    "busy", hypothesis_settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("busy")  # other work on the machine makes no test fail

CAESAR_RULE = "Every letter is replaced by the next letter of the alphabet, z by a. Case and blanks stay."
CAESAR_FRONT = """\
difficulty: easy
domain: {letters: any, spaces: true, max_length: 20}
examples:
  - {input: abc, output: bcd}
  - {input: Hello World, output: Ifmmp Xpsme}
  - {input: zZ, output: aA}
"""
CAESAR = """\
def blackbox(plaintext):
    out = []
    for c in plaintext:
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            c = chr((ord(c) - base + 1) % 26 + base)
        out.append(c)
    return "".join(out)
"""


def describe(identifier: str, front: str, rule: str, public: str = "") -> Description:
    """Return a description made of its parts."""
    text = f"---\n{front}---\n{rule}\n\n<!-- {new_canary()} -->\n\n# Public\n{public}\n"
    return parse_description(text, identifier)


REBUILD = "::test_a_recording_rebuilds_its_box_byte_for_byte"
LOCAL_FAULT = pytest.StashKey[str]()
LOCAL_ROWS, DOCKER_ROWS = ("system", "landlock", "seccomp", "local"), ("engine", "image", "docker")
"""What the doctor checks for each sandbox, in the order in which one depends on the other."""
LOCAL_REMEDY = (
    "run on Linux 5.13 or later with Landlock enabled (`landlock` in the lsm= list at boot) and outside containers or "
    "other filters that forbid its system calls"
)
DOCKER_REMEDY = "start a Docker engine, set DOCKER_HOST to its address, and build the image: boxwright sandbox build"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Stop with one paragraph where no sandbox works, before any worker of xdist starts."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    try:
        open_launcher("local").close()
    except SandboxUnavailable:
        rows = {row.name: row for row in doctor.report()}
        if not rows["auto"].ok:
            raise pytest.UsageError(no_sandbox(rows)) from None
        if not rows["local"].ok:
            session.config.stash[LOCAL_FAULT] = first_fault(rows, LOCAL_ROWS)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how long the collection's rebuild took; remind of a missing local sandbox, where Docker's took its place."""
    rebuilt = [each.duration for each in terminalreporter.getreports("passed") if REBUILD in each.nodeid]
    if len(rebuilt) > 1:
        terminalreporter.write_line(f"{len(rebuilt)} boxes rebuilt from recordings: {sum(rebuilt):.0f} s of the tests")
    fault = config.stash.get(LOCAL_FAULT, "")
    if fault:
        terminalreporter.write_line(
            f"The local sandbox is unavailable ({fault}): tests that ask for it must fail here."
        )


def first_fault(rows: Mapping[str, doctor.Check], names: Sequence[str]) -> str:
    """Return the first of the doctor's rows that is not fine."""
    return next(f"{name}: {rows[name].detail}" for name in names if not rows[name].ok)


def no_sandbox(rows: Mapping[str, doctor.Check]) -> str:
    """Return why neither the local nor the Docker sandbox works here, and what to do."""
    return (
        "No sandbox works on this machine, and most tests run code in one, so no test was run. "
        f"The local sandbox is unavailable ({first_fault(rows, LOCAL_ROWS)}), and so is Docker's "
        f"({first_fault(rows, DOCKER_ROWS)}). "
        f"Either {LOCAL_REMEDY}; or {DOCKER_REMEDY}. `boxwright doctor` shows what this machine offers."
    )


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    """The local sandbox; the strongest other one where that is unavailable."""
    try:
        opened = open_launcher("local")
    except SandboxUnavailable:
        opened = open_launcher("auto")
    yield opened
    opened.close()


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> Iterator[None]:
    """Let programs that tests start receive SIGINT, which a shell makes its background jobs ignore."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def caesar_text() -> Description:
    return describe("encryption/caesar", CAESAR_FRONT, CAESAR_RULE)


@pytest.fixture
def make_box(launcher: Launcher) -> Iterator[Callable[..., Box]]:
    """Make a box from a description and code; all are closed in the end."""
    boxes: list[Box] = []

    def make(description: Description, source: str, **limits: Any) -> Box:
        box = Box(description, get_family(description.family), source, launcher, limits=Limits(**limits))
        boxes.append(box)
        return box

    yield make
    for box in boxes:
        box.close()


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    """An empty workspace that sees no shipped collection."""
    (tmp_path / "boxwright.yaml").write_text("collection: none\n")
    (tmp_path / "descriptions").mkdir()
    return Workspace(tmp_path, True, None)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first test of a module leaves a copy of the workspace that all begin with."""
    return tmp_path_factory.mktemp("kept") / "workspace"


@dataclass(frozen=True)
class Disk:
    """A file system of its own, in memory."""

    folder: Path

    def resize(self, kilobytes: int) -> None:
        """Make it larger, or smaller where it is not full."""
        self._mount(f"remount,size={kilobytes}k")

    def protect(self) -> None:
        """Let nobody write on it, not even root."""
        self._mount("remount,ro")

    def _mount(self, options: str) -> None:
        subprocess.run(["mount", "-o", options, str(self.folder)], check=True)


@pytest.fixture
def small_disk() -> Iterator[Disk]:
    """A file system that can be filled and made read-only.

    It lies beside pytest's folders: what a killed run leaves mounted there, no later run could clear away.
    """
    folder = Path(tempfile.mkdtemp(prefix="bw-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=100m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        folder.rmdir()
        pytest.skip("a small file system can be mounted by root only")
    yield Disk(folder)
    subprocess.run(["umount", "-l", str(folder)], check=True)
    folder.rmdir()


def write_description(place: Workspace, description: Description) -> None:
    """Put a description into a workspace."""
    path = place.root / "descriptions" / f"{description.id}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(description.text)


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "BOXWRIGHT_SANDBOX"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _siblings_judged_at_a_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a sibling's difficulty be judged by one short episode: six long ones take half a minute each time."""
    monkeypatch.setattr(difficulty, "JUDGED", (3, 1, 2, 1, 1))
    monkeypatch.setattr(difficulty, "USUAL", (2, 1, 2, 1, 1))


@pytest.fixture(autouse=True)
def _short_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the gates of the tests' many builds ask little; `tests/harness/gates` asks as much as a build does."""
    monkeypatch.setattr(gate_settings, "THOROUGH", {"sweep": 300, "pauses": ()})
    monkeypatch.setattr(compare, "SWEPT", 1)
    for module in (graph, comparison):
        monkeypatch.setattr(module, "drawn_for", _drawn_for)


def _drawn_for(box: Box[Any]) -> GateSettings:
    """The settings of a build, with the seed that it draws."""
    return GateSettings(
        seed=drawn_for(box).seed, sweep=300, sweep_seconds=0.2, conditions=4, repeats=600, near_misses=4
    )
