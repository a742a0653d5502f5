"""The knowledge book that a player reads, by kind and language."""

from __future__ import annotations

from boxwright.blackboxes.reasoning.kumo.books.books import LANGUAGES, STYLES, write_book
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

WRITTEN = "written"
"""Books by models, stored with their domain."""
KINDS = (*STYLES, WRITTEN)
"""The first is the default."""

__all__ = ["KINDS", "LANGUAGES", "WRITTEN", "book_text"]


def book_text(instance: Instance, kind: str, language: str) -> str:
    """Return the book of an instance that carries its outcomes, by a writer without a model. Raises: FaultyBook."""
    return write_book(instance, kind, language)
