"""The search for inputs that reach new conditions: what it finds, and that the rewritten module computes the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.reaching import DENIED, REACHED, SIDES, telling_source
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.sweep import Budget, swept, telling
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.sandbox import Launcher, Limits, Module
from tests.conftest import CAESAR

Make = Callable[..., Box[Any]]
END = '    return "".join(out)\n'
NESTED = """
    n = [ord(letter) - 97 for letter in plaintext]
    if len(n) > 5 and n[2] == 11:
        if n[3] == 22:
            out.append("q")
"""
AWKWARD = '''from __future__ import annotations

async def unused():
    pass

def sorted(rows, key):
    return [type(rows).__name__, *key(rows)]

def round(number, places=0):
    return number + places

def awkward(n: int) -> list:
    """Has what a rewriting could break."""
    global LAST
    LAST = n
    found = [i for i in range(n) if i % 2 if i > 1]
    if (half := n // 2) and 0 < half < 9 or n is None:
        found.append(f"{'x' if half > 2 else 'y'}{half!r:>{half}}")
    match found:
        case [int(one), *_] if one == 2:
            found.append("two")
        case _:
            found.append(n in (1, 2))
    try:
        assert n != 7, "seven"
        found.append(10 // (n - 5))
    except (ZeroDivisionError, AssertionError) as error:
        found.append(str(error))
    else:
        found.append("x" < str(n))
    while n > 3 and not n == 4:
        n -= 1
    left = -n
    left //= 4
    left %= 7
    words = [max(["bb", "a", "cc", ""], key=len), *sorted((1, 2), key=list), min([], key=len, default="none"), "%d" % n]
    rounded = [round(n / 2), round(-n / 8, 1), int(-n / 3), round(2 * n), int("12"), n % -3, -n / 2 % 3, max(n, 2)]
    return found + [n, 1.5 >= n, (lambda a, b=2: a if a > b else b)(n), left, 0 <= n < 5 <= 9, words, *rounded]
'''
DECIDING = """
import math

def below(n): return n < 3
def between(n): return 0 <= n < 3
def halved(n): return n // 2
def wrapped(n): return n % 5
def rounded(x): return round(x)
def tenths(x): return round(x, 1)
def whole(x): return int(x)
def floor(x): return math.floor(x)
def longest(words): return max(words, key=len)
def by_length(words): return sorted(words, key=len)
"""
"""Each decides something that a condition of an `if` does not."""


def test_a_search_reaches_step_by_step_what_a_sweep_does_not(make_box: Make, caesar_text: Description) -> None:
    box = make_box(caesar_text, CAESAR.replace(END, NESTED + END))
    budget = Budget(20_000, 60.0)

    def reaches(text: str) -> bool:
        return len(text) > 5 and text[2:4] == "lw"

    found = telling(box, 2, budget)
    assert [call for call in found if reaches(call.args[0])]
    first, _ = next(iter(swept(box, 2, budget)))
    assert list(first) == found, "they are asked before all others"


@pytest.mark.parametrize(
    "identifier",
    [
        *("circuit/compare", "code/kmp", "encryption/playfair_cipher", "freeform/unknown_graph"),
        *("game/comparing_cards_slice", "physics/three_balls_collision", "puzzle/wordle"),
    ],
)
@pytest.mark.parametrize("numbers", [False, True])
def test_a_module_that_tells_what_it_reaches_computes_the_same(
    identifier: str, numbers: bool, launcher: Launcher
) -> None:
    with open_box(load(Workspace(SHIPPED, True, None), identifier), launcher) as box:
        calls = [call for call in box.family.probes(box, 5, 60) if call.function != "describe"]
        values = [reply.unwrap() for reply in box.replies(calls)]
        with Box(box.description, box.family, telling_source(box.source, numbers=numbers), launcher) as telling_box:
            rows = [(call.function, list(call.args)) for call in calls]
            told = [reply.unwrap() for reply in telling_box.call_many(REACHED, rows)]
    assert [reply["value"] for reply in told] == values
    assert told[0]["new"] >= 0
    assert sum(reply["new"] for reply in told[-5:]) <= sum(reply["new"] for reply in told[:5]) + 5


@pytest.mark.parametrize("numbers", [False, True])
def test_awkward_python_is_rewritten_without_a_change(numbers: bool, launcher: Launcher) -> None:
    plain = launcher.open(Module(AWKWARD), Limits())
    other = launcher.open(Module(telling_source(AWKWARD, numbers=numbers)), Limits())
    try:
        for n in range(12):
            assert other.call(REACHED, "awkward", [n])["value"] == plain.call("awkward", n)
        assert other.call(REACHED, "awkward", [11])["new"] == 0, "asked before, a call reaches nothing new"
    finally:
        plain.close()
        other.close()


@pytest.mark.parametrize(
    ("function", "given", "other"),
    [
        *(("below", 3, True), ("between", 0, False), ("between", 3, True), ("halved", 7, 4), ("halved", -7, -3)),
        *(("wrapped", 12, 12), ("wrapped", -2, -2), ("rounded", 2.5, 3), ("rounded", 2.3, 3), ("tenths", 1.28, 1.2)),
        *(("whole", -2.3, -3), ("floor", 2.3, 3), ("longest", ["ab", "c", "de"], "de")),
        ("by_length", ["ab", "c", "de"], ["c", "de", "ab"]),
    ],
)
def test_quotients_roundings_edges_and_ties_can_be_denied(
    function: str, given: Any, other: Any, launcher: Launcher
) -> None:
    assert other in _denied(function, given, launcher)


@pytest.mark.parametrize(("function", "given", "other"), [("halved", 6, 4), ("rounded", 2.0, 3), ("rounded", 2.0, 1)])
def test_what_needs_no_rounding_is_not_denied(function: str, given: Any, other: Any, launcher: Launcher) -> None:
    assert other not in _denied(function, given, launcher)


def _denied(function: str, given: Any, launcher: Launcher) -> list[Any]:
    session = launcher.open(Module(telling_source(DECIDING, numbers=True)), Limits())
    try:
        sides = session.call(SIDES, function, [given])
        denied = [session.call(DENIED, function, [given], *side) for side in sides]
    finally:
        session.close()
    return [reply["other"] for reply in denied if reply["decides"]]


@pytest.mark.parametrize("source", ["def f(:", "x = " + "(" * 5_000, "\0"])
def test_a_module_that_cannot_be_read_tells_nothing(source: str) -> None:
    assert telling_source(source) == ""
