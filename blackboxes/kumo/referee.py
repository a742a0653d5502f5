"""What optimal play needs on one instance, kept for all players that meet it; searches are bounded by states."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache

from blackboxes.kumo.game import FaultyGame, Game, members
from blackboxes.kumo.greedy import likeliest
from blackboxes.kumo.optimal import Semantics, Solver, State, Value
from blackboxes.kumo.rollout import action_counts, regret_of

KEPT = 256
"""Games whose searches are kept in memory."""


@dataclass(frozen=True)
class Optimum:
    """What optimal play needs under one semantics; None where the search was given up."""

    expected: float | None
    """Expected actions from the start."""
    fewest: int | None
    """Actions on the revealed outcomes: smallest over ties under `paper`, else along the first best actions."""
    most: int | None
    """The same, largest over ties."""


class Unsolved(Exception):
    """A search was given up."""


class Referee:
    """Optimal play of one game under one semantics. Safe for several threads.

    Raises: FaultyGame where the semantics has no meaning for the game (several valid truths).
    """

    def __init__(self, game: Game, semantics: Semantics, most_states: int) -> None:
        if game.valid.bit_count() > 1:
            raise FaultyGame("optimal play is defined for one valid truth; this game has several")
        self.game = game
        self.semantics = semantics
        self._most = most_states
        self._lock = threading.Lock()
        self._solver = Solver(game, semantics)
        self._optimum: Optimum | None = None
        self._solved: bool | None = None

    def value(self, state: State) -> Value:
        """Return a state's exact value. Raises: Unsolved."""
        with self._lock:
            return self._value(state)

    def _value(self, state: State) -> Value:
        """Return a state's value, the start's first: whether the game is solved depends on nobody's questions."""
        if self._solved is None:
            self._solved = self._solver.value(most_states=self._most).exact
        value = self._solver.value(state) if self._solved else None
        if value is None or not value.exact:
            raise Unsolved(
                f"`{self.semantics.value}` is not solved within {self._most:,} states here; "
                "give more with --kumo states=N, or choose a smaller size"
            )
        return value

    def action(self, state: State) -> int | None:
        """Return the first best action; None where play ends. Raises: Unsolved."""
        best = self.value(state).best
        return best[0] if best else None

    def answer(self, state: State) -> int:
        """Return what to predict (a mask) where play ends: what the semantics says must be, else the likeliest."""
        game = self.game
        if state.alive.bit_count() <= 1 or self.semantics is Semantics.ELIMINATION:
            return likeliest(game, state.alive, state.left, 1) if state.alive else 1
        if self.semantics is Semantics.PAPER:
            reach = 0
            for a in members(state.left):
                for mask in game.states[a]:
                    reach |= mask
            unrelated = state.alive & ~reach
            return (unrelated or state.alive) & -(unrelated or state.alive)
        from blackboxes.kumo.promise import other_possible

        for t in members(state.alive):
            if not other_possible(game, state.alive, state.left, 1 << t):
                return 1 << t
        return likeliest(game, state.alive, state.left, 1)

    def optimum(self) -> Optimum:
        """Return what optimal play needs, from the start."""
        with self._lock:
            if self._optimum is None:
                self._optimum = self._work_out()
            return self._optimum

    def _work_out(self) -> Optimum:
        start = self._solver.start
        try:
            expected = self._value(start).lower
            if self.semantics is Semantics.PAPER:
                return Optimum(expected, *action_counts(self._solver))
            taken, state, revealed = 0, start, self.game.revealed
            while best := self._value(state).best:
                assert revealed is not None
                state = State(state.alive & ~revealed[best[0]], state.left & ~(1 << best[0]))
                taken += 1
        except Unsolved:
            return Optimum(None, None, None)
        return Optimum(expected, taken, taken)

    def regret(self, state: State, a: int) -> float | None:
        """Return the expected actions lost by an action; None where the search was given up."""
        with self._lock:
            try:
                self._value(state)
            except Unsolved:
                return None
            return regret_of(self._solver, state, a, most_states=self._most)


@lru_cache(maxsize=KEPT)
def _referee(game: Game, semantics: Semantics, most_states: int) -> Referee:
    return Referee(game, semantics, most_states)


def referee(game: Game, semantics: Semantics, most_states: int) -> Referee:
    """Return the game's referee, shared by whoever asks. Raises: FaultyGame."""
    return _referee(game, semantics, most_states)
