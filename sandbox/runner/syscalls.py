"""Which system calls a locked session may make, and why; everything else is answered with 'not permitted'.

Nothing here creates a process, a thread, a socket to anywhere, or changes a file: Landlock does not cover chmod,
chown, utime and xattr, so leaving them off this list is what forbids them.
"""

from __future__ import annotations

ALLOWED: dict[str, str] = {
    "the protocol, and reading modules of the standard library": """
        read readv pread64 write writev pwrite64 lseek close close_range dup dup2 dup3""",
    "what import and os.path ask about files (Landlock does not hide that a file exists)": """
        stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat getcwd
        getdents64 statfs fstatfs fadvise64""",
    "the allocator, and loading extension modules": "mmap munmap mprotect mremap brk madvise msync",
    "event loops, within the process": """
        pipe pipe2 eventfd2 poll ppoll select pselect6 epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
        recvfrom getsockopt getsockname""",
    "clocks and sleeping": """
        clock_gettime gettimeofday time clock_getres clock_nanosleep nanosleep getitimer setitimer alarm""",
    "signals to itself: handlers and masks": """
        rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack rt_sigpending rt_sigtimedwait rt_sigsuspend
        restart_syscall""",
    "who am I, what is this machine: read only": """
        getpid gettid getppid getuid geteuid getgid getegid getresuid getresgid getgroups getpgrp getpgid getsid
        uname sysinfo times getrusage getrlimit sched_getaffinity sched_yield getcpu""",
    "locks of the interpreter, its hash and random seeds, its end": "futex getrandom exit exit_group",
}
"""Reason -> calls allowed whatever their arguments."""

CHECKED: dict[str, str] = {
    "open": "only to read: any flag that writes or creates is refused",
    "openat": "only to read: any flag that writes or creates is refused",
    "ioctl": "only 'is this a terminal', close-on-exec and non-blocking mode",
    "fcntl": "only duplicating and flags: no leases, no signals through file owners, no larger pipes",
    "socketpair": "only local pairs (event loops wake themselves through one)",
    "sendto": "only without an address: a local datagram socket could otherwise reach any other",
    "kill": "only itself",
    "tgkill": "only itself (abort and raise_signal)",
    "prlimit64": "only to read limits",
}
"""Call -> what its arguments must be; `seccomp.py` holds the tests."""

NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {
        **{"read": 0, "write": 1, "open": 2, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7, "lseek": 8},
        **{"mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14},
        **{"rt_sigreturn": 15, "ioctl": 16, "pread64": 17, "pwrite64": 18, "readv": 19, "writev": 20, "access": 21},
        **{"pipe": 22, "select": 23, "sched_yield": 24, "mremap": 25, "msync": 26, "madvise": 28, "dup": 32},
        **{"dup2": 33, "nanosleep": 35, "getitimer": 36, "alarm": 37, "setitimer": 38, "getpid": 39, "sendto": 44},
        **{"recvfrom": 45, "getsockname": 51, "socketpair": 53, "getsockopt": 55, "exit": 60, "kill": 62},
        **{"uname": 63, "fcntl": 72, "getcwd": 79, "readlink": 89, "gettimeofday": 96, "getrlimit": 97},
        **{"getrusage": 98, "sysinfo": 99, "times": 100, "getuid": 102, "getgid": 104, "geteuid": 107},
        **{"getegid": 108, "getppid": 110, "getpgrp": 111, "getgroups": 115, "getresuid": 118, "getresgid": 120},
        **{"getpgid": 121, "getsid": 124, "rt_sigpending": 127, "rt_sigtimedwait": 128, "rt_sigsuspend": 130},
        **{"sigaltstack": 131, "statfs": 137, "fstatfs": 138, "gettid": 186, "time": 201, "futex": 202},
        **{"sched_getaffinity": 204, "getdents64": 217, "restart_syscall": 219, "fadvise64": 221},
        **{"clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "exit_group": 231, "epoll_wait": 232},
        **{"epoll_ctl": 233, "tgkill": 234, "openat": 257, "newfstatat": 262, "readlinkat": 267, "faccessat": 269},
        **{"pselect6": 270, "ppoll": 271, "epoll_pwait": 281, "eventfd2": 290, "epoll_create1": 291, "dup3": 292},
        **{"pipe2": 293, "prlimit64": 302, "getcpu": 309, "getrandom": 318, "statx": 332, "close_range": 436},
        **{"faccessat2": 439, "epoll_pwait2": 441},
    },
    "aarch64": {
        **{"getcwd": 17, "eventfd2": 19, "epoll_create1": 20, "epoll_ctl": 21, "epoll_pwait": 22, "dup": 23},
        **{"dup3": 24, "fcntl": 25, "ioctl": 29, "statfs": 43, "fstatfs": 44, "faccessat": 48, "openat": 56},
        **{"close": 57, "pipe2": 59, "getdents64": 61, "lseek": 62, "read": 63, "write": 64, "readv": 65},
        **{"writev": 66, "pread64": 67, "pwrite64": 68, "pselect6": 72, "ppoll": 73, "readlinkat": 78},
        **{"newfstatat": 79, "fstat": 80, "exit": 93, "exit_group": 94, "futex": 98, "nanosleep": 101},
        **{"getitimer": 102, "setitimer": 103, "clock_gettime": 113, "clock_getres": 114, "clock_nanosleep": 115},
        **{"sched_getaffinity": 123, "sched_yield": 124, "restart_syscall": 128, "kill": 129, "tgkill": 131},
        **{"sigaltstack": 132, "rt_sigsuspend": 133, "rt_sigaction": 134, "rt_sigprocmask": 135},
        **{"rt_sigpending": 136, "rt_sigtimedwait": 137, "rt_sigreturn": 139, "getresuid": 148, "getresgid": 150},
        **{"times": 153, "getpgid": 155, "getsid": 156, "getgroups": 158, "uname": 160, "getrlimit": 163},
        **{"getrusage": 165, "getcpu": 168, "gettimeofday": 169, "getpid": 172, "getppid": 173, "getuid": 174},
        **{"geteuid": 175, "getgid": 176, "getegid": 177, "gettid": 178, "sysinfo": 179, "socketpair": 199},
        **{"getsockname": 204, "sendto": 206, "recvfrom": 207, "getsockopt": 209, "brk": 214, "munmap": 215},
        **{"mremap": 216, "mmap": 222, "fadvise64": 223, "mprotect": 226, "msync": 227, "madvise": 233},
        **{"prlimit64": 261, "getrandom": 278, "statx": 291, "close_range": 436, "faccessat2": 439},
        **{"epoll_pwait2": 441},
    },
}
"""Machine -> call -> number. A call that a machine does not have is absent from its table."""


def allowed_names() -> list[str]:
    """Return the calls that are allowed whatever their arguments, in the order of the table."""
    return [name for names in ALLOWED.values() for name in names.split()]
