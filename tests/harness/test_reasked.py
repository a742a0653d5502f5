"""Play asks every answer again of another fresh session (docs/acceptance.md): a box that contradicts itself ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from boxwright.blackboxes import witness
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.registry import Accepted, load
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.witness import Contradiction
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.episode import Episode, EpisodeFailed, play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Launcher
from tests.blackboxes.starters import STARTERS, starter

Make = Callable[..., Box]
LIES = {
    "encryption": ("blackbox", "value + 'q'"),
    "circuit": ("blackbox", "[1 - bit for bit in value]"),
    "physics": ("blackbox", "{name: [x + 1, y, z] for name, (x, y, z) in value.items()}"),
    "code": ("boxwright_visit", "{'visits': 0}"),
    "puzzle": ("feedback", "'Far' if value == 'Close' else 'Close'"),
    "game": ("view", "value + ' '"),
    "freeform": ("explore", "{**value, 'feedback': 'nil' if value['feedback'] == 'one' else 'one'}"),
}
"""By family: a function, and another value of the right shape in place of what it gives."""
LATER = """
_inner, _calls = {function}, []

def {function}(*args):
    _calls.append(args)
    value = _inner(*args)
    return {lie} if {when} else value
"""


def lying(family: str, when: str) -> str:
    """A starter's module that lies when it is asked under a condition on `_calls`."""
    function, lie = LIES[family]
    return STARTERS[family] + LATER.format(function=function, lie=lie, when=when)


def plan(turns: int = 6, samples: int = 2) -> Plan:
    return Plan(turns=turns, shots=1, samples=samples, seed=5)


@pytest.mark.parametrize("family", LIES)
def test_a_box_that_lies_from_its_third_call_on_ends_the_episode_and_is_named(family: str, make_box: Make) -> None:
    box = make_box(starter(family), lying(family, "len(_calls) > 2"))
    with pytest.raises(EpisodeFailed, match=f"{family}/starter contradicts itself") as failed:
        play(box, plan(), BuiltinPlayer("random", 5))
    assert isinstance(failed.value.cause, Contradiction)
    assert failed.value.by_the_box
    assert "contradicts itself" in failed.value.record.failure


@pytest.mark.parametrize("family", LIES)
def test_an_honest_box_is_asked_again_too_and_its_episode_ends_well(
    family: str, make_box: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    same = witness.same
    monkeypatch.setattr(witness, "same", lambda a, b: asked.append(1) or same(a, b))
    record = play(make_box(starter(family), STARTERS[family]), plan(), BuiltinPlayer("oracle", 5))
    assert not record.failure
    assert len(asked) >= 6


def test_a_game_that_was_solved_before_is_asked_again_in_every_episode(
    make_box: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = make_box(starter("game"), STARTERS["game"])
    play(box, plan(), BuiltinPlayer("oracle", 5))
    asked: list[int] = []
    same = witness.same
    monkeypatch.setattr(witness, "same", lambda a, b: asked.append(1) or same(a, b))
    play(box, plan(), BuiltinPlayer("oracle", 5))
    assert len(asked) >= 6


def test_an_exploration_is_confirmed_before_the_first_test_is_asked(make_box: Make) -> None:
    box = make_box(starter("encryption"), lying("encryption", "len(_calls) > 2"))
    episode = Episode(box, plan(turns=3))
    episode.step("QUERY: a")
    episode.step("QUERY: b")
    with pytest.raises(EpisodeFailed):
        episode.step("QUERY: c")
    assert episode.record.samples == ()


def test_what_depends_on_sample_inputs_having_been_asked_is_found_in_play(make_box: Make) -> None:
    source = STARTERS["encryption"] + (
        "\n_inner, _asked = blackbox, []\ndef sample_inputs(seed, count):\n    _asked.append(1)\n    return []\n"
        "def blackbox(text):\n    return _inner(text) if _asked else _inner(text) + 'q'\n"
    )
    with pytest.raises(EpisodeFailed, match="contradicts itself"):
        play(make_box(starter("encryption"), source), plan(), BuiltinPlayer("random", 5))


def test_where_python_lies_in_memory_is_another_place_in_the_second_session(make_box: Make) -> None:
    """What is forked from one process finds `len` at one address: so it was asked again in vain."""
    place = Path("/proc/sys/kernel/randomize_va_space")
    if not place.is_file() or place.read_text().strip() == "0":
        pytest.skip("this kernel loads everything at fixed addresses")
    source = STARTERS["encryption"] + (
        "\n_inner, _where = blackbox, ''.join('abcdefghij'[int(digit)] for digit in str(id(len)))\n"
        "def blackbox(text):\n    return _inner(text) + _where\n"
    )
    with pytest.raises(EpisodeFailed, match="contradicts itself"):
        play(make_box(starter("encryption"), source), plan(), BuiltinPlayer("random", 5))


@pytest.mark.parametrize("condition", ["random.random() < 0.5", "time.time() > 1_500_000_000"])
def test_chance_and_the_clock_are_other_ones_in_the_second_session(condition: str, make_box: Make) -> None:
    source = "import random, time\n" + lying("encryption", condition)
    seeds = [Plan(turns=8, shots=1, samples=2, seed=seed) for seed in range(6)]
    noticed = 0
    for one in seeds:
        try:
            play(make_box(starter("encryption"), source), one, BuiltinPlayer("random", 5))
        except EpisodeFailed:
            noticed += 1
    assert noticed >= 2  # of a clock that lies from 2017 on, half of the drawn moments show it


def test_of_a_long_batch_some_rows_are_asked_again(make_box: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "MOST_ROWS", 10)
    box = make_box(starter("encryption"), STARTERS["encryption"])
    heard: list[object] = []
    monkeypatch.setattr(witness.Witness, "hear", lambda self, function, args, reply: heard.append(args))
    with box.witnessed(1):
        list(box.call_many("blackbox", [["a"]] * 95))
    assert len(heard) == 10


def test_of_a_batch_as_large_as_a_games_tree_all_rows_are_asked_again(
    make_box: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = 2_376  # of `play`, which comparing_cards_slice asks at once
    box = make_box(starter("encryption"), STARTERS["encryption"])
    heard: list[object] = []
    monkeypatch.setattr(witness.Witness, "hear", lambda self, function, args, reply: heard.append(args))
    with box.witnessed(1):
        list(box.call_many("blackbox", [["a"]] * rows))
    assert len(heard) == rows


def test_a_registered_box_that_was_changed_by_hand_is_found_when_it_is_played(launcher: Launcher) -> None:
    accepted = load(Workspace(SHIPPED, True, None), "encryption/zigzag_cipher")
    assert isinstance(accepted, Accepted)
    source = accepted.source + LATER.format(function="blackbox", lie="value[::-1]", when="len(_calls) == 4")
    with replace(accepted, source=source).open(launcher) as box, pytest.raises(EpisodeFailed, match="zigzag_cipher"):
        play(box, plan(), BuiltinPlayer("random", 1))
