"""A machine that runs much else fails no honest module, and ends one that never answers all the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from boxwright.sandbox import Launcher, Limits, Module, SandboxError

OTHERS = 6
"""Processes that want the session's processor all the time."""
LIMIT = 0.3
LATE = re.escape("the call took more than 0.3 s")
WORK = "def work(n):\n    return sum(i % 7 for i in range(n))\ndef loop():\n    while True: pass\n"


@pytest.fixture(scope="module")
def one_processor() -> Iterator[None]:
    """This process and its children, so sessions too, on one processor that many others want as well."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    burn = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(burn) for _ in range(OTHERS)]
    yield
    for other in others:
        other.kill()
        other.wait()
    os.sched_setaffinity(0, allowed)


def amount(seconds: float) -> int:
    """Return an argument for `work` that takes so much processor time."""
    begin = time.process_time()
    sum(i % 7 for i in range(200_000))
    return int(200_000 * seconds / (time.process_time() - begin))


@pytest.fixture(scope="module")
def launcher(one_processor: None) -> Iterator[Launcher]:
    from boxwright.sandbox import open_launcher

    opened = open_launcher("local")
    yield opened
    opened.close()


def test_what_waits_for_a_processor_is_not_late(launcher: Launcher) -> None:
    count = amount(LIMIT / 3)
    strict = launcher.open(Module(WORK), Limits(load_seconds=60, call_seconds=LIMIT, queue_seconds=0))
    with pytest.raises(SandboxError, match=LATE):
        strict.call("work", count)
    begin = time.monotonic()
    assert launcher.open(Module(WORK), Limits(load_seconds=60, call_seconds=LIMIT)).call("work", count) > 0
    assert time.monotonic() - begin > LIMIT


def test_what_never_answers_is_ended_by_what_it_used_itself(launcher: Launcher) -> None:
    session = launcher.open(Module(WORK), Limits(load_seconds=60, call_seconds=LIMIT))
    with pytest.raises(SandboxError, match=LATE):
        session.call("loop")


def test_the_wait_for_a_processor_has_a_limit_as_well(launcher: Launcher) -> None:
    session = launcher.open(Module(WORK), Limits(load_seconds=60, call_seconds=LIMIT, queue_seconds=0.5))
    begin = time.monotonic()
    with pytest.raises(SandboxError, match=LATE):
        session.call("work", amount(2 * LIMIT))
    assert time.monotonic() - begin < LIMIT + 0.5 + 1.0
