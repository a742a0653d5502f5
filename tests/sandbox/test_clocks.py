"""The machine's clocks are gone from a session: also those that need no system call, and so no filter refuses."""

from __future__ import annotations

import platform
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boxwright.sandbox import Conditions, Launcher, Module
from boxwright.sandbox.runner.conditions import TICK_NS
from tests.sandbox.conftest import QUICK

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import ctypes, mmap, sys, time
from boxwright.sandbox.runner import clocks
counter = mmap.mmap(-1, 4096, prot=7)
counter.write(b"\\x0f\\x31\\xc3")  # rdtsc; ret
read = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(counter)))
libc, room = ctypes.CDLL(None), (ctypes.c_long * 2)()
assert time.time() > 0 and libc.clock_gettime(0, room) == 0
before = read()
assert read() != before
if "coarse" in sys.argv:
    libc.getauxval.restype = ctypes.c_ulong
    page = libc.getauxval(33)
    assert clocks.take_away() == ""
    assert ctypes.string_at(page, 4) != b"\\x7fELF"
    ctypes.string_at(page - 4096, 8)
assert clocks.take_away() == ""
for clock in range(12):
    assert libc.clock_gettime(clock, room) == -1
try: time.time()
except PermissionError: print("no time", flush=True)
read()
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the counter is read by x86 code")
@pytest.mark.parametrize(("way", "told"), [("counter", "no time\n"), ("coarse", "")])
def test_neither_the_kernels_page_nor_the_processors_counter_can_be_read(way: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, way], capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT)}
    )
    assert (done.stdout, done.returncode) == (told, -signal.SIGSEGV), done.stderr


def test_the_clock_moves_by_being_read_and_by_sleeping_and_by_nothing_else(launcher: Launcher) -> None:
    source = "import time\ndef f(): return time.time_ns()\ndef g(): time.sleep(3600); return time.monotonic_ns()"
    seen = []
    for work in (0, 200_000):
        session = launcher.open(Module(f"{source}\ndef spin():\n    for _ in range({work}): pass"), QUICK)
        first = session.call("f")
        session.call("spin")
        seen.append((first, session.call("f"), session.call("g"), session.call("g")))
        session.close()
    assert seen[0] == seen[1]
    first, second, later, last = seen[0]
    assert (second - first, last - later) == (TICK_NS, TICK_NS + 3600 * 10**9)
    assert first == int(Conditions().clock) * 10**9 + TICK_NS


def test_a_wait_by_looking_at_the_clock_ends(launcher: Launcher) -> None:
    source = (
        "import time\ndef f():\n    end = time.monotonic() + 2\n    while time.monotonic() < end: pass\n    return 1"
    )
    assert launcher.open(Module(source), QUICK).call("f") == 1
