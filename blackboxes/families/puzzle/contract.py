"""What generated code of the `puzzle` family defines, written down as types; never instantiated."""

from __future__ import annotations

from typing import Any, Protocol

from boxwright.blackboxes.contracts import State


class Puzzle(Protocol):
    """`puzzle`: a hidden answer (and any noise) per seed, and feedback on each query."""

    def new_hidden(self, seed: int) -> State: ...  # noqa: D102
    def feedback(self, hidden: State, query: Any, turn: int) -> Any: ...  # noqa: D102
    def solution(self, hidden: State) -> Any: ...  # noqa: D102
