# threat: io_uring
# expect: nothing
import ctypes


def attack(target):
    libc = ctypes.CDLL(None)
    parameters = ctypes.create_string_buffer(256)
    return [call for call in (425, 426, 427) if libc.syscall(call, 8, parameters, 0, 0, 0, 0) >= 0]
