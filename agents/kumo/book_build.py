"""Writes one model-written knowledge book: runs, resumes or replays the book graph, stores what is accepted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from boxwright.agents.kumo.book_author import REVISER, ROLES, WRITER, BookAuthor, prompts_of
from boxwright.agents.kumo.book_graph import BookDesk, BookSettings, BookState, build_graph, keep_version
from boxwright.agents.runs.journal import Header
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.session import Session
from boxwright.blackboxes import registry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import folder_replaced
from boxwright.blackboxes.reasoning.kumo.books.stored import BOOKS, BookFacts, Version
from boxwright.blackboxes.reasoning.kumo.domain.model import parse_domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel, Usage


@dataclass(frozen=True)
class BookOrder:
    """Which book to write."""

    domain: str
    """The id of an accepted domain."""
    truths: int = 4
    actions: int = 6
    seed: int = 1
    instance: int = 1
    """The number of the instance among those of the seed, from 1."""
    language: str = "en"

    @property
    def place(self) -> str:
        """Its folder below the domain's `books`."""
        return f"{self.truths}-{self.actions}/seed{self.seed}-{self.instance}-{self.language}"

    @property
    def run(self) -> str:
        """The id of its runs."""
        return f"{self.domain}.books/{self.place}"


@dataclass(frozen=True)
class BookResult:
    """How it ended."""

    ending: str
    """`accepted` or `given up`."""
    folder: Path | None
    findings: tuple[str, ...]
    versions: tuple[Version, ...]
    run: Path
    usage: Usage


def ordered_instance(workspace: Workspace, order: BookOrder) -> Instance:
    """Draw the instance that a book belongs to. Raises: BoxwrightError (UnknownBox, CannotBeMade ...)."""
    if order.instance < 1:
        raise BoxwrightError(f"instance {order.instance}: instances are counted from 1")
    box = registry.load(workspace, order.domain)
    domain = parse_domain(json.loads(box.source), order.domain)
    drawn = generate(domain, Sizes(order.truths, order.actions), order.seed)
    return next(islice(drawn, order.instance - 1, None))


def write_book(
    workspace: Workspace,
    order: BookOrder,
    options: BuildOptions,
    settings: BookSettings,
    report: Callable[[Event], None] = lambda event: None,
) -> BookResult:
    """Write one book. `options.models` has `writer` and `reviser`. Raises: BoxwrightError, ModelError."""
    own = workspace.own_folder(order.domain)
    if workspace.accepted_folders().get(order.domain, own) != own:
        raise BoxwrightError(
            f"{order.domain} ships with Boxwright, its books too; copy its description under an id of your own"
        )
    session = Session(workspace, order.run, options, report)
    return _Writing(session, order, ordered_instance(workspace, order), settings).run()


class _Writing:
    def __init__(self, session: Session, order: BookOrder, instance: Instance, settings: BookSettings) -> None:
        self.session, self.order, self.instance, self.settings = session, order, instance, settings
        self.folder: Path | None = None

    def run(self) -> BookResult:
        session = self.session
        header, models = self._models()
        with session.opened(header):
            writer, reviser = (session.journalled(models[role]) for role in ROLES)
            desk = BookDesk(
                author=BookAuthor(writer, reviser, self.instance, self.order.language),
                instance=self.instance,
                settings=session.settings(BookSettings),
                folder=session.folder.path,
                accept=self._accept,
                report=session.report,
            )
            state = session.run_graph(lambda saver: build_graph(desk, saver), BookState(id=self.order.run))
            session.end(state.ending, state.findings, state.version)
        left = () if state.ending == "accepted" else state.findings
        return BookResult(state.ending, self.folder, left, state.versions, session.folder.path, session.spent)

    def _models(self) -> tuple[Header, Mapping[str, ChatModel]]:
        options = self.session.options
        if options.recording is None:
            models = {role: options.models[role][0] for role in ROLES}
            return self._header({role: model.name for role, model in models.items()}), models
        changed = f"{options.recording}: records the book of another instance; a model is needed"
        header, replay = self.session.replayed(options.recording, self.instance.hash or "", changed)
        return header, {WRITER: replay, REVISER: replay}

    def _header(self, models: dict[str, str]) -> Header:
        return Header(
            id=self.order.run,
            description=self.instance.hash or "",
            prompts=prompts_of(),
            models=models,
            settings=self.settings.model_dump(),
            planted=self.session.options.planted,
        )

    def _accept(self, book: str, state: BookState) -> None:
        session, recording = self.session, self.session.recording
        facts = BookFacts(
            domain=self.order.domain,
            instance=self.instance.hash or "",
            language=self.order.language,
            models=session.header.models,
            versions=state.versions,
            chosen=state.clean,
            hashes={"book": digest(book), "recording": digest(recording.read_bytes())},
            prompts=prompts_of(),
            reworded=session.reworded,
            usage=session.spent.model_dump(include={"input", "cached", "output", "reasoning", "calls"}),
        )
        folder = session.workspace.own_folder(self.order.domain) / BOOKS / self.order.place
        with folder_replaced(folder) as staged:
            (staged / "book.md").write_text(book, encoding="utf-8", newline="\n")
            shutil.copyfile(recording, staged / "recording.jsonl")
            for version in state.versions:
                text = (session.folder.path / f"book-{version.number}.md").read_text(encoding="utf-8")
                keep_version(staged, self.instance, version.number, text)
            (staged / "book.json").write_text(facts.model_dump_json(indent=1) + "\n", encoding="utf-8", newline="\n")
        self.folder = folder
