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
    signal.signal(signal.SIGALRM, lambda *about: attack(target))
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    for start in (os.fork, os.setsid, threading.Thread(target=print).start):
        try:
            start()
            left.append("a process")
        except (OSError, RuntimeError):
            pass
    if ctypes.CDLL(None).daemon(0, 0) == 0:
        left.append("a daemon")
    return left
