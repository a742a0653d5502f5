# threat: reading the environment, and descriptors it was left
# expect: nothing
import ctypes
import os
import stat


def attack(target):
    seen = [name for name in os.environ if name not in ("LC_ALL", "PYTHONTZPATH", "TZ")]
    if ctypes.CDLL(None).getenv(b"BOXWRIGHT_ATTACK_SECRET"):
        seen.append("the caller's secret")
    kinds = []
    for descriptor in range(3, 1024):
        try:
            mode = os.fstat(descriptor).st_mode
        except OSError:
            continue
        kinds.append(stat.S_IFMT(mode))
    if len(kinds) > 2 or set(kinds) - {stat.S_IFIFO}:  # the two ends of its own channel
        seen.append(kinds)
    return seen
