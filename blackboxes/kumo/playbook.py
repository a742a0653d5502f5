"""The knowledge book that a player reads, by kind and language."""

from __future__ import annotations

from blackboxes.kumo.books import LANGUAGES, STYLES, write_book
from blackboxes.kumo.instance import Instance

KINDS = STYLES
"""The first is the default."""

__all__ = ["KINDS", "LANGUAGES", "book_text"]


def book_text(instance: Instance, kind: str, language: str) -> str:
    """Return the book of an instance that carries its outcomes. Raises: FaultyBook."""
    return write_book(instance, kind, language)
