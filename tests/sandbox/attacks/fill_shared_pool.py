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
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    waiting = 0
    while waiting < 1000 and libc.syscall(234, os.getpid(), os.getpid(), signal.SIGRTMIN) == 0:
        waiting += 1
    taken = [waiting > 64, libc.mlockall(3) == 0, len(opened) > 64, len(pair) > 32, libc.syscall(29, 0, 1 << 20, 0o1777) >= 0]
    return taken if any(taken) else []
