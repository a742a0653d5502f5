"""The system call filter, interpreted as the kernel would, for both machines (only x86_64 can be tried for real)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from boxwright.sandbox.runner import seccomp
from boxwright.sandbox.runner.syscalls import CHECKED, NUMBERS, allowed_names

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
        **{"open": 2, "close": 3, "stat": 4, "fstat": 5, "access": 21, "readlink": 89, "openat": 257, "statx": 332},
        **{"clock_gettime": 228, "gettimeofday": 96, "time": 201, "times": 100, "getrusage": 98, "sysinfo": 99},
        **{"nanosleep": 35, "poll": 7, "setitimer": 38, "alarm": 37, "rt_sigaction": 13, "kill": 62, "tgkill": 234},
        **{"pipe": 22, "dup": 32, "socketpair": 53, "mprotect": 10, "getrandom": 318, "getpid": 39, "getcpu": 309},
    },
    "aarch64": {
        **{"socket": 198, "connect": 203, "bind": 200, "sendmsg": 211, "clone": 220, "execve": 221, "ptrace": 117},
        **{"fchmodat": 53, "fchownat": 54, "utimensat": 88, "setxattr": 5, "renameat": 38, "unlinkat": 35},
        **{"mkdirat": 34, "truncate": 45, "prctl": 167, "mount": 40, "shmget": 194, "io_uring_setup": 425},
        **{"memfd_create": 279, "execveat": 281, "bpf": 280, "clone3": 435, "process_vm_readv": 270},
        **{"unshare": 97, "userfaultfd": 282, "timer_create": 107, "tkill": 130, "rt_sigqueueinfo": 138},
        **{"openat": 56, "close": 57, "newfstatat": 79, "fstat": 80, "faccessat": 48, "readlinkat": 78, "statx": 291},
        **{"clock_gettime": 113, "gettimeofday": 169, "times": 153, "getrusage": 165, "sysinfo": 179, "getpid": 172},
        **{"nanosleep": 101, "ppoll": 73, "setitimer": 103, "rt_sigaction": 134, "kill": 129, "tgkill": 131},
        **{"pipe2": 59, "dup": 23, "socketpair": 199, "mprotect": 226, "getrandom": 278, "getcpu": 168},
    },
}


def verdict(machine: str, number: int, arguments: Sequence[int] = (), audit: int | None = None) -> int:
    """Interpret the filter for one call."""
    words = [number, seccomp.AUDIT_CODES[machine] if audit is None else audit, 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        words += [argument & 0xFFFF_FFFF, argument >> 32 & 0xFFFF_FFFF]
    accumulator = place = 0
    code = seccomp.program(machine)
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
    private, own, nowhere = 0x02, 0x22, 0xFFFF_FFFF
    assert named(machine, "mmap", 0, 4096, 3, own, nowhere, 0) == ALLOWED
    for access in (0, 1, 2, 4, 5, 7):
        assert named(machine, "mmap", 0, 4096, access, own, nowhere, 0) == NOT_PERMITTED
    assert named(machine, "mmap", 0, 4096, 3, private, 3, 0) == NOT_PERMITTED  # a file
    assert named(machine, "futex", 0x7000, 0, 1, 0) == ALLOWED
    for limit in (1, 0x7FFF_0000_1000, 0x1_0000_0000):
        assert named(machine, "futex", 0x7000, 0, 1, limit) == NOT_PERMITTED


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_through_another_gate_kill(machine: str) -> None:
    assert verdict(machine, 0, audit=0x4000_0003) == seccomp.KILL  # 32-bit x86
    if machine == "x86_64":
        assert verdict(machine, 0x4000_0000 | 0) == seccomp.KILL  # x32


def test_every_jump_stays_inside_the_program() -> None:
    for machine in MACHINES:
        code = seccomp.program(machine)
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
