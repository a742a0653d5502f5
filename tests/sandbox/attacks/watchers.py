# threat: watching files, memory and processes; shared memory, queues and semaphores left behind
# expect: nothing
import ctypes
import errno

CALLS = {
    "inotify": (294, 0), "fanotify": (300, 0, 0), "userfaultfd": (323, 0), "userfaultfd, user mode": (323, 1),
    "timerfd": (283, 0, 0), "signalfd": (289, -1, 0, 8, 0), "perf": (298, 0, 0, -1, -1, 0), "pidfd": (434, 1, 0),
    "kcmp": (312, 1, 1, 0, 0, 0), "memory of others": (310, 1, 0, 0, 0, 0, 0), "secret memory": (447, 0),
    "rules of its own": (444, 0, 0, 1), "pages of others": (279, 1, 0, 0, 0, 0, 0), "queue": (240, 0, 66, 384, 0),
    "shared memory": (29, 4711, 4096, 950), "semaphore": (64, 4711, 1, 950), "messages": (68, 4711, 950),
    "key": (248, 0, 0, 0, 0, 0), "handle": (303, -100, 0, 0, 0, 0), "splice": (275, 0, 0, 1, 0, 1, 0),
    "tee": (276, 0, 1, 1, 0), "vmsplice": (278, 1, 0, 0, 0), "sendfile": (40, 1, 0, 0, 1), "futex2": (449, 0, 0, 0, 0),
    "timer": (222, 0, 0, 0), "aio": (206, 1, 0), "cache": (451, 0, 0, 0, 0), "syslog": (103, 10, 0, 0),
    "quota": (179, 0, 0, 0, 0), "personality": (135, 0x0040000), "module": (175, 0, 0, 0), "reboot": (169, 0, 0, 0),
}  # fmt: skip


def attack(target):
    libc = ctypes.CDLL(None, use_errno=True)
    reached = []
    for name, (number, *arguments) in CALLS.items():
        answer = libc.syscall(number, *map(ctypes.c_long, arguments))
        if answer != -1 or ctypes.get_errno() != errno.EPERM:  # any other error came from behind the wall
            reached.append(name)
    return reached
