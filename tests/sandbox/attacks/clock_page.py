# threat: reading the page that the kernel keeps the time in
# expect: crashed
import ctypes


def attack(target):
    start = ctypes.CDLL(None)
    start.getauxval.restype = ctypes.c_ulong
    page = start.getauxval(33)  # AT_SYSINFO_EHDR: where the kernel's code is; its data lies just before
    if ctypes.string_at(page, 4) == b"\x7fELF":
        return ["the kernel's code"]
    return [ctypes.string_at(page - 4096 * back, 64).hex() for back in range(1, 7)]
