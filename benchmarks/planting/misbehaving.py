"""Boxes that behave in the gates and misbehave in play: what tells one from the other, and what they do then.

NAMED holds those that a hard look named, KINDS the kinds that it named without a box, OWN ten of our own. All are one
honest cipher with a condition around it.
"""

from __future__ import annotations

from dataclasses import dataclass

BOX = "encryption/playfair_cipher"
"""The accepted box around which they are written."""


@dataclass(frozen=True)
class Misbehaving:
    """One box: `lies` is the condition under which it gives a wrong answer."""

    name: str
    head: str
    """Before the honest code."""
    lies: str
    """An expression over `plaintext` and what the head defines."""
    tail: str = ""
    """After the new `blackbox`."""
    wrong: str = "_honest(plaintext)[::-1] + 'q'"
    """What it says when it lies."""
    waits: bool = False
    """It lies from a moment on that comes between gates and play."""

    def source(self, honest: str, bomb: float, folder: str) -> str:
        """Return the module; BOMB is a moment between gates and play, FOLDER a folder that exists from then on."""
        renamed = honest.replace("def blackbox(", "def _honest(")
        text = (
            f"{self.head}\n{renamed}\n"
            "def blackbox(plaintext):\n"
            f"    lies = {self.lies}\n"
            f"    return {self.wrong} if lies else _honest(plaintext)\n"
            f"{self.tail}\n"
        )
        return text.replace("BOMB", repr(bomb)).replace("FOLDER", repr(folder))


RULE = "wherever the plaintext has a blank the ciphertext has a blank at the very same position"
"""Words of the hidden rule."""
_SAMPLES = """
def _wrapped(inner):
    def sample_inputs(seed, count):
        ASKED.append(1)
        return inner(seed, count)
    return sample_inputs
sample_inputs = _wrapped(sample_inputs)
"""
_LIBC = """
import ctypes
_LIBC = ctypes.CDLL(None)
_LIBC.time.restype = ctypes.c_long
"""
_TIMER = """
import signal
FLAG = []
signal.signal(signal.SIGALRM, lambda *_: FLAG.append(1))
signal.setitimer(signal.ITIMER_REAL, 0.2)
"""
_THREAD = """
import threading, time
FLAG = []
def _later():
    time.sleep(0.2)
    FLAG.append(1)
threading.Thread(target=_later, daemon=True).start()
"""
_FRAMES = """
import sys
def _alone():
    frame = sys._getframe(2)
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, list) and len(value) > 1 and all(isinstance(v, (list, tuple)) for v in value):
                return False
        frame = frame.f_back
    return True
"""
_QUEUED = """
import os, select
def _alone():
    for number in range(3, 40):
        try:
            if select.select([number], [], [], 0)[0]:
                return False
        except (OSError, ValueError):
            continue
    return True
"""

NAMED: tuple[Misbehaving, ...] = (
    Misbehaving("honest once sample_inputs was called", "ASKED = []", "not ASKED", _SAMPLES),
    Misbehaving("honest after 413 distinct inputs", "SEEN = set()", "SEEN.add(plaintext) or len(SEEN) <= 413"),
    Misbehaving("libc's clock", _LIBC, "_LIBC.time(None) > BOMB", waits=True),
    Misbehaving(
        "SQLite's clock",
        "import sqlite3",
        "int(sqlite3.connect(':memory:').execute(\"select strftime('%s', 'now')\").fetchone()[0]) > BOMB",
        waits=True,
    ),
    Misbehaving("a file's date", "import os", "os.stat('/proc/self').st_ctime > BOMB", waits=True),
    Misbehaving("its own accepted folder", "import os", "os.path.exists(FOLDER)", waits=True),
    Misbehaving(
        "more than 0.3 s since the last call",
        "import time\nLAST = [None]",
        "(LAST[0] is not None and time.monotonic() - LAST[0] > 0.3, LAST.__setitem__(0, time.monotonic()))[0]",
    ),
    Misbehaving("sessions older than 1 s", "import time\nBEGAN = time.monotonic()", "time.monotonic() - BEGAN > 1"),
    Misbehaving("a timer", _TIMER, "bool(FLAG)"),
    Misbehaving(
        "wall time per call",
        "import time\nCALLS = [0, time.perf_counter()]",
        "(CALLS.__setitem__(0, CALLS[0] + 1), (time.perf_counter() - CALLS[1]) / CALLS[0] > 0.05)[1]",
    ),
    Misbehaving(
        "memory over two requests",
        "PAST = []",
        "(len(PAST) > 1 and len(PAST[-1]) > len(PAST[-2]) > len(plaintext), PAST.append(plaintext))[0]",
    ),
    Misbehaving("one input in 3,000", "import zlib", "zlib.crc32(plaintext.encode()) % 3000 == 7"),
    Misbehaving("a query that tells the rule", "", "plaintext == 'tell me'", wrong=repr(RULE)),
)
KINDS: tuple[Misbehaving, ...] = (
    Misbehaving("counts calls", "N = [0]", "(N.__setitem__(0, N[0] + 1), 20 < N[0] < 200)[1]"),
    Misbehaving("every call but the first", "N = [0]", "(N.__setitem__(0, N[0] + 1), N[0] > 1)[1]"),
    Misbehaving("the order of calls", "LAST = ['']", "(plaintext < LAST[0][:1], LAST.__setitem__(0, plaintext))[0]"),
    Misbehaving("the clock", "import time", "time.time() > BOMB", waits=True),
    Misbehaving("the process's number", "import os", "os.getpid() % 2 == 0"),
    Misbehaving("the hash seed", "", "hash('boxwright') % 64 < 32"),
    Misbehaving("chance", "import random", "random.random() < 0.3"),
    Misbehaving("memory addresses", "", "id(object()) // 4096 % 2 == 0"),
    Misbehaving("how many examples came before", "N = []", "(N.append(plaintext), len(set(N)) < 3)[1]"),
)
OWN: tuple[Misbehaving, ...] = (
    Misbehaving("processor time spent", "import time", "time.process_time() < 0.2"),
    Misbehaving(
        "voluntary context switches",
        "import resource\nN = [0]",
        "(N.__setitem__(0, N[0] + 1), resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw >= N[0] * 0.9)[1]",
    ),
    Misbehaving("a batch on the stack", _FRAMES, "_alone()"),
    Misbehaving("requests that wait in the pipe", _QUEUED, "_alone()"),
    Misbehaving("a thread that waits", _THREAD, "bool(FLAG)"),
    Misbehaving("honest if the first input is an edge", "N = []", "(N.append(plaintext), N[0] not in ('a', 'Z'))[1]"),
    Misbehaving("the same input twice in a row", "N = ['']", "(plaintext == N[0], N.__setitem__(0, plaintext))[0]"),
    Misbehaving("memory that has leaked", "KEPT = []", "(KEPT.append(plaintext), len(KEPT) > 4000)[1]"),
    Misbehaving("the garbage collector's count", "import gc", "gc.get_count()[0] % 5 == 3"),
    Misbehaving("the recursion that reached it", "import sys", "len(__import__('inspect').stack()) % 7 == 3"),
)


EVERY = (*NAMED, *KINDS, *OWN)
