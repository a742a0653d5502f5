"""The fork server: a process that never runs untrusted code and forks one locked child per session.

Its stdin is a socket that carries orders: eight digits, that many bytes of settings as JSON, and three descriptors:
the session's requests, its replies, and its *tether*. It reports a session's end on the tether, stops the session or
lets it go on when the other side says so there, answers how long it has waited for a processor, and ends it when the
other side closes or half-closes the tether. When stdin ends, everything ends.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys

from . import lock, serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

OOM_COUNTERS = ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")
"""Where a container shows (cgroup version 2, version 1) how many of its processes were killed for lack of memory."""
DESCRIPTORS = 3
ORDERS = {ord("s"): signal.SIGSTOP, ord("g"): signal.SIGCONT}
"""What the host may say on a tether: stop, go on."""
QUEUED = ord("q")
"""And: how long has the session waited for a processor?"""


def run(parent: int | None, allowed: frozenset[str], clock_fault: str) -> NoReturn:
    """Report ready, then serve until the other side is gone. With `parent`, a pid, also end when that process does.

    `allowed` is what modules may import; `clock_fault` says why the machine's clocks could not be taken away.
    """
    control = socket.socket(fileno=os.dup(0))
    serve.silence()
    try:
        counter = OomCounter()
        lock.lock_fork_server(parent)
        server = ForkServer(control, counter, lock.Lock(clock_fault), allowed)
    except OSError as problem:
        control.sendall(serve.line({"problem": str(problem)}))
        os._exit(1)
    control.sendall(serve.line({"ready": os.getpid()}))
    server.serve()
    os._exit(0)


class OomCounter:
    """Tells whether the kernel has killed a process for lack of memory since the last call (where this is visible)."""

    def __init__(self) -> None:
        self._file: int | None = None
        for path in OOM_COUNTERS:
            try:
                self._file = os.open(path, os.O_RDONLY)
                break
            except OSError:
                continue
        self._seen = self._read()

    def went_up(self) -> bool:
        """Compare with the last call."""
        before, self._seen = self._seen, self._read()
        return self._seen > before

    def _read(self) -> int:
        if self._file is None:
            return 0
        for line in os.pread(self._file, 4096, 0).decode("ascii", "replace").splitlines():
            name, _, number = line.partition(" ")
            if name == "oom_kill":
                return int(number)
        return 0


class Child:
    """One session's process, and the tether to whoever requested it."""

    def __init__(self, pid: int, tether: socket.socket, cpu_seconds: int) -> None:
        self.pid = pid
        self.cpu_seconds = cpu_seconds
        self.tether = tether
        self.was_ended = False


class ForkServer:
    """Waits for orders, for tethers to be closed, and for children to end."""

    def __init__(self, control: socket.socket, counter: OomCounter, walls: lock.Lock, allowed: frozenset[str]) -> None:
        self._control = control
        self._counter = counter
        self._lock = walls
        self._allowed = allowed
        self._children: dict[int, Child] = {}
        self._by_tether: dict[int, Child] = {}
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)
        self._wake, wake_writer = os.pipe()
        os.set_blocking(wake_writer, False)
        self._poll.register(self._wake, select.POLLIN)
        signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.collect()
        gc.freeze()

    def serve(self) -> None:
        """Serve until the control socket ends; then end every session.

        One event at a time: handling it may close descriptors, whose numbers may then be reused.
        """
        while True:
            descriptor, _ = self._poll.poll()[0]
            if descriptor == self._wake:
                os.read(self._wake, 4096)
                self._reap()
            elif descriptor != self._control.fileno():
                self._heed(descriptor)
            elif not self._take_order():
                self._end_all()
                return

    def _take_order(self) -> bool:
        head, descriptors, _, _ = socket.recv_fds(self._control, 8, DESCRIPTORS)
        if not head:
            return False
        head += self._take(8 - len(head))
        config = json.loads(self._take(int(head)))
        requests, replies, tether = descriptors
        pid = os.fork()
        if pid == 0:
            self._children.clear()  # how many others there are is none of a session's business
            self._by_tether.clear()
            become_session(config, self._lock, self._allowed, requests, replies)
        os.close(requests)
        os.close(replies)
        child = Child(pid, socket.socket(fileno=tether), config["cpu_seconds"])
        child.tether.setblocking(False)
        self._children[pid] = child
        self._by_tether[tether] = child
        self._poll.register(tether, select.POLLIN)
        return True

    def _take(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            piece = self._control.recv(size - len(data))
            if not piece:
                self._end_all()
                os._exit(0)
            data += piece
        return data

    def _heed(self, tether: int) -> None:
        child = self._by_tether[tether]
        try:
            orders = child.tether.recv(64)
        except OSError:
            orders = b""
        for order in orders:
            if order == QUEUED:
                self._tell(child, {"queued": queued(child.pid)})
            else:
                os.kill(child.pid, ORDERS[order])
        if not orders:
            del self._by_tether[tether]
            self._poll.unregister(tether)
            child.was_ended = True
            os.kill(child.pid, signal.SIGKILL)

    def _reap(self) -> None:
        while self._children:
            pid, status, used = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                return
            child = self._children.pop(pid, None)
            if child is not None:
                spent = used.ru_utime + used.ru_stime >= child.cpu_seconds
                self._say_end(child, os.waitstatus_to_exitcode(status), spent)

    def _say_end(self, child: Child, code: int, spent: bool) -> None:
        if self._by_tether.pop(child.tether.fileno(), None):
            self._poll.unregister(child.tether)
        starved = self._counter.went_up() and code == -signal.SIGKILL and not child.was_ended
        self._tell(child, {"ended": code, "starved": starved, "spent": spent})
        child.tether.close()

    def _tell(self, child: Child, words: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):  # the host has gone already
            child.tether.sendall(serve.line(words))

    def _end_all(self) -> None:
        for child in self._children.values():
            os.kill(child.pid, signal.SIGKILL)
        for pid in self._children:
            os.waitpid(pid, 0)


def queued(pid: int) -> float:
    """Return for how many seconds a process has been ready to run and waited for a processor; 0 where unknown."""
    try:
        with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):  # a kernel that does not count it
        return 0.0


def become_session(
    config: dict[str, Any], walls: lock.Lock, allowed: frozenset[str], requests: int, replies: int
) -> NoReturn:
    """Turn a fresh child into a session. Never returns."""
    try:
        server = os.getppid()
        serve.silence()  # again: file status flags are shared by everyone who inherited the open file
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        parent = server if sys.platform.startswith("linux") else None
        channel = serve.Channel(requests, replies, keep=walls.descriptors())
        serve.serve_session(config, walls, channel, allowed, parent)
    except Exception as problem:  # noqa: BLE001 -- boundary: this process must not go on as a fork server
        os.write(replies, serve.line({"problem": f"{type(problem).__name__}: {problem}"}))
    finally:
        os._exit(70)
