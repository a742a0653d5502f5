# threat: a larger share of the processor: priority, scheduler, choice of processors
# expect: nothing
import ctypes
import os


def attack(target):
    reached = []
    tries = {
        "nice": lambda: os.nice(-1),
        "nicer": lambda: os.nice(1),
        "setpriority": lambda: os.setpriority(os.PRIO_USER, 0, 1),
        "affinity": lambda: os.sched_setaffinity(0, {0}),
        "scheduler": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        "batch": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
        "session": os.setsid,
        "group": lambda: os.setpgid(0, 0),
    }
    for name, work in tries.items():
        try:
            work()
            reached.append(name)
        except OSError:
            pass
    calls = {"ioprio_set": 251, "sched_setattr": 314, "setrlimit": 160, "migrate_pages": 256, "mbind": 237}
    for name, number in calls.items():
        if ctypes.CDLL(None).syscall(number, 1, 0, 0, 0, 0, 0) != -1:
            reached.append(name)
    return reached
