# threat: reading the host's files, the project, and packages beside the library
# expect: nothing
import os


def attack(target):
    seen = []
    wanted = [target["file"], target["folder"], target["project"], *target["secrets"]]
    wanted += ["/", "/etc/passwd", "/etc/shadow", "/root", "/home", "/tmp", "/var/log", "/boot", "/sys", "/run", "/dev"]
    for path in wanted:
        for look in (os.listdir, lambda path: os.open(path, os.O_RDONLY), lambda path: os.open(path, 0x200000)):
            try:
                found = look(path)
            except OSError:
                continue
            if isinstance(found, int):
                try:
                    os.pread(found, 1, 0)
                except OSError:
                    continue
            seen.append(path)
    return seen
