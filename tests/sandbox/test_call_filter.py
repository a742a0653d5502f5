"""The system call filter, interpreted as the kernel would, for both machines (only x86_64 can be tried for real)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from boxwright.sandbox.runner import seccomp
from boxwright.sandbox.runner.syscalls import CHECKED, NUMBERS, allowed_names

PID = 4242
ALLOWED, NOT_PERMITTED = seccomp.ALLOW, seccomp.ERROR | seccomp.EPERM
HEADER = Path("/usr/include/asm-generic/unistd.h")
MACHINES = sorted(NUMBERS)
FORBIDDEN = {
    "x86_64": {
        **{"socket": 41, "connect": 42, "bind": 49, "sendmsg": 46, "clone": 56, "fork": 57, "vfork": 58, "execve": 59},
        **{"ptrace": 101, "chmod": 90, "chown": 92, "utime": 132, "setxattr": 188, "rename": 82, "unlink": 87},
        **{"mkdir": 83, "truncate": 76, "prctl": 157, "mount": 165, "shmget": 29, "io_uring_setup": 425},
        **{"memfd_create": 319, "execveat": 322, "bpf": 321, "clone3": 435, "process_vm_readv": 310},
        **{"unshare": 272, "userfaultfd": 323, "timer_create": 222, "tkill": 200, "rt_sigqueueinfo": 129},
        **{"seccomp": 317, "landlock_create_ruleset": 444, "name_to_handle_at": 303, "open_by_handle_at": 304},
        **{"keyctl": 250, "perf_event_open": 298, "mq_open": 240, "personality": 135, "pidfd_open": 434},
    },
    "aarch64": {
        **{"socket": 198, "connect": 203, "bind": 200, "sendmsg": 211, "clone": 220, "execve": 221, "ptrace": 117},
        **{"fchmodat": 53, "fchownat": 54, "utimensat": 88, "setxattr": 5, "renameat": 38, "unlinkat": 35},
        **{"mkdirat": 34, "truncate": 45, "prctl": 167, "mount": 40, "shmget": 194, "io_uring_setup": 425},
        **{"memfd_create": 279, "execveat": 281, "bpf": 280, "clone3": 435, "process_vm_readv": 270},
        **{"unshare": 97, "userfaultfd": 282, "timer_create": 107, "tkill": 130, "rt_sigqueueinfo": 138},
    },
}


def verdict(machine: str, number: int, arguments: Sequence[int] = (), audit: int | None = None) -> int:
    """Interpret the filter for one call."""
    words = [number, seccomp.AUDIT_CODES[machine] if audit is None else audit, 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        words += [argument & 0xFFFF_FFFF, argument >> 32 & 0xFFFF_FFFF]
    accumulator = place = 0
    code = seccomp.program(machine, PID)
    while True:
        operation, if_true, if_false, constant = code[place]
        place += 1
        if operation == seccomp.LOAD:
            accumulator = words[constant // 4]
        elif operation == seccomp.RETURN:
            return constant
        elif operation == seccomp.JUMP_EQUAL:
            place += if_true if accumulator == constant else if_false
        elif operation == seccomp.JUMP_AT_LEAST:
            place += if_true if accumulator >= constant else if_false
        elif operation == seccomp.JUMP_IF_ANY_BIT:
            place += if_true if accumulator & constant else if_false
        else:
            raise AssertionError(f"unknown operation {operation:#x}")


def named(machine: str, name: str, *arguments: int) -> int:
    return verdict(machine, NUMBERS[machine][name], arguments)


def test_the_tables_hold_each_call_once_and_no_number_without_a_reason() -> None:
    names = [*allowed_names(), *CHECKED]
    assert len(set(names)) == len(names)
    for numbers in NUMBERS.values():
        assert set(numbers) <= set(names)
        assert len(set(numbers.values())) == len(numbers)
    assert set(names) == set(NUMBERS["x86_64"])


@pytest.mark.parametrize("machine", MACHINES)
def test_exactly_the_table_is_allowed(machine: str) -> None:
    plain = {NUMBERS[machine][name] for name in allowed_names() if name in NUMBERS[machine]}
    checked = {NUMBERS[machine][name] for name in CHECKED if name in NUMBERS[machine]}
    for number in set(range(600)) - checked:
        assert verdict(machine, number) == (ALLOWED if number in plain else NOT_PERMITTED)
    assert not (plain | checked) & set(FORBIDDEN[machine].values())


@pytest.mark.parametrize("machine", MACHINES)
def test_the_arguments_of_checked_calls(machine: str) -> None:
    here = -100 & 0xFFFF_FFFF_FFFF_FFFF
    assert named(machine, "openat", here, 1, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY) == ALLOWED
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_WRONLY | os.O_CLOEXEC):
        assert named(machine, "openat", here, 1, flags) == seccomp.ERROR | seccomp.EACCES
    assert named(machine, "kill", PID, 9) == ALLOWED
    for target in (0, 1, PID + 1, -1 & 0xFFFF_FFFF, -PID & 0xFFFF_FFFF):
        assert named(machine, "kill", target, 9) == NOT_PERMITTED
    assert named(machine, "tgkill", PID, PID, 6) == ALLOWED
    assert named(machine, "tgkill", 1, 1, 6) == NOT_PERMITTED
    assert named(machine, "socketpair", 1, 1) == ALLOWED
    assert named(machine, "socketpair", 2, 1) == NOT_PERMITTED
    assert named(machine, "sendto", 5, 1, 1, 0, 0, 0) == ALLOWED
    assert named(machine, "sendto", 5, 1, 1, 0, 0x7FFF_0000_1000, 16) == NOT_PERMITTED
    assert named(machine, "sendto", 5, 1, 1, 0, 0x1_0000_0000, 16) == NOT_PERMITTED
    assert named(machine, "prlimit64", 0, 7, 0) == ALLOWED
    assert named(machine, "prlimit64", 0, 7, 0x7FFF_0000_0000) == NOT_PERMITTED
    assert named(machine, "ioctl", 0, 0x5401) == ALLOWED
    assert named(machine, "ioctl", 0, 0x5412) == seccomp.ERROR | seccomp.ENOTTY  # TIOCSTI types into a terminal
    assert named(machine, "fcntl", 3, 1030) == ALLOWED
    for command in (8, 10, 1024, 1031, 1033):  # owner, signal, lease, pipe size, seals
        assert named(machine, "fcntl", 3, command) == NOT_PERMITTED


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_through_another_gate_kill(machine: str) -> None:
    assert verdict(machine, 0, audit=0x4000_0003) == seccomp.KILL  # 32-bit x86
    if machine == "x86_64":
        assert verdict(machine, 0x4000_0000 | 0) == seccomp.KILL  # x32


def test_every_jump_stays_inside_the_program() -> None:
    for machine in MACHINES:
        code = seccomp.program(machine, PID)
        for place, (operation, if_true, if_false, _) in enumerate(code):
            if operation not in (seccomp.LOAD, seccomp.RETURN):
                assert place + 1 + max(if_true, if_false) < len(code)
                assert max(if_true, if_false) < 256


@pytest.mark.skipif(not HEADER.exists(), reason="no kernel headers here")
def test_the_numbers_are_the_kernels() -> None:
    """Compare with the headers, where a compiler's are installed (aarch64 uses the generic list)."""
    generic = HEADER.read_text()
    known = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)", generic)}
    renamed = {"newfstatat": "fstatat"}
    for name, number in NUMBERS["aarch64"].items():
        assert known[renamed.get(name, name)] == number, name
