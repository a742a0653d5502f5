# threat: reading the machine's time: libc, SQLite, file dates, usage, timers, waits with a limit
# expect: nothing
# limits: call_seconds=10
import ctypes
import os
import queue
import resource
import select
import signal
import sqlite3
import threading
import time
import types


def attack(target):
    libc = ctypes.CDLL(None)
    room = ctypes.create_string_buffer(4096)

    def natively(function, *arguments):
        ctypes.memset(room, 0, 4096)
        said = getattr(libc, function)(*arguments)
        return None if said == -1 else (said, room.raw)

    def called(number, *arguments):
        ctypes.memset(room, 0, 4096)
        return None if libc.syscall(number, *arguments) == -1 else room.raw

    def past_the_patches(name):
        """Dig the interpreter's own function out of what took its place."""
        function = getattr(time, name)
        for cell in getattr(function, "__closure__", None) or ():
            if isinstance(cell.cell_contents, types.BuiltinFunctionType):
                return cell.cell_contents()
        return None

    ways = {f"clock {number}": (lambda number=number: natively("clock_gettime", number, room)) for number in range(12)}
    for name in ("gmtime", "localtime"):
        ways[f"the interpreter's {name}"] = lambda name=name: past_the_patches(name)
    ways |= {
        "gettimeofday": lambda: natively("gettimeofday", room, None),
        "time": lambda: natively("time", None),
        "times": lambda: natively("times", room),
        "ftime": lambda: natively("timespec_get", room, 1) if natively("timespec_get", room, 1)[0] else None,
        "sysinfo": lambda: natively("sysinfo", room),
        "getrusage": lambda: natively("getrusage", 0, room),
        "getitimer": lambda: natively("getitimer", 0, room),
        **{f"call {number}": (lambda number=number: called(number, 0, room)) for number in (96, 98, 99, 201, 228, 229)},
        "usage": lambda: resource.getrusage(resource.RUSAGE_SELF),
        "SQLite": lambda: after_2020(sqlite3.connect(":memory:").execute("select julianday('now')").fetchone()[0]),
        "a pipe's date": lambda: os.fstat(3).st_mtime_ns,
        "a file's date": lambda: os.stat("/proc/self").st_mtime_ns,
        "uptime": lambda: open("/proc/uptime").read(),
        "load": os.getloadavg,
        "a timer": lambda: signal.setitimer(signal.ITIMER_REAL, 100) or signal.getitimer(signal.ITIMER_REAL),
        "a thread": lambda: threading.Thread(target=time.monotonic).start(),
        "a nap": lambda: called(35, ctypes.byref(ctypes.c_long(0)), None),
        "poll": lambda: select.poll().poll(1),
        "select": lambda: select.select([], [], [], 0.01),
        "a wait with a limit": lambda: called(202, room, 0, 0, ctypes.byref((ctypes.c_long * 2)(0, 1000))),
        "a signal's wait": lambda: called(128, room, None, ctypes.byref((ctypes.c_long * 2)(0, 1000)), 8),
    }
    return [name for name, way in ways.items() if moves(way)]


def after_2020(days):
    """Without a clock SQLite takes whatever lies in its memory for the time."""
    return days if days and 2_458_849.5 < days < 2_500_000 else None


def moves(way):
    """Does it tell two moments apart, or wait for one?"""
    try:
        first = way()
        spin = sum(range(300_000))
        second = way()
    except (OSError, RuntimeError, ValueError, sqlite3.Error, queue.Empty):
        return False
    return first is not None and second is not None and (first != second or spin < 0)
