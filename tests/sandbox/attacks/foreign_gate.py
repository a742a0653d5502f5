# threat: system calls through the 32-bit and x32 gates
# expect: crashed
import ctypes


def attack(target):
    libc = ctypes.CDLL(None)
    libc.syscall(0x40000000 | 39)
