"""A family for tests: a game of two moves with a state, hidden from players, one conversation per setting.

It proves that the interface carries games: a turn is a whole practice game of several replies, a test sample is one
setting, a shot is one scored game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.game.contract import Game
from boxwright.blackboxes.stated import final_line
from boxwright.blackboxes.types import (
    Ask,
    Call,
    Conversation,
    Example,
    Feedback,
    Plan,
    Refusal,
    Sample,
    Score,
    Shot,
    Turn,
)

SETTINGS: tuple[dict[str, Any], ...] = ({"answer": "rock"}, {"answer": "paper"})
MODULE = """\
def start(settings):
    return {"opponent": settings["answer"], "round": 0}

def actions(state):
    return ["rock", "paper", "scissors"] if state["round"] < 2 else []

def opponent(state):
    return {state["opponent"]: 1.0}

def play(state, action, reply):
    beats = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
    reward = 1.0 if beats[action] == reply else 0.0
    return {"state": {**state, "round": state["round"] + 1}, "reward": reward}

def view(state):
    return f"round {state['round'] + 1} of 2"
"""
BEST = {"rock": "paper", "paper": "scissors"}


class TwoMoveGame(Family[None]):
    name = "game"
    functions = functions_of(Game)
    revision = 1

    def read(self, description: Description) -> None:
        return None

    def conversations(self, box: Box, plan: Plan) -> Iterator[Conversation]:
        for settings in SETTINGS:
            yield GameConversation(box, settings)

    def examples(self, rules: None) -> Sequence[Example]:
        return ()

    def edges(self, rules: None) -> Sequence[Call]:
        return [Call("start", (settings,)) for settings in SETTINGS]

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        calls = []
        for settings in SETTINGS:
            state = box.call("start", settings)
            while box.call("actions", state):
                calls += [Call("opponent", (state,)), Call("play", (state, "rock", "paper"))]
                state = box.call("play", state, "rock", "paper")["state"]
        return calls

    def check(self, box: Box, call: Call, value: Any) -> None:
        return None

    def outside(self, rules: None) -> Sequence[str]:
        return ["", "MOVE: lizard", "rock"]

    def direct_call(self, box: Box, value: Any) -> Call:
        return Call("start", (value,))

    def chance_level(self, box: Box, seed: int) -> float:
        return 1 / 3


class GameConversation:
    def __init__(self, box: Box, settings: dict[str, Any]) -> None:
        self.box, self.settings = box, settings
        self.introduction = "Beat the opponent twice."

    def turn(self, number: int) -> Turn:
        moves, reward = yield from self._game("query")
        return Feedback(moves, reward, f"You won {reward:.0f} of 2.")

    def samples(self) -> Iterator[Sample]:
        yield GameSample(self)

    def skips(self) -> Sequence[Any]:
        return ()

    def _game(self, kind: Any) -> Any:
        state = self.box.call("start", self.settings)
        moves, total = [], 0.0
        while self.box.call("actions", state):
            reply = yield Ask(self.box.call("view", state), kind, MoveBaseline(self))
            while (move := final_line(reply, "MOVE")) not in self.box.call("actions", state):
                reply = yield Refusal("Play rock, paper or scissors.")
            (answer,) = self.box.call("opponent", state)
            played = self.box.call("play", state, move, answer)
            state, total = played["state"], total + played["reward"]
            moves.append(move)
        return moves, total


class GameSample:
    def __init__(self, conversation: GameConversation) -> None:
        self.conversation = conversation
        self.question = conversation.settings
        self.truth = 2.0

    def shot(self, number: int) -> Shot:
        moves, reward = yield from self.conversation._game("answer")
        return Score(moves, reward == 2.0, reward / 2.0)


class MoveBaseline:
    def __init__(self, conversation: GameConversation) -> None:
        self._conversation = conversation

    def truth(self) -> str:
        return f"MOVE: {BEST[self._conversation.settings['answer']]}"

    def guess(self, rng: random.Random) -> str:
        return f"MOVE: {rng.choice(['rock', 'paper', 'scissors'])}"

    def constant(self) -> str:
        return "MOVE: rock"

    def echo(self) -> str:
        return "MOVE: rock"
