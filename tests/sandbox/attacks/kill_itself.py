# threat: signals to its own runner
# expect: nothing
import ctypes
import os
import signal


def attack(target):
    libc = ctypes.CDLL(None)
    reached = []
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTSTP, signal.SIGSEGV, signal.SIGXCPU):
        for pid in (0, -1, os.getpid(), target["sibling"], *range(1, 40)):
            try:
                os.kill(pid, number)
                reached.append((pid, number))
            except OSError:
                pass
            reached += [call for call in (62, 200, 129, 424) if libc.syscall(call, pid, number, 0, 0) >= 0]
            if libc.syscall(234, pid, pid, number) >= 0:
                reached.append((pid, "tgkill"))
    return reached
