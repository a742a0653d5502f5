"""A model revises given books by the paper's four criteria, one after the other: what is revision worth?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boxwright.agents.kumo.book_author import REVISER, BookAuthor, prompts_of
from boxwright.agents.runs.journal import Header
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.session import Session
from boxwright.blackboxes.reasoning.kumo.books.reader import BookFinding, check_book
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace


@dataclass(frozen=True)
class Revised:
    """A book after its revision."""

    text: str
    before: tuple[BookFinding, ...]
    """The strict reader's findings in the book as it was."""
    after: tuple[BookFinding, ...]


def revise_books(
    workspace: Workspace,
    books: Sequence[tuple[Instance, str]],
    language: str,
    tell: bool,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> list[Revised]:
    """Let `options.models["reviser"]` review each book once. `tell`: it is told what the strict reader found.

    Raises: FaultyBook for an instance without outcomes, BoxwrightError, ModelError.
    """
    content = digest("\n".join(f"{instance.content_hash()}\n{text}" for instance, text in books))
    session = Session(workspace, f"kumo.revised/{content[:12]}", options, report)
    model = options.models[REVISER][0]
    header = Header(
        id=session.identifier,
        description=content,
        prompts=prompts_of(),
        models={REVISER: model.name},
        settings={"tell": tell, "language": language},
        planted=options.planted,
    )
    done = []
    with session.opened(header):
        asked = session.journalled(model)
        for number, (instance, text) in enumerate(books, 1):
            before = tuple(check_book(instance, text))
            author = BookAuthor(asked, asked, instance, language)
            mended = author.review(number, text, before if tell else ())
            revised = text if mended is None else mended
            done.append(Revised(revised, before, tuple(check_book(instance, revised))))
        session.end("accepted", ())
    return done
