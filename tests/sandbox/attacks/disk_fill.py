# threat: disk fill
# expect: nothing
import os
import tempfile


def attack(target):
    written = []
    folders = {"/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/home", "/root", "/host", ".", target["folder"]}
    for folder in sorted(folders):
        for path in (f"{folder}/boxwright-attack", target["file"]):
            try:
                with open(path, "ab") as file:
                    file.write(b"x" * 1_000_000)
                written.append(path)
            except OSError:
                continue
    for make in (tempfile.TemporaryFile, lambda: tempfile.TemporaryFile(dir=target["folder"])):
        try:
            make().write(b"x")
            written.append("a temporary file")
        except OSError:
            pass
    return written
