"""Which system calls a locked session may make, and why; everything else is answered with 'not permitted'.

Computing needs memory and the two ends of the protocol's channel, and that is all there is: no file can be opened or
asked about, no clock or timer read, no signal sent or handled, no process, thread, pipe or socket made.
"""

from __future__ import annotations

ALLOWED: dict[str, str] = {
    "the protocol: nothing else is open, and nothing can be opened": "read write",
    "the allocator": "munmap mremap brk madvise",
    "after a stop by the host: to go on with what was interrupted": "rt_sigreturn restart_syscall",
    "its end": "exit exit_group",
}
"""Reason -> calls allowed whatever their arguments."""

CHECKED: dict[str, str] = {
    "mmap": "only memory of its own, to be read and written: no file, no code",
    "futex": "only without a time limit: locks of the interpreter need none, and a limit could serve as an alarm",
}
"""Call -> what its arguments must be; `seccomp.py` holds the tests."""

NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {
        **{"read": 0, "write": 1, "mmap": 9, "munmap": 11, "brk": 12, "rt_sigreturn": 15, "mremap": 25},
        **{"madvise": 28, "exit": 60, "futex": 202, "restart_syscall": 219, "exit_group": 231},
    },
    "aarch64": {
        **{"read": 63, "write": 64, "exit": 93, "exit_group": 94, "futex": 98, "restart_syscall": 128},
        **{"rt_sigreturn": 139, "brk": 214, "munmap": 215, "mremap": 216, "mmap": 222, "madvise": 233},
    },
}
"""Machine -> call -> number."""


def allowed_names() -> list[str]:
    """Return the calls that are allowed whatever their arguments, in the order of the table."""
    return [name for names in ALLOWED.values() for name in names.split()]
