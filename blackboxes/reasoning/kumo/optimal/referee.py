"""Compares a player's game with optimal play of the same instance: action counts, regret, and best moves.

Results are shared by all players that meet the instance; searches are bounded by states, not by time.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from boxwright.blackboxes.reasoning.kumo.instances.game import (
    FaultyGame,
    Game,
    by_sets,
    mask_of,
    members,
    sets_left,
)
from boxwright.blackboxes.reasoning.kumo.optimal.greedy import greedy_action, likeliest
from boxwright.blackboxes.reasoning.kumo.optimal.solver import FOREVER, Semantics, Solver, State, Value, Way
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import other_possible

KEPT = 8_192
"""Number of games whose results are kept in memory."""
SEARCHES = 8
"""Number of searches whose tables are kept in memory, up to half a gigabyte each."""
NEAR_END = 200_000
"""States of a new search where the game's own was given up: the ends of such games are still played exactly."""


@dataclass(frozen=True)
class Optimum:
    """Action counts of optimal play under one semantics; None where the search was abandoned."""

    expected: float | None
    """Expected actions from the start."""
    fewest: int | None
    """Actions on the revealed outcomes: the minimum over ties under `paper`, else along the first best actions."""
    most: int | None
    """The same, the maximum over ties."""
    lower: float
    """The interval that contains the expected actions; both ends are `expected` where it is known."""
    upper: float


class Unsolved(Exception):
    """A search was abandoned."""


class Referee:
    """Optimal play of one game under one semantics. Thread-safe.

    States are those of the game's own truths, also where several are valid and their sets are searched.
    """

    def __init__(self, game: Game, semantics: Semantics, most_states: int) -> None:
        self.game = by_sets(game)
        self._own = game
        self.semantics = semantics
        self._most = most_states
        self._lock = threading.Lock()
        self._optimum: Optimum | None = None
        self._start: Value | None = None
        self._moves: dict[State, int | None] = {}

    def value(self, state: State) -> Value:
        """Return a state's exact value; actions and values are the search's. Raises: Unsolved."""
        state = self._searched(state)
        with self._lock:
            return self._value(state)

    def _value(self, state: State) -> Value:
        """Return a state's value; the start is solved first, so whether a game is solved never depends on who asks."""
        solver = _search(self.game, self.semantics, self._most)
        if self._start is None:
            self._start = solver.value(most_states=self._most)
        value = solver.value(state) if self._start.exact else None
        if value is None or not value.exact:
            raise Unsolved(
                f"`{self.semantics.value}` is not solved within {self._most:,} states; "
                "allow more with --kumo states=N, or choose a smaller size"
            )
        return value

    def action(self, state: State) -> int | None:
        """Return the first best action; None where play ends. If the search was abandoned: `_good`.

        Raises: FaultyGame where several truths are valid and more sets of them remain than can be weighed.
        """
        state = self._searched(state)
        with self._lock:
            if state not in self._moves:
                try:
                    self._moves[state] = self._first(self._value(state))
                except Unsolved:
                    self._moves[state] = self._good(state)
            return self._moves[state]

    def _searched(self, state: State) -> State:
        """Return a state of the game's own truths as the search knows it: of sets of them, where these are few."""
        return state if self.game is self._own else State(sets_left(self._own, state.alive), state.left)

    def _good(self, state: State) -> int | None:
        """Return a good action of an unsolved game: the best one where a new search of the state finishes, else the one
        that looks best by the bounds, else the most informative one.

        Each call searches anew, so the move does not depend on earlier questions. With several valid truths whose sets
        are too many to be searched as truths, it is the most informative one.
        """
        number = self.game.valid.bit_count()
        if number > 1:
            return greedy_action(self.game, state.alive, state.left, number)
        allowed = min(self._most, NEAR_END)
        failed = state == State(self.game.everything, self.game.all_actions) and allowed == self._most
        value = None if failed else Solver(self.game, self.semantics).value(state, most_states=allowed, interval=False)
        if value is None or not value.exact:
            value = Solver(self.game, self.semantics, Way.GREEDY).value(state, most_states=self._most)
        if not value.exact:
            return greedy_action(self.game, state.alive, state.left, 1)
        return self._first(value)

    def _first(self, value: Value) -> int | None:
        return value.best[0] if value.best else None

    def answer(self, state: State) -> int:
        """Return the prediction (a mask) where play ends: what the semantics takes as valid, else the likeliest."""
        game, number = self._own, self._own.valid.bit_count()
        if not state.alive:
            return (1 << number) - 1
        if state.alive.bit_count() <= number or self.semantics is Semantics.ELIMINATION:
            return likeliest(game, state.alive, state.left, number)
        if self.semantics is Semantics.PAPER:
            reach = 0
            for a in members(state.left):
                for mask in game.states[a]:
                    reach |= mask
            return mask_of([*members(state.alive & ~reach), *members(state.alive & reach)][:number])
        for chosen in combinations(members(state.alive), number):
            if not other_possible(game, state.alive, state.left, mask_of(chosen)):
                return mask_of(chosen)
        return likeliest(game, state.alive, state.left, number)

    def optimum(self) -> Optimum:
        """Return the action counts of optimal play from the start."""
        with self._lock:
            if self._optimum is None:
                self._optimum = self._work_out()
            return self._optimum

    def _work_out(self) -> Optimum:
        start = State(self.game.everything, self.game.all_actions)
        try:
            found = self._value(start)
            if self.semantics is Semantics.PAPER:
                counts = action_counts(_search(self.game, self.semantics, self._most))
                return Optimum(found.lower, *counts, found.lower, found.upper)
            taken, state, revealed = 0, start, self.game.revealed
            while (a := self._first(self._value(state))) is not None:
                assert revealed is not None
                self._moves[state] = a
                state = State(state.alive & ~revealed[a], state.left & ~(1 << a))
                taken += 1
            self._moves[state] = None
        except Unsolved:
            assert self._start is not None
            return Optimum(None, None, None, self._start.lower, self._start.upper)
        return Optimum(found.lower, taken, taken, found.lower, found.upper)

    def regret(self, state: State, a: int) -> float | None:
        """Return the expected actions lost by an action; None where the search was abandoned."""
        state = self._searched(state)
        with self._lock:
            try:
                self._value(state)
            except Unsolved:
                return None
            return regret_of(_search(self.game, self.semantics, self._most), state, a, most_states=self._most)


@lru_cache(maxsize=SEARCHES)
def _search(game: Game, semantics: Semantics, most_states: int) -> Solver:
    """Return the game's search, a new one if it was evicted. Used only while the referee's lock is held."""
    from boxwright.blackboxes.reasoning.kumo.optimal.several import solver_of

    return solver_of(game, semantics)


@lru_cache(maxsize=KEPT)
def _referee(game: Game, semantics: Semantics, most_states: int) -> Referee:
    return Referee(game, semantics, most_states)


def referee(game: Game, semantics: Semantics, most_states: int) -> Referee:
    """Return the game's referee, the same one for all callers."""
    return _referee(game, semantics, most_states)


def action_counts(solver: Solver) -> tuple[int, int]:
    """Return how many actions optimal play takes on the revealed outcomes: the fewest and the most over ties.

    The prediction is not counted; the published tables count it twice (`published_count`). Raises: FaultyGame where
    the instance has no outcomes.
    """
    revealed = solver.game.revealed
    if revealed is None:
        raise FaultyGame("the instance has no observations; nothing can be played")

    @cache
    def play(alive: int, left: int) -> tuple[int, int]:
        best = solver.value(State(alive, left)).best
        if not best:
            return 0, 0
        after = [play(alive & ~revealed[a], left & ~(1 << a)) for a in best]
        return 1 + min(low for low, _ in after), 1 + max(high for _, high in after)

    return play(solver.start.alive, solver.start.left)


def regret_of(solver: Solver, state: State, a: int, most_states: float = FOREVER) -> float | None:
    """Return the expected actions lost by an action; 1 if it had been taken or play was over; None if not solved."""
    if not (state.left >> a) & 1:
        return 1.0
    value = solver.value(state, every=True, most_states=most_states)
    if not value.exact:
        return None
    return max(0.0, value.values[a] - value.lower) if value.best else 1.0


def relative_count(taken: int, optimal: float) -> float | None:
    """Return equation (4) of the paper, (taken - optimal) / optimal, counting tests only; None where optimal is 0."""
    return (taken - optimal) / optimal if optimal else None


def published_count(taken: int) -> int:
    """Return an action count as in the published tables, which include the prediction twice."""
    return taken + 2
