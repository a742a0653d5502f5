# threat: network of every kind, AF_VSOCK and local sockets too
# expect: nothing
import ctypes
import socket


def attack(target):
    reached = []
    libc = ctypes.CDLL(None)
    for family in range(46):  # all that Linux has: 1 local, 2 and 10 the internet, 16 netlink, 17 packets, 40 vsock
        for kind in (1, 2, 3, 5):
            if libc.socket(family, kind, 0) >= 0:
                reached.append((family, kind))
    for family in range(2, 46):
        if libc.socketpair(family, 1, 0, ctypes.create_string_buffer(8)) == 0:
            reached.append(("pair", family))
    pair = socket.socketpair()
    for name in (target["engine"], target["listening"], "\0" + target["abstract"]):
        for method in (pair[0].connect, pair[0].bind):
            try:
                method(name)
                reached.append(name)
            except OSError:
                continue
    try:
        socket.create_connection(("127.0.0.1", target["port"]), timeout=0.2)
        reached.append("loopback")
    except OSError:
        pass
    return reached
