"""The optimal score of a game: against brute force over all strategies, and against values that are known."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.box import get_family
from boxwright.blackboxes.families.game.best_response import BestResponse, chance_level, habit_values
from boxwright.blackboxes.families.game.mistaken import believed
from boxwright.blackboxes.families.game.tree import Tree, grow
from boxwright.blackboxes.faults import BadOutput

Functions = Mapping[str, Callable[..., Any]]
SHIM = get_family("game").shim


def ask_of(functions: Functions) -> Callable[[str, Sequence[Sequence[Any]]], list[Any]]:
    """Our own test games, called directly; generated code never is. Where `is_over`, there are no actions."""
    named: dict[str, Any] = {}
    exec(SHIM, named)
    named |= functions
    named["actions"] = lambda state: [] if functions["is_over"](state) else functions["actions"](state)
    return lambda name, rows: [named[name](*row) for row in rows]


# A game made of tables: a type of the opponent is drawn first, replies depend on type, move and the player's last
# action; the view shows the last reply only in some games.
ACTIONS = ("a", "b")


def table_game(table: Mapping[str, Any]) -> Functions:
    def start(settings: Any) -> Any:
        return {"type": None, "move": 0, "last": "", "reply": ""}

    def chance(state: Any) -> Any:
        return dict(table["types"]) if state["type"] is None else None

    def opponent(state: Any) -> Any:
        return dict(table["replies"][state["type"], state["move"], state["last"]])

    def play(state: Any, action: Any, reply: Any) -> Any:
        if action is None:
            return {"state": {**state, "type": reply}, "reward": 0}
        reward = table["rewards"][state["type"], state["move"], action, reply]
        return {"state": {**state, "move": state["move"] + 1, "last": action, "reply": reply}, "reward": reward}

    def view(state: Any) -> str:
        return str(state["reply"]) if table["shown"] else "-"

    return {
        "start": start,
        "chance": chance,
        "actions": lambda state: list(ACTIONS),
        "opponent": opponent,
        "play": play,
        "view": view,
        "is_over": lambda state: state["move"] == table["moves"],
    }


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    moves = draw(st.integers(1, 2))
    replies = ["x", "y"]
    weights = st.integers(1, 4)

    def shares(names: Sequence[str]) -> dict[str, float]:
        parts = [draw(weights) for _ in names]
        return {name: part / sum(parts) for name, part in zip(names, parts, strict=True)}

    types = draw(st.sampled_from([["s"], ["s", "t"]]))
    keys = [(kind, move, last) for kind in types for move in range(moves) for last in ("", *ACTIONS)]
    cells = itertools.product(types, range(moves), ACTIONS, replies)
    return {
        "moves": moves,
        "types": shares(types),
        "replies": {key: shares(draw(st.sampled_from([["x"], ["x", "y"]]))) for key in keys},
        "rewards": {cell: draw(st.integers(-2, 3)) / draw(st.sampled_from([1, 2, 3])) for cell in cells},
        "shown": draw(st.booleans()),
    }


def exact(number: float) -> Fraction:
    return Fraction(number).limit_denominator(1000)


def brute_force(table: Mapping[str, Any]) -> Fraction:
    """The best of all strategies: functions from everything seen so far to an action, each played out to the end."""
    replies = ["x", "y"] if table["shown"] else ["-"]
    rewards = sorted({exact(r) for r in table["rewards"].values()})
    pasts: list[tuple[Any, ...]] = [()]
    if table["moves"] == 2:
        pasts += [((a, r, v),) for a in ACTIONS for r in rewards for v in replies]
    pasts = [past for past in pasts if not past or _possible(table, past[0])]
    best = None
    for choice in itertools.product(ACTIONS, repeat=len(pasts)):
        total = _expected(table, dict(zip(pasts, choice, strict=True)))
        best = total if best is None else max(best, total)
    assert best is not None
    return best


def _possible(table: Mapping[str, Any], seen: tuple[Any, ...]) -> bool:
    action, reward, view = seen
    return any(
        exact(table["rewards"][kind, 0, action, reply]) == reward and view in (reply, "-")
        for kind in table["types"]
        for reply in table["replies"][kind, 0, ""]
    )


def _expected(table: Mapping[str, Any], strategy: Mapping[Any, str]) -> Fraction:
    def follow(kind: str, move: int, last: str, past: tuple[Any, ...]) -> Fraction:
        if move == table["moves"]:
            return Fraction(0)
        action, total = strategy[past], Fraction(0)
        for reply, share in table["replies"][kind, move, last].items():
            reward = exact(table["rewards"][kind, move, action, reply])
            seen = (*past, (action, reward, reply if table["shown"] else "-"))
            rest = follow(kind, move + 1, action, seen)
            total += exact(share) * (reward + rest)
        return total

    return sum((exact(share) * follow(kind, 0, "", ()) for kind, share in table["types"].items()), Fraction(0))


@settings(max_examples=120, deadline=None)
@given(tables())
def test_the_best_response_is_the_best_of_all_strategies(table: dict[str, Any]) -> None:
    best = BestResponse(grow(ask_of(table_game(table)), {}))
    assert best.optimal == brute_force(table)
    assert all(value <= best.optimal for value in habit_values(best.tree).values())


@settings(max_examples=60, deadline=None)
@given(tables(), tables())
def test_who_takes_a_game_for_what_it_is_loses_nothing_by_it(table: dict[str, Any], other: dict[str, Any]) -> None:
    best, mistaken = (BestResponse(grow(ask_of(table_game(one)), {})) for one in (table, other))
    assume(best.optimal > 0)
    assert believed(best, best) == 1.0
    assert 0.0 <= believed(best, mistaken) <= 1.0


def guessing(moves: int, share: float) -> BestResponse:
    """The opponent shows x with this share; `a` against x and `b` against y are worth 1."""
    shares = {"x": share, "y": 1 - share} if 0 < share < 1 else {"x": 1.0} if share else {"y": 1.0}
    keys = itertools.product("s", range(moves), ("", *ACTIONS))
    cells = itertools.product("s", range(moves), ACTIONS, "xy")
    rewards = {cell: float(cell[2:] in (("a", "x"), ("b", "y"))) for cell in cells}
    table = {"moves": moves, "types": {"s": 1.0}, "replies": dict.fromkeys(keys, shares), "rewards": rewards}
    return BestResponse(grow(ask_of(table_game({**table, "shown": True})), {}))


def test_a_mistake_costs_what_is_lost_by_playing_after_it() -> None:
    assert believed(guessing(1, 0.75), guessing(1, 0.25)) == pytest.approx(1 / 3)  # `b` is worth 1/4, `a` 3/4
    assert believed(guessing(1, 0.75), guessing(1, 0.6)) == 1.0  # it does not change what is best
    # `b` loses once; then it sees that it was mistaken, and repeats one of the two
    assert believed(guessing(2, 1.0), guessing(2, 0.0)) == 0.25


@pytest.mark.parametrize("backwards", [False, True])
def test_what_a_mistake_costs_does_not_hang_on_the_order_of_moves(backwards: bool) -> None:
    """Who sees that it was mistaken has no reason to take the move that happens to be named first."""
    rewards = {("s", move, action, "x"): float(move == 0 or action == "a") for move in (0, 1) for action in ACTIONS}
    replies = {("s", move, last): {"x": 1.0} for move in (0, 1) for last in ("", *ACTIONS)}
    table = {"moves": 2, "types": {"s": 1.0}, "replies": replies, "shown": True}
    best, mistaken = (
        BestResponse(grow(ask_of({**table_game({**table, "rewards": paid}), "actions": offered}), {}))
        for offered in [lambda state: sorted(ACTIONS, reverse=backwards)]
        for paid in (rewards, {cell: 2 * reward for cell, reward in rewards.items()})
    )
    assert believed(best, best) == 1.0
    assert believed(best, mistaken) == 0.75  # the first move is worth 1 either way, the second 1 or 0


def test_knowing_more_never_harms() -> None:
    """A coin is drawn and guessed: unseen it is worth 1/2, seen 1."""
    for shown, worth in ((False, Fraction(1, 2)), (True, Fraction(1))):
        functions = {
            "start": lambda settings: {"coin": "", "done": False},
            "chance": lambda state: None if state["coin"] else {"head": 0.5, "tail": 0.5},
            "actions": lambda state: ["head", "tail"],
            "opponent": lambda state: {"-": 1},
            "play": lambda state, action, reply: (
                {"state": {"coin": reply, "done": False}, "reward": 0}
                if action is None
                else {"state": {**state, "done": True}, "reward": int(action == state["coin"])}
            ),
            "view": lambda state, shown=shown: state["coin"] if shown else "?",
            "is_over": lambda state: state["done"],
        }
        assert BestResponse(grow(ask_of(functions), {})).optimal == worth


# Load, shoot, defend: the published game, whose optima are known from a dynamic programme of another author.
def load_shoot_defend(pattern: Sequence[str]) -> Functions:
    def outcome(mine: str, theirs: str) -> int:
        (act, x), (other, y) = ((*move.split(), "0")[:2] for move in (mine, theirs))
        shots, shields = int(x), int(y)
        if act == "shoot" and other in ("load", "scout"):
            return 1
        if other == "shoot" and act in ("load", "scout"):
            return -1
        if act == "shoot" and other == "defend":
            return 1 if shots > shields else -1
        if act == "defend" and other == "shoot":
            return 1 if shots >= shields else -1
        if act == "shoot" and other == "shoot":
            return (shots > shields) - (shots < shields)
        return 0

    def actions(state: Any) -> list[str]:
        spend = range(1, state["bullets"] + 1)
        return ["load", "scout", *(f"{act} {n}" for act in ("shoot", "defend") for n in spend)]

    def play(state: Any, action: str, reply: str) -> Any:
        cost = int(action.split()[1]) if " " in action else 0
        bullets = min(8, state["bullets"] + (action == "load")) - cost
        after = {**state, "bullets": bullets, "turn": state["turn"] + 1}
        return {"state": after, "reward": outcome(action, reply)}

    return {
        "start": lambda settings: {"turns": settings["turns"], "turn": 0, "bullets": 0},
        "chance": lambda state: None,
        "actions": actions,
        "opponent": lambda state: {pattern[state["turn"] % len(pattern)]: 1},
        "play": play,
        "view": lambda state: f"turn {state['turn']}, bullets {state['bullets']}",
        "is_over": lambda state: state["turn"] == state["turns"],
    }


@pytest.mark.parametrize(
    ("pattern", "optima"),
    [
        (("load", "load", "shoot 2", "load", "shoot 1"), (3, 4, 5, 6)),
        (("load", "load", "defend 2", "load", "defend 1"), (3, 4, 6, 7)),
        (("load", "load", "shoot 1", "defend 1"), (3, 5, 5, 7)),
    ],
)
def test_the_optima_of_load_shoot_defend_are_the_known_ones(pattern: Sequence[str], optima: Sequence[int]) -> None:
    game = load_shoot_defend(pattern)
    found = [BestResponse(grow(ask_of(game), {"turns": turns})).optimal for turns in (8, 10, 12, 15)]
    assert found == list(optima)


def repeated(replies: Mapping[str, float], wins: Callable[[str, str], bool], actions: Sequence[str]) -> Functions:
    return {
        "start": lambda settings: settings["turns"],
        "chance": lambda state: None,
        "actions": lambda state: list(actions),
        "opponent": lambda state: replies,
        "play": lambda state, action, reply: {"state": state - 1, "reward": int(wins(action, reply))},
        "view": lambda state: f"{state} left",
        "is_over": lambda state: state == 0,
    }


def test_against_a_mixing_opponent_the_optimum_is_an_expectation() -> None:
    seven = {
        "rock": ("scissors", "sponge", "fire"),
        "paper": ("rock", "water", "air"),
        "air": ("fire", "rock", "water"),
    }
    uniform = dict.fromkeys(("rock", "paper", "air"), 1 / 3)
    tree = grow(ask_of(repeated(uniform, lambda a, b: b in seven[a], list(seven))), {"turns": 15})
    assert BestResponse(tree).optimal == 10  # paper wins two times out of three; the published table says 3/7
    anti = repeated({"rock": 0.5, "scissors": 0.5}, lambda a, b: (a, b) == ("scissors", "rock"), ("rock", "scissors"))
    tree = grow(ask_of(anti), {"turns": 8})
    assert BestResponse(tree).optimal == 4
    assert habit_values(tree) == {"random": 2, "constant": 0}


def coins(throws: int) -> dict[str, Any]:
    """A coin is thrown so often before the one move; each head brings 1, and the state does not remember it."""
    return {
        "start": lambda settings: {"left": throws, "over": False},
        "chance": lambda state: {"0": 0.5, "1": 0.5} if state["left"] else None,
        "actions": lambda state: ["go", "stay"],
        "opponent": lambda state: {"-": 1},
        "play": lambda state, action, reply: (
            {"state": {**state, "left": state["left"] - 1}, "reward": int(reply)}
            if state["left"]
            else {"state": {**state, "over": True}, "reward": int(action == "go")}
        ),
        "view": lambda state: "",
        "is_over": lambda state: state["over"],
    }


def test_ways_of_chance_that_meet_again_are_one() -> None:
    tree = grow(ask_of(coins(40)), {})  # 2 ** 40 ways, 41 ends
    assert BestResponse(tree).optimal == 21
    assert habit_values(tree) == {"random": Fraction(41, 2), "constant": 21}


def test_too_many_chance_events_are_refused() -> None:
    with pytest.raises(BadOutput, match="more than 180 moves and chance events"):
        grow(ask_of(coins(300)), {})


def test_the_chance_level_counts_what_clipping_gives() -> None:
    """Each of two moves wins in one of the two turns: who keeps one gets nothing."""
    game = repeated({"rock": 1}, lambda a, b: False, ("scissors", "paper"))
    game["play"] = lambda state, action, reply: {
        "state": state - 1,
        "reward": 1 if action == ("scissors", "paper")[state - 1] else -1,
    }
    best = BestResponse(grow(ask_of(game), {"turns": 2}))
    assert habit_values(best.tree) == {"random": 0, "constant": 0}
    level = chance_level(best, 1, random.Random(1))
    assert level == pytest.approx(0.25, abs=0.08)  # 2, 0, 0, -2 points of 2, never below 0
    assert chance_level(best, 20, random.Random(1)) < level


def test_the_chance_level_counts_an_action_that_is_drawn_and_kept() -> None:
    """One of four moves wins in every turn: who keeps a drawn one wins all or nothing, at random one turn in four."""
    moves = ("rock", "scissors", "paper", "well")

    def level(costs: int) -> float:
        game = repeated({"rock": 1}, lambda a, b: a == "paper", moves)
        game["play"] = lambda state, action, reply: {
            "state": state - 1,
            "reward": 1 if action == "paper" else -costs,
        }
        return chance_level(BestResponse(grow(ask_of(game), {"turns": 6})), 1, random.Random(1))

    assert level(0) == pytest.approx(0.25, abs=0.03)
    assert level(1) == 0.25  # at random it is below 0, nearly always


def test_an_action_that_is_not_offered_any_more_is_not_kept() -> None:
    """Each of three cards is laid once, and only the lowest wins, in the last turn."""
    game = {
        "start": lambda settings: [1, 2, 3],
        "chance": lambda state: None,
        "actions": lambda state: list(map(str, state)),
        "opponent": lambda state: {"-": 1},
        "play": lambda state, action, reply: {
            "state": [card for card in state if str(card) != action],
            "reward": int(len(state) == 1 and action == "1"),
        },
        "view": lambda state: str(state),
        "is_over": lambda state: not state,
    }
    assert chance_level(BestResponse(grow(ask_of(game), {})), 1, random.Random(1)) == pytest.approx(1 / 3, abs=0.1)


def broken(**changes: Any) -> Functions:
    return {**repeated({"x": 1}, lambda a, b: True, ("a", "b")), **changes}


@pytest.mark.parametrize(
    ("functions", "says"),
    [
        (broken(play=lambda s, a, r: {"state": s, "reward": 1}), "for ever"),
        (broken(play=lambda s, a, r: {"state": 3 - s, "reward": 1}, is_over=lambda s: False), "for ever"),
        (broken(start=lambda s: 61), "61 moves"),
        (broken(start=lambda s: 0), "over before"),
        (broken(opponent=lambda s: {"x": 0.5, "y": 0.4}), "sum to 1"),
        (broken(opponent=lambda s: {"x": 1.5, "y": -0.5}), "sum to 1"),
        (broken(opponent=lambda s: {"x": 2**-0.5, "y": 1 - 2**-0.5}), "denominator"),
        (broken(opponent=lambda s: {"x": True}), "must be a number"),
        (broken(opponent=lambda s: {}), "must give"),
        (broken(actions=lambda s: []), "over before"),
        (broken(actions=lambda s: "a"), "at most 100"),
        (broken(actions=lambda s: ["a", "A "]), "quotes, stars or blanks"),
        (broken(actions=lambda s: ["a", "A"]), "same but for case"),
        (broken(play=lambda s, a, r: {"state": s - 1, "reward": float("inf")}), "must be a number"),
        (broken(play=lambda s, a, r: {"state": s - 1, "reward": True}), "must be a number"),
        (broken(play=lambda s, a, r: s - 1), "play\\(\\) must return"),
        (broken(view=lambda s: 7), "view\\(\\) must return"),
        (broken(start=lambda s: "x" * 5000), "4000 characters"),
    ],
)
def test_a_game_that_cannot_be_solved_is_refused(functions: Functions, says: str) -> None:
    with pytest.raises(BadOutput, match=says):
        BestResponse(grow(ask_of(functions), {"turns": 3}))


def test_limits_are_findings() -> None:
    wide = broken(
        start=lambda settings: (0, ""),
        play=lambda s, a, r: {"state": (s[0] + 1, s[1] + a), "reward": 1},
        is_over=lambda s: s[0] == 10,
        view=lambda s: s[1],
    )
    with pytest.raises(BadOutput, match="more than 1000 states"):
        grow(ask_of(wide), {}, limit=1000)
    with pytest.raises(BadOutput, match="more than 100 different things"):
        BestResponse(grow(ask_of(wide), {}), limit=100)


def test_actions_that_tell_what_views_hide_are_refused() -> None:
    functions = {
        **broken(),
        "start": lambda settings: ("", 0),
        "chance": lambda state: None if state[0] else {"p": 0.5, "q": 0.5},
        "actions": lambda state: ["a", "b"] if state[0] == "p" else ["a"],
        "play": lambda s, a, r: {"state": (s[0] or r, s[1] + (a is not None)), "reward": 1},
        "is_over": lambda s: s[1] == 2,
        "view": lambda s: "?",
    }
    with pytest.raises(BadOutput, match="look the same"):
        BestResponse(grow(ask_of(functions), {}))


def test_a_tree_says_whether_chance_plays_a_part() -> None:
    sure: Tree = grow(ask_of(broken()), {"turns": 3})
    assert not sure.uncertain
    assert grow(ask_of(broken(opponent=lambda s: {"x": 0.5, "y": 0.5})), {"turns": 3}).uncertain
