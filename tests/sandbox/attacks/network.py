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
    for family in range(46):
        if libc.socketpair(family, 1, 0, ctypes.create_string_buffer(8)) == 0:
            reached.append(("pair", family))
    for descriptor in range(16):  # whatever it was left might be a socket
        for name in (target["engine"], target["listening"], "\0" + target["abstract"]):
            address = b"\1\0" + name.encode().ljust(108, b"\0")
            reached += [name for call in (42, 49) if libc.syscall(call, descriptor, address, len(address)) == 0]
    try:
        reached.append(str(socket.socketpair()))
    except OSError:
        pass
    try:
        socket.create_connection(("127.0.0.1", target["port"]), timeout=0.2)
        reached.append("loopback")
    except OSError:
        pass
    return reached
