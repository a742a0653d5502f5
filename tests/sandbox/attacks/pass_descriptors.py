# threat: sending descriptors, or asking for some, over sockets
# expect: nothing
import array
import os
import socket


def attack(target):
    reached = []
    ours, theirs = socket.socketpair()
    everything = [ours, *(socket.socket(fileno=os.dup(number)) for number in range(3, 10) if is_socket(number))]
    for other in everything:
        try:
            other.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))])
            reached.append("sent")
        except OSError:
            pass
    try:
        theirs.setblocking(False)
        theirs.recvmsg(10, 100)
        reached.append("received")
    except OSError:
        pass
    return reached


def is_socket(number):
    try:
        socket.socket(fileno=os.dup(number)).getsockname()
        return True
    except OSError:
        return False
