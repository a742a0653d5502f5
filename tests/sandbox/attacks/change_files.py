# threat: chmod, chown, dates, names, links and contents of a user's file
# expect: nothing
import ctypes
import os


def attack(target):
    file, folder = target["file"], target["folder"]
    ways = {
        "chmod": lambda: os.chmod(file, 0o777),
        "chmod folder": lambda: os.chmod(folder, 0o777),
        "chown": lambda: os.chown(file, 0, 0),
        "utime": lambda: os.utime(file, (1, 1)),
        "xattr": lambda: os.setxattr(file, "user.x", b"1"),
        "truncate": lambda: os.truncate(file, 0),
        "unlink": lambda: os.unlink(file),
        "rename": lambda: os.rename(file, file + "2"),
        "link": lambda: os.link(file, file + "3"),
        "symlink": lambda: os.symlink(file, file + "4"),
        "mkdir": lambda: os.mkdir(file + "5"),
        "mkfifo": lambda: os.mkfifo(file + "6"),
        "write": lambda: os.open(file, os.O_WRONLY),
        "append": lambda: os.open(file, os.O_RDWR | os.O_APPEND),
        "create": lambda: os.open(file + "7", os.O_CREAT | os.O_WRONLY),
        "tmpfile": lambda: os.open(folder, os.O_TMPFILE | os.O_RDWR),
    }
    changed = []
    for name, way in ways.items():
        try:
            way()
            changed.append(name)
        except OSError:
            continue
    libc = ctypes.CDLL(None)
    for call in (90, 91, 92, 94, 132, 188, 235, 280, 268, 452, 86, 88, 133, 285):
        if libc.syscall(call, file.encode(), 0o777, 0, 0, 0) >= 0:
            changed.append(call)
    return changed
