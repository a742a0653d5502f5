"""The stored books of a domain: each is checked again against its instance, drawn anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from boxwright.agents.kumo.book_build import BookFacts, read_facts
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.books.reader import check_book
from boxwright.blackboxes.reasoning.kumo.books.shelf import PLACE
from boxwright.blackboxes.reasoning.kumo.domain.model import parse_domain
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.registry import BOOKS, Accepted


def stored_books(box: Accepted) -> Iterator[Path]:
    """Yield the folders of a domain's books, sorted."""
    yield from sorted(path.parent for path in (box.folder / BOOKS).glob("*/*/book.json"))


def book_faults(box: Accepted) -> list[str]:
    """Return what is wrong with a domain's stored books, in sentences."""
    faults = []
    for folder in stored_books(box):
        name = folder.relative_to(box.folder / BOOKS).as_posix()
        try:
            facts = read_facts(folder)
            faults += [f"book {name}: {fault}" for fault in _faults(box, facts, name, folder)]
        except BoxwrightError as error:
            faults.append(str(error))
    return faults


def _faults(box: Accepted, facts: BookFacts, name: str, folder: Path) -> list[str]:
    found = PLACE.fullmatch(name)
    if found is None:
        return ["its folder does not say which instance it is of; write the book anew"]
    truths, actions, seed, number = map(int, found.groups()[:4])
    domain = parse_domain(json.loads(box.source), box.id)
    instance = next(islice(generate(domain, Sizes(truths, actions), seed), number - 1, None))
    if instance.hash != facts.instance:
        return ["the domain has changed since it was written; write the book anew"]
    return [str(finding) for finding in check_book(instance, (folder / "book.md").read_text(encoding="utf-8"))]
