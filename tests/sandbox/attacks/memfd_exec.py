# threat: memfd and exec: native programs of its own
# expect: nothing
import ctypes
import os


def attack(target):
    reached = []
    libc = ctypes.CDLL(None)
    for call in (319, 447):  # memfd_create, memfd_secret
        if libc.syscall(call, b"x", 0) >= 0:
            reached.append(call)
    for path in ("/proc/self/exe", "/bin/true", "/usr/bin/true", "/bin/sh", "/usr/bin/python3.11"):
        try:
            os.execv(path, [path])
        except OSError:
            continue
    for call in (59, 322):  # execve, execveat
        if libc.syscall(call, b"/proc/self/exe", 0, 0) >= 0:
            reached.append(call)
    return reached
