"""Writes one model-written knowledge book: runs, resumes or replays the book graph, stores what is accepted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.agents.box.build import BuildOptions
from boxwright.agents.kumo.book_author import REVISER, ROLES, WRITER, BookAuthor, prompts_of
from boxwright.agents.kumo.book_graph import BookDesk, BookSettings, BookState, Version, build_graph
from boxwright.agents.kumo.runs import open_run, run_graph, under_way
from boxwright.agents.runs.folder import RunFolder
from boxwright.agents.runs.journal import (
    Header,
    Journal,
    JournalledModel,
    ReplayModel,
    StaleRecording,
    known_prompts,
    read_whole,
)
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes import registry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.books.writer import FaultyBook
from boxwright.blackboxes.reasoning.kumo.domain.model import parse_domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import Sizes, generate
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel, Reply, Request, Usage


@dataclass(frozen=True)
class BookOrder:
    """Which book is wanted."""

    domain: str
    """The id of an accepted domain."""
    truths: int = 4
    actions: int = 6
    seed: int = 1
    instance: int = 1
    """Which instance of the seed, from 1."""
    language: str = "en"

    @property
    def place(self) -> str:
        """Its folder below the domain's `books`."""
        return f"{self.truths}-{self.actions}/seed{self.seed}-{self.instance}-{self.language}"

    @property
    def run(self) -> str:
        """The name under which its runs stand."""
        return f"{self.domain}.books/{self.place}"


class BookFacts(BaseModel):
    """`book.json`: of which instance a book is, and how it came to be."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: int = 1
    domain: str
    instance: str
    """The instance's content hash: the book is of no other."""
    language: str
    models: dict[str, str]
    versions: tuple[Version, ...]
    """Every version, and how many findings the checker had in it."""
    chosen: int
    """Which of them this is."""
    hashes: dict[str, str]
    """Of book and recording."""
    prompts: dict[str, int] = Field(default_factory=dict)
    """The prompts by name, with their versions; empty where they are not known."""
    usage: dict[str, int]


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
    """Draw the instance that a book is of. Raises: BoxwrightError (UnknownBox, CannotBeMade ...)."""
    if order.instance < 1:
        raise BoxwrightError(f"instance {order.instance}: they are counted from 1")
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
    return _Writing(workspace, order, ordered_instance(workspace, order), options, settings, report).run()


class _Writing:
    def __init__(
        self,
        workspace: Workspace,
        order: BookOrder,
        instance: Instance,
        options: BuildOptions,
        settings: BookSettings,
        report: Callable[[Event], None],
    ) -> None:
        self.workspace, self.order, self.instance = workspace, order, instance
        self.options, self.settings, self.report = options, settings, report
        self.usage = Usage()
        self.replay: ReplayModel | None = None
        self.folder: Path | None = None

    def run(self) -> BookResult:
        header, models = self._models()
        run, journal = open_run(self.workspace, self.order.run, header, self.options, self._say)
        with under_way(run, journal):
            return self._run_in(run, journal, models)

    def _run_in(self, run: RunFolder, journal: Journal, models: Mapping[str, ChatModel]) -> BookResult:
        self.header, self.run_folder = journal.header, run
        for entry in (*journal.aside, *journal.entries):
            self.usage += entry.reply.usage
            self.options.book(entry.role, entry.reply.usage)
        writer, reviser = (JournalledModel(models[role], journal, self._count) for role in ROLES)
        desk = BookDesk(
            author=BookAuthor(writer, reviser, self.instance, self.order.language),
            instance=self.instance,
            settings=_settings(self.header),
            folder=run.path,
            accept=self._accept,
            report=self.report,
        )
        state = run_graph(run.checkpoints, lambda saver: build_graph(desk, saver), BookState(id=self.order.run))
        run.end(state.ending, state.findings)
        self.report(Event("ended", state.id, state.version, state.ending, usage=self.usage))
        left = () if state.ending == "accepted" else state.findings
        return BookResult(state.ending, self.folder, left, state.versions, run.path, self.usage)

    def _models(self) -> tuple[Header, Mapping[str, ChatModel]]:
        if self.options.recording is None:
            models = {role: self.options.models[role][0] for role in ROLES}
            return self._header({role: model.name for role, model in models.items()}), models
        recording = read_whole(self.options.recording)
        if recording.header.description != self.instance.hash:
            raise StaleRecording(f"{self.options.recording}: is of another instance; the book needs a model")
        self.replay = ReplayModel(recording.entries, strict=self.options.strict)
        return recording.header, {WRITER: self.replay, REVISER: self.replay}

    def _header(self, models: dict[str, str]) -> Header:
        return Header(
            id=self.order.run,
            description=self.instance.hash or "",
            prompts=prompts_of(),
            models=models,
            settings=self.settings.model_dump(),
            planted=self.options.planted,
        )

    def _say(self, text: str) -> None:
        self.report(Event("resumed", self.order.run, 0, text))

    def _count(self, request: Request, reply: Reply) -> None:
        self.usage += reply.usage
        self.report(Event("reply", self.order.run, 0, f"{request.role} {request.step}", usage=self.usage))

    def _accept(self, book: str, state: BookState) -> None:
        recording = self.options.recording or self.run_folder.journal
        facts = BookFacts(
            domain=self.order.domain,
            instance=self.instance.hash or "",
            language=self.order.language,
            models=self.header.models,
            versions=state.versions,
            chosen=state.clean,
            hashes={"book": digest(book), "recording": digest(recording.read_bytes())},
            prompts=known_prompts(self.header, self.replay, prompts_of()),
            usage=self.usage.model_dump(include={"input", "cached", "output", "reasoning", "calls"}),
        )
        folder = self.workspace.own_folder(self.order.domain) / registry.BOOKS / self.order.place
        staged = folder.parent / f".{folder.name}.staged"
        shutil.rmtree(staged, ignore_errors=True)
        staged.mkdir(parents=True)
        (staged / "book.md").write_text(book, encoding="utf-8", newline="\n")
        shutil.copyfile(recording, staged / "recording.jsonl")
        (staged / "book.json").write_text(facts.model_dump_json(indent=1) + "\n", encoding="utf-8", newline="\n")
        if folder.exists():
            shutil.rmtree(folder)
        staged.rename(folder)
        self.folder = folder


def _settings(header: Header) -> BookSettings:
    try:
        return BookSettings.model_validate(header.settings)
    except ValidationError as error:
        raise BoxwrightError(f"{header.id}: the recording's settings cannot be used; restore the file") from error


def read_facts(folder: Path) -> BookFacts:
    """Read a stored book's facts. Raises: FaultyBook where book or facts are not what was stored."""
    try:
        facts = BookFacts.model_validate_json((folder / "book.json").read_bytes())
        same = digest((folder / "book.md").read_bytes()) == facts.hashes["book"]
        same = same and digest((folder / "recording.jsonl").read_bytes()) == facts.hashes["recording"]
    except (OSError, ValidationError, KeyError) as error:
        raise FaultyBook(f"{folder}: cannot be read; restore it, or write the book anew") from error
    if not same:
        raise FaultyBook(f"{folder}: changed since it was accepted; restore it, or write the book anew")
    return facts
