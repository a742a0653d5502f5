"""Optimal play of games with several valid truths, of which there are too many sets for `solver.py`.

`paper` and `elimination` are searched (`several_search.py`). An open game has an interval: above, a greedy player,
summed up exactly or sampled; below, the search's own bound, or what a player needs who is told all valid truths but
one. Under `informed` there is only an interval.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.instances.game import FaultyGame, Game, by_sets, mask_of, members
from boxwright.blackboxes.reasoning.kumo.optimal import elimination, several_search, tables
from boxwright.blackboxes.reasoning.kumo.optimal.cores import Flags, Numbers, allow
from boxwright.blackboxes.reasoning.kumo.optimal.sampled import MOST, Sampled, end_of
from boxwright.blackboxes.reasoning.kumo.optimal.several_ends import (
    SetWorlds,
    Told,
    sets_among,
    told,
    told_lower,
)
from boxwright.blackboxes.reasoning.kumo.optimal.solver import (
    FIRST_TABLE,
    FOREVER,
    PATIENCE,
    SAMPLING,
    SHOWN_SHARE,
    SLICE,
    Semantics,
    Solver,
    State,
    Value,
    Way,
)
from boxwright.blackboxes.reasoning.kumo.optimal.worlds import MOST_TRUTHS
from boxwright.blackboxes.seeds import derive, stream

MOST_SETS = 20_000
"""Above so many sets no belief is computed: `elimination` and `informed` have the ends that need none."""
MOST_TOLD = 200
"""With so many ways to tell all valid truths but one, or fewer, all are tried; otherwise so many are drawn."""
LEAST_STATES = 200
"""States of the search after each of them, where there is no clock."""
COSTS = 8
"""A state under `elimination` counts as so many of those that may be searched: its belief is over sets."""
AT_ONCE = 100
"""Games that are played between two checks of the clock."""


def solver_of(game: Game, semantics: Semantics) -> Solver:
    """Return what solves a game with any number of valid truths; where their sets are few, these are its truths."""
    game = by_sets(game)
    return SeveralSolver(game, semantics) if game.valid.bit_count() > 1 else Solver(game, semantics)


def compile_several(semantics: Semantics) -> None:
    """Compile (or load from disk) the search of games with several valid truths, as `solver.compile_searches` does."""
    states = [(1 << a, 1 << (a + 1) % 6) for a in range(6)] * 2
    game = Game(tuple("abcdef"), tuple(map(str, range(12))), tuple(states), valid=3)
    solver = SeveralSolver(game, semantics)
    solver.value(sample=True, seconds=0.0)
    if semantics is Semantics.INFORMED:
        worlds = SetWorlds(game, 2)
        chosen = worlds.valid(FOREVER)
        assert chosen is not None
        solver._worlds_played(worlds, time.perf_counter() + 0.01)
    else:
        SeveralSolver(game, semantics, Way.GREEDY).value()
        solver._played(0.01)


class SeveralCore:
    """The compiled search of `paper` or `elimination`; see `cores.Core`."""

    greedy = True
    most_entries = 1 << 24  # of 32 bytes

    def __init__(self, game: Game, by_belief: bool, greedy: bool, entries: int) -> None:
        self.sets = sets_of(game, by_belief)
        self.desk = several_search.empty_desk(self.sets, entries)
        self._only_first = greedy

    @property
    def counters(self) -> NDArray[np.int64]:  # noqa: D102
        return self.desk.counters

    @property
    def entries(self) -> int:  # noqa: D102
        return len(self.desk.entries)

    @property
    def weight(self) -> Numbers:  # noqa: D102
        row: Numbers = self.desk.weight[0]
        return row

    def allow(self, states: int) -> None:  # noqa: D102
        allow(self.counters, states)

    def use(self, alive: int, left: int) -> int:  # noqa: D102
        return int(elimination.that_matter(self.sets, alive, left))

    def same(self, alive: int, a: int) -> int:  # noqa: D102
        return a

    def certain(self) -> int:  # noqa: D102
        return 0

    def search(self, alive: int, use: int, slack: float, values: Numbers, exact: Flags) -> None:  # noqa: D102
        several_search.search_sets(self.sets, self.desk, alive, use, slack, self._only_first, values, exact)

    def grow(self, entries: int) -> None:  # noqa: D102
        larger = self.desk._replace(entries=np.zeros(entries, tables.ENTRY), counters=np.zeros(6, np.int64))
        several_search.refill(self.desk, larger)
        self.desk = larger

    def believe(self, alive: int, taken: list[int]) -> None:
        """Write the belief after these actions, if they left these truths."""
        live = np.flatnonzero((self.sets.member & ~np.int64(alive)) == 0)
        self.desk.live[0, 0] = len(live)
        self.desk.live[0, 1 : len(live) + 1] = live
        self.desk.weight[0] = self.sets.share[taken].prod(axis=0)

    def first(self, alive: int, use: int) -> int:
        """Return the most promising action, by the belief that was written; some action must be of use."""
        several_search.open_state(self.sets, self.desk, alive, use, 0, tables.BIG)
        if self.counters[tables.STOPPED] == tables.TABLE_FULL:
            self.grow(4 * self.entries)
            several_search.open_state(self.sets, self.desk, alive, use, 0, tables.BIG)
        return int(self.desk.order[0, 0])

    def least(self, alive: int, left: int) -> int:
        """Return how many actions any game from here takes at least (not under `informed`)."""
        return int(several_search.least(self.sets, self.desk.scratch, alive, left))


def sets_of(game: Game, by_belief: bool) -> several_search.Sets:
    """Return the arrays of one game; with `by_belief` those of its sets too, which must be MOST_SETS or fewer."""
    number = game.valid.bit_count()
    states, out, times = tables.states_of(game)
    member = np.array(list(sets_among(game.everything, number)) if by_belief else [], np.int64)
    real = times[:, :, None] * np.ones(len(member))
    leaves = ((member & out[:, :, None]) == 0) * real
    kept = leaves.sum(axis=1, keepdims=True)
    law = np.where(kept > 0, leaves / np.maximum(1.0, kept), real / times.sum(axis=1)[:, None, None])
    return several_search.Sets(
        np.array([number, int(by_belief)], np.int64),
        states,
        out,
        times,
        tables.touching_of(game),
        np.array([float(math.comb(i, number)) for i in range(len(game.truths) + 1)]),
        member,
        np.ascontiguousarray(law),
        np.ascontiguousarray(1.0 / np.maximum(1.0, kept[:, 0, :])),
    )


class SeveralSolver(Solver):
    """Optimal play of one game with several valid truths under one semantics."""

    def __init__(
        self,
        game: Game,
        semantics: Semantics,
        way: Way = Way.BOUNDED,
        largest_table: int | None = None,
        slice_states: int = SLICE,
    ) -> None:
        self._number = game.valid.bit_count()
        self._weighs = math.comb(len(game.truths), self._number) <= MOST_SETS
        super().__init__(game, semantics, way, largest_table, slice_states)
        self._ready, self._patience = True, FOREVER

    def _new_core(self) -> SeveralCore:
        by_belief = self.semantics is not Semantics.PAPER and self._weighs
        self._sets_core = SeveralCore(self.game, by_belief, self.way is Way.GREEDY, FIRST_TABLE)
        return self._sets_core

    def _believe(self, state: State) -> None:
        self._sets_core.believe(state.alive, members(self.game.all_actions & ~state.left))

    def value(
        self,
        state: State | None = None,
        seconds: float = FOREVER,
        every: bool = False,
        most_states: float = FOREVER,
        interval: bool = True,
        sample: bool = False,
    ) -> Value:
        """Return a state's value, or an interval, as `Solver.value` does.

        Under `informed`, and under `elimination` with more than MOST_SETS sets, it is an interval of the start.
        Raises: FaultyGame for other states of such games.
        """
        began = time.perf_counter()
        state = state or self.start
        if self.semantics is Semantics.INFORMED or (self.semantics is Semantics.ELIMINATION and not self._weighs):
            if state != self.start:
                raise FaultyGame("of so many sets of valid truths only the start has a value; ask for a smaller size")
            return self._unsearched(seconds, most_states, sample)
        below = interval and self.way is Way.BOUNDED and self.semantics is Semantics.ELIMINATION
        search = seconds * (1 - SHOWN_SHARE) if sample and below else seconds
        costs = COSTS if self.semantics is Semantics.ELIMINATION else 1
        found = super().value(state, search, every, most_states / costs, interval, sample)
        if found.exact or not below or state != self.start:
            return found
        lower = self._told(began + seconds, most_states, sample)
        return _raised(found, lower, began)

    def _unsearched(self, seconds: float, most_states: float, sample: bool) -> Value:
        """Return the interval of a start that is not searched: a player's ends alone."""
        began = time.perf_counter()
        until = began + (SAMPLING if sample and seconds == FOREVER else seconds)
        use = self._core.use(self.game.everything, self.game.all_actions)
        upper = float(use.bit_count())
        if self.semantics is Semantics.ELIMINATION:
            least = float(self._sets_core.least(self.game.everything, use))
            found = Value(least, upper, (), {}, 0, 0.0, least == upper)
            return found if found.exact else _raised(found, self._told(until, most_states, sample), began)
        found = Value(0.0, upper, (), {}, 0, 0.0, False)
        if not sample or len(self.game.truths) - self._number >= MOST_TRUTHS:
            return found
        worlds = SetWorlds(self.game, self._number)
        if worlds.valid(until) is None:
            return replace(found, late=True, seconds=time.perf_counter() - began)
        if self._weighs:
            played = end_of(self._worlds_played(worlds, (began + until) / 2))
            if played is not None and played.upper < upper:
                found = replace(found, upper=played.upper, upper_by=str(played))
        return _raised(found, self._told_worlds(worlds, until), began)

    def _played(self, seconds: float) -> Sampled | None:
        """Play the greedy player in games drawn by the law of `paper` or `elimination`."""
        until, core = time.perf_counter() + seconds, self._new_core()
        alive, actions = self.game.everything, self.game.all_actions
        draw = np.random.default_rng(derive("kumo/several", repr(self.game.states), self.semantics.value))
        counts: list[int] = []
        while len(counts) < MOST and time.perf_counter() < until and core.entries <= core.most_entries:
            core.believe(alive, [])
            core.allow(0)
            chances = draw.random((AT_ONCE, len(self.game.actions)))
            played = several_search.games_of(core.sets, core.desk, alive, core.use(alive, actions), chances)
            if played.min() < 0:
                core.grow(4 * core.entries)
            else:
                counts += played.tolist()
        return end_of(counts)

    def _worlds_played(self, worlds: SetWorlds, until: float) -> list[int]:
        """Return what the greedy player took in drawn worlds (`informed`), as many as begin in time."""
        counts: list[int] = []
        core = self._new_core()
        while len(counts) < MOST and (chosen := worlds.valid(until)) is not None:
            shown = worlds.one(chosen)
            alive, left, taken = self.game.everything, self.game.all_actions, list[int]()
            while alive.bit_count() > self._number and not worlds.over(chosen, alive, left):
                core.believe(alive, taken)
                core.allow(0)
                a = core.first(alive, core.use(alive, left))
                alive &= ~self.game.states[a][int(shown[a])]
                left &= ~(1 << a)
                taken.append(a)
            counts.append(len(taken))
        return counts

    def _told(self, until: float, most_states: float, sample: bool) -> Told | None:
        """Return a lower end of `elimination` from games in which all valid truths but one are told."""
        truths, known = len(self.game.truths), self._number - 1
        number = math.comb(truths, known)
        if number > MOST_TOLD and not sample:
            return None
        least = float(self._sets_core.least(self.game.everything, self.game.all_actions))
        states = PATIENCE if sample else max(LEAST_STATES, min(PATIENCE, most_states / (4 * number)))
        until = min(until, time.perf_counter() + SAMPLING) if sample else until

        def rest(mask: int, within: float) -> float:
            one = told(self.game, mask, honest=True)
            if one is None:
                return least
            value = Solver(one, Semantics.ELIMINATION).value(seconds=within, most_states=states, interval=False)
            honest = len(one.truths) / (truths - known)
            return honest * max(least, value.lower) + (1.0 - honest) * least

        draw = stream("kumo/told", repr(self.game.states))
        if number <= MOST_TOLD:
            masks = list(sets_among(self.game.everything, known))
            draw.shuffle(masks)
        else:
            masks = [mask_of(draw.sample(range(truths), known)) for _ in range(MOST_TOLD)]
        return told_lower(masks, rest, until, number <= MOST_TOLD, least)

    def _told_worlds(self, worlds: SetWorlds, until: float) -> Told | None:
        """Return a lower end of `informed` likewise; what is told is part of a set that was drawn."""
        ends: dict[int, float] = {}
        masks = [worlds.part(chosen) for _ in range(MOST_TOLD) if (chosen := worlds.valid(until)) is not None]
        different = len(set(masks))

        def rest(mask: int, within: float) -> float:
            if mask not in ends:
                one = told(self.game, mask, honest=False)
                assert one is not None, "it is part of a set that has a world"
                share = (until - time.perf_counter()) / max(1, different - len(ends))
                solver = Solver(one, Semantics.INFORMED)
                ends[mask] = solver.value(seconds=max(0.0, share), interval=False).lower
            return ends[mask]

        return told_lower(masks, rest, until, False, 0.0)


def _raised(found: Value, lower: Told | None, began: float) -> Value:
    """Return an interval with a better lower end, if this is one."""
    found = replace(found, seconds=time.perf_counter() - began)
    if lower is None or lower.lower <= found.lower:
        return found
    return replace(found, lower=min(lower.lower, found.upper), lower_by=str(lower))
