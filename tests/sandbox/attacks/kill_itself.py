# threat: signals to its own runner
# expect: crashed
# expect docker-strict: nothing
import os
import signal


def attack(target):
    os.kill(os.getpid(), signal.SIGKILL)
    return []  # pid 1 of a container is out of its own reach
