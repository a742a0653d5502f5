"""What generated code of the `circuit` family defines, written down as types; never instantiated."""

from __future__ import annotations

from typing import Protocol, TypedDict


class CircuitShape(TypedDict):
    """How large a circuit is."""

    inputs: int
    gates: int


class Circuit(Protocol):
    """`circuit`: input bits in, the output bit of every gate out, or bits derived from them."""

    def describe(self) -> CircuitShape: ...  # noqa: D102
    def blackbox(self, bits: list[int]) -> list[int]: ...  # noqa: D102
