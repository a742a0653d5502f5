# threat: running while nothing is asked: timers, alarms, handlers, signals to itself
# expect: nothing
import ctypes
import os
import signal


def attack(target):
    libc = ctypes.CDLL(None)
    handler = ctypes.create_string_buffer(b"\1", 152)  # a struct sigaction that ignores
    ways = {
        "a handler": lambda: signal.signal(signal.SIGALRM, lambda *about: None),
        "a handler, natively": lambda: libc.syscall(13, signal.SIGUSR1, handler, None, 8) == 0 or 1 / 0,
        "an interval": lambda: signal.setitimer(signal.ITIMER_REAL, 0.03, 0.03),
        "an alarm": lambda: libc.syscall(37, 1) == 0 or 1 / 0,
        "a timer": lambda: libc.syscall(222, 1, None, ctypes.create_string_buffer(8)) == 0 or 1 / 0,
        "a timer's file": lambda: libc.syscall(283, 1, 0) >= 0 or 1 / 0,
        "a signal": lambda: signal.raise_signal(signal.SIGUSR1),
        "a queued signal": lambda: libc.syscall(129, os.getpid(), signal.SIGUSR1, handler) == 0 or 1 / 0,
        "a file's owner": lambda: libc.syscall(72, 0, 8, os.getpid()) == 0 or 1 / 0,
    }
    reached = []
    for name, way in ways.items():
        try:
            way()
            reached.append(name)
        except (OSError, ZeroDivisionError):
            continue
    return reached
