# threat: the engine's socket
# expect: nothing
import os
import socket


def attack(target):
    seen = []
    for path in (target["engine"], "/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock"):
        try:
            os.close(os.open(path, os.O_RDONLY))
            seen.append(path)
        except OSError:
            pass
        try:
            door = socket.socket(socket.AF_UNIX)
            door.connect(path)
            seen.append(path)
        except OSError:
            pass
    return seen
