# threat: leaving the library's folder by links, dots and descriptors, and writing into it
# expect: nothing
import os
import sys


def attack(target):
    reached = []
    library = os.path.dirname(os.__file__)
    folders = [library, os.path.join(library, "lib-dynload"), "/usr/lib/x86_64-linux-gnu", "/lib64"]
    for folder in folders:
        depth = folder.count("/")
        for path in ("etc/passwd", "etc/hostname", "proc/1/status", target["file"].lstrip("/")):
            for way in ("../" * depth + path, "../../../../../../../../" + path, f"../../proc/self/root/{path}"):
                try:
                    os.open(f"{folder}/{way}", os.O_RDONLY)
                    reached.append(f"{folder}/{way}")
                except OSError:
                    pass
                try:
                    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
                except OSError:
                    continue
                try:
                    os.open(way, os.O_RDONLY, dir_fd=opened)
                    reached.append(f"{folder} {way}")
                except OSError:
                    pass
                os.close(opened)
        for name in ("sitecustomize.py", "__pycache__/os.pyc", "os.py"):
            for flags in (os.O_WRONLY | os.O_CREAT, os.O_RDONLY):
                try:
                    os.open(f"{folder}/{name}", flags)
                    reached.append(name)
                except OSError:
                    pass
    sys.pycache_prefix, sys.dont_write_bytecode = folders[0], False
    try:
        sys.path.append(library)
        import this  # noqa: F401 -- would write what it compiled

        reached += [name for name in os.listdir(folders[0]) if name == "usr"]
    except (OSError, ImportError):
        pass
    return reached
