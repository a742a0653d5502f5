"""What generated code of the `physics` family defines, written down as types; never instantiated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypedDict


class PhysicsShape(TypedDict):
    """Which bodies move."""

    objects: Sequence[str]


class Physics(Protocol):
    """`physics`: a time in seconds in, positions of bodies out."""

    def describe(self) -> PhysicsShape: ...  # noqa: D102
    def blackbox(self, t: float) -> dict[str, list[float]]: ...  # noqa: D102
