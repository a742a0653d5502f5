"""The `game` family: practice games against an opponent with hidden rules, then games that count."""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Call, Chapter, Example, Plan
from boxwright.blackboxes.families.code.family import untagged
from boxwright.blackboxes.families.fields import read_parameters
from boxwright.blackboxes.families.function import read_domain
from boxwright.blackboxes.families.game import tree as game_tree
from boxwright.blackboxes.families.game.best_response import BestResponse, chance_level, habit_values
from boxwright.blackboxes.families.game.conversation import GameChapter
from boxwright.blackboxes.families.game.tree import distribution, grow, rational
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.seeds import stream
from boxwright.sandbox import values

KEPT = 32
"""Solved games that are kept."""
_EXAMPLE = (
    "{settings, state}, {state, actions}, {state, opponent}, {state, view}, or {state, action, reply, reward, next}"
)


class GameDomain(BaseModel):
    """The field `domain`: the settings in which the game is played."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    settings: tuple[dict[str, int | float | str | bool], ...] = Field(min_length=1, max_length=20)
    """Each is passed to `start` and told to the player; one test sample each."""


class Counting(BaseModel):
    """The field `parameters`: how a scored game is counted."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    repetitions: int = Field(default=3, ge=1, le=50)
    """How often a scored game is played, where chance plays a part; else once."""
    known_optimal: tuple[float, ...] = ()
    """The optimal expected score of each setting, where it is known from elsewhere: checked, never used."""


@dataclass(frozen=True)
class GameRules:
    """What the family read from a description."""

    settings: tuple[Mapping[str, Any], ...]
    counting: Counting
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Solved:
    """One setting of a game, with its exact values."""

    best: BestResponse
    habits: Mapping[str, Any]


class GameFamily:
    """Whole games; a scored one is worth its luck-adjusted mean score over the optimal expected score."""

    name = "game"
    revision = 1
    plans_queries = False
    functions = functions_of("game")
    shim = ""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Solved] = OrderedDict()
        self._lock = threading.Lock()

    @cached_property
    def prompt(self) -> Prompt:
        """The family's texts for players."""
        return load_prompt("players/game")

    def read(self, description: Description) -> GameRules:
        """Read domain, parameters and examples. Raises: DescriptionFault."""
        domain = read_domain(GameDomain, description)
        counting = read_parameters(Counting, description)
        if not description.public.strip():
            raise DescriptionFault(
                "players are told nothing about this game",
                "write below `# Public` what the actions are, what scores, and when the game ends",
            )
        if len({values.dumps(setting) for setting in domain.settings}) < len(domain.settings):
            raise DescriptionFault("a setting stands twice", "remove one", ("domain", "settings"))
        if counting.known_optimal and len(counting.known_optimal) != len(domain.settings):
            raise DescriptionFault(
                f"known_optimal has {len(counting.known_optimal)} values for {len(domain.settings)} settings",
                "give one for each setting, or none",
                ("parameters", "known_optimal"),
            )
        return GameRules(domain.settings, counting, tuple(_read_examples(description, domain)))

    def solve(self, box: Box, settings: Mapping[str, Any]) -> Solved:
        """Return the game in one setting, solved; the last ones are kept. Raises: BadOutput, SandboxError."""
        key = (box.code_hash, values.dumps(dict(settings)))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        tree = grow(lambda function, rows: [reply.unwrap() for reply in box.call_many(function, rows)], settings)
        solved = Solved(BestResponse(tree), habit_values(tree))
        if solved.best.optimal <= 0:
            raise BadOutput("a perfect player cannot expect to score more than 0; make winning worth something")
        with self._lock:
            self._kept[key] = solved
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return solved

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """One chapter per setting: all of them, or K drawn by the seed where there are more than K."""
        order = list(range(len(box.rules.settings)))
        chosen = sorted(stream(plan.seed, "settings").sample(order, min(plan.samples, len(order))))
        for number, index in enumerate(chosen, start=1):
            settings = box.rules.settings[index]
            yield GameChapter(self, box, plan, number, settings, self.solve(box, settings).best)

    def examples(self, rules: GameRules) -> Sequence[Example]:
        """The worked examples: what single functions give for given states."""
        return rules.examples

    def edges(self, rules: GameRules) -> Sequence[Call]:
        """The start in every setting; the rest needs states and is made by `probes`."""
        return [Call("start", (dict(settings),)) for settings in rules.settings]

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        """Return the calls of random games in all settings, `count` moves at least. Raises: BadOutput, SandboxError."""
        rng = stream(seed, self.name, "probes")
        calls: list[Call] = []
        moves = 0
        while moves < count:
            played = [c for settings in box.rules.settings for c in self._random_game(box, dict(settings), rng)]
            made = sum(call.function == "play" for call in played)
            if not made:
                raise BadOutput("every game is over before the first move; is_over() must be false at the start")
            calls, moves = calls + played, moves + made
        return calls

    def _random_game(self, box: Box, settings: Mapping[str, Any], rng: random.Random) -> Iterator[Call]:
        yield Call("start", (settings,))
        state = box.call("start", settings)
        for _ in range(4 * game_tree.MAX_MOVES):
            yield Call("is_over", (state,))
            over = game_tree.checked_over(box.call("is_over", state))
            chance = None if over else box.call("chance", state)
            if chance is None:
                yield Call("view", (state,))
            if over:
                return
            yield Call("chance", (state,))
            if chance is not None:
                action, reply = None, rng.choice(sorted(distribution(chance, "chance()")))
            else:
                yield Call("actions", (state,))
                yield Call("opponent", (state,))
                action = rng.choice(game_tree.checked_actions(box.call("actions", state)))
                reply = rng.choice(sorted(distribution(box.call("opponent", state), "opponent()")))
            yield Call("play", (state, action, reply))
            state = game_tree.checked_play(box.call("play", state, action, reply))["state"]

    def check(self, box: Box, call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput."""
        checks: dict[str, Callable[[Any], Any]] = {
            "start": game_tree.state_text,
            "is_over": game_tree.checked_over,
            "view": game_tree.checked_view,
            "actions": game_tree.checked_actions,
            "opponent": partial(distribution, what="opponent()"),
            "chance": lambda said: said is None or distribution(said, "chance()"),
            "play": game_tree.checked_play,
        }
        if call.function in checks:
            checks[call.function](value)

    def outside(self, rules: GameRules) -> Sequence[str]:
        """No move, nothing behind the marker, control characters, far too long."""
        return [
            "",
            "hello",
            "MOVE:",
            "QUERY: 1",
            "ANSWER: 1",
            "MOVE: \x00",
            "MOVE: " + "x" * 500,
            "MOVE: no such move?!",
        ]

    def domain_size(self, rules: GameRules) -> int | None:
        """Games are practised and scored in the same settings: no size to run out of."""
        return None

    def raw_call(self, box: Box, value: Any) -> Call:
        """Return the call for {"settings": ...} (a new game) or {"state": ..., "action": ...}. Raises: ValueError.

        Where the state is absent, the game is new and in its `settings`. Chance and the opponent draw by `seed`
        (default 0), unless their `reply` is given; at a chance node the action is null.
        """
        allowed = {"settings", "state", "action", "reply", "seed"}
        if not isinstance(value, dict) or not set(value) <= allowed or ("state" in value) == ("settings" in value):
            raise ValueError('the input must be {"settings": {...}} or {"state": ..., "action": ...}')
        if "settings" in value and not any(values.equal(dict(s), value["settings"]) for s in box.rules.settings):
            known = ", ".join(values.dumps(dict(s)) for s in box.rules.settings)
            raise ValueError(f"the settings of this black-box are {known}")
        if "action" not in value:
            if "settings" in value:
                return Call("start", (value["settings"],))
            raise ValueError("a move needs an action")
        state = value["state"] if "state" in value else box.call("start", value["settings"])
        try:
            return Call("play", (state, value["action"], self._raw_reply(box, state, value)))
        except BadOutput as error:
            raise ValueError(str(error)) from error

    def _raw_reply(self, box: Box, state: Any, value: Mapping[str, Any]) -> str:
        if game_tree.checked_over(box.call("is_over", state)):
            raise ValueError("the game is over")
        chance = box.call("chance", state)
        if chance is None and value["action"] not in game_tree.checked_actions(box.call("actions", state)):
            raise ValueError("no such action in this state")
        if chance is not None and value["action"] is not None:
            raise ValueError("chance moves in this state: the action must be null")
        given = box.call("opponent", state) if chance is None else chance
        shares = distribution(given, "opponent()" if chance is None else "chance()")
        if "reply" in value:
            if not isinstance(value["reply"], str) or value["reply"] not in shares:
                raise ValueError("no such reply in this state")
            return value["reply"]
        names = list(shares)
        return stream(str(value.get("seed", 0)), "raw").choices(names, [float(shares[n]) for n in names])[0]

    def subject(self, call: Call) -> Any:
        """Properties speak of moves: `input` is {state, action, reply}, `output` {state, reward}."""
        if call.function != "play":
            return None
        return dict(zip(("state", "action", "reply"), call.args, strict=True))

    def floor(self, box: Box, seed: int) -> float:
        """Return the mean score of the better of random play and always the first action, clipping included."""
        rng, scores = stream(seed, self.name, "floor"), []
        for settings in box.rules.settings:
            best = self.solve(box, settings).best
            repetitions = box.rules.counting.repetitions if best.tree.uncertain else 1
            scores.append(chance_level(best, repetitions, rng))
        return sum(scores) / len(scores)

    def measure(self, box: Box, turns: int, seed: int) -> Mapping[str, Any]:
        """Return the exact values of every setting. Raises: BadOutput, also where they are not what is known."""
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


def _read_examples(description: Description, domain: GameDomain) -> Iterator[Example]:
    for index, entry in enumerate(description.front.examples):
        where = ("examples", index)
        made = {key: untagged(item) for key, item in entry.items()}
        keys = set(made)
        if keys == {"settings", "state"}:
            yield Example(Call("start", (made["settings"],)), made["state"])
        elif len(keys) == 2 and "state" in keys and keys & {"actions", "view", "opponent"}:
            (function,) = keys - {"state"}
            agrees = _same_shares if function == "opponent" else None
            if function == "opponent":
                _checked_shares(made[function], where)
            yield Example(Call(function, (made["state"],)), made[function], agrees)
        elif {"state", "action", "reply"} < keys <= {"state", "action", "reply", "reward", "next"}:
            expected = {name: made[key] for name, key in (("reward", "reward"), ("state", "next")) if key in made}
            call = Call("play", (made["state"], made["action"], made["reply"]))
            yield Example(call, expected, _same_play, whole=len(expected) == 2)
        else:
            raise DescriptionFault(f"an example has {', '.join(entry) or 'no fields'}", f"write {_EXAMPLE}", where)


def _checked_shares(value: Any, where: tuple[str | int, ...]) -> None:
    try:
        distribution(value, "opponent")
    except BadOutput as error:
        raise DescriptionFault(f"{error}", "mend the example", (*where, "opponent")) from error


def _same_shares(expected: Any, found: Any) -> bool:
    return distribution(expected, "opponent") == distribution(found, "opponent()")


def _same_play(expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    if "state" in expected and not values.equal(expected["state"], found["state"]):
        return False
    return "reward" not in expected or rational(expected["reward"], "reward") == rational(found["reward"], "a reward")
