# threat: sending descriptors, or asking for some, over sockets
# expect: nothing
import array
import ctypes
import os
import socket


def attack(target):
    reached = []
    libc = ctypes.CDLL(None)
    for number in range(16):
        try:
            other = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=number)
        except OSError:
            continue
        for step in (
            lambda: other.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))]),
            lambda: other.recvmsg(10, 100),
            other.getsockname,
        ):
            try:
                step()
                reached.append(number)
            except OSError:
                pass
        other.detach()
        reached += [call for call in (46, 47, 299, 307, 438) if libc.syscall(call, number, 0, 0, 0, 0) >= 0]
    try:
        reached.append(str(socket.socketpair()))
    except OSError:
        pass
    return reached + [call for call in (53, 288, 434) if libc.syscall(call, 1, 1, 0, 0) >= 0]
