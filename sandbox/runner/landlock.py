"""Landlock, for files and network: only the standard library can be read (no site-packages), nothing written."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every machine
ASK_VERSION = 1
RULE_PATH_BENEATH = 1
WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
PR_SET_NO_NEW_PRIVS = 38

THIRD_PARTY = frozenset({"site-packages", "dist-packages"})
"""Folders next to the standard library that may hold the harness itself, descriptions and accepted boxes."""
LIBRARY_FOLDERS = ("/lib/{}-linux-gnu", "/usr/lib/{}-linux-gnu", "/lib64", "/usr/lib64")
"""Where systems keep the shared libraries that extension modules load lazily (libssl, libsqlite3)."""
FORBIDDEN = (
    "a filter around this process, such as a container's, forbids Landlock",
    "run outside the container, or let its seccomp profile allow the three landlock_* calls",
)
ABSENCES = {
    errno.ENOSYS: (
        "this kernel has no Landlock (it came with Linux 5.13), or a filter around this process hides it",
        "use Linux 5.13 or later, outside containers that filter it",
    ),
    errno.EOPNOTSUPP: (
        "Landlock is disabled in this kernel",
        "boot with `landlock` among the kernel's security modules (lsm=landlock,...)",
    ),
    errno.EPERM: FORBIDDEN,
    errno.EACCES: FORBIDDEN,
}
"""What the kernel's answer to the question for Landlock's version says about why it is missing, and what to do."""
LIBRARY_FILES_IN = ("/lib", "/usr/lib", "/usr/local/lib")
"""Mixed folders: only the shared libraries directly in them are readable."""


def version() -> int:
    """Return the kernel's Landlock version; 0 if it has none or it is disabled."""
    return max(0, _ask_version())


def absence() -> str:
    """Return why Landlock is missing; '' if it is not."""
    return _absence()[0]


def remedy() -> str:
    """Return what to do about that; '' if Landlock is there."""
    return _absence()[1]


def _absence() -> tuple[str, str]:
    if _ask_version() > 0:
        return "", ""
    code = ctypes.get_errno()
    unknown = f"this kernel refuses Landlock ({os.strerror(code)})", ABSENCES[errno.ENOSYS][1]
    return ABSENCES.get(code, unknown)


def _ask_version() -> int:
    found: int = _libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(ASK_VERSION))
    return found


def ruleset(machine: str, *, writable: Iterable[str] = ()) -> int:
    """Return a descriptor of the rules: the interpreter's files may be read; nothing else, and no TCP.

    `writable` names files, and folders whose existing files, may also be written. Raises: OSError.
    """
    found = version()
    if found < 1:
        raise OSError(absence())
    rules = _create_ruleset(found)
    try:
        for path in readable_paths(machine):
            _allow(rules, path, READ_FILE | READ_DIR)
        for path in writable:
            _allow(rules, path, READ_FILE | READ_DIR | WRITE_FILE)
    except BaseException:
        os.close(rules)
        raise
    return rules


def enforce(rules: int) -> None:
    """Apply the rules to this process, irrevocably. Raises: OSError.

    Each call creates a new domain: processes that made their own calls cannot trace each other, nor (from version 6)
    send each other signals.
    """
    _must(_libc().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    _must(_libc().syscall(RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0)), "landlock")


def readable_paths(machine: str) -> Iterator[str]:
    """Yield what an interpreter needs to read: its standard library and shared libraries."""
    for folder in sys.path:
        yield from _without_third_party(folder)
    for pattern in LIBRARY_FOLDERS:
        yield pattern.format(machine)
    for folder in dict.fromkeys((*LIBRARY_FILES_IN, sys.base_prefix + "/lib")):
        yield from _shared_libraries(folder)
    yield "/etc/ld.so.cache"


def _without_third_party(folder: str) -> list[str]:
    try:
        names = {entry.name for entry in os.scandir(folder)}
    except OSError:
        return [folder]  # the library may be a zip file
    if THIRD_PARTY.isdisjoint(names):
        return [folder]
    return [f"{folder}/{name}" for name in names if name not in THIRD_PARTY]


def _shared_libraries(folder: str) -> list[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return []
    return [entry.path for entry in entries if ".so" in entry.name and entry.is_file()]


def _create_ruleset(found: int) -> int:
    # Version 1 knows the first 13 file rights; 2 adds moving between folders, 3 truncating, 5 device controls.
    rights = (1 << 13) - 1
    for since, right in ((2, 1 << 13), (3, 1 << 14), (5, 1 << 15)):
        if found >= since:
            rights |= right
    network = 0b11 if found >= 4 else 0  # bind and connect over TCP
    scopes = 0b11 if found >= 6 else 0  # abstract sockets and signals to outside
    size = 24 if found >= 6 else 16 if found >= 4 else 8
    attributes = struct.pack("=QQQ", rights, network, scopes)
    answer = _libc().syscall(CREATE_RULESET, ctypes.c_char_p(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0))
    return _must(answer, "landlock")


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not on this system
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            rights &= ~READ_DIR
        rule = struct.pack("=Qi", rights, opened)
        answer = _libc().syscall(
            ADD_RULE, ctypes.c_int(rules), ctypes.c_int(RULE_PATH_BENEATH), ctypes.c_char_p(rule), ctypes.c_uint32(0)
        )
        _must(answer, "landlock rule")
    finally:
        os.close(opened)


def _must(answer: int, what: str) -> int:
    if answer < 0:
        raise OSError(ctypes.get_errno(), what)
    return answer


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
