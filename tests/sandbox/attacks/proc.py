# threat: /proc: other processes, its own memory and descriptors
# expect: nothing
import os


def attack(target):
    seen = []
    pids = ["self", "thread-self", 1, os.getpid(), os.getppid(), target["caller"], target["sibling"]]
    names = ["environ", "mem", "maps", "cmdline", "fd", "fdinfo", "root", "cwd", "exe", "mountinfo", "status", "task"]
    for path in ["/proc", *(f"/proc/{pid}/{name}" for pid in pids for name in names)]:
        for look in (os.listdir, lambda path: open(path, "rb").read(1)):
            try:
                look(path)
                seen.append(path)
            except OSError:
                continue
    for name in ("kcore", "kallsyms", "meminfo", "cpuinfo", "cmdline", "keys", "sys/kernel/core_pattern"):
        try:
            open(f"/proc/{name}", "rb").read(1)
            seen.append(name)
        except OSError:
            continue
    return seen
