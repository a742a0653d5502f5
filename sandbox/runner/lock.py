"""The self-lock: what a session's process gives up, for good, before it sees untrusted code."""

from __future__ import annotations

import ctypes
import os
import resource
import struct
import sys

from sandbox.runner import landlock, seccomp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
SIGKILL = 9
CAPABILITY_VERSION_3 = 0x2008_0522
CAP_DAC_READ_SEARCH = 1 << 2
"""Kept where held (only as root): the interpreter may live under another user's home. Landlock still bounds it."""
OPEN_FILES = 64


def apply(memory_mb: int, cpu_seconds: int, *, die_with_parent: int | None) -> dict[str, Any]:
    """Lock this process. Returns what stands: {"landlock": version or 0, "seccomp": bool, "faults": [text]}.

    Never raises for a missing wall: whether that will do is for the launcher to say, which reads this report.
    """
    faults: list[str] = []
    report: dict[str, Any] = {"landlock": 0, "seccomp": False, "faults": faults}
    if not sys.platform.startswith("linux"):
        faults.append(f"the self-lock is written for Linux, this is {sys.platform}")
        return report
    machine = os.uname().machine
    _drop_privileges()
    if die_with_parent is not None:
        _die_with_parent(die_with_parent)
    _limit_resources(memory_mb, cpu_seconds)
    try:
        report["landlock"] = landlock.restrict(machine)
    except OSError as error:
        faults.append(f"Landlock: {error}")
    try:
        seccomp.install(machine)
        report["seccomp"] = True
    except KeyError:
        faults.append(f"seccomp: no table of system calls for {machine}")
    except OSError as error:
        faults.append(f"seccomp: {error}")
    return report


def _drop_privileges() -> None:
    """Become undumpable (no other process of this user may look in) and lose root's powers, where there are any."""
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


def _die_with_parent(parent: int) -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)  # it died before the line above


def _limit_resources(memory_mb: int, cpu_seconds: int) -> None:
    """Bound memory, CPU time and open files; no core dumps, no file growth. A lower limit from outside stays."""
    _limit(resource.RLIMIT_CORE, 0, 0)
    _limit(resource.RLIMIT_FSIZE, 0, 0)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES)
    _limit(resource.RLIMIT_AS, memory_mb << 20, memory_mb << 20)
    _limit(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)  # first a signal that names the reason, then the end


def _limit(what: int, soft: int, hard: int) -> None:
    ceiling = resource.getrlimit(what)[1]
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(what, (soft, hard))
