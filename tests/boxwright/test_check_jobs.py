"""`check` gives the same with several boxes at a time, in the same order, and stops on Ctrl-C without a traceback."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from boxwright.blackboxes.faults import DescriptionFault
from boxwright.cli import run
from boxwright.commands.spreading import Sent, without_interrupts


def test_several_at_a_time_find_the_same_in_the_same_order(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["check", "knights/puzzles", "circuit/compare", "knights/undecided", "--seed", "5"]
    assert run([*arguments, "--jobs", "1"]) == 0
    one = capsys.readouterr().out
    assert run([*arguments, "--jobs", "3"]) == 0
    assert capsys.readouterr().out == one
    assert [line[2:] for line in one.splitlines() if line.startswith("✓")] == sorted(
        ["knights/puzzles", "circuit/compare", "knights/undecided"]
    )


@pytest.mark.parametrize(("end", "number", "code"), [(os.killpg, signal.SIGINT, 130), (os.kill, signal.SIGTERM, 143)])
def test_a_signal_ends_all_of_them_in_one_line(end: Callable[[int, int], None], number: int, code: int) -> None:
    command = [sys.executable, "-m", "boxwright", "check", "encryption/*", "--jobs", "2"]
    checking = subprocess.Popen(
        command, start_new_session=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert checking.stdout is not None
    first = checking.stdout.readline()
    end(checking.pid, number)
    rest = checking.communicate(timeout=120)[0]
    assert first.startswith("sandbox:")
    assert rest.split("boxwright: ")[-1].startswith("stopped") == (code == 130)
    assert "Traceback" not in rest
    assert checking.returncode == code


def test_an_error_comes_from_another_process_as_it_was() -> None:
    sent = pickle.loads(pickle.dumps(Sent.of(DescriptionFault("no shifts", "write some", ("parameters", "shifts")))))
    again = sent.again()
    assert isinstance(again, DescriptionFault)
    assert (str(again), again.path) == ("no shifts; write some", ("parameters", "shifts"))


def test_a_signal_while_processes_are_started_is_heeded_once_they_know_their_work() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
    try:
        with without_interrupts():
            signal.raise_signal(signal.SIGTERM)
            assert heard == []
        assert heard == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)
