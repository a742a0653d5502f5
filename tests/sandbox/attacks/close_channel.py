# threat: closing the protocol's channel
# expect: nothing
import ctypes
import os


def attack(target):
    os.closerange(0, 64)
    libc = ctypes.CDLL(None)
    return [descriptor for descriptor in range(64) if libc.syscall(3, descriptor) == 0]
