"""Builds one KUMO domain from its description: runs, resumes or replays the proposal graph, registers the domain."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from pydantic import ValidationError

from boxwright.agents.box.build import BuildOptions, BuildResult, WouldReplace
from boxwright.agents.box.state import BuildState
from boxwright.agents.kumo.author import ROLE, Author, prompts_of
from boxwright.agents.kumo.graph import Desk, DomainSettings, build_graph, domain_text
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
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import BoxwrightError, DescriptionFault
from boxwright.blackboxes.manifest import Attempt, EarlierManifest, Hashes, Manifest, RunFacts
from boxwright.blackboxes.reasoning.kumo.domain.brief import Brief, read_brief
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel, Reply, Request, Usage


def build_domain(
    workspace: Workspace,
    identifier: str,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> BuildResult:
    """Build one domain to its end; no sandbox is needed, because nothing is executed.

    Raises: BoxwrightError (StaleRecording: a model is needed; WouldReplace: nothing was replaced), ModelError.
    """
    description = workspace.description(identifier)
    workspace.writable()
    try:
        brief = read_brief(description)
    except DescriptionFault as fault:
        raise description.located(fault) from fault
    return _Build(workspace, description, brief, options, report).run()


class _Build:
    def __init__(
        self,
        workspace: Workspace,
        description: Description,
        brief: Brief,
        options: BuildOptions,
        report: Callable[[Event], None],
    ) -> None:
        self.workspace, self.description, self.brief = workspace, description, brief
        self.options, self.report = options, report
        self.usage = Usage()
        self.replay: ReplayModel | None = None
        self.folder: Path | None = None
        self.began = time.monotonic()

    def run(self) -> BuildResult:
        header, model = self._model()
        run, journal = open_run(self.workspace, self.description.id, header, self.options, self._say)
        with under_way(run, journal):
            return self._run_in(run, journal, model)

    def _run_in(self, run: RunFolder, journal: Journal, model: ChatModel) -> BuildResult:
        self.header, self.run_folder = journal.header, run
        if self.header.planted:
            self.report(Event("planted", self.header.id, 0, f"planted: {self.header.planted}"))
        for entry in (*journal.aside, *journal.entries):
            self.usage += entry.reply.usage
            self.options.book(entry.role, entry.reply.usage)
        desk = Desk(
            author=Author(JournalledModel(model, journal, self._count), self.brief),
            brief=self.brief,
            accept=self._accept,
            objections=self.header.objections,
            settings=_settings(self.header),
            folder=run.path,
            report=self.report,
        )
        state = run_graph(run.checkpoints, lambda saver: build_graph(desk, saver), BuildState(id=self.description.id))
        run.end(state.ending, state.findings)
        self.report(Event("ended", state.id, state.attempt, state.ending, usage=self.usage))
        return BuildResult(
            id=state.id,
            ending=state.ending,
            attempts=state.attempt,
            usage=self.usage,
            folder=self.folder,
            findings=state.findings,
            run=run.path,
            differing=tuple(self.replay.differing) if self.replay else (),
        )

    def _model(self) -> tuple[Header, ChatModel]:
        """Return what the recording's first line says, and who writes."""
        if self.options.recording is None:
            return self._header(), self.options.models[ROLE][0]
        recording = read_whole(self.options.recording)
        header = recording.header
        where = self.options.recording
        if header.id != self.description.id:
            raise BoxwrightError(f"{where}: is a recording of {header.id}, not of {self.description.id}")
        if header.description != self.description.hash:
            raise StaleRecording(
                f"{self.description.id}: stale: needs a model (the description has changed since {where} was recorded)"
            )
        self.usage += sum((entry.reply.usage for entry in recording.aside), Usage())
        self.replay = ReplayModel(recording.entries, strict=self.options.strict)
        return header, self.replay

    def _header(self) -> Header:
        return Header(
            id=self.description.id,
            description=self.description.hash,
            prompts=prompts_of(),
            revisions=registry.revisions_of(self.description.id),
            models={ROLE: self.options.models[ROLE][0].name},
            settings=DomainSettings(max_repairs=self.options.settings.max_revisions).model_dump(),
            objections=tuple(registry.objections(self.workspace, self.description.id)),
            planted=self.options.planted,
        )

    def _say(self, text: str) -> None:
        self.report(Event("resumed", self.description.id, 0, text))

    def _count(self, request: Request, reply: Reply) -> None:
        self.usage += reply.usage
        self.report(Event("reply", self.description.id, 0, f"{request.role} {request.step}", usage=self.usage))

    def _accept(self, domain: Domain, state: BuildState) -> None:
        text = domain_text(domain)
        recording = self.options.recording or self.run_folder.journal
        registered = self.workspace.accepted_folders().get(self.description.id)
        if registered is not None and self._stays(registered, text, recording):
            self.folder = registered
            return
        if not self.options.register:
            self.report(Event("drift", self.description.id, 0, "compared only: nothing was registered"))
            return
        self.folder = registry.accept(self.workspace, self._manifest(text, state, recording), text, recording)

    def _stays(self, registered: Path, text: str, recording: Path) -> bool:
        """Whether what is registered is kept. Raises: WouldReplace if it differs and nobody said to replace it."""
        old = (registered / registry.get_built(self.description.id).content).read_text(encoding="utf-8")
        own = registered.is_relative_to(self.workspace.root)
        if old != text and not own:
            raise WouldReplace(
                f"{self.description.id}: ships with Boxwright, and the new domain differs ({self.run_folder.path}); "
                "copy the description under an id of your own to keep another one"
            )
        if old != text and not self.options.replace:
            raise WouldReplace(
                f"{self.description.id}: the new domain differs from the registered one, and nothing was replaced. "
                f"To replace it, repeat with --resume --accept-changes ({self.run_folder.path})"
            )
        if old != text:
            return False
        if own and self.options.register and not self._current(registered, old, recording):
            return False
        self.report(Event("drift", self.description.id, 0, "the same as the registered domain"))
        return True

    def _current(self, registered: Path, old: str, recording: Path) -> bool:
        try:
            manifest = registry.read_manifest(registered)
        except EarlierManifest:
            return False
        same = manifest.hashes == self._hashes(digest(old), recording)
        return same and manifest.revisions == registry.revisions_of(self.description.id)

    def _hashes(self, code: str, recording: Path) -> Hashes:
        return Hashes(
            description=self.description.hash,
            code=code,
            recording=digest(recording.read_bytes()),
        )

    def _manifest(self, text: str, state: BuildState, recording: Path) -> Manifest:
        return Manifest(
            id=self.description.id,
            difficulty=self.description.front.difficulty,
            tags=self.description.front.tags,
            hashes=self._hashes(digest(text), recording),
            revisions=registry.revisions_of(self.description.id),
            prompts=known_prompts(self.header, self.replay, prompts_of()),
            models=self.header.models,
            planted=self.header.planted,
            attempts=tuple(Attempt(number=n.number, ended=n.ended, findings=n.findings) for n in state.history),
            gates=({"gate": "validator"}, {"gate": "needs"}, {"gate": "instances"}, {"gate": "books"}),
            usage={ROLE: self.usage.model_dump()},
            run=RunFacts(
                launcher="none",
                level="nothing is executed",
                replayed=self.replay is not None,
                built=datetime.now(UTC).isoformat(timespec="seconds"),
                seconds=round(time.monotonic() - self.began, 1),
                python=platform.python_version(),
                boxwright=version("boxwright"),
            ),
        )


def _settings(header: Header) -> DomainSettings:
    try:
        return DomainSettings.model_validate(header.settings)
    except ValidationError as error:
        raise BoxwrightError(f"{header.id}: the recording's settings cannot be used; restore the file") from error
