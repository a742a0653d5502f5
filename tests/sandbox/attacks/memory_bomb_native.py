# threat: memory bomb past the interpreter's allocator
# expect: nothing
# limits: memory_mb=64 call_seconds=10
import ctypes


def attack(target):
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_ssize_t
    got = 0
    while libc.mmap(None, ctypes.c_size_t(1 << 20), 3, 0x8022, -1, ctypes.c_long(0)) > 0:  # populated at once
        got += 1
    return [] if got < 64 else [got]
