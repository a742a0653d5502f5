"""Taking the machine's clocks away from a process and all that it forks.

Two clocks need no system call, so no filter can refuse them: the page that the kernel maps into every process for
the C library (vDSO), and the processor's own counter. The first is replaced by code that refuses, the second faults.
"""

from __future__ import annotations

import ctypes
import os

PROT_READ, PROT_WRITE, PROT_EXEC = 1, 2, 4
MAP_PRIVATE, MAP_FIXED, MAP_ANONYMOUS = 0x02, 0x10, 0x20
PR_SET_TSC, PR_TSC_SIGSEGV = 26, 2

REFUSAL = {
    "x86_64": (b"\x90", b"\xb8\xff\xff\xff\xff\xc3"),  # nop ...; mov eax, -EPERM; ret
}
"""Machine -> an instruction that does nothing, and the end of every function of the page: 'not permitted'.

The page is filled with the first and ends with the second, so that wherever the C library enters, it is refused. (On
aarch64 signal handlers return through this page, so it must stay; there the level says `machine-clock`.)
"""


def take_away() -> str:
    """Leave this process, and those that it will fork, without a clock. Return what could not be done; '' if all was.

    The system calls are left to the filter.
    """
    machine = os.uname().machine
    if machine not in REFUSAL:
        return f"no way is known to take the clocks of {machine} away"
    try:
        _replace_the_kernels_page(*REFUSAL[machine])
        if _libc().prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "the processor's counter")
    except OSError as error:
        return f"the machine's clock can be read by native code: {error.strerror or error}"
    return ""


def _replace_the_kernels_page(nothing: bytes, refuse: bytes) -> None:
    libc = _libc()
    for name, start, size in _kernel_mappings():
        if name != "[vdso]":
            _must(libc.munmap(start, size), f"unmapping {name}")
            continue
        place = libc.mmap(start, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0)
        _must(0 if place == start else -1, f"replacing {name}")
        ctypes.memmove(start, nothing * ((size - len(refuse)) // len(nothing)) + refuse, size)
        _must(libc.mprotect(start, size, PROT_READ | PROT_EXEC), f"replacing {name}")


def _kernel_mappings() -> list[tuple[str, int, int]]:
    """Return name, start and size of what the kernel maps for its clock: [vdso], and its data, [vvar...]."""
    found = []
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        for line in maps:
            name = line.rstrip().rpartition(" ")[2]
            if name == "[vdso]" or name.startswith("[vvar"):
                start, end = (int(word, 16) for word in line.split(" ", 1)[0].split("-"))
                found.append((name, start, end - start))
    return found


def _must(answer: int, what: str) -> None:
    if answer:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [
        *(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int),
        *(ctypes.c_int, ctypes.c_long),
    ]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return libc
