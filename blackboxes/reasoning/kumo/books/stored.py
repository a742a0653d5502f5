"""The stored books of a domain: each one's instance and history, checked again against that instance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.books.shelf import PLACE
from boxwright.blackboxes.reasoning.kumo.books.writer import FaultyBook
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.seeds import digest

BOOKS = "books"
"""A domain's folder of books; each names its instance, so it survives a rebuild."""


class Version(BaseModel):
    """One version of a book, and the checker's findings."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    number: int
    by: str
    """`writer` or `reviser`."""
    found: dict[str, int]
    """Number of findings by kind."""


class BookFacts(BaseModel):
    """`book.json`: a book's instance and history."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: int = 1
    domain: str
    instance: str
    """The content hash of the book's instance."""
    language: str
    models: dict[str, str]
    versions: tuple[Version, ...]
    """Every version, with the checker's number of findings."""
    chosen: int
    """The number of this version."""
    hashes: dict[str, str]
    """Of book and recording."""
    prompts: dict[str, int] = Field(default_factory=dict)
    """The prompts by name, with their versions: those of the writing, or of the replay that renewed it."""
    reworded: dict[str, int] = Field(default_factory=dict)
    """By role, how many recorded questions these prompts word differently."""
    usage: dict[str, int]


def read_facts(folder: Path) -> BookFacts:
    """Read a stored book's facts. Raises: FaultyBook where book or facts are not what was stored."""
    try:
        facts = BookFacts.model_validate_json((folder / "book.json").read_bytes())
        same = digest((folder / "book.md").read_bytes()) == facts.hashes["book"]
        same = same and digest((folder / "recording.jsonl").read_bytes()) == facts.hashes["recording"]
    except (OSError, ValidationError, KeyError) as error:
        raise FaultyBook(f"{folder}: cannot be read; restore it, or write the book again") from error
    if not same:
        raise FaultyBook(f"{folder}: changed since it was accepted; restore it, or write the book again")
    return facts


def stored_books(accepted: Path) -> Iterator[Path]:
    """Yield the folders of a domain's books, sorted; `accepted` is the domain's own folder."""
    yield from sorted(path.parent for path in (accepted / BOOKS).glob("*/*/book.json"))


def book_faults(accepted: Path, domain: Domain) -> list[str]:
    """Return what is wrong with a domain's stored books, in sentences."""
    faults = []
    for folder in stored_books(accepted):
        name = folder.relative_to(accepted / BOOKS).as_posix()
        try:
            facts = read_facts(folder)
            faults += [f"book {name}: {fault}" for fault in _faults(domain, facts, name, folder)]
        except BoxwrightError as error:
            faults.append(str(error))
    return faults


def _faults(domain: Domain, facts: BookFacts, name: str, folder: Path) -> list[str]:
    from boxwright.blackboxes.reasoning.kumo.books.reader import check_book  # its patterns take a while to compile

    found = PLACE.fullmatch(name)
    if found is None:
        return ["its folder does not say which instance it is of; write the book again"]
    truths, actions, seed, number = map(int, found.groups()[:4])
    instance = next(islice(generate(domain, Sizes(truths, actions), seed), number - 1, None))
    if instance.hash != facts.instance:
        return ["the domain has changed since it was written; write the book again"]
    return [str(finding) for finding in check_book(instance, (folder / "book.md").read_text(encoding="utf-8"))]


def with_stored_books(accepted: Path | None, instances: Sequence[tuple[str, Instance]]) -> list[tuple[str, Instance]]:
    """Return instances with the books that are stored for them. Raises: FaultyBook for one without."""
    stored = {read_facts(folder).instance: folder for folder in stored_books(accepted)} if accepted else {}
    found = []
    for where, instance in instances:
        folder = stored.get(instance.content_hash())
        if folder is None:
            raise FaultyBook(
                f"{where}: no book is stored for it; write it with `boxwright kumo write-book`, or use other --books"
            )
        text = (folder / "book.md").read_text(encoding="utf-8")
        found.append((where, instance.model_copy(update={"knowledge_book": text}).sealed()))
    return found
