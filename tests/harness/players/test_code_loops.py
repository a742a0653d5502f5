"""The loops that the solver of `code` follows: each learns the pieces of rules of its class, and gives up others."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.families.form_atoms import ChoiceForm, IntForm, TextForm
from boxwright.blackboxes.families.forms import SequenceForm
from boxwright.harness.players.solvers.code.loops import LIMITS, Loop, features, left_behind, loops
from boxwright.harness.players.solvers.code.traces import Look, mirrored

Rule = Callable[[dict[str, Any]], list[dict[str, int]]]
LETTERS: dict[str, Any] = {"t": TextForm(type="text", alphabet="abcde", min_length=1, max_length=6)}
PAIRS: dict[str, Any] = {"t": TextForm(type="text", alphabet="abcde", min_length=2, max_length=6)}
THROWS: dict[str, Any] = {"t": TextForm(type="text", alphabet="12", min_length=1, max_length=8)}
WRITTEN: dict[str, Any] = {
    "n": IntForm(type="int", min=-99, max=99),
    "s": ChoiceForm(type="choice", options=("x", "y", "z")),
}
WEIGHTS = {"a": 3, "b": 11, "c": 6, "d": 17, "e": 9}
LEADS = {0: 0, 1: 4, 2: 2, 3: 7, 4: 4, 5: 1, 6: 6, 7: 7, 8: 0, 9: 2}
SCRIPTS = {"x": (4, -1), "y": (7, -4), "z": (10, 0)}


def limited(kind: str, limit: int) -> Rule:
    """Return a rule of weights with a limit."""

    def run(inputs: dict[str, Any]) -> list[dict[str, int]]:
        totals: list[int] = []
        for letter in inputs["t"]:
            totals.append(LIMITS[kind](totals[-1], WEIGHTS[letter], limit) if totals else WEIGHTS[letter])
        return [{"v": total} for total in totals]

    return run


def climbs(inputs: dict[str, Any]) -> list[dict[str, int]]:
    """Return the differences from letter to letter."""
    return [{"v": WEIGHTS[b] - WEIGHTS[a]} for a, b in zip(inputs["t"], inputs["t"][1:], strict=False)]


def places(inputs: dict[str, Any]) -> list[dict[str, int]]:
    """Return the places on a small track."""
    made = [0]
    for throw in inputs["t"]:
        made.append(LEADS[made[-1] + int(throw)])
    return [{"v": place} for place in made[1:]]


def places_mirrored(inputs: dict[str, Any]) -> list[dict[str, int]]:
    """Return the places of a sibling: a throw of 1 counts as 2."""
    return places({"t": mirrored(inputs["t"], THROWS["t"])})


def digits(inputs: dict[str, Any]) -> list[dict[str, int]]:
    """Return the digits of a number in a script."""
    (base, least), rest, made = SCRIPTS[inputs["s"]], abs(inputs["n"]), list[dict[str, int]]()
    while rest:
        digit = (rest - least) % base + least
        rest = (rest - digit) // base
        made.append({"d": digit, "r": rest})
    return made


def look(rule: Rule, inputs: dict[str, Any], visit: int) -> Look:
    """Look at a visit of a rule."""
    run = rule(inputs)
    return Look(inputs, visit, run[visit - 1], 0) if len(run) >= visit else Look(inputs, visit, None, len(run))


def learned(forms: dict[str, Any], rule: Rule, turns: int, rng: Random) -> list[Loop]:
    """Let the likeliest loop that is left ask, and give all that are left at last."""

    def draw() -> dict[str, Any]:
        drawn = {name: form.draw(rng) for name, form in forms.items()}
        return {**drawn, "n": abs(drawn["n"]) + 1} if "n" in drawn else drawn

    inputs = draw()
    alive = list(loops(forms, 1, rule(inputs)[0]))
    for _ in range(turns):
        alive = [loop for loop in alive if loop.learn(look(rule, inputs, 1))] if inputs else alive
        asked = alive[0].ask(draw, rng) if alive else None
        if asked is None:
            break
        alive = [loop for loop in alive if loop.learn(look(rule, *asked))]
        inputs = {}
    return alive


@pytest.mark.parametrize(
    ("forms", "rule"),
    [
        *((LETTERS, limited(kind, limit)) for kind, limit in [("none", 0), ("anew", 24), ("around", 21)]),
        *((LETTERS, limited(kind, limit)) for kind, limit in [("full", 30), ("refused", 25)]),
        (PAIRS, climbs),
        (THROWS, places),
        (THROWS, places_mirrored),
        (WRITTEN, digits),
    ],
    ids=["none", "anew", "around", "full", "refused", "climbs", "places", "places mirrored", "digits"],
)
def test_the_pieces_of_a_loop_are_learned(forms: dict[str, Any], rule: Rule) -> None:
    rng = Random(5)
    loop, *_ = learned(forms, rule, 30, rng)
    assert loop.checked
    for _ in range(50):
        inputs = {name: form.draw(rng) for name, form in forms.items()}
        inputs |= {"n": abs(inputs["n"]) + 1} if "n" in inputs else {}
        told = [{name: one[name] for name in loop.names} for one in loop.guessed(inputs)[0]]
        assert told == rule(inputs)


def test_what_follows_no_loop_is_given_up() -> None:
    def strange(inputs: dict[str, Any]) -> list[dict[str, int]]:
        return [{"v": hash_of(inputs["t"][: n + 1])} for n in range(len(inputs["t"]))]

    def hash_of(text: str) -> int:
        return sum(7**n * ord(letter) for n, letter in enumerate(text)) % 101

    assert learned(LETTERS, strange, 30, Random(1)) == learned(PAIRS, strange, 30, Random(1)) == []
    assert learned(THROWS, strange, 30, Random(1)) == []


def test_what_a_run_leaves_behind() -> None:
    runs = [[{"v": value} for value in values] for values in ([3, -1, 4], [2, 2], [-5, 1, 0, 6])]
    for name in features(runs[0]):
        made = left_behind([(run, 10 - features(run)[name]) for run in runs])
        assert made is not None
        assert [made(run) for run in runs] == [10 - features(run)[name] for run in runs]
    listed = left_behind([(run, [one["v"] for one in run][::-1]) for run in runs])
    assert listed is not None
    assert listed(runs[0]) == [4, -1, 3]
    assert left_behind([(run, "text") for run in runs]) is None


VALUES = st.one_of(st.integers(-9, 9), st.booleans(), st.text("ab", max_size=2), st.lists(st.integers(), max_size=2))


@given(st.sampled_from([LETTERS, PAIRS, THROWS, WRITTEN]), st.integers(0, 99), st.data())
@settings(max_examples=60, deadline=None)
def test_a_loop_takes_whatever_a_box_shows(forms: dict[str, Any], seed: int, data: st.DataObject) -> None:
    rng = Random(seed)

    def draw() -> dict[str, Any]:
        return {name: form.draw(rng) for name, form in forms.items()}

    alive = list(loops(forms, 1, {"v": 1, "d": 2, "r": data.draw(VALUES)}))
    for _ in range(8):
        asked = alive[0].ask(draw, rng) if alive else None
        inputs, visit = asked or (draw(), 1)
        shown = data.draw(st.none() | st.dictionaries(st.sampled_from("vdr"), VALUES))
        alive = [loop for loop in alive if loop.learn(Look(inputs, visit, shown, 2))]
        for loop in alive:
            assert loop.traces(inputs)
            assert loop.guessed(inputs)
            loop.whole(draw())


def test_lists_of_many_numbers_are_no_track() -> None:
    items = {"t": SequenceForm(type="sequence", of=IntForm(type="int", min=1, max=20), min_length=1, max_length=4)}
    assert not list(loops(items, 1, {"v": 1}))
