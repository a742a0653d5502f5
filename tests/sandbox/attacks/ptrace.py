# threat: ptrace, and memory of other processes
# expect: nothing
import ctypes
import os


def attack(target):
    reached = []
    libc = ctypes.CDLL(None)
    for pid in (1, os.getppid(), target["caller"], target["sibling"]):
        for request in (16, 0x4206):  # attach, seize
            if libc.ptrace(request, pid, 0, 0) == 0:
                reached.append(("ptrace", pid))
        for call in (310, 311, 312, 438, 440):  # process_vm_readv, writev, kcmp, pidfd_getfd, process_madvise
            if libc.syscall(call, pid, pid, 0, 0, 0, 0) >= 0:
                reached.append((call, pid))
        try:
            with open(f"/proc/{pid}/mem", "rb"):
                reached.append(("mem", pid))
        except OSError:
            continue
    return reached
