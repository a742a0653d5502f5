"""Stored books, and the games played with them or with books written by rule."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from boxwright.blackboxes.reasoning.kumo.books.writer import WRITTEN, FaultyBook, book_text
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.balance import evened
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.reasoning.kumo.play.settings import PlaySettings
from boxwright.blackboxes.seeds import digest

PLACE = re.compile(r"(\d+)-(\d+)/seed(-?\d+)-(\d+)-(\w+)")
"""The folder of a book: truths, actions, seed, number of the instance in that seed (from 1), language."""


@dataclass(frozen=True)
class Shelved:
    """A stored book, as its folder's name describes it."""

    folder: Path
    sizes: Sizes
    seed: int
    number: int
    language: str


def shelved(books: Path | None) -> list[Shelved]:
    """Return a domain's stored books, sorted by size, language, seed and instance."""
    found = []
    for path in books.glob("*/*/book.json") if books else ():
        named = PLACE.fullmatch(f"{path.parent.parent.name}/{path.parent.name}")
        if named:
            truths, actions, seed, number = map(int, named.groups()[:4])
            found.append(Shelved(path.parent, Sizes(truths, actions), seed, number, named[5]))
    return sorted(found, key=lambda b: (b.sizes.truths, b.sizes.actions, b.language, b.seed, b.number))


def games(
    domain: Domain, settings: PlaySettings, seed: int, count: int, books: Path | None
) -> Iterator[tuple[Instance, str]]:
    """Yield at most `count` instances with the book that the player reads.

    Instances are those of the seed. With `book=written` they are those with a stored book, whatever the seed.
    Raises: CannotBeMade, FaultyBook.
    """
    if settings.book != WRITTEN:
        for instance in islice(instances(domain, settings, seed), count):
            yield instance, book_text(instance, settings.book, settings.language)
        return
    for book in fitting(domain.domain, settings, books)[:count]:
        yield _read(domain, book)


def instances(domain: Domain, settings: PlaySettings, seed: int) -> Iterator[Instance]:
    """Yield the instances of a seed endlessly, as they are played. Raises: CannotBeMade."""
    drawn = generate(domain, settings.sizes, seed)
    if settings.keep == "even":
        return evened(drawn, seed)
    return drawn


def fitting(name: str, settings: PlaySettings, books: Path | None) -> list[Shelved]:
    """Return the stored books of the size and language in the settings. Raises: FaultyBook if there is none."""
    there = shelved(books)
    found = [book for book in there if (book.sizes, book.language) == (settings.sizes, settings.language)]
    if not found:
        sizes = settings.sizes
        known = sorted({f"{b.sizes.truths}/{b.sizes.actions} {b.language}" for b in there})
        has = f"it has books of {', '.join(known)}" if known else "it has none"
        raise FaultyBook(
            f"{name}: no stored book of {sizes.truths}/{sizes.actions} in {settings.language} to play "
            f"(--kumo book=written); {has}; write one with `boxwright kumo write-book`, or choose another book or box"
        )
    return found


def books_hash(found: list[Shelved]) -> str:
    """Return a hash of the stored books, to be stored with results."""
    return digest("\n".join(f"{b.seed}-{b.number} {digest((b.folder / 'book.md').read_bytes())}" for b in found))


def _read(domain: Domain, book: Shelved) -> tuple[Instance, str]:
    """Read a stored book and draw its instance again. Raises: FaultyBook if either has changed."""
    try:
        text = (book.folder / "book.md").read_text(encoding="utf-8")
        facts = json.loads((book.folder / "book.json").read_text(encoding="utf-8"))
        known, wanted = facts["hashes"]["book"], facts["instance"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FaultyBook(f"{book.folder}: cannot be read; restore it, or write the book again") from error
    if digest(text) != known:
        raise FaultyBook(f"{book.folder}: changed since it was accepted; restore it, or write the book again")
    instance = next(islice(generate(domain, book.sizes, book.seed), book.number - 1, None))
    if instance.hash != wanted:
        raise FaultyBook(f"{book.folder}: belongs to another instance (has its domain changed?); write the book again")
    return instance, text
