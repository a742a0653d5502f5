"""The self-lock: what a session's process irrevocably gives up before it sees untrusted code."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import struct
import sys

from . import landlock, seccomp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
SIGKILL = 9
CAPABILITY_VERSION_3 = 0x2008_0522
CAP_DAC_READ_SEARCH = 1 << 2
"""Kept if held (only as root): the interpreter may live in another user's home. Landlock still bounds it."""
OPEN_FILES = 64
WAITING_SIGNALS = 64
"""The kernel checks this limit against the pending signals of all the user's processes together."""


class Lock:
    """The lock, built once and applied in one process or, by a fork server, in each of its children."""

    def __init__(self, clock_fault: str) -> None:
        """Build what can be built ahead. Whatever is missing is named in the report of `apply`, not raised.

        `clock_fault` says why the machine's clocks could not be taken away, and is empty if they were.
        """
        self._linux = sys.platform.startswith("linux")
        self._clockless = not clock_fault
        self._faults = [clock_fault] if clock_fault else []
        self._rules: int | None = None
        self._filter: seccomp.Filter | None = None
        if not self._linux:
            self._faults.append(f"the self-lock is written for Linux, this is {sys.platform}")
            return
        machine = os.uname().machine
        try:
            self._rules = landlock.ruleset(machine)
        except OSError as error:
            self._faults.append(f"Landlock: {error}")
        try:
            self._filter = seccomp.Filter(machine)
        except KeyError:
            self._faults.append(f"seccomp: no table of system calls for {machine}")

    def descriptors(self) -> list[int]:
        """Return the descriptors that must stay open until `apply` is called."""
        return [] if self._rules is None else [self._rules]

    def apply(self, memory_mb: int, cpu_seconds: int, *, die_with_parent: int | None) -> dict[str, Any]:
        """Lock this process, and return what is in force.

        `{"landlock": version or 0, "seccomp": bool, "clockless": bool, "faults": [text]}`. What is missing is reported,
        not raised: the launcher reads the report and decides.
        Raises: OSError, if root's powers cannot be given up or a limit cannot be set.
        """
        faults = list(self._faults)
        report: dict[str, Any] = {"landlock": 0, "seccomp": False, "clockless": self._clockless, "faults": faults}
        if not self._linux:
            return report
        be_the_first_to_go()
        drop_privileges()
        if die_with_parent is not None:
            end_with(die_with_parent)
        _limit_resources(memory_mb, cpu_seconds)
        if self._rules is not None:
            try:
                landlock.enforce(self._rules)
                report["landlock"] = landlock.version()
            except OSError as error:
                faults.append(f"Landlock: {error}")
            os.close(self._rules)
        if self._filter is not None:
            try:
                self._filter.install()
                report["seccomp"] = True
            except OSError as error:
                faults.append(f"seccomp: {error}")
        return report


def lock_fork_server(parent: int | None) -> None:
    """Give up what a fork server does not need: root's powers, core dumps, all files but the interpreter's.

    It never runs untrusted code; this limits the damage if it ever has a bug. It may still write below /proc (see
    `be_the_first_to_go`) and open the null device (again in each child); the children's own lock forbids both.
    Raises: OSError.
    """
    if not sys.platform.startswith("linux"):
        return
    drop_privileges()
    if parent is not None:
        end_with(parent)
    _limit(resource.RLIMIT_CORE, 0, 0)
    with contextlib.suppress(OSError):  # without Landlock, each session reports it and the launcher decides
        rules = landlock.ruleset(os.uname().machine, writable=("/proc", os.devnull))
        landlock.enforce(rules)
        os.close(rules)


def be_the_first_to_go() -> None:
    """Make this process the kernel's first choice when memory runs out. It must be dumpable for a moment."""
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    with contextlib.suppress(OSError):  # without it the kernel goes by size alone; safety does not depend on it
        descriptor = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        try:
            os.write(descriptor, b"1000")
        finally:
            os.close(descriptor)


def drop_privileges() -> None:
    """Become undumpable (no other process of this user can look inside) and give up root's powers, if any."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    header = struct.pack("=Ii", CAPABILITY_VERSION_3, 0)
    held = ctypes.create_string_buffer(24)
    if libc.capget(ctypes.c_char_p(header), held):
        raise OSError(ctypes.get_errno(), "capget")
    kept = struct.unpack("=6I", held.raw)[1] & CAP_DAC_READ_SEARCH
    wanted = struct.pack("=6I", kept, kept, 0, 0, 0, 0)  # effective, permitted, inheritable: low words, high words
    if libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(wanted)):
        raise OSError(ctypes.get_errno(), "capset")


def end_with(parent: int) -> None:
    """Ask the kernel to kill this process when its parent (thread) ends; end at once if it already has."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)


def _limit_resources(memory_mb: int, cpu_seconds: int) -> None:
    """Bound memory, CPU time, open files and pending signals; no core dumps, no file writes. Lower limits stay."""
    _limit(resource.RLIMIT_CORE, 0, 0)
    _limit(resource.RLIMIT_FSIZE, 0, 0)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES)
    _limit(resource.RLIMIT_SIGPENDING, WAITING_SIGNALS, WAITING_SIGNALS)
    _limit(resource.RLIMIT_AS, memory_mb << 20, memory_mb << 20)
    _limit(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)  # first a signal that tells the reason, then SIGKILL


def _limit(what: int, soft: int, hard: int) -> None:
    ceiling = resource.getrlimit(what)[1]
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(what, (soft, hard))
