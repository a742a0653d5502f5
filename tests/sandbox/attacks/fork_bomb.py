# threat: fork bomb
# expect: nothing
import os


def attack(target):
    made = []
    for way in ("fork", "forkpty", "posix_spawn"):
        for _ in range(100):
            try:
                made.append(getattr(os, way)(*(("/proc/self/exe", ["x"], {}) if way == "posix_spawn" else ())))
            except OSError:
                break
    return made
