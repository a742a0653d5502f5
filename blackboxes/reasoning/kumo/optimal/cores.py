"""The compiled searches behind one interface: which one serves which semantics, and how its table grows."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.optimal import bounds, elimination, plain, search, tables, transitions

Numbers = NDArray[np.float64]
Flags = NDArray[np.uint8]


MOST_BYTES = 600_000_000
"""Maximum size of a table."""
ROOM_PER_STATE = 50
"""Table entries that may be added per state expanded before a search pauses."""
RELAXED_TRUTHS, RELAXED_ACTIONS = 20, 8
"""Maximum size of the table of relaxed games (2^20 rows of 9: 75 MB)."""


class Core(Protocol):
    """One game, searched in one way; results stay in its table."""

    greedy: bool
    """Whether it can search the most promising actions only."""
    most_entries: int
    """How large the table may grow."""

    @property
    def counters(self) -> NDArray[np.int64]:
        """NODES, LIMIT, STOPPED, STORED, OVER."""
        ...

    @property
    def entries(self) -> int:
        """How many states the table has room for."""
        ...

    @property
    def weight(self) -> Numbers:
        """(n,) the belief at the root, for the caller to write."""
        ...

    def allow(self, states: int) -> None:
        """Let the next search expand this many states before it stops."""
        ...

    def use(self, alive: int, left: int) -> int:
        """Return the remaining actions that are searched."""
        ...

    def same(self, alive: int, a: int) -> int:
        """Return the representative of an action's equivalence class."""
        ...

    def certain(self) -> int:
        """Return the root's actions that are all best, after a search."""
        ...

    def search(self, alive: int, use: int, slack: float, values: Numbers, exact: Flags) -> None:
        """Search; see `search.solve`."""
        ...

    def grow(self, entries: int) -> None:
        """Move to a larger table."""
        ...


class BoundedCore:
    """`paper` and `informed`, with the bounds of `bounds.py`."""

    greedy = True

    def __init__(self, game: Game, semantics: str, way: int, entries: int) -> None:
        self.tables = tables.tables_of(game, semantics, way)
        if semantics == "paper" and way != tables.PLAIN and len(game.truths) <= RELAXED_TRUTHS:
            relaxed = bounds.relax(self.tables, min(len(game.actions), RELAXED_ACTIONS))
            self.tables = self.tables._replace(relaxed=relaxed)
        self.memory = tables.empty_memory(self.tables, entries)
        self.most_entries = 1 << 22  # of 32 bytes, and 8 per truth under `informed`
        while semantics == "informed" and self.most_entries * (32 + 8 * len(game.truths)) > MOST_BYTES:
            self.most_entries >>= 1

    @property
    def counters(self) -> NDArray[np.int64]:  # noqa: D102
        return self.memory.counters

    @property
    def entries(self) -> int:  # noqa: D102
        return len(self.memory.entry)

    @property
    def weight(self) -> Numbers:  # noqa: D102
        row: Numbers = self.memory.weight[0]
        return row

    def allow(self, states: int) -> None:  # noqa: D102
        allow(self.counters, states)
        self.counters[tables.ROOM] = self.counters[tables.STORED] + ROOM_PER_STATE * states

    def use(self, alive: int, left: int) -> int:  # noqa: D102
        return int(transitions.canonical(self.tables, alive, left))

    def same(self, alive: int, a: int) -> int:  # noqa: D102
        if self.tables.size[3] == tables.PLAIN:
            return a
        return int(self.tables.classes[alive if len(self.tables.classes) > 1 else 0][a])

    def certain(self) -> int:  # noqa: D102
        return 0

    def search(self, alive: int, use: int, slack: float, values: Numbers, exact: Flags) -> None:  # noqa: D102
        search.solve(self.tables, self.memory, alive, use, tables.BIG, slack, values, exact)

    def grow(self, entries: int) -> None:  # noqa: D102
        larger = tables.empty_memory(self.tables, entries)
        tables.refill(self.memory, larger)
        self.memory = larger

    def worlds(self, alive: int, use: int) -> Any:
        """Count the worlds of every truth (`informed`); return the slot that holds the counts."""
        return transitions.worlds(self.tables, self.memory, alive, use)


class _StackCore:
    """What the searches over `elimination.Stack` share."""

    most_entries = 1 << 24  # of 32 bytes

    def __init__(self, game: Game, entries: int) -> None:
        self.rules = tables.rules_of(game)
        self.stack = elimination.empty_stack(self.rules, entries)

    @property
    def counters(self) -> NDArray[np.int64]:
        return self.stack.counters

    @property
    def entries(self) -> int:
        return len(self.stack.entries)

    @property
    def weight(self) -> Numbers:
        row: Numbers = self.stack.weight[0]
        return row

    def allow(self, states: int) -> None:
        allow(self.counters, states)

    def grow(self, entries: int) -> None:
        larger = self.stack._replace(entries=np.zeros(entries, elimination.STATE), counters=np.zeros(6, np.int64))
        elimination.refill(self.stack, larger)
        self.stack = larger


class EliminationCore(_StackCore):
    """`elimination`, with the bounds of `necessity.py`; for games in which no action always rules out some truth."""

    greedy = True

    def __init__(self, game: Game, entries: int, greedy: bool) -> None:
        super().__init__(game, entries)
        self._only_first = greedy

    def use(self, alive: int, left: int) -> int:  # noqa: D102
        return int(elimination.canonical_actions(self.rules, alive, left))

    def same(self, alive: int, a: int) -> int:  # noqa: D102
        return int(self.rules.classes[alive if len(self.rules.classes) > 1 else 0][a])

    def certain(self) -> int:  # noqa: D102
        return int(self.stack.counters[tables.CERTAIN])

    def search(self, alive: int, use: int, slack: float, values: Numbers, exact: Flags) -> None:  # noqa: D102
        elimination.eliminate(self.rules, self.stack, alive, use, slack, self._only_first, values, exact)


class PlainCore(_StackCore):
    """`paper` and `elimination` without bounds."""

    greedy = False

    def __init__(self, game: Game, semantics: str, entries: int) -> None:
        super().__init__(game, entries)
        self._paper = semantics == "paper"

    def use(self, alive: int, left: int) -> int:  # noqa: D102
        return int(elimination.that_matter(self.rules, alive, left))

    def same(self, alive: int, a: int) -> int:  # noqa: D102
        return a

    def certain(self) -> int:  # noqa: D102
        return 0

    def search(self, alive: int, use: int, slack: float, values: Numbers, exact: Flags) -> None:  # noqa: D102
        plain.plain_search(self.rules, self.stack, alive, use, self._paper, values, exact)


def allow(counters: NDArray[np.int64], states: int) -> None:
    """Let the next search expand this many states."""
    counters[tables.NODES], counters[tables.LIMIT], counters[tables.STOPPED] = 0, states, tables.RAN


def core_of(game: Game, semantics: str, way: int, entries: int) -> Core:
    """Return the search that serves a game."""
    if semantics != "informed" and way == tables.PLAIN:
        return PlainCore(game, semantics, entries)
    if semantics == "elimination":
        always = any(
            all((mask >> t) & 1 for mask in game.states[a])
            for a in members(game.all_actions)
            for t in range(len(game.truths))
        )
        return PlainCore(game, semantics, entries) if always else EliminationCore(game, entries, way == tables.GREEDY)
    return BoundedCore(game, semantics, way, entries)
