"""An upper end by sampling: what a simple policy needs on average in games drawn by a semantics' own law.

No policy needs less than optimal play, so the mean of its counts, plus what chance may add, bounds the value from above
with a stated confidence. It serves where the tree of a policy is too large to sum up exactly.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, mask_of, members
from boxwright.blackboxes.reasoning.kumo.optimal.worlds import MOST_TRUTHS, Worlds
from boxwright.blackboxes.seeds import derive

CONFIDENCE = 0.99
"""One-sided."""
_Z = 2.326
"""The standard normal's quantile of CONFIDENCE."""
MOST, LEAST, PILOT = 20_000, 100, 30
"""Games that are sampled at most; fewer than LEAST give no bound; PILOT games choose between two policies."""
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Chooser = Callable[[NDArray[np.int64], Flags, Numbers], int]
"""(actions that can rule out a survivor, survivors, belief) -> one of these actions."""


@dataclass(frozen=True)
class Sampled:
    """An upper end that holds with CONFIDENCE."""

    upper: float
    games: int

    def __str__(self) -> str:
        return f"a policy in {self.games:,} sampled games, confidence {CONFIDENCE:.0%}"


def sampled_upper(
    game: Game, semantics: str, possible: Sequence[int], worlds: Worlds, seconds: float, most: int = MOST
) -> Sampled | None:
    """Return an upper end for the start of a game, from as many games as the time allows; None if those are too few.

    `semantics` is `paper`, `elimination` or `informed` (None beyond MOST_TRUTHS); `possible`: the truths that may be
    valid, all equally likely.
    """
    if semantics == "informed" and len(game.truths) > MOST_TRUTHS:
        return None
    until = time.perf_counter() + seconds
    player = _Player(
        game, possible, worlds, np.random.default_rng(derive("kumo/sampled", repr(game.states), semantics))
    )
    plays: dict[str, tuple[Callable[[], int], ...]] = {
        "paper": (lambda: player.by_weights(player.fewest), lambda: player.by_weights(player.thinning)),
        "elimination": (player.by_truth,),
        "informed": (lambda: player.by_world(player.telling), lambda: player.by_world(player.rarest)),
    }
    play, *others = plays[semantics]
    if others:
        pilots = [_games(one, PILOT, until) for one in plays[semantics]]
        if not all(pilots):
            return None
        play = plays[semantics][min(range(len(pilots)), key=lambda i: sum(pilots[i]) / len(pilots[i]))]
    return end_of(_games(play, most, until))


def end_of(counts: Sequence[int]) -> Sampled | None:
    """Return the upper end that a policy's counts give: the mean and what chance may add; None if too few."""
    if len(counts) < LEAST:
        return None
    return Sampled(float(np.mean(counts) + _Z * np.std(counts, ddof=1) / math.sqrt(len(counts))), len(counts))


def _games(play: Callable[[], int], most: int, until: float) -> list[int]:
    """Return what each game took, of as many as are wanted and begin in time."""
    counts: list[int] = []
    while len(counts) < most and time.perf_counter() < until:
        counts.append(play())
    return counts


class _Player:
    """Plays one game again and again."""

    def __init__(self, game: Game, possible: Sequence[int], worlds: Worlds, rng: np.random.Generator) -> None:
        actions, truths, most = len(game.actions), len(game.truths), max(map(len, game.states))
        self.rng, self.truths, self.actions, self.possible = rng, truths, actions, list(possible)
        self.number = np.array([len(states) for states in game.states])
        self.out: Flags = np.zeros((actions, most, truths), np.bool_)
        """(action, outcome, truth): whether it is ruled out."""
        for a, states in enumerate(game.states):
            for s, mask in enumerate(states):
                self.out[a, s, members(mask)] = True
        real: Flags = np.asarray(np.arange(most)[None, :] < self.number[:, None], np.bool_)
        leaves = real[:, :, None] & ~self.out
        kept = leaves.sum(axis=1, keepdims=True)
        self.chance: Numbers = np.where(
            kept > 0, leaves / np.maximum(1, kept), real[:, :, None] / self.number[:, None, None]
        )
        """(action, outcome, truth): how likely the outcome is where the truth is valid."""
        self.real: Flags = real
        self.worlds = worlds
        self.touches: Flags = np.asarray(self.out.any(axis=1), np.bool_)

    def by_truth(self) -> int:
        """Return the actions of the most informative player until one truth is left, or nothing can be ruled out.

        The outcomes are drawn for a truth drawn uniformly.
        """
        t = self._valid()
        upto = self.chance[:, :, t].cumsum(axis=1)
        drawn = (upto < self.rng.random(self.actions)[:, None]).sum(axis=1)
        shown = np.asarray(np.minimum(drawn, self.number - 1), np.int64)
        return self._play(shown, self.telling, lambda alive, _: int(alive.sum()) <= 1)

    def by_world(self, choose: Chooser) -> int:
        """Return the actions of a policy until one truth is possible, in a world drawn uniformly for such a truth."""
        t = self._valid()

        def over(alive: Flags, left: Flags) -> bool:
            survivors, remaining = mask_of(np.flatnonzero(alive).tolist()), mask_of(np.flatnonzero(left).tolist())
            others = (u for u in self.possible if u != t and (survivors >> u) & 1)
            return not any(self.worlds.possible(u, survivors, remaining) for u in others)

        return self._play(self.worlds.one(t), choose, over)

    def _valid(self) -> int:
        return self.possible[int(self.rng.integers(len(self.possible)))]

    def _play(self, shown: NDArray[np.int64], choose: Chooser, over: Callable[[Flags, Flags], bool]) -> int:
        """Return the actions of a policy, which believes by elimination, until play is over or all is ruled out."""
        alive, left = np.ones(self.truths, np.bool_), np.ones(self.actions, np.bool_)
        belief = np.full(self.truths, 1.0 / self.truths)
        taken = 0
        while not over(alive, left):
            useful = np.flatnonzero(left & (self.touches & alive).any(axis=1))
            if not useful.size:
                break
            a = choose(useful, alive, belief)
            belief = belief * self.chance[a, shown[a]] * ~self.out[a, shown[a]]
            alive &= ~self.out[a, shown[a]]
            belief = belief / belief.sum() if belief.sum() > 0.0 else alive / max(1, alive.sum())
            left[a] = False
            taken += 1
        return taken

    def telling(self, useful: NDArray[np.int64], alive: Flags, belief: Numbers) -> int:
        """Choose the most informative action."""
        return int(useful[np.argmax(self._gains(useful, belief))])

    def rarest(self, useful: NDArray[np.int64], alive: Flags, belief: Numbers) -> int:
        """Choose, of the actions that touch the survivor with the fewest of them, the most informative one."""
        touches = self.touches[useful]
        counts = np.where(alive & touches.any(axis=0), touches.sum(axis=0), self.actions + 1)
        return self.telling(useful[touches[:, int(np.argmin(counts))]], alive, belief)

    def _gains(self, useful: NDArray[np.int64], belief: Numbers) -> Numbers:
        """Return what each action tells about the truth, in nats."""
        joint = self.chance[useful] * belief
        both = joint.sum(axis=2, keepdims=True) * belief
        ratio = np.where(joint > 0.0, joint, 1.0) / np.where(joint > 0.0, both, 1.0)
        return np.asarray((joint * np.log(ratio)).sum(axis=(1, 2)), np.float64)

    def by_weights(self, choose: Callable[[Flags, Flags], int]) -> int:
        """Return the actions of a policy in one game of the published recursion, whose weights draw the outcomes."""
        alive, left = np.ones(self.truths, np.bool_), np.ones(self.actions, np.bool_)
        taken = 0
        while alive.sum() > 1 and left.any() and self._chances(alive, left).min() > 0:
            a = choose(alive, left)
            weights = self._survivors(alive, a)
            taken += 1
            if not weights.sum():
                break
            s = int(self.rng.choice(len(weights), p=weights / weights.sum()))
            alive = alive & ~self.out[a, s]
            left[a] = False
        return taken

    def _chances(self, alive: Flags, left: Flags) -> NDArray[np.int64]:
        """Return, per survivor, how many of the actions left can rule it out."""
        return np.asarray(self.touches[left][:, alive].sum(axis=0), np.int64)

    def _survivors(self, alive: Flags, a: int) -> Numbers:
        """Return how many truths each outcome of an action leaves."""
        return np.asarray((~self.out[a] & alive).sum(axis=1) * self.real[a], np.float64)

    def _expected(self, alive: Flags, a: int) -> float:
        weights = self._survivors(alive, a)
        return float((weights**2).sum() / max(1.0, weights.sum()))

    def fewest(self, alive: Flags, left: Flags) -> int:
        """Use up the actions that can rule out the survivor with the fewest of them: play ends once it has none."""
        rare = np.flatnonzero(alive)[int(np.argmin(self._chances(alive, left)))]
        return min(np.flatnonzero(left & self.touches[:, rare]).tolist(), key=lambda a: self._expected(alive, a))

    def thinning(self, alive: Flags, left: Flags) -> int:
        """Leave as few truths as possible, on average."""
        return min(np.flatnonzero(left).tolist(), key=lambda a: self._expected(alive, a))
