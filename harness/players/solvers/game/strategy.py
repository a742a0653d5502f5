"""Games by best response to the distribution learned.

Practice: at first moves at random, then the best plan so far with some moves at random. Of each turn are remembered
what was played, what the opponent did (as the view tells it) and what it brought. What the opponent does is predicted
from one of several sights of the past (nothing, the number of the move, the player's last moves, when it last made each
kind of move, the opponent's last moves, what was told before the first move); the sight is taken that would have
predicted the practice games best, each turn from the turns before it. What a pair of moves brings is learned from the
pairs seen, and from pairs alike; if the public rules say which move beats which, from them. Where the opponent's moves
are never told, what a move brings is learned for each sight.
Then the plan is exact for what was learned: dynamic programming over sights and moves that are left, to the end of the
game. (`best_response.py` needs the whole tree, which no player has.) It knows three kinds of hands: the same moves in
every turn, cards that are used up, and bullets.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from boxwright.blackboxes.seeds import stream
from boxwright.harness.players.solvers.strategy import Known, Strategy

Past = tuple[tuple[str, str], ...]
"""(own move, opponent's move) of each turn so far in this game."""
Sight = Callable[[Past, str], Any]
"""What of the past, and of what was told before the first move, the opponent may go by."""
SIGHTS: Mapping[str, Sight] = {
    "nothing": lambda past, _: (),
    "number": lambda past, _: len(past),
    "last": lambda past, _: past[-1:] and past[-1][0],
    "second last": lambda past, _: (min(len(past), 2), past[-2][0] if len(past) > 1 else ""),
    "theirs": lambda past, _: past[-1:] and past[-1][1],
    "theirs and number": lambda past, _: (len(past), past[-1:] and past[-1][1]),
    "last and number": lambda past, _: (len(past), past[-1:] and past[-1][0]),
    "shots": lambda past, _: (len(past), tuple(n for n, (mine, _) in enumerate(past) if mine.startswith("shoot"))[:1]),
    "since": lambda past, _: tuple(mine.split()[0] for mine, _ in past),
    "theirs and theirs before": lambda past, _: tuple(theirs for _, theirs in past[-2:]),
    "told": lambda _, told: told,
    "told and number": lambda past, told: (len(past), told),
}
RANDOM_SHARE = 0.4
"""Share of the practice games that is played at random; of the others, every fifth move is."""
MAX_PLANS = 60_000


class _Game(NamedTuple):
    """A game that was played to its end."""

    told: str
    """Before the first move."""
    past: Past
    rewards: tuple[float, ...]
    """What each turn brought."""


@dataclass
class _Model:
    """What was learned of opponent and payoffs."""

    games: list[_Game] = field(default_factory=list)
    opening: str = ""
    """What was told before the first move of the game that is played."""
    rewards: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    alike: dict[Any, set[float]] = field(default_factory=lambda: defaultdict(set))
    """What pairs of moves brought that are alike."""
    rules: dict[tuple[str, str], float] = field(default_factory=dict)
    sight: str = "nothing"
    table: dict[Any, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    everything: Counter[str] = field(default_factory=Counter)

    unseen: bool = False
    """Whether the opponent's moves are never told: then what a move brings is learned for each sight."""
    brought: dict[Any, list[float]] = field(default_factory=lambda: defaultdict(list))
    """What each move brought, for each sight, with the opponent's move and without: a view may tell it in part."""

    def settle(self) -> None:
        """Choose the sight that predicts each turn best from the turns before it (log loss), and count by it."""
        self.unseen = not any(theirs for game in self.games for _, theirs in game.past)
        measure = self._error if self.unseen else self._loss
        losses = {name: measure(sight) for name, sight in SIGHTS.items()}
        self.sight = min(losses, key=lambda name: losses[name])
        self.table = defaultdict(Counter)
        self.everything = Counter()
        self.brought = defaultdict(list)
        for told, game, rewards in self.games:
            for n, ((mine, theirs), reward) in enumerate(zip(game, rewards, strict=True)):
                seen = SIGHTS[self.sight](game[:n], told)
                self.table[seen][theirs] += 1
                self.everything[theirs] += 1
                self.brought[seen, mine].append(reward)
                self.brought[seen, mine, theirs].append(reward)

    def _loss(self, sight: Sight) -> float:
        table: dict[Any, Counter[str]] = defaultdict(Counter)
        overall: Counter[str] = Counter()
        loss = 0.0
        for told, game, _ in self.games:
            for n, (_, theirs) in enumerate(game):
                counts = table[sight(game[:n], told)]
                back = (overall[theirs] + 0.5) / (overall.total() + 5.0)
                loss -= math.log((counts[theirs] + 0.3 * back) / (counts.total() + 0.3))
                counts[theirs] += 1
                overall[theirs] += 1
        return loss

    def _error(self, sight: Sight) -> float:
        """Return the squared error of what each turn brought, predicted from the turns before it."""
        table: dict[Any, list[float]] = defaultdict(list)
        loss = 0.0
        for told, game, rewards in self.games:
            for n, ((mine, _), reward) in enumerate(zip(game, rewards, strict=True)):
                seen = table[sight(game[:n], told), mine]
                loss += (reward - (sum(seen) + 0.3) / (len(seen) + 1)) ** 2
                seen.append(reward)
        return loss

    def seen(self, past: Past) -> Any:
        """Return what the sight that was chosen sees of a past of the present game."""
        return SIGHTS[self.sight](past, self.opening)

    def expected(self, past: Past, mine: str) -> float:
        """Return what a move brings after a past, where the opponent's moves are never told."""
        seen = self.brought.get((self.seen(past), mine), [])
        return (sum(seen) + 0.3) / (len(seen) + 1)

    def replies(self, past: Past) -> Mapping[str, float]:
        """Return how likely the opponent's moves are."""
        counts = self.table.get(self.seen(past)) or self.everything
        total = counts.total()
        return {move: n / total for move, n in counts.items()} if total else {"": 1.0}

    def brings(self, past: Past, mine: str, theirs: str) -> float:
        """Return what a pair of moves brings: by the rules, as seen here or anywhere, as all pairs alike, or a little.

        What brings a little is tried. Pairs are alike if both moves are the same in each, or if they are not in any; of
        numbers, if their difference is the same.
        """
        if (mine, theirs) in self.rules:
            return self.rules[mine, theirs]
        seen = self.brought.get((self.seen(past), mine, theirs)) or self.rewards.get((mine, theirs))
        if seen:
            return sum(seen) / len(seen)
        alike = self.alike.get(_relation(mine, theirs), set())
        return next(iter(alike)) if len(alike) == 1 else 0.1


def _relation(mine: str, theirs: str) -> Any:
    """Return by what pairs of moves are alike."""
    return int(mine) - int(theirs) if mine.isdigit() and theirs.isdigit() else mine == theirs


def beats(public: str) -> dict[tuple[str, str], float]:
    """Read sentences such as `rock beats scissors, fire and sponge`: what each pair brings, 1 or -1 (ties 0)."""
    rules: dict[tuple[str, str], float] = {}
    names: set[str] = set()
    for winner, losers in re.findall(r"(\w+) beats? ((?:\w+, )*\w+(?: and \w+)?)", public.lower()):
        for loser in re.findall(r"\w+", losers.replace(" and ", ", ")):
            rules[winner, loser] = 1.0
            rules.setdefault((loser, winner), -1.0)
            names |= {winner, loser}
    return rules | {(name, name): 0.0 for name in names}


class GameStrategy(Strategy):
    """Learns while it practises, and plans by what it learned."""

    plays_moves = True

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.rng = stream(known.seed, "game")
        self.model = _Model()
        self.past: list[tuple[str, str]] = []
        self.rewards: list[float] = []
        self.length = 0
        self._mine = ""
        self._offered: Sequence[str] = ()
        self._games = 0
        self._scored = False
        self._plans: dict[Any, tuple[float, str]] = {}
        self._cards = False
        """Whether moves are cards: numbers that are gone when they were played."""
        found = re.search(r"A won turn brings (-?\d+), (?:a tie|every other)", known.public)
        if found and "lost turn -1" in " ".join(known.public.split()):
            self.model.rules = beats(" ".join(known.public.split()))

    def query(self, message: str, left: int) -> str:
        """Not used: games are played by moves."""
        raise NotImplementedError("games have no queries")

    def answer(self, message: str, shot: int) -> str:
        """Not used either."""
        raise NotImplementedError("games have no questions")

    def move(self, message: str) -> str:
        """Take note of the last move, and make the next."""
        self._hear(message)
        offered = re.findall(r"^You may choose: (.*)$", message, re.MULTILINE)[-1].split(", ")
        if self.past:
            self._cards = self._mine.isdigit() and self._mine not in offered
        self._scored = self._scored or "game counts" in message
        self._offered = offered
        self._mine = self._choose(offered)
        return self._mine

    def _choose(self, offered: Sequence[str]) -> str:
        random_games = max(1, round(RANDOM_SHARE * self.known.turns))
        if not self._scored and (self._games <= random_games or self.rng.random() < 0.2):
            return self.rng.choice(list(offered))
        return self._plan(tuple(self.past), tuple(offered), max(0, self.length - len(self.past)))[1]

    def _hear(self, message: str) -> None:
        found = re.search(r"^You chose (.*); it brought (-?[\d.]+)\.$", message, re.MULTILINE)
        after = message[found.end() :] if found else message
        if found and self._mine:
            theirs = self._theirs(after.split("You may choose")[0])
            self.past.append((self._mine, theirs))
            self.rewards.append(float(found[2]))
            self.model.rewards[self._mine, theirs].append(float(found[2]))
            self.model.alike[_relation(self._mine, theirs)].add(float(found[2]))
        opening = re.search(r"^Move 1\. (.*(?:\n.*)*?)\nYou may choose", message, re.MULTILINE)
        if opening:
            if self.past:
                self.model.games.append(_Game(self.model.opening, tuple(self.past), tuple(self.rewards)))
                self.length = max(self.length, len(self.past))
                self.model.settle()
            self.past, self.rewards, self._plans = [], [], {}
            self.model.opening = opening[1]
            self._games += 1

    def _theirs(self, view: str) -> str:
        """Return the opponent's last move as a view tells it; an empty text if it does not."""
        found = re.search(r"last move: ([^.\n]+)", view)
        if found:
            return found[1].strip()
        found = re.search(r"\b[Ll]ast [^:.\n]+: (?:you [^,.\n]+, \w+ )?([^,.\n]+)", view)
        if found and found[1] in self._offered:
            return found[1]
        found = re.search(r"opponent has played: ([\d, ]+)", view)
        before = {theirs for _, theirs in self.past}
        new = [card for card in found[1].split(", ") if card not in before] if found else []
        return new[0] if new else ""

    def _plan(self, past: Past, offered: tuple[str, ...], left: int) -> tuple[float, str]:
        """Return what can still be had, and the move for it; nothing where no move is left."""
        if not offered:
            return 0.0, ""
        key = (self.model.seen(past), self._memory(past), offered, left)
        if key not in self._plans:
            if len(self._plans) > MAX_PLANS:
                return 0.0, offered[0]
            replies = self._possible(past)
            worths = {mine: self._worth(past, mine, replies, offered, left) for mine in offered}
            best = max(worths.values())
            self._plans[key] = (best, self.rng.choice([m for m in offered if worths[m] >= best - 1e-9]))
        return self._plans[key]

    def _worth(self, past: Past, mine: str, replies: Mapping[str, float], offered: tuple[str, ...], left: int) -> float:
        worth = sum(p * self.model.brings(past, mine, theirs) for theirs, p in replies.items())
        if self.model.unseen:
            worth = self.model.expected(past, mine)
        if left <= 1:
            return worth
        following = _offered_after(mine, offered, self._cards)
        return worth + sum(
            p * self._plan((*past, (mine, theirs)), following, left - 1)[0] for theirs, p in self._split(replies)
        )

    def _split(self, replies: Mapping[str, float]) -> list[tuple[str, float]]:
        """Return the replies that must be told apart: the likeliest stands for all where the past does not matter."""
        if "theirs" in self.model.sight:
            return list(replies.items())
        return [(max(replies, key=lambda reply: replies[reply]), 1.0)]

    def _memory(self, past: Past) -> Any:
        """What later predictions may need beside the present sight."""
        return tuple(mine for mine, _ in past[-2:]) if self.model.sight == "second last" else len(past)

    def _possible(self, past: Past) -> Mapping[str, float]:
        """Return the predicted replies; cards that are gone are left out."""
        replies = self.model.replies(past)
        if self._cards:
            gone = {theirs for _, theirs in past}
            rest = {reply: p for reply, p in replies.items() if reply not in gone}
            total = sum(rest.values())
            return {reply: p / total for reply, p in rest.items()} if total else replies
        return replies


def _offered_after(mine: str, offered: tuple[str, ...], cards: bool) -> tuple[str, ...]:
    """Return the moves of the next turn: cards are used up, bullets loaded and spent, all else stays."""
    if cards:
        return tuple(move for move in offered if move != mine)
    if "load" in offered:
        held = sum(move.startswith("shoot") for move in offered)
        held = min(8, held + 1) if mine == "load" else held - int(mine.split()[-1])
        return ("load", *(f"{kind} {n}" for kind in ("shoot", "defend") for n in range(1, held + 1)))
    return offered


STRATEGY = GameStrategy
