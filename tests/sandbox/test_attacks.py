"""Every attack in `attacks/` against every launcher: contained in time, a typed error, nothing left behind.

Each attack is a module that tells in its first lines which threat it is and what is expected of the sandbox:
`nothing` (it answers the empty list: whatever it tried, it reached nothing) or kinds of error; with a launcher's
name after `expect` where that one differs.
`python -m tests.sandbox.threats` runs them all and writes the table in docs/sandbox.md.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from boxwright.sandbox import Launcher, Limits, Module, SandboxError, Session, open_launcher
from boxwright.sandbox.channel import ChannelClosed
from tests.sandbox.processes import (
    containers_of_this_process,
    in_containers_of,
    is_running,
    processes_below,
    processes_of,
    wait_until_swept,
)

ATTACKS = sorted((Path(__file__).parent / "attacks").glob("*.py"))
ROOT = Path(__file__).resolve().parents[2]
USUAL = Limits(load_seconds=10.0, call_seconds=0.5, queue_seconds=2.0, memory_mb=256)
HONEST = Module("seen = []\ndef count():\n    seen.append(1)\n    return len(seen)\n")
SECRET = "BOXWRIGHT_ATTACK_SECRET"
GRACE_SECONDS = 3.0
"""Beyond a call's limit, until the session has ended: a container per session takes its time to be removed."""


@dataclass(frozen=True)
class Attack:
    """A hostile module, and what its first lines say of it."""

    source: str
    threat: str
    expected: str
    exceptions: dict[str, str]
    """Launcher -> what is expected there instead."""
    limits: Limits
    at_load: bool


def read(path: Path) -> Attack:
    """Read an attack with its first lines."""
    source = path.read_text()
    first = [line.removeprefix("# ") for line in source.splitlines()[:5] if line.startswith("# ") and ": " in line]
    head = dict(line.split(": ", 1) for line in first)
    given = dict(pair.split("=") for pair in head.get("limits", "").split())
    limits = replace(USUAL, **{name: type(getattr(USUAL, name))(value) for name, value in given.items()})
    at_load = head.get("phase") == "load"
    if at_load:
        limits = replace(limits, load_seconds=limits.call_seconds)
    exceptions = {name.removeprefix("expect "): kind for name, kind in head.items() if name.startswith("expect ")}
    return Attack(source, head["threat"], head["expect"], exceptions, limits, at_load)


@pytest.fixture(scope="module")
def bystander(launcher: Launcher) -> Iterator[Session]:
    """A session that goes on beside all attacks; in the same worker, where the launcher has workers."""
    session = launcher.open(HONEST, replace(USUAL, call_seconds=10.0))
    session.call("count")
    yield session
    session.close()


class Target:
    """What an attack may aim at: a user's file, secrets, sockets that listen, processes. And whether it was hit."""

    def __init__(self, folder: Path, sibling: int) -> None:
        self.folder = folder
        self.file = folder / "file"
        self.file.write_text("the expected answer is 42")
        self.file.chmod(0o640)
        os.utime(self.file, (1_000_000_000, 1_000_000_000))
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self._unix, self._abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        self._unix.bind(str(folder / "s"))
        name = f"boxwright-attack-{os.getpid()}"
        self._abstract.bind("\0" + name)
        self._sockets = [self._tcp, self._unix, self._abstract]
        for listening in self._sockets:
            listening.listen()
            listening.setblocking(False)
        self._before = self._state()
        self.about: dict[str, Any] = {
            **{"folder": str(folder), "file": str(self.file), "listening": str(folder / "s"), "abstract": name},
            **{"port": self._tcp.getsockname()[1], "caller": os.getpid(), "sibling": sibling, "project": str(ROOT)},
            "engine": os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://"),
            "secrets": [str(ROOT / name) for name in ("descriptions", "blackboxes/accepted", "runs", "pyproject.toml")],
            "packages": [path for path in sys.path if path.endswith("-packages")],
        }

    def _state(self) -> list[tuple[str, Any]]:
        paths = [self.folder, *sorted(self.folder.iterdir())]
        stats = [(path, path.lstat()) for path in paths]
        return [(str(p), (s.st_mode, s.st_uid, s.st_gid, s.st_size, s.st_mtime_ns)) for p, s in stats]

    def assert_unharmed(self) -> None:
        """Fail if a file is not as it was, or if anybody knocked."""
        assert self._state() == self._before
        assert self.file.read_text() == "the expected answer is 42"
        for listening in self._sockets:
            with pytest.raises(BlockingIOError):
                listening.accept()

    def close(self) -> None:
        """Close the sockets."""
        for listening in self._sockets:
            listening.close()


@pytest.fixture
def target(tmp_path: Path, launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    monkeypatch.setenv(SECRET, "42")
    made = Target(tmp_path, max(processes_of(launcher), default=1))
    yield made
    made.close()


def outcome(launcher: Launcher, attack: Attack, about: dict[str, Any]) -> tuple[str, str]:
    """Run an attack as the loop would; return (kind of error or `value`, its words)."""
    try:
        session = launcher.open(Module(attack.source), attack.limits)
    except SandboxError as error:
        return error.kind, error.message
    try:
        replies = list(session.call_many("attack", [(about,), (about,)]))
    finally:
        session.close()
    for reply in replies:
        if reply.error is not None:
            return reply.error.kind, reply.error.message
    reached = [reply.value for reply in replies]
    return "nothing" if reached == [[], []] else "value", str(reached)[:500]


@pytest.mark.parametrize("path", ATTACKS, ids=lambda path: path.stem)
def test_an_attack_is_contained(
    path: Path, launcher: Launcher, bystander: Session, target: Target, record_property: Any
) -> None:
    attack = read(path)
    containers, processes = containers_of_this_process(launcher), processes_of(launcher)
    start = time.monotonic()
    kind, words = outcome(launcher, attack, target.about)
    seconds = time.monotonic() - start

    for name, value in (("threat", attack.threat), ("launcher", launcher.name), ("outcome", kind), ("words", words)):
        record_property(name, value)
    record_property("attack", path.stem)
    record_property("seconds", round(seconds, 2))
    assert kind in attack.exceptions.get(launcher.name, attack.expected).split(", "), words
    grace = attack.limits.queue_seconds + GRACE_SECONDS
    assert seconds < attack.limits.load_seconds + 2 * attack.limits.call_seconds + grace
    if kind == "timeout":
        assert seconds < attack.limits.call_seconds + grace
    target.assert_unharmed()
    assert processes_of(launcher) == processes
    assert containers_of_this_process(launcher) == containers

    seen = bystander.call("count")
    assert bystander.call("count") == seen + 1
    following = launcher.open(HONEST, replace(USUAL, call_seconds=10.0))
    assert following.call("count") == 1
    following.close()


def stop_reading(deadline: float) -> bytes:
    time.sleep(0.8)
    raise ChannelClosed


@pytest.mark.parametrize("name", ["huge_reply_by_hand", "endless_loop"])
def test_a_host_that_stops_reading_can_end_a_session_at_once(launcher: Launcher, name: str) -> None:
    """An engine that cannot deliver a flood used to hang for 60 s when asked to kill (moby #41827)."""
    source = next(path for path in ATTACKS if path.stem == name).read_text()
    before = processes_of(launcher)
    session = launcher.open(Module(source), replace(USUAL, call_seconds=60.0))
    caller = threading.Thread(target=lambda: list(session.call_many("attack", [({},)])))
    session._channel.receive = stop_reading  # type: ignore[attr-defined]
    caller.start()
    time.sleep(0.4)  # the flood fills every buffer on the way
    start = time.monotonic()
    session.close()
    assert time.monotonic() - start < GRACE_SECONDS
    assert processes_of(launcher) == before
    caller.join()


CALLER = """
import sys
from boxwright.sandbox import Limits, Module, open_launcher
launcher = open_launcher(sys.argv[1])
idle = launcher.open(Module("def f(): pass"))
session = launcher.open(Module("def f():\\n    while True:\\n        pass"), Limits(call_seconds=600))
print("calling", flush=True)
session.call("f")
"""


def test_nothing_outlives_a_caller_that_is_killed(launcher: Launcher, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", CALLER, launcher.name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as caller:
        assert caller.stdout is not None and caller.stdout.readline() == "calling\n"
        time.sleep(0.1)
        contained = launcher.name.startswith("docker")
        below = in_containers_of(caller.pid) if contained else processes_below(caller.pid)
        assert below
        caller.kill()
    wait_until_gone(below)
    if contained:
        open_launcher("docker").close()
        wait_until_swept(caller.pid)
    assert list(tmp_path.iterdir()) == []


def wait_until_gone(pids: set[int]) -> None:
    deadline = time.monotonic() + 10
    while left := {pid for pid in pids if is_running(pid)}:
        assert time.monotonic() < deadline, f"still running: {left}"
        time.sleep(0.02)


@pytest.mark.parametrize(
    "name",
    [
        *("read_files", "proc", "environment", "change_files", "other_libraries", "network", "io_uring"),
        *("asking_about_files", "clocks_of_the_machine", "answer_from_a_timer", "what_it_inherits"),
    ],
)
def test_an_attack_reaches_something_where_there_is_no_wall(name: str, tmp_path: Path) -> None:
    """Else its empty list would say nothing. Only attacks that do no harm outside; we wrote them ourselves."""
    made = Target(tmp_path, 1)
    program = "import json, sys; exec(sys.stdin.readline()); print(len(attack(json.loads(sys.stdin.readline()))))"
    source = next(path for path in ATTACKS if path.stem == name).read_text()
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=f"exec({source!r})\n{json.dumps(made.about)}\n",
        env={**os.environ, SECRET: "42"},
        capture_output=True,
        text=True,
        check=False,
    )
    made.close()
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def test_every_attack_says_what_it_is() -> None:
    assert len({read(path).threat for path in ATTACKS}) == len(ATTACKS) >= 40
    kinds = {"nothing", "timeout", "memory", "crashed", "refused", "protocol", "raised"}
    for attack in map(read, ATTACKS):
        assert {*attack.expected.split(", "), *attack.exceptions.values()} <= kinds
