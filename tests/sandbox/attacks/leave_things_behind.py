# threat: leaving processes, threads, files and handlers behind
# expect: nothing
import atexit
import ctypes
import os
import signal
import threading


def attack(target):
    left = []
    atexit.register(attack, target)
    ways = {
        "a handler": lambda: signal.signal(signal.SIGALRM, lambda *about: attack(target)),
        "a timer": lambda: signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05),
        "a process": os.fork,
        "a process group": os.setsid,
        "a thread": threading.Thread(target=print).start,
    }
    for name, start in ways.items():
        try:
            start()
            left.append(name)
        except (OSError, RuntimeError):
            pass
    if ctypes.CDLL(None).daemon(0, 0) == 0:
        left.append("a daemon")
    return left
