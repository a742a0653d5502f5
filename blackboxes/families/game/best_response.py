"""The optimal expected score of a game: exact best response over what the player can know.

The player's information is the series of its own actions, rewards and views; all that matters of it is the *belief*:
the probability of each state given that series (the states of one information set, weighted by chance and the
opponent's mixed replies). The value of a belief is the maximum over actions of the expected reward and value after it
(Bellman's equation for a partially observed process; Kaelbling, Littman and Cassandra 1998, section 3). All numbers are
fractions, so the value is exact; equal beliefs are solved once.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import cycle, islice

from boxwright.blackboxes.families.game.tree import Exact, Tree
from boxwright.blackboxes.faults import BadOutput

MAX_BELIEFS = 30_000
NEVER, CERTAIN = Fraction(0), Fraction(1)
CHANCE_DRAWS = 200
"""Scored games played to measure the chance level."""

Belief = tuple[tuple[int, Fraction], ...]
"""(state, probability) pairs, sorted by state; the probabilities sum to 1."""
Sight = tuple[Exact, str, bool]
"""What the player observes after its move: reward, view, and whether the game is over."""
Choose = Callable[[tuple[str, ...]], str]
"""Which of the actions on offer a player takes that heeds nothing else."""


class BestResponse:
    """Solves one game. Raises: BadOutput for a game that is too large, or whose actions reveal what views hide."""

    def __init__(self, tree: Tree, limit: int = MAX_BELIEFS) -> None:
        self.tree = tree
        self._limit = limit
        self._solved: dict[Belief, Mapping[str, Exact]] = {}
        self._next: dict[tuple[Belief, str], Mapping[Sight, tuple[Fraction, Belief]]] = {}
        self.openings = self._sights([(CERTAIN, 0, 0)])
        """Each possible first observation, with its probability and the belief that follows."""
        self.optimal = sum((p * (s[0] + self.value(b)) for s, (p, b) in self.openings.items()), Fraction(0))
        """The expected score of a perfect player."""

    @property
    def information_sets(self) -> int:
        """How many different beliefs were solved."""
        return len(self._solved)

    def value(self, belief: Belief) -> Exact:
        """Return the expected score of a perfect player from here on."""
        return max(self.worths(belief).values()) if not self.is_over(belief) else 0

    def is_over(self, belief: Belief) -> bool:
        """Whether the game is over, which the player can see."""
        return self.tree.nodes[belief[0][0]].over

    def worths(self, belief: Belief) -> Mapping[str, Exact]:
        """Return, for each action, its expected reward plus a perfect player's expected score after it."""
        if belief not in self._solved:
            if len(self._solved) >= self._limit:
                raise BadOutput(
                    f"the player can come to know more than {self._limit} different things; make the game smaller"
                )
            self._solved[belief] = {}
            self._solved[belief] = {action: self._worth(belief, action) for action in self.actions(belief)}
        return self._solved[belief]

    def actions(self, belief: Belief) -> tuple[str, ...]:
        """Return the actions, which the player must be able to know. Raises: BadOutput."""
        offers = [self.tree.nodes[index].actions for index, _ in belief]
        if any(set(offer) != set(offers[0]) for offer in offers):
            raise BadOutput(
                "actions() differ between states that look the same to the player; show the difference in view()"
            )
        return offers[0]

    def _worth(self, belief: Belief, action: str) -> Exact:
        sights = self.after(belief, action)
        if len(sights) == 1:
            ((seen, (_, then)),) = sights.items()
            return seen[0] + self.value(then)
        return sum((share * (seen[0] + self.value(then)) for seen, (share, then) in sights.items()), NEVER)

    def after(self, belief: Belief, action: str) -> Mapping[Sight, tuple[Fraction, Belief]]:
        """Return each possible observation after an action, with its probability and the belief that follows."""
        if (belief, action) not in self._next:
            reached = []
            for index, weight in belief:
                node = self.tree.nodes[index]
                mixed = len(node.replies) > 1
                for reply, share in node.replies.items():
                    following, reward = node.moves[action, reply]
                    reached.append((weight * share if mixed else weight, reward, following))
            self._next[belief, action] = self._sights(reached)
        return self._next[belief, action]

    def _sights(self, reached: list[tuple[Fraction, Exact, int]]) -> Mapping[Sight, tuple[Fraction, Belief]]:
        groups: dict[Sight, dict[int, Fraction]] = defaultdict(dict)
        for weight, reward, index in reached:
            node = self.tree.nodes[index]
            if node.chance is None:  # nothing to multiply: fractions cost most of the time
                _add(groups[reward, node.view, node.over], index, weight)
                continue
            for share, more, end in self.tree.settled(index):
                node = self.tree.nodes[end]
                _add(groups[reward + more, node.view, node.over], end, weight * share)
        return {seen: _normal(states) for seen, states in groups.items()}


def _add(weights: dict[int, Fraction], index: int, weight: Fraction) -> None:
    weights[index] = weights[index] + weight if index in weights else weight


def _normal(weights: Mapping[int, Fraction]) -> tuple[Fraction, Belief]:
    """Return the sum of the weights, and the belief in which each is its share of them."""
    if len(weights) == 1:
        ((index, weight),) = weights.items()
        return weight, ((index, CERTAIN),)
    total = sum(weights.values(), NEVER)
    return total, tuple(sorted((index, weight / total) for index, weight in weights.items()))


def habit_values(tree: Tree) -> dict[str, Fraction]:
    """Return the expected scores of players that learn nothing: `random`, and `constant` (always the first action)."""
    return {"random": _expected(tree, uniform=True), "constant": _expected(tree, uniform=False)}


def constant_action(tree: Tree, actions: tuple[str, ...]) -> str:
    """Return the constant player's action: that of its first decision wherever possible, else the first."""
    start = _first_actions(tree)
    return start[0] if start and start[0] in actions else actions[0]


def _first_actions(tree: Tree) -> tuple[str, ...]:
    """Return what is offered at the first decision; nothing where chance may end the game before it."""
    return next(tree.nodes[index].actions for _, _, index in tree.settled(0))


def chance_level(best: BestResponse, repetitions: int, rng: random.Random) -> float:
    """Return the mean score in [0, 1] at one shot of the best of three players that learn nothing.

    One plays at random, one the first action of all, one keeps an action that was drawn before the first move: it
    plays it wherever it is offered, else at random. A score is clipped at 0 after its `repetitions`, so that it is
    above the share of `habit_values` in the optimum.
    """

    def kept(action: str) -> Choose:
        return lambda offered: action if action in offered else rng.choice(offered)

    def mean(players: Sequence[Choose]) -> float:
        total, games = Fraction(0), CHANCE_DRAWS - CHANCE_DRAWS % len(players)
        for choose in islice(cycle(players), games):
            lost = sum((_regret(best, choose, rng) for _ in range(repetitions)), Fraction(0)) / repetitions
            total += max(Fraction(0), (best.optimal - lost) / best.optimal)
        return float(total / games)

    def first(offered: tuple[str, ...]) -> str:
        return constant_action(best.tree, offered)

    return max(mean([rng.choice]), mean([first]), mean([*map(kept, _first_actions(best.tree))] or [first]))


def _regret(best: BestResponse, choose: Choose, rng: random.Random) -> Fraction:
    """Play one game; return the expected score that its moves gave away."""
    lost, sights = Fraction(0), best.openings
    while True:
        ways = list(sights.items())
        seen, (_, belief) = rng.choices(ways, [float(share) for _, (share, _) in ways])[0]
        if seen[2]:
            return lost
        worths = best.worths(belief)
        action = choose(best.actions(belief))
        lost += max(worths.values()) - worths[action]
        sights = best.after(belief, action)


def _expected(tree: Tree, *, uniform: bool) -> Fraction:
    known: dict[int, Fraction] = {}

    def value(index: int) -> Fraction:
        if index not in known:
            node = tree.nodes[index]
            if node.chance is not None:
                known[index] = sum((p * worth(index, None, event) for event, p in node.chance.items()), Fraction(0))
            elif node.over:
                known[index] = Fraction(0)
            else:
                chosen = node.actions if uniform else (constant_action(tree, node.actions),)
                total = sum((p * worth(index, a, r) for a in chosen for r, p in node.replies.items()), Fraction(0))
                known[index] = total / len(chosen)
        return known[index]

    def worth(index: int, action: str | None, reply: str) -> Fraction:
        following, reward = tree.nodes[index].moves[action, reply]
        return reward + value(following)

    return value(0)
