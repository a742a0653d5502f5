"""The `game` family: practice games against an opponent with hidden rules, then games that count."""

from __future__ import annotations

import random
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Study
from boxwright.blackboxes.families.game import tree as game_tree
from boxwright.blackboxes.families.game.best_response import BestResponse, chance_level, habit_values
from boxwright.blackboxes.families.game.contract import Game
from boxwright.blackboxes.families.game.conversation import GameConversation
from boxwright.blackboxes.families.game.rules import GAME, GameRules, checked_stand, read_rules, seen
from boxwright.blackboxes.families.game.study import study
from boxwright.blackboxes.families.game.tree import distribution, grow
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.manifest import Manifest
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Call, Conversation, Example, Kind, Plan, Setting
from boxwright.sandbox import Reply, values

KEPT = 32
"""Number of solved games kept in memory."""
RECALLED = 200
"""Of the answers that a solved game rests on, so many are asked again, evenly spread, in each episode that plays it."""


@dataclass(frozen=True)
class Solved:
    """One setting of a game, with its exact values."""

    best: BestResponse
    habits: Mapping[str, Any]
    rests_on: Sequence[tuple[Call, Reply]] = ()
    """Answers of the box from which the game was built."""


class GameFamily(Family[GameRules]):
    """Whole games; a scored one is worth its luck-adjusted mean score over the optimal expected score."""

    name = "game"
    revision = 7
    told_words = 16
    luck = "A game's score is a share of the optimum, and careless moves still earn something."
    functions = functions_of(Game)
    plans_queries = False
    markers: ClassVar[Mapping[Kind, str]] = {"query": "MOVE", "answer": "MOVE", "move": "MOVE"}
    refuses: ClassVar[Mapping[Setting, str]] = {
        "code": "its black-boxes are not functions that a program could replace",
        "confidence": "a game is scored as a whole, and no reply in it is right or wrong",
        "non-adaptive": "a practice game goes on with the answer to each move",
    }

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Solved] = OrderedDict()
        self._solving: defaultdict[tuple[str, str], threading.Lock] = defaultdict(threading.Lock)
        self._lock = threading.Lock()

    @cached_property
    def shim(self) -> str:
        """The text that is sent into the sandbox."""
        return Path(__file__).with_name("shim.py").read_text(encoding="utf-8")

    def portable(self, call: Call) -> bool:
        """As Family: games are told by their moves, since states are each module's own."""
        return call.function == GAME

    def alike(self, rules: GameRules, one: Any, other: Any) -> bool:
        """As Family: states are left aside, the order of actions too; shares may be written as 1 or 1.0."""
        try:
            return seen(checked_stand(one)) == seen(checked_stand(other))
        except BadOutput:  # not where a game stands
            return super().alike(rules, one, other)

    def takes_and_returns(self, rules: GameRules) -> str:
        """As Family."""
        settings = plural(len(rules.settings), "setting")
        return (
            f"is an opponent: it takes a move of a game that is played in {settings} and returns what the move brings "
            "and what is seen then; a player is worth the share of the best possible score"
        )

    def read(self, description: Description) -> GameRules:
        """Read domain, parameters and examples. Raises: DescriptionFault."""
        return read_rules(description)

    def solve(self, box: Box[GameRules], settings: Mapping[str, Any], limit: int = game_tree.MAX_STATES) -> Solved:
        """Return the game in one setting, solved; the latest ones are cached, and none is solved by two at a time.

        More than `limit` states are too many.

        Raises: BadOutput, SandboxError.
        """
        key = (box.code_hash, values.dumps(dict(settings)))
        with self._lock:
            solving = self._solving[key]
        with solving:
            with self._lock:
                if kept := self._kept.get(key):
                    self._kept.move_to_end(key)
            if kept:
                box.recall(kept.rests_on)
                return kept
            heard: list[tuple[Call, Reply]] = []

            def ask(function: str, rows: Sequence[Sequence[Any]]) -> list[Any]:
                replies = list(box.call_many(function, rows))
                heard.extend((Call(function, tuple(row)), reply) for row, reply in zip(rows, replies, strict=True))
                return [reply.unwrap() for reply in replies]

            tree = grow(ask, settings, limit)
            solved = Solved(BestResponse(tree), habit_values(tree), heard[:: -(-len(heard) // RECALLED)])
            if solved.best.optimal <= 0:
                raise BadOutput("a perfect player cannot expect to score more than 0; make winning worth something")
            with self._lock:
                self._kept[key] = solved
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return solved

    def conversations(self, box: Box[GameRules], plan: Plan) -> Iterator[Conversation]:
        """One conversation per setting: all of them, or K drawn by the seed where there are more than K.

        All are solved before the first begins: nobody's reply waits for that.
        """
        order = list(range(len(box.rules.settings)))
        chosen = sorted(stream(plan.seed, "settings").sample(order, min(plan.samples, len(order))))
        played = [box.rules.settings[index] for index in chosen]
        made = [
            GameConversation(self.prompt, box, plan, number, settings, self._best)
            for number, settings in enumerate(played, start=1)
        ]
        yield from made

    def _best(self, box: Box[GameRules], settings: Mapping[str, Any], limit: int) -> BestResponse:
        return self.solve(box, settings, limit).best

    def behind(self, conversation: Conversation) -> Mapping[str, Any]:
        """The setting, and every game move by move: of the opponent's replies the player may have seen nothing."""
        assert isinstance(conversation, GameConversation)
        moves = "as [view, action, opponent's reply, what it brought]"
        games = {f"game {n}, {moves}:": game.steps for n, game in enumerate(conversation.games, start=1)}
        return {"settings": dict(conversation.settings), **games}

    def calls(self, box: Box[GameRules], plan: Plan) -> Sequence[int]:
        """Return the moves of each setting's practice and scored games, each as long as a random one."""
        rng = stream(plan.seed, self.name, "calls")
        games = plan.turns + plan.shots * box.rules.counting.repetitions
        played = [self._random_game(box, dict(settings), rng) for settings in box.rules.settings[: plan.samples]]
        return [games * sum(call.function == "play" and call.args[1] is not None for call in calls) for calls in played]

    def examples(self, rules: GameRules) -> Sequence[Example]:
        """The worked examples: where a game stands after some moves."""
        return rules.examples

    def edges(self, rules: GameRules) -> Sequence[Call]:
        """A game that has just begun, in every setting; the rest needs moves and is made by `probes`."""
        return [Call(GAME, (dict(settings), [], [])) for settings in rules.settings]

    def probes(self, box: Box[GameRules], seed: int, count: int) -> Sequence[Call]:
        """Return the calls of random games in all settings, `count` moves at least. Raises: BadOutput, SandboxError."""
        rng = stream(seed, self.name, "probes")
        calls: list[Call] = []
        moves = 0
        while moves < count:
            played = [c for settings in box.rules.settings for c in self._random_game(box, dict(settings), rng)]
            made = sum(call.function == "play" for call in played)
            if not made:
                raise BadOutput("every game is over before the first move; actions() must offer some at the start")
            calls, moves = calls + played, moves + made
        return calls

    def _random_game(self, box: Box[GameRules], settings: Mapping[str, Any], rng: random.Random) -> Iterator[Call]:
        """Yield every call of one game, and after each move the one that tells the game by its moves."""
        yield Call("start", (settings,))
        state = box.call("start", settings)
        moves: list[str | None] = []
        replies: list[str] = []
        for _ in range(4 * game_tree.MAX_MOVES):
            yield Call(GAME, (settings, [*moves], [*replies]))
            yield Call("chance", (state,))
            given, action = box.call("chance", state), None
            if given is None:
                yield Call("view", (state,))
                yield Call("actions", (state,))
                offered = game_tree.checked_actions(box.call("actions", state))
                if not offered:
                    return
                yield Call("opponent", (state,))
                given, action = box.call("opponent", state), rng.choice(offered)
            reply = rng.choice(sorted(distribution(given, "opponent() or chance()")))
            yield Call("play", (state, action, reply))
            state = game_tree.checked_play(box.call("play", state, action, reply))["state"]
            moves.append(action)
            replies.append(reply)

    def check(self, box: Box[GameRules], call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput."""
        checks: dict[str, Callable[[Any], Any]] = {
            "start": game_tree.state_text,
            "view": game_tree.checked_view,
            "actions": game_tree.checked_actions,
            "opponent": partial(distribution, what="opponent()"),
            "chance": lambda said: said is None or distribution(said, "chance()"),
            "play": game_tree.checked_play,
            GAME: checked_stand,
        }
        if call.function in checks:
            checks[call.function](value)

    def outside(self, rules: GameRules) -> Sequence[str]:
        """No move, nothing after the marker, control characters, far too long."""
        return [
            "",
            "hello",
            "MOVE:",
            "QUERY: 1",
            "MOVE: \x00",
            "MOVE: " + "x" * 500,
            "MOVE: no such move?!",
        ]

    def direct_call(self, box: Box[GameRules], value: Any) -> Call:
        """Return the call for {"settings": ..., "moves": [...]}: where the game stands then. Raises: ValueError.

        Chance and the opponent draw by `seed` (default 0), unless `replies` says how they reply; at a moment of chance
        the move is null.
        """
        if not isinstance(value, dict) or not {"settings"} <= set(value) <= {"settings", "moves", "replies", "seed"}:
            raise ValueError('the input must be {"settings": {...}, "moves": [...]}')
        settings, moves, given = value["settings"], value.get("moves", []), value.get("replies", [])
        if not any(values.equal(dict(s), settings) for s in box.rules.settings):
            known = ", ".join(values.dumps(dict(s)) for s in box.rules.settings)
            raise ValueError(f"the settings of this black-box are {known}")
        if not isinstance(moves, list) or not isinstance(given, list) or len(given) > len(moves):
            raise ValueError("moves and replies are lists, with no more replies than moves")
        rng, replies = stream(str(value.get("seed", 0)), "raw"), list[str]()
        for number, move in enumerate(moves):
            stand = box.call(GAME, settings, moves[:number], replies)
            try:
                checked_stand(stand)
                replies.append(_reply(stand, move, given[number : number + 1], rng))
            except BadOutput as error:
                raise ValueError(str(error)) from error
        return Call(GAME, (settings, moves, replies))

    def subject(self, call: Call) -> Any:
        """Properties are about games: `input` is {settings, moves, replies}, `output` where the game stands then."""
        if call.function != GAME:
            return None
        return dict(zip(("settings", "moves", "replies"), call.args, strict=True))

    def chance_level(self, box: Box[GameRules], seed: int) -> float:
        """Return the mean score, after clipping, of the best of random play, the first action and a drawn one, kept."""
        rng, scores = stream(seed, self.name, "floor"), []
        for settings in box.rules.settings:
            best = self.solve(box, settings).best
            repetitions = box.rules.counting.repetitions
            scores.append(chance_level(best, repetitions, rng))
        return sum(scores) / len(scores)

    measure_refuses = True

    def measure(self, box: Box[GameRules], turns: int, seed: int) -> Mapping[str, Any]:
        """Return the exact values of every setting. Raises: BadOutput, also where they differ from the known ones."""
        rows = []
        for index, settings in enumerate(box.rules.settings):
            solved = self.solve(box, settings)
            known = box.rules.counting.known_optimal
            found = float(solved.best.optimal)
            if known and abs(found - known[index]) > 1e-6:
                where = values.dumps(dict(settings))
                raise BadOutput(
                    f"in the setting {where} a perfect player expects {found:g}, but {known[index]:g} is known"
                )
            habits = {name: round(float(value), 6) for name, value in solved.habits.items()}
            row = {"settings": dict(settings), "optimal": str(solved.best.optimal), **habits}
            row |= {"states": len(solved.best.tree.nodes), "information_sets": solved.best.information_sets}
            rows.append(row)
        return {"settings": rows}

    def study(self, box: Box[GameRules], manifest: Manifest, reached: str) -> Study:
        """Return the values of the settings, computed in two ways. Raises: BadOutput, SandboxError."""
        return study(box, lambda settings: self.solve(box, settings).best.optimal)


def _reply(stand: Mapping[str, Any], move: Any, given: Sequence[Any], rng: random.Random) -> str:
    """Return the reply to a move: the given one, else a drawn one. Raises: ValueError, BadOutput."""
    if stand["chance"] is not None and move is not None:
        raise ValueError("chance moves in this state: the move must be null")
    if stand["chance"] is None and not stand["actions"]:
        raise ValueError("the game is over")
    if stand["chance"] is None and move not in game_tree.checked_actions(stand["actions"]):
        raise ValueError("no such move in this state")
    shares = distribution(stand["opponent"] if stand["chance"] is None else stand["chance"], "opponent() or chance()")
    if given:
        if not isinstance(given[0], str) or given[0] not in shares:
            raise ValueError("no such reply in this state")
        return given[0]
    names = list(shares)
    return rng.choices(names, [float(shares[name]) for name in names])[0]
