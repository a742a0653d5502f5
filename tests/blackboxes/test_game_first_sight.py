"""What is played at first sight of a game, by the words told and the situation shown."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from boxwright.blackboxes.families.game.first_sight import moves
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Plan
from boxwright.harness.chat.api import Reply
from boxwright.harness.episode import play
from boxwright.harness.players.glance import GLANCES, GlancePlayer
from boxwright.harness.players.solvers.game.glance import guess
from boxwright.harness.players.solvers.solver import known
from boxwright.harness.players.solvers.strategy import Known

RING = "Red beats blue,\ngreen and grey; blue beats green, while green beats red."
COLOURS = ("red", "green", "blue", "grey")
SWORDS = (
    "You rest, strike or block. A blocker gets nothing for it. Who rests is hit: the striker gets 1. "
    "Who strikes a blocker loses: the blocker wins 1."
)
NUMBERS = "If yours is exactly one less than the opponent's, you get 2. Otherwise the higher number gets 1."


@pytest.mark.parametrize(
    ("told", "view", "offered", "played"),
    [
        (RING, "Turns left: 3. The opponent's last move: blue.", COLOURS, "red"),
        (RING, "The last move of the other was Green.", COLOURS, "red"),
        (RING, "The opponent's last move: red.", COLOURS, "green"),
        (RING, "The opponent's last move: none.", COLOURS, None),
        ("A ring.", "The opponent's last move: blue.", COLOURS, "blue"),
        ("A ring.", "Your last move was green.", ("red", "blue"), None),
        (SWORDS, "Turns left: 2.", ("rest", "strike 1", "strike 2", "block 1", "block 2"), "strike 2"),
        (SWORDS, "Turns left: 2. The last move: strike 2.", ("rest", "block 1"), "block 1"),
        (SWORDS, "Turns left: 2.", ("rest",), None),
        (NUMBERS, "Last round: you 2, opponent 4.", ("1", "2", "3", "4"), "3"),
        (NUMBERS.replace("less", "more"), "Last round: you 1, opponent 3.", ("1", "2", "3", "4"), "4"),
        (NUMBERS, "Last round: you 3, opponent 1.", ("1", "2", "3"), "1"),
        (NUMBERS, "Last round: none.", ("1", "2", "3"), "3"),
        ("Behind A lies 1 coin, behind B lie 3, and behind C 2.", "The guard last stood at: none.", tuple("ABC"), "B"),
        ("Behind A lies 1 coin, behind B lie 3, and behind C 2.", "The guard last stood at: A.", tuple("ABC"), "A"),
        ("Sixteen benches.", "Last round: you did not meet.", ("1", "2"), None),
    ],
)
def test_what_words_and_situation_say_is_played(told: str, view: str, offered: tuple[str, ...], played: str) -> None:
    assert next(moves(told, view, offered), None) == played


def asked(view: str, offered: str) -> str:
    message = "You chose 3; it brought 1.\nRounds left: 0. Last: 2.\nThe game is over. Your score: 1.\n\nGame 2 of 3.\n"
    return f"{message}Move 1. {view}\nYou may choose: {offered}\nEnd with a line `MOVE: <action>`."


def test_where_nothing_helps_one_drawn_action_is_kept_and_another_where_it_is_not_offered() -> None:
    kept = set()
    for seed in range(40):
        player = Known("game", {}, "Sixteen benches.", 0, 1, 1, seed)

        def played(offered: str, player: Known = player, setting: str = "rounds = 5") -> str:
            return guess(player, setting, asked("Rounds left: 2.", offered), False, None)  # type: ignore[arg-type]

        first = played("1, 2, 3, 4")
        assert first == played("1, 2, 3, 4") == played("4, 3, 2, 1")
        assert played(", ".join(sorted({"1", "2", "3", "4"} - {first}))) != first
        kept.add(first)
    assert kept == {"1", "2", "3", "4"}


class Always:
    """Plays one action."""

    name = "always"

    def __init__(self, action: str) -> None:
        self._action = action

    def reply(self, observation: Any) -> Reply:
        return Reply(text=f"MOVE: {self._action}", model=self.name)


def test_chance_counts_each_constant_of_an_accepted_game(opened: Any) -> None:
    """Always sponge earns all points; somebody who draws one of seven actions and keeps it earns two sevenths."""
    box = opened("game/rps7_random_3")
    plan = Plan(0, 1, 8, 1)
    scores = {
        action: fmean(test.value for test in play(box, plan, Always(action)).samples)
        for action in ("rock", "paper", "scissors", "fire", "water", "air", "sponge")
    }
    assert scores["sponge"] == 1
    assert box.chance_level(1) == pytest.approx(fmean(scores.values()), abs=0.02)


def test_a_first_sight_shoots_whenever_it_can(opened: Any) -> None:
    """A reviewer earned 42 % so against an earlier opponent; the first action on offer had earned 0."""
    box = opened("game/load_shoot_defend_defender")
    plan = Plan(0, 1, 8, derive("sight", 0))
    tests = play(box, plan, GlancePlayer(GLANCES[0], known(box.description, plan))).samples
    games = [game for test in tests for shot in test.shots for game in shot.answer]
    assert games
    assert all(game == [("load", "shoot 1")[place % 2] for place in range(len(game))] for game in games)


@pytest.mark.parametrize(
    "game", ["anti_rps_random", "load_shoot_defend_defender", "load_shoot_defend_smart", "night_guard", "rps7_random_3"]
)
def test_first_sight_earns_what_chance_earns_where_it_had_earned_more(opened: Any, game: str) -> None:
    """A reviewer had earned 23 to 70 % without practice in these five: their opponents play otherwise since."""
    box = opened(f"game/{game}")
    plans = [Plan(0, 1, 8, derive("sight", number)) for number in range(8)]
    tests = [
        test
        for plan in plans
        for test in play(box, plan, GlancePlayer(GLANCES[0], known(box.description, plan))).samples
    ]
    assert fmean(test.value for test in tests) < box.chance_level(1) + 0.1
