"""Optimal play under the three semantics: values, best actions, and what they cost to find (docs/kumo/optimal-play.md).

numba takes a while to import, so the compiled modules are imported where they are used.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame, Game, members
from boxwright.blackboxes.reasoning.kumo.optimal.greedy import greedy_action

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from boxwright.blackboxes.reasoning.kumo.optimal.cores import Core
    from boxwright.blackboxes.reasoning.kumo.optimal.sampled import Sampled
    from boxwright.blackboxes.reasoning.kumo.optimal.worlds import Worlds

T = TypeVar("T")
SLACK = 1e-9
"""Actions whose values differ by less are ties."""
FIRST_TABLE = 1 << 10
SLICE = 20_000
"""States expanded between two checks of the clock."""
FIRST_SLICE, LEAST_SLICE = 500, 100
GLANCE = 0.05
"""With a time limit, slices grow and shrink to take about this many seconds."""
FOREVER = float("inf")
PATIENCE: float = 20_000
"""If the bounds have not settled `paper` or `elimination` after this many states, and at least this many were allowed,
all states are solved by layers, which have limits of their own (`layers.py`)."""
SAMPLING = 10.0
"""Seconds that sampling an upper end may take where there is no time limit."""
GREEDY_SHARE, SAMPLED_SHARE, SHOWN_SHARE = 1 / 16, 1 / 8, 3 / 8
"""Parts of a time limit that are kept for an open game's ends: a greedy search, sampled games, and worlds in which
outcomes are shown for nothing."""
LATER = 2_000
"""The same for every later question, once the layers were used."""
SHOWN_TABLE = 1 << 18
"""Entries of the table that values what is left where outcomes are shown for nothing."""


class Semantics(Enum):
    """The meaning of "optimal"; every reported number names it."""

    PAPER = "paper"
    ELIMINATION = "elimination"
    INFORMED = "informed"


class Way(Enum):
    """How to search: with bounds; every action of every state (for comparison); only the most promising action."""

    BOUNDED = 0
    PLAIN = 1
    GREEDY = 2


@dataclass(frozen=True)
class State:
    """What a player knows: the truths not ruled out yet, and the actions not taken yet, as masks."""

    alive: int
    left: int


@dataclass(frozen=True)
class Value:
    """What a state is worth, in expected actions."""

    lower: float
    upper: float
    """Equal to `lower` where the value is known."""
    best: tuple[int, ...]
    """The indices of all best actions, ties included; empty where play ends, or where the value is not exact."""
    values: dict[int, float]
    """Per remaining action its expected actions (itself included), where it is known exactly."""
    states: int
    """States expanded for this question."""
    seconds: float
    exact: bool = True
    """Whether the search finished."""
    upper_by: str = ""
    """How the upper end was found, where it holds only with a confidence; else empty."""
    lower_by: str = ""
    """The same for the lower end."""
    late: bool = False
    """Whether it was the time limit that ended the search."""


class _OutOfTime(Exception):
    """The search has used up its budget."""


@dataclass(frozen=True)
class _Stages:
    """When the ends of an open game have to be found, one after the other, so that the whole keeps its time limit."""

    limit: float
    """Seconds."""
    greedy: bool
    sampled: bool
    shown: bool
    began: float = field(default_factory=time.perf_counter)

    @property
    def search(self) -> float:
        """Seconds of the search itself."""
        kept = GREEDY_SHARE * self.greedy + SAMPLED_SHARE * self.sampled + SHOWN_SHARE * self.shown
        return self.limit * (1 - kept)

    def seconds(self, after: float) -> float:
        """Return how much time a stage has if this share of the limit is for those after it."""
        return max(0.0, self.began + self.limit * (1 - after) - time.perf_counter())


class _Impatient(Exception):
    """The bounds did not settle the state quickly."""


@dataclass
class _Budget:
    """A search's budget and what it has used."""

    seconds: float
    most_states: float
    began: float = field(default_factory=time.perf_counter)
    states: int = 0
    short: bool = False
    """Whether what was left was too short for the next step."""

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.began

    @property
    def left(self) -> float:
        """Seconds."""
        return self.seconds - self.elapsed

    @property
    def over(self) -> bool:
        return self.elapsed > self.seconds or self.states > self.most_states


class Solver:
    """Optimal play of one game under one semantics; results are reused by later questions."""

    def __init__(
        self,
        game: Game,
        semantics: Semantics,
        way: Way = Way.BOUNDED,
        largest_table: int | None = None,
        slice_states: int = SLICE,
    ) -> None:
        from boxwright.blackboxes.reasoning.kumo.optimal.cores import PlainCore

        self.game = game
        self.semantics = semantics
        self.way = way
        self._slice = slice_states
        self._core: Core = self._new_core()
        self._largest = largest_table or self._core.most_entries
        self._ready = semantics is not Semantics.INFORMED
        bounds_only = way is not Way.BOUNDED or semantics is Semantics.INFORMED or isinstance(self._core, PlainCore)
        self._patience = FOREVER if bounds_only else PATIENCE
        self._by_layers: dict[State, Value] = {}
        self._pace = self._growth = 0.0
        """Seconds that a state took of late, and the last growth of the table."""

    def _new_core(self) -> Core:
        from boxwright.blackboxes.reasoning.kumo.optimal.cores import core_of

        return core_of(self.game, self.semantics.value, self.way.value, FIRST_TABLE)

    @cached_property
    def _worlds(self) -> Worlds:
        """What outcomes a truth may have; only sampled ends and `informed` ask for it."""
        from boxwright.blackboxes.reasoning.kumo.optimal.worlds import Worlds

        return Worlds(self.game)

    @property
    def start(self) -> State:
        """What a player knows at the start."""
        return State(self.game.everything, self.game.all_actions)

    def value(
        self,
        state: State | None = None,
        seconds: float = FOREVER,
        every: bool = False,
        most_states: float = FOREVER,
        interval: bool = True,
        sample: bool = False,
    ) -> Value:
        """Return a state's value (the start's by default).

        `seconds` and `most_states` (states expanded, checked after each slice; layers do not count) limit the search;
        beyond them an interval is returned. `every`: each action's value, not only the best ones' (for regret).
        `interval`: find a good upper end by a second, greedy search; otherwise the upper end is what is known already.
        `sample`: where that search does not end, sample games for it, and under `informed` worlds for a lower end (from
        the start only; not reproducible to the bit with a clock). Parts of `seconds` are kept for these ends.
        Raises: FaultyGame under `informed` where no truth could be the answer.
        """
        import numpy as np

        from boxwright.blackboxes.reasoning.kumo.optimal.tables import OVER
        from boxwright.blackboxes.reasoning.kumo.optimal.worlds import MOST_TRUTHS

        state = state or self.start
        sample = sample and state == self.start
        shows = sample and self.semantics is Semantics.INFORMED and len(self.game.truths) <= MOST_TRUTHS
        stages = _Stages(seconds, interval, sample, shows)
        budget = _Budget(stages.search, most_states)
        if state.alive == 0:
            return Value(0.0, 0.0, (), {}, 0, 0.0)
        if state in self._by_layers:
            return replace(self._by_layers[state], states=0, seconds=budget.elapsed)
        use = self._core.use(state.alive, state.left)
        values = np.zeros(len(self.game.actions))
        exact = np.zeros(len(self.game.actions), np.uint8)
        slack = 1e9 if every else SLACK

        def attempt() -> None:
            self._believe(state)
            self._core.search(state.alive, use, slack, values, exact)

        try:
            self._prepare(budget, seconds * (1 - SAMPLED_SHARE) if sample else seconds)
            try:
                self._until_done(attempt, budget)
            except _Impatient:
                if self._layered(state, budget):
                    return self._by_layers[state]
                self._until_done(attempt, budget)
        except _OutOfTime:
            late = budget.elapsed > budget.seconds or budget.short
            known = {a: float(values[a]) for a in members(use) if exact[a]}
            upper = min([float(use.bit_count()), *known.values()])
            lower, by, lower_by = _least(values), "", ""
            if interval:
                after = SAMPLED_SHARE * sample + SHOWN_SHARE * shows
                upper = min(upper, self._greedy(state, stages.seconds(after), most_states))
            if sample:
                least = min(seconds, SAMPLING) * SAMPLED_SHARE / 2  # where the search was late
                upper, by = self._sampled(upper, max(least, stages.seconds(SHOWN_SHARE * shows)))
            if shows:
                lower, lower_by = self._shown(lower, stages)
            return Value(min(lower, upper), upper, (), {}, budget.states, budget.elapsed, False, by, lower_by, late)
        if self._core.counters[OVER]:
            return Value(0.0, 0.0, (), {}, budget.states, budget.elapsed)
        return self._finished(state, {a: float(values[a]) for a in members(use) if exact[a]}, use, budget)

    def glance(self, state: State, states: int) -> int | None:
        """Return a best action if so many states are enough to find it, else the one with the least bound by then.

        None where play ends. For `paper` and `elimination`.
        """
        import numpy as np

        from boxwright.blackboxes.reasoning.kumo.optimal.tables import OVER, RAN, STOPPED, TABLE_FULL

        use = self._core.use(state.alive, state.left)
        while True:
            values, exact = np.zeros(len(self.game.actions)), np.zeros(len(self.game.actions), np.uint8)
            self._core.allow(states)
            self._believe(state)
            self._core.search(state.alive, use, SLACK, values, exact)
            if self._core.counters[STOPPED] != TABLE_FULL:
                break
            self._core.grow(4 * self._core.entries)
        if state.alive == 0 or self._core.counters[OVER]:
            return None
        finished = self._core.counters[STOPPED] == RAN
        looked_at = [a for a in members(use) if (exact[a] if finished else values[a] > 0.0)]
        if not looked_at:  # a search without bounds was cut short
            return greedy_action(self.game, state.alive, state.left, 1)
        same = self._core.same(state.alive, min(looked_at, key=lambda a: values[a]))
        return next(a for a in members(state.left) if self._core.same(state.alive, a) == same)

    @property
    def possible(self) -> list[int]:
        """The truths that may be valid; empty under `informed` while their worlds are not counted."""
        from boxwright.blackboxes.reasoning.kumo.optimal.cores import BoundedCore

        truths = range(len(self.game.truths))
        if self.semantics is not Semantics.INFORMED or not isinstance(self._core, BoundedCore):
            return list(truths)
        return [t for t in truths if self._ready and self._core.tables.prior[t] > 0.0]

    @property
    def layered(self) -> bool:
        """Whether some state was solved by layers."""
        return bool(self._by_layers)

    def _layered(self, state: State, budget: _Budget) -> bool:
        """Solve a state by layers; return whether it is within their limits. Raises: _OutOfTime."""
        from boxwright.blackboxes.reasoning.kumo.optimal.layers import layered

        paper = self.semantics is Semantics.PAPER
        found = layered(self.game, state.alive, state.left, paper, lambda: budget.elapsed <= budget.seconds)
        if found is None:
            if budget.elapsed > budget.seconds:
                raise _OutOfTime
            self._patience = FOREVER
            return False
        self._patience = LATER
        values = {a: found.values.get(a, 1.0 + found.worth) for a in members(state.left)}
        best = tuple(a for a, value in values.items() if value <= found.worth + SLACK)
        states = budget.states + found.states
        self._by_layers[state] = Value(found.worth, found.worth, best, values, states, budget.elapsed)
        return True

    def _finished(self, state: State, known: dict[int, float], use: int, budget: _Budget) -> Value:
        """Extend the values of canonical actions to all remaining ones: those equivalent, and those that do nothing."""
        worth = min(known.values())
        values: dict[int, float] = {}
        known |= dict.fromkeys(members(self._core.certain()), worth)
        for a in members(state.left):
            same = self._core.same(state.alive, a)
            if not (use >> same) & 1:
                values[a] = 1.0 + worth
            elif same in known:
                values[a] = known[same]
        best = tuple(a for a, value in values.items() if value <= worth + SLACK)
        return Value(worth, worth, best, values, budget.states, budget.elapsed)

    def _greedy(self, state: State, seconds: float, most_states: float) -> float:
        """Return an upper end by a search along the most promising actions alone; infinity where there is none."""
        if self.way is not Way.BOUNDED or not self._core.greedy or not self._ready or seconds <= 0.0:
            return FOREVER
        greedy = self._beside(Way.GREEDY, self._largest // 4)
        return greedy.value(state, seconds, most_states=most_states).upper

    def _sampled(self, upper: float, seconds: float) -> tuple[float, str]:
        """Return the upper end, or a smaller one from sampled games, and how that was found."""
        found = self._played(SAMPLING if seconds == FOREVER else seconds)
        return (upper, "") if found is None or found.upper >= upper else (found.upper, str(found))

    def _played(self, seconds: float) -> Sampled | None:
        """Play the most informative action in games drawn by the semantics' own law, where a truth is possible."""
        from boxwright.blackboxes.reasoning.kumo.optimal.sampled import sampled_upper

        possible = self.possible
        return sampled_upper(self.game, self.semantics.value, possible, self._worlds, seconds) if possible else None

    def _shown(self, lower: float, stages: _Stages) -> tuple[float, str]:
        """Return the lower end, or a larger one from worlds in which some outcomes are shown, and how it was found."""
        from boxwright.blackboxes.reasoning.kumo.optimal.shown import shown_lower

        seconds = stages.seconds(0.0)  # what the import has left: scipy takes a second
        rest = self._beside()

        def value(alive: int, left: int, within: float) -> float:
            nonlocal rest
            found = rest.value(State(alive, left), within, most_states=SLICE, interval=False)
            if not found.exact:
                rest = self._beside()
            return found.lower

        seconds = SAMPLING if seconds == FOREVER else seconds
        found = shown_lower(self.game, self._worlds, self.possible, value, seconds) if self._ready else None
        return (lower, "") if found is None or found.lower <= lower else (found.lower, str(found))

    def _beside(self, way: Way = Way.BOUNDED, largest_table: int = SHOWN_TABLE) -> Solver:
        """Return a solver with the same counts of worlds and a table of its own."""
        from boxwright.blackboxes.reasoning.kumo.optimal.cores import BoundedCore

        other = type(self)(self.game, self.semantics, way, largest_table)
        if isinstance(self._core, BoundedCore) and isinstance(other._core, BoundedCore):
            other._core.tables.prior[:] = self._core.tables.prior
            other._ready = self._ready
        other._pace = self._pace
        return other

    def _believe(self, state: State) -> None:
        """Write the belief at the root: per truth, the product over the actions taken of 1 / (states that leave it)."""
        weight = self._core.weight
        taken = members(self.game.all_actions & ~state.left)
        for t in range(len(self.game.truths)):
            weight[t] = 0.0
            if (state.alive >> t) & 1:
                weight[t] = 1.0
                for a in taken:
                    weight[t] /= max(1, sum(not (mask >> t) & 1 for mask in self.game.states[a]))
        weight /= weight.sum()

    def _prepare(self, budget: _Budget, seconds: float) -> None:
        """Count every truth's worlds once (`informed`), within so many seconds. Raises: _OutOfTime."""
        from boxwright.blackboxes.reasoning.kumo.optimal.cores import BoundedCore
        from boxwright.blackboxes.reasoning.kumo.optimal.worlds import MOST_TRUTHS

        core = self._core
        if self._ready or not isinstance(core, BoundedCore):
            return
        if len(self.game.truths) <= MOST_TRUTHS:
            counted: list[float] = []
            took = 0.0
            for t in range(len(self.game.truths)):
                before = budget.elapsed
                if before + took > seconds:
                    budget.short = True
                    raise _OutOfTime
                counted.append(self._worlds.number(t))
                took = budget.elapsed - before
        else:
            use = core.use(self.start.alive, self.start.left)
            slot = self._until_done(lambda: core.worlds(self.start.alive, use), budget)
            counted = core.memory.worlds[slot].tolist()
        if not any(counted):
            raise FaultyGame(
                "no truth can be the answer: no combination of outcomes rules out all the others; see `informed`"
            )
        for t, number in enumerate(counted):
            core.tables.prior[t] = 1.0 / number if number else 0.0
        self._ready = True

    def _until_done(self, attempt: Callable[[], T], budget: _Budget) -> T:
        """Repeat a slice of compiled work until it finishes. Raises: _OutOfTime, _Impatient."""
        from boxwright.blackboxes.reasoning.kumo.optimal.tables import NODES, RAN, STOPPED, TABLE_FULL

        most = int(min(self._slice, self._patience))
        first = FIRST_SLICE if budget.seconds > FIRST_SLICE / LEAST_SLICE * GLANCE else LEAST_SLICE
        step = most if budget.seconds == FOREVER else min(most, first)
        while True:
            fits = budget.left / self._pace if self._pace > 0.0 else FOREVER
            self._core.allow(step if step <= fits else max(1, int(fits)))
            began = time.perf_counter()
            result = attempt()
            took = time.perf_counter() - began
            counters = self._core.counters
            self._pace = took / max(1, int(counters[NODES]))
            if budget.seconds < FOREVER:
                step = min(most, 2 * step) if took < GLANCE else max(LEAST_SLICE, step // 2)
            budget.states += int(counters[NODES])
            if counters[STOPPED] == RAN:
                return result
            if budget.states > self._patience and budget.most_states >= PATIENCE and budget.elapsed <= budget.seconds:
                raise _Impatient
            if budget.over:
                raise _OutOfTime
            if counters[STOPPED] == TABLE_FULL:
                self._grow(budget)

    def _grow(self, budget: _Budget) -> None:
        """Move to a table four times the size. Raises: _OutOfTime when that would be too large, or last too long."""
        entries = 4 * self._core.entries
        budget.short = entries <= self._largest and 4 * self._growth > budget.left
        if entries > self._largest or budget.short:
            raise _OutOfTime
        began = time.perf_counter()
        self._core.grow(entries)
        self._growth = time.perf_counter() - began


def _least(values: NDArray[np.float64]) -> float:
    """Return the smallest of the first actions' bounds; 0 marks one that was not searched."""
    return min((float(value) for value in values if value > 0.0), default=0.0)


def needs_at_least(solver: Solver, least: float, most_states: int) -> bool | None:
    """Return whether optimal play needs at least `least` expected actions; None if `most_states` do not decide it.

    Any bound that decides the question is enough, so this is often cheaper than the value.
    Raises: FaultyGame under `informed` where no truth could be the answer.
    """
    if least <= 0:
        return True
    if least > len(solver.game.actions):
        return False
    allowed = min(SLICE, most_states)
    while True:
        value = solver.value(most_states=allowed, interval=allowed == most_states)
        if value.lower >= least - SLACK:
            return True
        if value.exact or value.upper < least - SLACK:
            return False
        if allowed == most_states:
            return None
        allowed = min(10 * allowed, most_states)


def compile_searches(semantics: Semantics) -> None:
    """Compile (or load from disk) every search of one semantics, so that what is timed afterwards only searches.

    Solves two small games, with bounds, greedily and by layers. They are just large enough for their tables to grow;
    in the second, one action always rules out the same truth. What sampling needs is imported.
    """
    from boxwright.blackboxes.reasoning.kumo.optimal.layers import layered

    for always in (False, True):
        game = _small_game(always)
        for way in (Way.BOUNDED, Way.GREEDY):
            Solver(game, semantics, way).value()
    game = _small_game(False)
    if semantics is Semantics.INFORMED:
        Solver(game, semantics, slice_states=1).value(seconds=0.5, most_states=1, sample=True)
    else:
        layered(game, game.everything, game.all_actions, semantics is Semantics.PAPER, lambda: True)


def _small_game(always: bool) -> Game:
    truths, actions = 7, 14
    states = [(1 << (a % truths), 1 << ((a + 1 + a // truths) % truths)) for a in range(actions)]
    if always:
        states[0] = (states[0][0], states[0][1] | states[0][0])
    return Game(tuple(f"truth {t}" for t in range(truths)), tuple(f"action {a}" for a in range(actions)), tuple(states))
