# threat: signals to pid 1, to the caller, to siblings, to everything
# expect: nothing
import ctypes
import os


def attack(target):
    reached = []
    libc = ctypes.CDLL(None)
    me = os.getpid()
    others = {1, -1, 0, -me, os.getppid(), target["caller"], target["sibling"], *range(max(2, me - 20), me)} - {me}
    for pid in sorted(others):
        for number in (0, 2, 9, 15, 19):
            if libc.kill(pid, number) == 0:
                reached.append(("kill", pid, number))
        for call in (200, 234, 129, 434, 424):  # tkill, tgkill, rt_sigqueueinfo, pidfd_open, pidfd_send_signal
            if libc.syscall(call, pid, pid if call == 234 else 9, 9, 0) >= 0:
                reached.append((call, pid))
    return reached
