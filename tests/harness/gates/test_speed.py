"""Gate 6 refuses slow code on any machine, but not code that is only disturbed now and then."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.types import Call
from boxwright.harness.gates import speed
from boxwright.harness.gates.run import run_gate
from tests.blackboxes.starters import CAESAR, STARTERS, starter

Make = Callable[..., Box]
# About 60 of the reference loops: 180 ms where the limit is 50, on any machine.
SLOW = STARTERS["physics"].replace(
    "    t = min(t, 10.0)\n",
    "    for i in range(6_000_000 if t == 12.0 else 0):\n        t * i * 0.5\n    t = min(t, 10.0)\n",
)


def test_a_call_that_is_slow_at_every_try_is_refused_and_named(make_box: Make) -> None:
    (finding,) = speed.slow_calls(make_box(starter("physics"), SLOW))
    assert finding.call == "blackbox(12.0)"
    assert finding.message.startswith("takes longer than 50 ms, tried 9 times")


def test_what_is_slow_within_the_domain_only_is_refused(make_box: Make) -> None:
    within = SLOW.replace("t == 12.0", "6.05 < t < 7.95")
    (finding,) = speed.slow_calls(make_box(starter("physics"), within))
    assert finding.kind == "slow"


def test_it_is_a_finding_of_the_gate_bounded(make_box: Make) -> None:
    result = run_gate("bounded", make_box(starter("physics"), SLOW))
    assert [(f.gate, f.kind) for f in result.findings] == [("bounded", "slow")]
    assert run_gate("bounded", make_box(starter("physics"), STARTERS["physics"])).passed


def clock(monkeypatch: pytest.MonkeyPatch, calls: list[float], loops: list[float]) -> list[str]:
    """Replace the measuring by given seconds; return a log of what was measured."""
    log: list[str] = []

    def seconds(ask: Callable[[], object]) -> float:
        kind = "call" if isinstance(ask(), dict) else "loop"
        log.append(kind)
        left = loops if kind == "loop" else calls
        return left.pop(0) if len(left) > 1 else left[0]

    monkeypatch.setattr(speed, "_seconds", seconds)
    return log


@pytest.mark.parametrize(
    ("calls", "loops", "refused"),
    [
        ([0.049], [0.003], False),
        ([0.051], [0.003], True),
        ([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.01], [0.003], False),  # noise, but one quiet moment
        ([0.14], [0.009], False),  # a machine three times as slow
        ([0.16], [0.009], True),
        ([0.16], [0.9, 0.9, 0.003], True),  # one busy moment of the loop excuses nothing
        ([0.051], [0.0001], True),  # a quick machine has the same limit
    ],
)
def test_noise_and_slow_machines_refuse_nothing(
    calls: list[float], loops: list[float], refused: bool, make_box: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = clock(monkeypatch, calls, loops)
    box = make_box(starter("physics"), STARTERS["physics"])
    monkeypatch.setattr(type(box.family), "edges", lambda family, rules: [Call("blackbox", (0.0,))])
    assert bool(speed.slow_calls(box)) is refused
    assert log[0] == "call"


def test_a_family_without_a_limit_is_not_timed(make_box: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "_seconds", lambda ask: 1e9)
    assert speed.slow_calls(make_box(starter("encryption"), CAESAR)) == []
