"""What generated code of the `encryption` family defines, written down as types; never instantiated."""

from __future__ import annotations

from typing import Protocol


class Encryption(Protocol):
    """`encryption`: a text in, a text out."""

    def blackbox(self, plaintext: str) -> str: ...  # noqa: D102
