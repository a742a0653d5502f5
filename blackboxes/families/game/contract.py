"""What generated code of the `game` family defines, written down as types; never instantiated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypedDict

from boxwright.blackboxes.contracts import State


class Played(TypedDict):
    """A game's next state, and the player's reward for the move."""

    state: State
    reward: float


class Game(Protocol):
    """`game`: the state is the module's own; opponents are distributions; no actions where the game is over.

    A module may also define `chance(state)`. Where that is not None, nature moves: `play(state, None, event)` follows,
    and the player sees nothing of that state. Else player and opponent move at once: `play(state, action, reply)`.
    """

    def start(self, settings: Mapping[str, Any]) -> State: ...  # noqa: D102
    def actions(self, state: State) -> Sequence[str]: ...  # noqa: D102
    def opponent(self, state: State) -> Mapping[str, float]: ...  # noqa: D102
    def play(self, state: State, action: str | None, reply: str) -> Played: ...  # noqa: D102
    def view(self, state: State) -> str: ...  # noqa: D102
