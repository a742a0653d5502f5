"""One session in a container of its own, and beside it a watcher, the container's first process.

The watcher never runs untrusted code. When the host hangs up, however busy the session is, the watcher ends, and the
kernel ends everything in the container with it. It stops the session, and lets it go on, when the engine passes on that
the host wants this.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import sys

from . import lock, serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

ORDERS: dict[int, int] = {signal.SIGUSR1: signal.SIGSTOP, signal.SIGUSR2: signal.SIGCONT}
"""Signal to the watcher -> signal to the session."""
KILLED = 128
"""A container's exit code for a process that a signal ended is this and the signal's number."""


def run(config: dict[str, Any], allowed: frozenset[str], clock_fault: str) -> NoReturn:
    """Fork the session, which talks over stdin and stdout, and end with it, or when the host is gone."""
    walls = lock.Lock(clock_fault)
    source, target = os.dup(0), os.dup(1)
    serve.silence()
    watcher = os.getpid()
    gc.collect()
    gc.freeze()
    child = os.fork()
    if child == 0:
        parent = watcher if sys.platform.startswith("linux") else None
        channel = serve.Channel(source, target, keep=walls.descriptors())
        serve.serve_session(config, walls, channel, allowed, parent)
    os.close(target)
    watch(child, source)


def watch(child: int, source: int) -> NoReturn:
    """Wait until the session ends, or until nobody can write to it any more. Exit as the session did."""
    wake, wake_writer = os.pipe()
    os.set_blocking(wake_writer, False)
    signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    for order in ORDERS:
        signal.signal(order, lambda number, frame: os.kill(child, ORDERS[number]))
    poll = select.poll()
    poll.register(wake, select.POLLIN)
    poll.register(source, 0)  # only: hung up
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else KILLED - code)
        for descriptor, _ in poll.poll():
            if descriptor == source:
                os.kill(child, signal.SIGKILL)
                os._exit(0)
            os.read(wake, 4096)
