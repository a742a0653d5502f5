"""The book graph: write, check, review (the paper's four criteria and the checker's findings), a few rounds at most."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from boxwright.agents.kumo.book_author import BookAuthor
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.reasoning.kumo.books.given import FOLDER
from boxwright.blackboxes.reasoning.kumo.books.reader import BookFinding, check_book
from boxwright.blackboxes.reasoning.kumo.books.stored import Version
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


class BookSettings(BaseModel):
    """What decides how a book is written; a part of the recording."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    rounds: int = 3
    """Maximum number of reviews; with 0, the checker alone decides."""


class BookState(BaseModel):
    """The state of the book graph. Books are files."""

    model_config = ConfigDict(extra="forbid")
    id: str
    version: int = 0
    """The current version, from 1."""
    reviews: int = 0
    clean: int = 0
    """The last version in which the checker found nothing; 0 if there is none."""
    settled: bool = False
    """Whether the reviser finds the version right."""
    findings: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()
    ending: str = ""


def keep_version(folder: Path, instance: Instance, version: int, text: str) -> None:
    """Write one version of an instance's book into a folder, as a line for `kumo play --books`."""
    row = {"seed": instance.seed, FOLDER: text}
    write_atomically(folder / f"version-{version}.jsonl", json.dumps(row, ensure_ascii=False) + "\n")


@dataclass(frozen=True)
class BookDesk:
    """Everything the steps work with that is not state."""

    author: BookAuthor
    instance: Instance
    settings: BookSettings
    folder: Path
    accept: Callable[[str, BookState], None]
    report: Callable[[Event], None]

    def path(self, version: int) -> Path:
        """The file of one version."""
        return self.folder / f"book-{version}.md"

    def text(self, version: int) -> str:
        """The text of one version."""
        return self.path(version).read_text(encoding="utf-8")


def build_graph(desk: BookDesk, checkpointer: Any) -> CompiledStateGraph[BookState, None, BookState, BookState]:
    """Compile the graph over a checkpointer."""
    from langgraph.graph import END, START, StateGraph

    steps = _Steps(desk)
    graph = StateGraph(BookState)
    graph.add_node("write", steps.write)
    graph.add_node("check", steps.check)
    graph.add_node("review", steps.review)
    graph.add_node("end", steps.end)
    graph.add_edge(START, "write")
    graph.add_edge("write", "check")
    ways: dict[Hashable, str] = {"review": "review", "end": "end"}
    graph.add_conditional_edges("check", lambda state: _next(state, desk.settings), ways)
    graph.add_conditional_edges(
        "review", lambda state: "end" if state.settled else "check", {"end": "end", "check": "check"}
    )
    graph.add_edge("end", END)
    return graph.compile(checkpointer=checkpointer, name="book")


def _next(state: BookState, settings: BookSettings) -> str:
    reviewed = state.reviews > 0 or settings.rounds == 0
    return "end" if state.reviews >= settings.rounds or (reviewed and not state.findings) else "review"


class _Steps:
    """The nodes."""

    def __init__(self, desk: BookDesk) -> None:
        self.desk = desk

    def write(self, state: BookState) -> dict[str, object]:
        """The writer writes the book."""
        self._say(state, "write_book")
        self._keep(1, self.desk.author.write())
        return {"version": 1}

    def check(self, state: BookState) -> dict[str, object]:
        """The checker reads the book back."""
        found = self._found(state.version)
        noted = Version(
            number=state.version,
            by="writer" if state.version == 1 else "reviser",
            found=dict(sorted(Counter(f.kind for f in found).items())),
        )
        if found:
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            self.desk.report(Event("refused", state.id, state.version, "book", detail=f"{found[0]}{more}"))
        return {
            "findings": tuple(map(str, found)),
            "clean": state.clean if found else state.version,
            "versions": (*state.versions, noted),
        }

    def review(self, state: BookState) -> dict[str, object]:
        """The reviser finds the book right, or writes it again."""
        self._say(state, "review_book")
        number = state.reviews + 1
        mended = self.desk.author.review(number, self.desk.text(state.version), self._found(state.version))
        if mended is None:
            return {"reviews": number, "settled": True}
        self._keep(state.version + 1, mended)
        return {"reviews": number, "version": state.version + 1}

    def end(self, state: BookState) -> dict[str, object]:
        """Accept the last clean version, or give up with what is left."""
        if not state.clean:
            return {"ending": "given up"}
        ended = state.model_copy(update={"ending": "accepted"})
        self.desk.accept(self.desk.text(state.clean), ended)
        return {"ending": "accepted"}

    def _found(self, version: int) -> list[BookFinding]:
        return check_book(self.desk.instance, self.desk.text(version))

    def _keep(self, version: int, text: str) -> None:
        write_atomically(self.desk.path(version), text)
        keep_version(self.desk.folder, self.desk.instance, version, text)

    def _say(self, state: BookState, step: str) -> None:
        self.desk.report(Event("step", state.id, max(1, state.version), step))
