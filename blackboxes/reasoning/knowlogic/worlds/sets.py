"""Sets of worlds, and the spaces that they belong to: listed where there are few worlds, a circuit for SAT above."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, Self

from boxwright.blackboxes.reasoning.knowlogic.worlds.arrangements import MOST_WORLDS, Arrangements, count_arrangements


class Worlds(Protocol):
    """A set of worlds: a whole number of a listed space, a gate of a solved one. It is true if it holds any."""

    def __and__(self, other: Self, /) -> Self:
        """Return the worlds of both."""

    def __or__(self, other: Self, /) -> Self:
        """Return the worlds of either."""

    def __invert__(self) -> Self:
        """Return the other worlds."""

    def __bool__(self) -> bool:
        """Whether there is a world in it."""


class Space(Protocol):
    """All arrangements of some entities in some slots."""

    @property
    def entities(self) -> int:
        """The number of entities."""

    @property
    def slots(self) -> int:
        """The number of slots."""

    @property
    def count(self) -> int:
        """The number of arrangements."""

    @property
    def listed(self) -> bool:
        """Whether they are listed, so that the worlds of a set can be counted."""

    @property
    def everything(self) -> Any:
        """All worlds."""

    @property
    def at(self) -> Sequence[Sequence[Any]]:
        """`at[entity][slot]`: the worlds in which the entity is in the slot."""

    def first(self, worlds: Any) -> Any:
        """Return one world of a set that is not empty, as a set."""

    def worlds_of(self, worlds: Any, limit: int) -> list[tuple[int, ...]]:
        """Return worlds of a set, at most `limit`: the slot of each entity."""

    def sample(self) -> Sequence[tuple[int, ...]]:
        """Return arrangements to estimate shares on: all of them, or some drawn once and for all."""


def same(space: Space, one: Worlds, other: Worlds) -> bool:
    """Whether two sets hold the same worlds."""
    return not one & (space.everything & ~other) and not other & (space.everything & ~one)


@cache
def space_of(entities: int, slots: int, most: int = MOST_WORLDS) -> Space:
    """Return the space of a size: listed up to `most` arrangements, solved by SAT above."""
    if count_arrangements(entities, slots) <= most:
        return Arrangements(entities, slots)
    from boxwright.blackboxes.reasoning.knowlogic.worlds.solved import SolvedSpace

    return SolvedSpace(entities, slots)
