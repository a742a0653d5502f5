# threat: asking whether a file exists: its own accepted folder, the caller's, the machine's
# expect: nothing
import ctypes
import os
import pathlib


def attack(target):
    """Ask in every way about paths that exist, and about one that does not: any difference tells."""
    libc = ctypes.CDLL(None, use_errno=True)
    room = ctypes.create_string_buffer(4096)
    absent = "/there/is/none"
    paths = [*target["secrets"], target["file"], target["folder"], "/", "/etc/passwd", "/proc/self", "/usr/lib", "."]

    def natively(number, *arguments):
        ctypes.set_errno(0)
        return libc.syscall(number, *arguments), ctypes.get_errno()

    ways = {
        "stat": os.stat,
        "lstat": os.lstat,
        "access": lambda path: os.access(path, os.F_OK) and path,
        "exists": lambda path: os.path.exists(path) and path,
        "glob": lambda path: list(pathlib.Path(path).glob("*")) and path,
        "readlink": os.readlink,
        "listdir": os.listdir,
        "scandir": os.scandir,
        "statvfs": os.statvfs,
        "open": lambda path: os.open(path, os.O_RDONLY),
        "path only": lambda path: os.open(path, os.O_PATH),
        "chdir": os.chdir,
        "native stat": lambda path: natively(4, path.encode(), room),
        "native lstat": lambda path: natively(6, path.encode(), room),
        "native statx": lambda path: natively(332, -100, path.encode(), 0, 4095, room),
        "native newfstatat": lambda path: natively(262, -100, path.encode(), room, 0),
        "native access": lambda path: natively(21, path.encode(), 0),
        "native faccessat2": lambda path: natively(439, -100, path.encode(), 0, 0),
        "native openat2": lambda path: natively(437, -100, path.encode(), room, 24),
        "native getxattr": lambda path: natively(191, path.encode(), b"user.x", room, 100),
        "native statfs": lambda path: natively(137, path.encode(), room),
        "native name_to_handle_at": lambda path: natively(303, -100, path.encode(), room, room, 0),
        "native inotify": lambda path: natively(254, 0, path.encode(), 4095),
        "native execve": lambda path: natively(59, path.encode(), None, None),
        "native chroot": lambda path: natively(161, path.encode()),
    }
    told = []
    for name, way in ways.items():
        for path in paths:
            if answer(way, path) != answer(way, absent):
                told.append((name, path))
    return told


def answer(way, path):
    try:
        return str(way(path))
    except OSError as error:
        return error.errno
