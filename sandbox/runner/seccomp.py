"""The system call filter: an allowlist as a small BPF program, built from the tables in `syscalls.py`."""

from __future__ import annotations

import ctypes

from .syscalls import CHECKED, NUMBERS, allowed_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    Instruction = tuple[int, int, int, int]

# Instruction codes of classic BPF, as linux/bpf_common.h composes them.
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_IF_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
EPERM = 1

NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16
AUDIT_CODES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
X32_BIT = 0x4000_0000
READ_AND_WRITE, MAP_ANONYMOUS = 3, 0x20

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2


def program(machine: str) -> list[Instruction]:
    """Return the filter. Raises: KeyError for a machine without a table."""
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
            body = CHECKS[name]
            code += [(JUMP_EQUAL, 0, len(body), numbers[name]), *body]
    return [*code, _return(ERROR | EPERM)]


class Filter:
    """The filter in the kernel's format, built once."""

    def __init__(self, machine: str) -> None:
        """Build it. Raises: KeyError (no table for this machine)."""
        instructions = program(machine)
        self._lines = (_Line * len(instructions))(*(_Line(*line) for line in instructions))

    def install(self) -> None:
        """Apply the filter to this process, irrevocably. Raises: OSError."""
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


def _load(offset: int) -> Instruction:
    return (LOAD, 0, 0, offset)


def _load_argument(index: int, *, high: bool = False) -> Instruction:
    return _load(ARGUMENTS_AT + 8 * index + (4 if high else 0))


def _return(action: int) -> Instruction:
    return (RETURN, 0, 0, action)


def _require_value(argument: int, value: int) -> list[Instruction]:
    """Go on only if the argument's lower half is this."""
    return [_load_argument(argument), (JUMP_EQUAL, 1, 0, value), _return(ERROR | EPERM)]


def _require_bits(argument: int, bits: int) -> list[Instruction]:
    """Go on only if one of these bits is set in the argument's lower half."""
    return [_load_argument(argument), (JUMP_IF_ANY_BIT, 1, 0, bits), _return(ERROR | EPERM)]


def _require_null(argument: int) -> list[Instruction]:
    """Go on only if the argument is zero."""
    return [
        _load_argument(argument),
        (JUMP_EQUAL, 0, 2, 0),
        _load_argument(argument, high=True),
        (JUMP_EQUAL, 1, 0, 0),
        _return(ERROR | EPERM),
    ]


CHECKS: dict[str, list[Instruction]] = {
    "mmap": [*_require_value(2, READ_AND_WRITE), *_require_bits(3, MAP_ANONYMOUS), _return(ALLOW)],
    "futex": [*_require_null(3), _return(ALLOW)],
}
"""Call -> the test of its arguments."""
