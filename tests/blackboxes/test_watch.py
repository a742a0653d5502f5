"""A busy machine does not hurry the stopwatch (`blackboxes/watch.py`)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boxwright.blackboxes import watch
from boxwright.blackboxes.watch import MOST, SCHEDULED, Watch


def test_a_thread_that_shares_its_processor_has_more_time() -> None:
    if not SCHEDULED.is_file():
        pytest.skip("this kernel does not say how long a thread waits")
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    rivals = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        shared, began = Watch(), time.monotonic()
        while time.monotonic() < began + 1:
            pass
        passed, seconds = time.monotonic() - began, shared.seconds()
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()
        os.sched_setaffinity(0, allowed)
    assert passed / MOST <= seconds < passed * 0.6
    assert not shared.over(passed)


def test_it_is_a_plain_stopwatch_where_the_kernel_does_not_tell(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(watch, "SCHEDULED", tmp_path / "schedstat")
    plain, began = Watch(), time.monotonic()
    time.sleep(0.02)
    assert plain.over(0.01)
    assert 0.02 <= plain.seconds() <= time.monotonic() - began + 0.01
