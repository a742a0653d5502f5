# threat: putting something else in the place of the protocol's channel
# expect: nothing
import ctypes
import os


def attack(target):
    libc = ctypes.CDLL(None)
    reached = []
    for copy in (lambda number: os.dup2(0, number), os.dup, lambda number: os.dup2(number, 0)):
        for descriptor in range(64):
            try:
                copy(descriptor)
                reached.append(descriptor)
            except OSError:
                continue
    reached += [number for number in (32, 33, 72, 292) for end in range(64) if libc.syscall(number, 0, end, 0) >= 0]
    return reached
