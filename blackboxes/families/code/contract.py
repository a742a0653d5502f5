"""What generated code of the `code` family defines, written down as types; never instantiated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypedDict


class CodeShape(TypedDict):
    """What the player assigns (name to type name), and how many checkpoints there are."""

    inputs: Mapping[str, str]
    checkpoints: int


class Code(Protocol):
    """`code`: runs an algorithm; the shim supplies `checkpoint` and keeps only the requested visit."""

    def describe(self) -> CodeShape: ...  # noqa: D102
    def run(self, checkpoint: Any, **inputs: Any) -> None: ...  # noqa: D102
