"""What the sandbox costs: starts, round trips, streams, memory, 200 sessions at once; with the targets.

Absolute numbers depend on the machine and its load; the ratios within one table count. Each round visits all
launchers in turn, so a busy moment affects them equally. `python -m benchmarks.sandbox [--quick] [--markdown]`.
"""

from __future__ import annotations

import contextlib
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from boxwright.sandbox import (
    Launcher,
    Limits,
    Module,
    SandboxUnavailable,
    Session,
    engine,
    open_launcher,
    runner_payload,
)
from boxwright.sandbox.values import atoms_text, parse_line, text
from boxwright.sandbox.worker import ForkChannel, Worker

NAMES = ("local", "bubblewrap", "docker", "docker-strict")
SAME = Module("def same(text):\n    return text\n")
TEXT = "THEQUICKBROWNFOX"
PATIENT = Limits(load_seconds=60, call_seconds=60)
AT_ONCE = 200
ECHO = """
import os
read, write, rest = os.read, os.write, b""
while piece := read(0, 65536):
    if not piece.endswith(b"\\n"):
        rest += piece
        continue
    write(1, rest + piece if rest else piece)
    rest = b""
"""
"""Reads one line and writes it back: no JSON, no function, no isolation."""
REQUEST = b'[1234567890123456789,"same",false,[["THEQUICKBROWNFOX"]]]\n'
FLOOR_ROWS = 2_000


def same(text: str) -> str:
    """Do in this process what SAME does inside."""
    return text


@dataclass
class Figures:
    """One launcher's measurements, in seconds unless the name says otherwise."""

    level: str
    cold: float
    warm: list[float] = field(default_factory=list)
    trips: list[float] = field(default_factory=list)
    echo: list[float] = field(default_factory=list)
    rows: list[float] = field(default_factory=list)
    floor_trip: float = 0.0
    """What JSON and the function alone cost per single call: each side writes and reads once."""
    floor_row: float = 0.0
    """The same per row of many in one text, with one write per row."""
    mb_each: float = 0.0
    alive: int = 0
    mb_alive: float = 0.0
    opening: float = 0.0
    all_called: float = 0.0


def measure(quick: bool) -> tuple[dict[str, Figures], dict[str, float]]:
    """Measure all launchers. Returns their figures, and what a call costs in other ways."""
    launchers: dict[str, Launcher] = {}
    found: dict[str, Figures] = {}
    for name in NAMES:
        try:
            start = time.perf_counter()
            opened = open_launcher(name)
            _first_call(opened).close()
        except SandboxUnavailable as missing:
            Console(stderr=True).print(f"[yellow]{name} left out:[/] {missing}")
            continue
        launchers[name] = opened
        found[name] = Figures(opened.level, time.perf_counter() - start)
    try:
        for _ in range(3 if quick else 10):
            for name, opened in launchers.items():
                _round(opened, found[name], quick)
        for figures in found.values():
            figures.floor_trip, figures.floor_row = _floor(1), _floor(FLOOR_ROWS)
        for name, opened in launchers.items():
            _at_once(opened, found[name], 20 if quick or name == "docker-strict" else AT_ONCE)
    finally:
        for opened in launchers.values():
            opened.close()
    usual, left = _counter()
    ways = {"in-process call": _direct(), "local": usual, "local, the processor's counter left in place": left}
    if "docker" in launchers:
        ways["docker exec per call"] = _docker_exec()
    return found, ways


def _first_call(launcher: Launcher) -> Session:
    session = launcher.open(SAME, PATIENT)
    assert session.call("same", TEXT) == same(TEXT)
    return session


def _round(launcher: Launcher, figures: Figures, quick: bool) -> None:
    for _ in range(3):
        start = time.perf_counter()
        session = _first_call(launcher)
        figures.warm.append(time.perf_counter() - start)
        session.close()
    session = _first_call(launcher)
    count = 100 if quick else 300
    with bare_echo(launcher) as echo, one_processor(launcher):
        for _ in range(count):  # in turns, so that both see the same load
            figures.trips.append(_timed(lambda: session.call("same", TEXT)))
            figures.echo.append(_timed(echo))
    rows = 5_000 if quick else 20_000
    start = time.perf_counter()
    assert sum(reply.error is None for reply in session.call_many("same", repeat((TEXT,), rows))) == rows
    figures.rows.append((time.perf_counter() - start) / rows)
    session.close()


def _floor(rows: int) -> float:
    """Return the minimum cost of a row: both sides write and read JSON, and the function is called.

    Nothing is checked, nobody waits. Of many rows each has a write of its own, as it must: a row that never returns, or
    ends its process, may not take the replies before it along.
    """
    reader, writer = os.pipe()
    times = []
    for _ in range(20_000 // rows):
        start = time.perf_counter()
        asked = parse_line(f'[7,"same",false,{atoms_text([(TEXT,)] * rows)}]')
        for row in asked[3]:
            reply = f"[7,{text(same(*row))}]\n".encode()
            if rows > 1:
                os.write(writer, reply)
        said = os.read(reader, 1 << 16) if rows > 1 else reply
        assert len(parse_line(f"[{str(said[:-1], 'utf-8').replace(chr(10), ',')}]")) == rows
        times.append((time.perf_counter() - start) / rows)
    os.close(reader)
    os.close(writer)
    return statistics.median(times)


@contextmanager
def one_processor(launcher: Launcher) -> Iterator[None]:
    """Pin caller and sessions to one processor; otherwise the scheduler decides whether they share one.

    Sessions in containers are moved explicitly, which needs root. Waking up another processor costs several times what
    it costs on one's own, for echo and call alike, and the ratio is the harder one here.
    """
    everywhere = os.sched_getaffinity(0)
    here = {max(everywhere)}
    moved = _processes(launcher)
    try:
        for pid in moved:
            with contextlib.suppress(OSError):  # it has ended in the meantime
                os.sched_setaffinity(pid, here)
        yield
    finally:
        for pid in moved:
            with contextlib.suppress(OSError):  # it has ended in the meantime
                os.sched_setaffinity(pid, everywhere)


def _timed(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@contextmanager
def bare_echo(launcher: Launcher) -> Iterator[Callable[[], None]]:
    """Yield a function that sends one request's bytes through a bare echo program over the launcher's transport."""
    if launcher.name == "docker-strict":
        with _echo_in_a_container(launcher) as channel:
            yield lambda: _exchange(channel)
        return
    command = [sys.executable, "-S", "-c", ECHO]  # pipes are the same in and out of namespaces
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as program:
        assert program.stdin is not None and program.stdout is not None
        ours, theirs = socket.socketpair()
        pipes = os.dup(program.stdin.fileno()), os.dup(program.stdout.fileno())
        worker = Worker(ours, program.kill)
        channel = ForkChannel(*pipes, theirs, PATIENT, worker)  # exactly a session's transport, deadlines included
        try:
            yield lambda: _exchange(channel)
        finally:
            os.close(pipes[0])
            os.close(pipes[1])
            theirs.close()
            worker.end()


def _exchange(channel: Any) -> None:
    deadline = time.monotonic() + 60
    channel.send(REQUEST, deadline)
    got = channel.receive(deadline)
    while not got.endswith(b"\n"):
        got += channel.receive(deadline)


@contextmanager
def _echo_in_a_container(launcher: Any) -> Iterator[Any]:
    from boxwright.sandbox import container
    from boxwright.sandbox.api import Conditions
    from boxwright.sandbox.docker_per_session import AttachChannel

    client = launcher._client
    walls = container.settings(Conditions(), memory_mb=128, processes=1, cpus=1)
    made = client.containers.create(**{**walls, "command": ["-S", "-c", ECHO]}, stdin_open=True)
    attached = client.api.attach_socket(str(made.id), params={"stdin": 1, "stdout": 1, "stderr": 0, "stream": 1})
    channel = AttachChannel(client, str(made.id), attached, PATIENT)
    made.start()
    try:
        yield channel
    finally:
        channel.end()


def _at_once(launcher: Launcher, figures: Figures, count: int) -> None:
    before = _memory_mb(launcher)
    start = time.perf_counter()
    sessions = [_first_call(launcher) for _ in range(count)]
    figures.opening = time.perf_counter() - start
    figures.mb_alive = _memory_mb(launcher) - before
    start = time.perf_counter()
    figures.alive = sum(session.call("same", TEXT) == TEXT for session in sessions)
    figures.all_called = time.perf_counter() - start
    figures.mb_each = max(figures.mb_alive, 0.1) / count
    for session in sessions:
        session.close()


def _memory_mb(launcher: Any) -> float:
    """Return the memory of the launcher's processes, shared pages divided among their users (PSS); needs root."""
    return sum(map(_pss_kb, _processes(launcher) - {os.getpid()})) / 1024


def _processes(launcher: Any) -> set[int]:
    """Return this process, its children, and the processes in the launcher's containers."""
    roots = {os.getpid()}
    if launcher.name.startswith("docker"):
        api = launcher._client.api
        mine = api.containers(filters={"label": f"{engine.RUN_LABEL}={engine.RUN_ID}"})
        roots |= {int(api.inspect_container(each["Id"])["State"]["Pid"]) for each in mine}
    pids = set(roots)
    parents = dict(_parents())
    while more := {pid for pid, parent in parents.items() if parent in pids} - pids:
        pids |= more
    return pids


def _parents() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended in the meantime
            yield int(folder.name), int((folder / "stat").read_text().rpartition(")")[2].split()[1])


def _pss_kb(pid: int) -> int:
    with contextlib.suppress(OSError):  # it has ended in the meantime
        return int(Path(f"/proc/{pid}/smaps_rollup").read_text().split("Pss:")[1].split()[0])
    return 0


def _direct() -> float:
    start = time.perf_counter()
    for _ in range(100_000):
        same(TEXT)
    return (time.perf_counter() - start) / 100_000


@contextmanager
def _counter_left_in_place() -> Iterator[None]:
    """Let workers that are started meanwhile keep the processor's counter, which `runner/clocks.py` takes away."""
    real, name = runner_payload.sources, "sandbox.runner.clocks"
    taken = "if _libc().prctl(PR_SET_TSC,"
    assert taken in real()[name]
    changed = {**real(), name: real()[name].replace(taken, taken.replace("if ", "if False and "))}
    setattr(runner_payload, "sources", lambda: changed)  # noqa: B010 -- mypy forbids the plain assignment
    try:
        yield
    finally:
        setattr(runner_payload, "sources", real)  # noqa: B010


def _counter() -> tuple[float, float]:
    """Return the cost of a round trip on `local`: as it is, and with the processor's counter left in place."""
    usual = open_launcher("local")
    with _counter_left_in_place():
        other = open_launcher("local")
    times: tuple[list[float], list[float]] = [], []
    sessions = _first_call(usual), _first_call(other)
    with one_processor(usual):
        for _ in range(2_000):  # in turns, so that both see the same load
            for session, kept in zip(sessions, times, strict=True):
                kept.append(_timed(lambda: session.call("same", TEXT)))  # noqa: B023
    usual.close()
    other.close()
    return statistics.median(times[0]), statistics.median(times[1])


def _docker_exec() -> float:
    """Return the cost of the naive approach: one `exec` in a running container per call."""
    from boxwright.sandbox import container, image
    from boxwright.sandbox.api import Conditions

    client = container.connect()
    walls = container.settings(Conditions(), memory_mb=128, processes=8, cpus=1)
    made = client.containers.create(**{**walls, "command": ["-c", "import time; time.sleep(600)"]})
    try:
        made.start()
        call = [image.DEBIAN_PYTHON, "-S", "-c", f"print({TEXT!r})"]
        times = [_timed(lambda: made.exec_run(call)) for _ in range(8)]
    finally:
        container.remove(client, str(made.id))
        client.close()
    return statistics.median(times)


@dataclass(frozen=True)
class Target:
    """One target of the project: a ratio within this run, and its limit."""

    text: str
    found: float
    bound: float
    at_most: bool = True

    @property
    def met(self) -> bool:
        """Is it met?"""
        return self.found <= self.bound if self.at_most else self.found >= self.bound

    @property
    def verdict(self) -> str:
        """Return the verdict; for a floor or ceiling, whether the target above it can be reached at all."""
        if ": floor" in self.text or ": ceiling" in self.text:
            return "can be reached" if self.met else "out of reach"
        return "met" if self.met else "not met"


def targets(found: dict[str, Figures]) -> Iterator[Target]:
    """Compare the figures with the targets."""
    median = statistics.median
    for name, each in found.items():
        if "docker-strict" in found and name != "docker-strict":
            ratio = median(each.warm) / median(found["docker-strict"].warm)
            yield Target(f"{name}: warm session / container per session <= 0.1", ratio, 0.1)
        trip = median(each.trips) / median(each.echo)
        yield Target(f"{name}: round trip / bare echo <= 1.3", trip, 1.3)
        many = median(each.trips) / median(each.rows)
        yield Target(f"{name}: call_many / single calls >= 20", many, 20, at_most=False)
        trip = (median(each.echo) + each.floor_trip) / median(each.echo)
        yield Target(f"{name}: floor of the round trip: echo and JSON alone / bare echo", trip, 1.3)
        many = median(each.trips) / each.floor_row
        yield Target(f"{name}: ceiling of call_many: JSON, calls, one write per row", many, 20, at_most=False)
        if each.alive == AT_ONCE:
            yield Target(f"{name}: {AT_ONCE} sessions at once, MB <= 2048", each.mb_alive, 2048)


def tables(found: dict[str, Figures], ways: dict[str, float]) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Yield title, headings and rows of each table."""
    rows = []
    for each in found.values():
        trips, median = sorted(each.trips), statistics.median
        figures = (
            f"{each.cold * 1e3:.0f}",
            f"{median(each.warm) * 1e3:.1f}",
            f"{median(trips) * 1e6:.0f}",
            f"{trips[len(trips) * 99 // 100] * 1e6:.0f}",
            f"{median(each.echo) * 1e6:.0f}",
            f"{1 / median(each.rows):,.0f}",
            f"{each.alive}",
            f"{each.opening:.2f}",
            f"{each.all_called * 1e3:.0f}",
            f"{each.mb_alive:.0f}",
            f"{1024 / each.mb_each:.0f}",
        )
        rows.append([each.level, *figures])
    headings = ["sandbox", "cold ms", "warm ms", "call µs", "p99 µs", "echo µs", "call_many rows/s", "at once"]
    yield "costs", [*headings, "opened in s", "each called ms", "MB", "per GB"], rows
    yield "for comparison", ["way", "µs per call"], [[way, f"{cost * 1e6:,.2f}"] for way, cost in ways.items()]
    judged = [[t.text, f"{t.found:.3g}", t.verdict] for t in targets(found)]
    yield "targets", ["target", "found", ""], judged


@click.command()
@click.option("--quick", is_flag=True, help="Fewer rounds.")
@click.option("--markdown", is_flag=True, help="Write the tables as Markdown.")
def main(quick: bool, markdown: bool) -> None:
    """Measure the sandbox."""
    found, ways = measure(quick)
    load = os.getloadavg()[0]
    click.echo(f"{os.cpu_count()} processors, Python {sys.version.split()[0]}, load {load:.1f} at the end\n")
    for title, headings, rows in tables(found, ways):
        if markdown:
            lines = [headings, ["---"] * len(headings), *rows]
            click.echo("\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n")
            continue
        table = Table(title=title)
        for heading in headings:
            table.add_column(heading, justify="left" if heading in (headings[0], "") else "right")
        for row in rows:
            table.add_row(*row)
        Console(width=170).print(table)


if __name__ == "__main__":
    main()
