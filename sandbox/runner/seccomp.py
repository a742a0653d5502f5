"""The system call filter: an allowlist as a small BPF program, built from the tables in `syscalls.py`."""

from __future__ import annotations

import ctypes
import os

from .syscalls import CHECKED, NUMBERS, allowed_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Instruction = tuple[int, int, int, int]

# Instruction codes of classic BPF, as linux/bpf_common.h composes them.
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_IF_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF_0000, 0x8000_0000, 0x0005_0000

EPERM, EACCES, ENOTTY = 1, 13, 25

NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16
AUDIT_CODES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
X32_BIT = 0x4000_0000
ANY_PID = 0x7FFF_FFFF
"""Stands for the process's pid until the filter is installed; larger than any pid that the kernel assigns."""

WRITING_FLAGS = 0o3 | 0o100 | 0o1000  # write or read-write access, O_CREAT, O_TRUNC
TERMINAL_AND_MODE = (0x5401, 0x5421, 0x5450, 0x5451)  # TCGETS, FIONBIO, FIONCLEX, FIOCLEX
DUPLICATE_AND_FLAGS = (0, 1, 2, 3, 4, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
AF_UNIX = 1

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2


def program(machine: str, pid: int) -> list[Instruction]:
    """Return the filter for one process. Raises: KeyError for a machine without a table."""
    numbers = NUMBERS[machine]
    code = [
        _load(MACHINE_AT),
        (JUMP_EQUAL, 1, 0, AUDIT_CODES[machine]),
        _return(KILL),  # a call through another architecture's entry, such as 32-bit
        _load(NUMBER_AT),
    ]
    if machine == "x86_64":
        code += [(JUMP_AT_LEAST, 0, 1, X32_BIT), _return(KILL)]
    for name in allowed_names():
        if name in numbers:
            code += [(JUMP_EQUAL, 0, 1, numbers[name]), _return(ALLOW)]
    for name in CHECKED:
        if name in numbers:
            body = _check(name, pid)
            code += [(JUMP_EQUAL, 0, len(body), numbers[name]), *body]
    return [*code, _return(ERROR | EPERM)]


class Filter:
    """The filter in the kernel's format, built once; only the pid is filled in when it is installed."""

    def __init__(self, machine: str) -> None:
        """Build it. Raises: KeyError (no table for this machine)."""
        instructions = program(machine, ANY_PID)
        self._lines = (_Line * len(instructions))(*(_Line(*line) for line in instructions))
        self._places = [place for place, line in enumerate(instructions) if line[3] == ANY_PID]

    def install(self) -> None:
        """Apply the filter to this process, irrevocably. Raises: OSError."""
        for place in self._places:
            self._lines[place].constant = os.getpid()
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "no_new_privs")
        filled = _Program(len(self._lines), self._lines)
        if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(filled), 0, 0):
            raise OSError(ctypes.get_errno(), "seccomp")


class _Line(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("jump_if_true", ctypes.c_ubyte),
        ("jump_if_false", ctypes.c_ubyte),
        ("constant", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("lines", ctypes.POINTER(_Line)))


def _check(name: str, pid: int) -> list[Instruction]:
    if name == "open":
        return _refuse_bits(1, WRITING_FLAGS, EACCES)
    if name == "openat":
        return _refuse_bits(2, WRITING_FLAGS, EACCES)
    if name == "ioctl":
        return _allow_values(1, TERMINAL_AND_MODE, ENOTTY)
    if name == "fcntl":
        return _allow_values(1, DUPLICATE_AND_FLAGS, EPERM)
    if name == "socketpair":
        return _allow_values(0, (AF_UNIX,), EPERM)
    if name == "sendto":
        return _allow_null(4)
    if name == "prlimit64":
        return _allow_null(2)
    if name in ("kill", "tgkill"):
        return _allow_values(0, (pid,), EPERM)
    raise AssertionError(f"no check is written for {name}")


def _load(offset: int) -> Instruction:
    return (LOAD, 0, 0, offset)


def _load_argument(index: int, *, high: bool = False) -> Instruction:
    return _load(ARGUMENTS_AT + 8 * index + (4 if high else 0))


def _return(action: int) -> Instruction:
    return (RETURN, 0, 0, action)


def _allow_values(argument: int, values: Sequence[int], error: int) -> list[Instruction]:
    tests = [(JUMP_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    return [_load_argument(argument), *tests, _return(ERROR | error), _return(ALLOW)]


def _refuse_bits(argument: int, bits: int, error: int) -> list[Instruction]:
    return [_load_argument(argument), (JUMP_IF_ANY_BIT, 0, 1, bits), _return(ERROR | error), _return(ALLOW)]


def _allow_null(argument: int) -> list[Instruction]:
    return [
        _load_argument(argument),
        (JUMP_EQUAL, 0, 2, 0),
        _load_argument(argument, high=True),
        (JUMP_EQUAL, 1, 0, 0),
        _return(ERROR | EPERM),
        _return(ALLOW),
    ]
