# threat: stopping its own runner
# expect: timeout
# expect docker-strict: nothing
import os
import signal


def attack(target):
    os.kill(os.getpid(), signal.SIGSTOP)
    return []  # pid 1 of a container is out of its own reach
