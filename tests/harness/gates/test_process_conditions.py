"""The determinism gate's process conditions, and the repeated calls that wear a box out."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.harness.gates import GateSettings, run_gates
from boxwright.harness.gates.process_conditions import FIRST_YEAR, LAST_YEAR, spread_conditions
from tests.conftest import CAESAR, describe

Make = Callable[..., Box]
BEGIN = "def blackbox(plaintext):\n"


@given(st.integers(0, 2**62))
def test_twelve_worlds_are_spread_over_the_calendar(seed: int) -> None:
    moments = [time.gmtime(world.clock) for world in spread_conditions(seed, 12)]
    assert {m.tm_mon for m in moments} == set(range(1, 13))
    assert {m.tm_wday for m in moments} == set(range(7))
    assert {m.tm_hour // 2 for m in moments} == set(range(12))
    eras = (LAST_YEAR + 1 - FIRST_YEAR) // 12
    assert {(m.tm_year - FIRST_YEAR) // eras for m in moments} == set(range(12))
    assert len({world.random_seed for world in spread_conditions(seed, 12)}) == 12
    assert spread_conditions(seed, 12) == spread_conditions(seed, 12)


@pytest.mark.parametrize(
    "condition",
    ["tm_mon == 12", "tm_wday == 2", "tm_hour in (22, 23)", "tm_year > 2058"],
)
def test_code_that_waits_for_its_moment_is_refused(condition: str, make_box: Make, caesar_text: Description) -> None:
    late = f"    if __import__('time').gmtime().{condition}:\n        return plaintext\n"
    refused = next(r for r in run_gates(make_box(caesar_text, CAESAR.replace(BEGIN, BEGIN + late))) if not r.passed)
    assert (refused.gate, refused.findings[0].kind) == ("deterministic", "differs")


@pytest.mark.parametrize("condition", ["len(N) > 2500", "len(N) % 1000 == 0"])
def test_code_that_wears_out_is_refused(condition: str, make_box: Make, caesar_text: Description) -> None:
    worn = f"    N.append(0)\n    if {condition}:\n        return plaintext\n"
    source = "N = []\n" + CAESAR.replace(BEGIN, BEGIN + worn)
    refused = next(r for r in run_gates(make_box(caesar_text, source)) if not r.passed)
    assert (refused.gate, refused.findings[0].kind) == ("repeatable", "differs")
    assert "many times" in refused.findings[0].message


def test_a_function_that_is_not_the_first_is_asked_often_too(make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {inputs: 3}\n"
    source = (
        'N = []\ndef describe(): return {"inputs": 3, "gates": 3}\n'
        "def blackbox(bits):\n    N.append(0)\n    return bits if len(N) == 190 else [1 - b for b in bits]\n"
    )
    box = make_box(describe("circuit/tiny", front, "The wires inverted."), source)
    refused = next(r for r in run_gates(box, GateSettings(probes=20)) if not r.passed)
    assert refused.gate == "repeatable"


def test_a_clock_or_an_address_leaves_the_words_of_a_finding_alone(make_box: Make, caesar_text: Description) -> None:
    for odd in ("time.time()", "time.perf_counter_ns()", "id(object())"):
        late = f"    import time\n    return str({odd}).translate(str.maketrans('.0123456789', 'kabcdefghij'))\n"
        box = make_box(caesar_text, CAESAR.replace(BEGIN, BEGIN + late))
        refused = next(r for r in run_gates(box) if not r.passed)
        assert refused.gate == "deterministic"
        assert {f.got for f in refused.findings} == {""}


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("max([])", "raised ValueError in a call"),
        ("[][0]", "raised IndexError in a call"),
        ("{}['left']", "raised KeyError in a call: 'left'"),
        ("__import__('re').compile('(')", "raised error in a call"),
    ],
)
def test_exceptions_are_named_alike_in_every_python(
    raised: str, said: str, make_box: Make, caesar_text: Description
) -> None:
    refused = next(
        r for r in run_gates(make_box(caesar_text, CAESAR.replace(BEGIN, BEGIN + f"    {raised}\n"))) if not r.passed
    )
    assert refused.findings[0].message == said
