"""Books that come with the instances of a file: in its lines, in files beside it, or in a place that a person names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boxwright.blackboxes.reasoning.kumo.books.writer import FaultyBook
from boxwright.blackboxes.reasoning.kumo.domain.reading import Unreadable, parse_json, read_text
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.leaks import is_drawn_here

PUBLISHED, FILE = "published", "file"
GIVEN = (PUBLISHED, FILE)
"""Kinds of books that games bring along: as published, or from a place that was named."""
FOLDER = "knowledge_book"
"""The published folder of books, beside the instances' file: FOLDER/<the file's stem>/seed=<seed>.txt."""
NUMBER, BOOK = "instance", "book"
"""What a line of `kumo book --out` calls the number of an instance in its file, and its book."""

Placed = Sequence[tuple[str, Instance]]
"""Instances with their places in a file."""


def with_published_books(file: Path, instances: Placed) -> list[tuple[str, Instance]]:
    """Return instances with their published books: those in the lines, or the files beside. Raises: FaultyBook."""
    folder = file.parent / FOLDER / file.stem
    found = []
    for where, instance in instances:
        if instance.knowledge_book is None:
            text = _seeded(folder, instance)
            if text is None:
                raise FaultyBook(
                    f"{where}: no published book: the line has no `{FOLDER}`, and there is no "
                    f"{folder / f'seed={instance.seed}.txt'}; choose other --books"
                )
            instance = instance.model_copy(update={FOLDER: text})
        found.append((where, _sealed(where, instance)))
    return found


def with_books_of(place: Path, instances: Placed) -> list[tuple[str, Instance]]:
    """Return instances with the books of a place, each of which must have one (`books_of`). Raises: FaultyBook."""
    texts = books_of(place, instances)
    missing = next(((where, instance) for where, instance in instances if texts[where] is None), None)
    if missing is not None:
        raise FaultyBook(f"{missing[0]}: {place} has no book of it (seed {missing[1].seed})")
    return [
        (where, _sealed(where, instance.model_copy(update={FOLDER: texts[where]}))) for where, instance in instances
    ]


def books_of(place: Path, instances: Placed) -> dict[str, str | None]:
    """Return, by the instances' places, the books of a folder of seed=N.txt, of JSON lines, or of one text for one.

    Raises: FaultyBook.
    """
    if place.is_dir():
        return {where: _seeded(place, instance) for where, instance in instances}
    if place.suffix == ".jsonl":
        return _texts_of(place, instances)
    if len(instances) == 1:
        return {instances[0][0]: _text(place)}
    raise FaultyBook(
        f"{place}: one book for {len(instances)} instances; name a folder of seed=N.txt, or a .jsonl with "
        f"`seed` and `{FOLDER}` in each line"
    )


def _sealed(where: str, instance: Instance) -> Instance:
    """Return the instance with a hash that covers its book. Raises: FaultyBook for an empty one."""
    if not (instance.knowledge_book or "").strip():
        raise FaultyBook(f"{where}: its book is empty")
    return instance.sealed()


def _seeded(folder: Path, instance: Instance) -> str | None:
    path = folder / f"seed={instance.seed}.txt"
    return _text(path) if path.is_file() else None


def _texts_of(path: Path, instances: Placed) -> dict[str, str | None]:
    """Return, by the instances' places, the books of JSON lines: by seed, or by number as `kumo book` does.

    Raises: FaultyBook.
    """
    by_seed, by_number = _lines(path)
    texts: dict[str, str | None] = {}
    for number, (where, instance) in enumerate(instances, start=1):
        text = by_seed.get(instance.seed) if instance.seed is not None else None
        if text is None and number in by_number:
            text, made_for = by_number[number]
            if is_drawn_here(instance) and made_for not in (None, instance.hash):
                raise FaultyBook(
                    f"{path}: book {number} is of another instance than {where}; write the books of this file"
                )
        texts[where] = text
    return texts


def _lines(path: Path) -> tuple[dict[int, str], dict[int, tuple[str, Any]]]:
    """Return books by seed, and books with their instances' hashes by number."""
    by_seed, by_number = dict[int, str](), dict[int, tuple[str, Any]]()
    for number, line in enumerate(_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = parse_json(line)
            numbered = FOLDER not in row and BOOK in row
            key, text = (row[NUMBER], row[BOOK]) if numbered else (row["seed"], row[FOLDER])
        except (Unreadable, KeyError, TypeError) as error:
            raise FaultyBook(
                f"{path}:{number}: needs `seed` and `{FOLDER}`, or is no line of `boxwright kumo book --out`"
            ) from error
        if type(key) is not int or not isinstance(text, str) or key in (by_number if numbered else by_seed):
            named = (NUMBER, BOOK) if numbered else ("seed", FOLDER)
            raise FaultyBook(f"{path}:{number}: `{named[0]}` must be a new whole number, and `{named[1]}` a text")
        if numbered:
            by_number[key] = text, row.get("hash")
        else:
            by_seed[key] = text
    return by_seed, by_number


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except Unreadable as error:
        raise FaultyBook(f"{path}: {error}") from error
