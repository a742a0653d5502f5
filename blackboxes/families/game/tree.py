"""Every reachable state of a game, requested from the module once and checked; probabilities and rewards are exact.

A state is a chance node (`chance` gives events; `play(state, None, event)` follows one), or over (no actions),
or a decision of the player: an action and the opponent's reply, drawn from `opponent(state)` without knowledge of the
action, are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from boxwright.blackboxes.faults import BadOutput
from boxwright.sandbox import values

MAX_STATES = 30_000
MAX_MOVES = 60
"""Maximum moves of the player in one game: each costs a chat player a message."""
MAX_STEPS = 180
"""Maximum moves and chance events in one game."""
MAX_ENDS = 20_000
"""Maximum number of different (reward, state) pairs that chance may lead to from one state."""
MAX_STATE = 4_000
"""Maximum characters of an encoded state."""
MAX_VIEW = 2_000
MAX_DENOMINATOR = 10_000
"""Probabilities and rewards are rounded to the nearest fraction with at most this denominator."""

LOOK = "boxwright_look"
"""The function of `shim.py` that tells everything about one state."""

Ask = Callable[[str, Sequence[Sequence[Any]]], list[Any]]
"""Call a function of the module once per row. Raises: SandboxError."""
Distribution = Mapping[str, Fraction]
Exact = Fraction | int
"""A reward or a sum of rewards: a whole one is an int, on which arithmetic takes a small part of the time."""
Ends = Mapping[tuple[Exact, int], Fraction]
"""Where chance leads: the probability of each (reward collected, state)."""


@dataclass
class Node:
    """One state."""

    state: Any
    over: bool = False
    view: str = ""
    actions: tuple[str, ...] = ()
    chance: Distribution | None = None
    replies: Distribution = field(default_factory=dict)
    moves: dict[tuple[str | None, str], tuple[int, Exact]] = field(default_factory=dict)
    """Maps (action, reply), or (None, event), to the next state's index and the reward."""


@dataclass(frozen=True)
class Tree:
    """All reachable states; the first is the start."""

    nodes: Sequence[Node]
    _settled: dict[int, Ends] = field(default_factory=dict, compare=False, repr=False)

    @property
    def uncertain(self) -> bool:
        """Whether chance, or an opponent that mixes, plays a part."""
        return any(len(node.chance or node.replies) > 1 for node in self.nodes)

    def settled(self, index: int) -> Iterator[tuple[Fraction, Exact, int]]:
        """Follow chance until the player must move or the game is over: (probability, reward collected, state).

        Paths that meet again are merged. Raises: BadOutput where chance leads to too many different ends.
        """
        stack = [index]
        while stack:
            here = stack[-1]
            waiting = [end for end, _ in self._events(here) if end not in self._settled]
            if here in self._settled or not waiting:
                stack.pop()
                self._settled.setdefault(here, self._merged(here))
            else:
                stack += waiting
        yield from ((share, reward, end) for (reward, end), share in self._settled[index].items())

    def _events(self, index: int) -> list[tuple[int, Exact]]:
        node = self.nodes[index]
        return [node.moves[None, event] for event in node.chance or ()]

    def _merged(self, index: int) -> Ends:
        node = self.nodes[index]
        if node.chance is None:
            return {(0, index): Fraction(1)}
        ends: dict[tuple[Exact, int], Fraction] = {}
        for event, share in node.chance.items():
            following, reward = node.moves[None, event]
            for (more, end), rest in self._settled[following].items():
                key = (reward + more, end)
                ends[key] = ends.get(key, Fraction(0)) + share * rest
        if len(ends) > MAX_ENDS:
            raise BadOutput(f"chance leads to more than {MAX_ENDS} different rewards and states; make the game smaller")
        return ends


def grow(ask: Ask, settings: Mapping[str, Any], limit: int = MAX_STATES) -> Tree:
    """Request every reachable state. Raises: BadOutput (also for too many states or an endless game), SandboxError."""
    nodes: list[Node] = []
    known: dict[str, int] = {}

    shown: dict[str, int] = {}

    def index_of(state: Any) -> int:
        short = repr(state)  # most states are reached often: equal reprs are equal values, and come cheaper than text
        if short not in shown:
            shown[short] = placed(state)
        return shown[short]

    def placed(state: Any) -> int:
        text = state_text(state)
        if text not in known:
            if len(nodes) >= limit:
                raise BadOutput(f"more than {limit} states can be reached; keep in the state only what the rules need")
            known[text] = len(nodes)
            nodes.append(Node(state))
        return known[text]

    index_of(ask("start", [[dict(settings)]])[0])
    done = 0
    while done < len(nodes):
        layer = nodes[done:]
        done = len(nodes)
        for node, told in zip(layer, ask(LOOK, [[node.state] for node in layer]), strict=True):
            for key, played in _looked(node, told):
                checked_play(played)
                node.moves[key] = (index_of(played["state"]), whole(rational(played["reward"], "a reward")))
    tree = Tree(nodes)
    _refuse_endless(tree)
    return tree


def _looked(node: Node, told: Any) -> Iterator[tuple[tuple[str | None, str], Any]]:
    """Note what `LOOK` told of a state; yield what follows each pair of action and reply. Raises: BadOutput."""
    checked_look(told)
    if told["chance"] is not None:
        node.chance = distribution(told["chance"], "chance()")
        keys: list[tuple[str | None, str]] = [(None, event) for event in node.chance]
    else:
        node.view, node.actions = checked_view(told["reads"]), checked_actions(told["actions"])
        node.over = not node.actions
        node.replies = {} if node.over else distribution(told["opponent"], "opponent()")
        keys = [(action, reply) for action in node.actions for reply in node.replies]
    played = {(action, reply): after for action, reply, after in told["moves"]}
    yield from ((key, played[key]) for key in keys)


def _refuse_endless(tree: Tree) -> None:
    """Reject a game in which a state can recur, or which can take too many moves."""
    longest: dict[int, int] = {}
    steps: dict[int, int] = {}
    path: set[int] = set()
    stack = [(0, False)]
    while stack:
        index, left = stack.pop()
        node = tree.nodes[index]
        following = {end for end, _ in node.moves.values()}
        if left:
            path.discard(index)
            own = int(node.chance is None and not node.over)
            longest[index] = own + max((longest[end] for end in following), default=0)
            steps[index] = 1 + max((steps[end] for end in following), default=0)
            continue
        if index in longest:
            continue
        if index in path:
            continue
        path.add(index)
        stack.append((index, True))
        if following & path:
            raise BadOutput("the game can go on for ever: a state comes again; count the moves in the state")
        stack += [(end, False) for end in following if end not in longest]
    if longest[0] > MAX_MOVES:
        raise BadOutput(f"a game can take {longest[0]} moves of the player; at most {MAX_MOVES} are allowed")
    if steps[0] > MAX_STEPS:
        raise BadOutput(f"a game can take more than {MAX_STEPS} moves and chance events; draw several things at once")
    if longest[0] < 1:
        raise BadOutput("the game is over before the player moves")


def state_text(state: Any) -> str:
    """Return a state's canonical text. Raises: BadOutput for a state that is too large."""
    text = values.dumps(state)
    if len(text) > MAX_STATE:
        raise BadOutput(f"a state has more than {MAX_STATE} characters; keep in it only what the rules need")
    return text


def rational(value: Any, what: str) -> Fraction:
    """Return the fraction that a number represents. Raises: BadOutput."""
    if type(value) not in (int, float) or not abs(value) <= 1e9:
        raise BadOutput(f"{what} must be a number, not {type(value).__name__}")
    fraction = _nearest(value)
    if fraction is None:
        raise BadOutput(f"{what} must be a fraction with a denominator of at most {MAX_DENOMINATOR}")
    return fraction


def whole(number: Fraction) -> Exact:
    """Return a whole number as an int, any other as it is."""
    return number.numerator if number.denominator == 1 else number


@lru_cache(maxsize=10_000)
def _nearest(value: float) -> Fraction | None:
    """Return the simple fraction that a number represents; None where it represents none. Games repeat a few."""
    fraction = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    far = abs(fraction - Fraction(value)) > Fraction(1, 10**13) * max(Fraction(1), abs(fraction))
    return None if far else fraction


def distribution(value: Any, what: str) -> Distribution:
    """Return a distribution without events of probability 0. Raises: BadOutput."""
    if not isinstance(value, dict) or not value or not all(isinstance(name, str) for name in value):
        raise BadOutput(f"{what} must give {{name: probability}} with names that are texts")
    shares = {name: rational(share, f"a probability of {what}") for name, share in value.items()}
    if any(share < 0 for share in shares.values()) or sum(shares.values()) != 1:
        raise BadOutput(f"the probabilities of {what} must be simple fractions, not negative, that sum to 1")
    return {name: share for name, share in sorted(shares.items()) if share}


def normal(action: str) -> str:
    """Return an action's name normalised for comparison: case and runs of blanks are ignored."""
    return " ".join(action.split()).casefold()


def checked_actions(value: Any) -> tuple[str, ...]:
    """Return the actions; none where the game is over. Raises: BadOutput."""
    if not isinstance(value, (list, tuple)) or len(value) > 100:
        raise BadOutput("actions() must give a list of at most 100 texts, and an empty one where the game is over")
    if not all(isinstance(a, str) and 0 < len(a) <= 40 and a.isprintable() and a == a.strip("` *\"'") for a in value):
        raise BadOutput("an action must be 1 to 40 printable characters, without quotes, stars or blanks around it")
    if len({normal(action) for action in value}) < len(value):
        raise BadOutput("two actions are the same but for case and blanks")
    return tuple(value)


def checked_look(value: Any) -> Mapping[str, Any]:
    """Return what `LOOK` gave. Raises: BadOutput."""
    if not isinstance(value, dict) or set(value) != {"chance", "actions", "opponent", "reads", "moves"}:
        raise BadOutput(f"{LOOK}() is supplied; define no function of that name")
    return value


def checked_play(value: Any) -> Mapping[str, Any]:
    """Return what `play` gave. Raises: BadOutput."""
    if not isinstance(value, dict) or set(value) != {"state", "reward"}:
        raise BadOutput('play() must return {"state": ..., "reward": number}')
    rational(value["reward"], "a reward")
    return value


def checked_view(value: Any) -> str:
    """Return what `view` gave. Raises: BadOutput."""
    if not isinstance(value, str) or len(value) > MAX_VIEW or not value.replace("\n", "").isprintable():
        raise BadOutput(f"view() must return a printable text of at most {MAX_VIEW} characters")
    return value
