# threat: cutting its memory into pages, each of which costs the kernel memory as well
# expect: nothing
# limits: memory_mb=512 call_seconds=20
import ctypes

PAGE = 4096


def attack(target):
    """More than 65,530 pieces would be more than the kernel lets any process have (13 MB of its memory)."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    nowhere = ctypes.c_void_p(-1).value
    reached = [access for access in (0, 1, 2, 4, 5, 7) if libc.mmap(None, PAGE, access, 0x22, -1, 0) != nowhere]
    size = 384 << 20
    start = libc.mmap(None, size, 3, 0x22, -1, 0)
    if start == nowhere:
        return ["no memory to begin with"]
    if libc.mprotect(start, PAGE, 1) == 0:
        reached.append("other rights for one page")
    pieces = sum(libc.munmap(start + place, PAGE) == 0 for place in range(0, size, 2 * PAGE))
    libc.munmap(start, size)
    return reached + ["pieces"] * (pieces > 65_530)
