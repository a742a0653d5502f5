"""Builds one box: sets up the workshop, runs or resumes the graph, and registers what is accepted."""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from boxwright.agents.box.compare import compare
from boxwright.agents.box.graph import BuildSettings, Workshop, build_graph
from boxwright.agents.box.roles import Brief, Coder, Refiner, prompts_of
from boxwright.agents.box.state import BuildState
from boxwright.agents.box.testers import PROBER, Prober, Tester
from boxwright.agents.runs.folder import RunFolder, new_run, run_to_resume
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
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.locks import held
from boxwright.blackboxes.manifest import Attempt, EarlierManifest, Hashes, Manifest, RunFacts
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel, ModelError, Reply, Request, Usage
from boxwright.harness.chat.structured import BadReply
from boxwright.harness.gates import GateResult
from boxwright.harness.lint import check_examples, lint
from boxwright.sandbox import Launcher, SandboxError, SandboxUnavailable

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

ROLES = ("coder", "tester", "refiner")


class WouldReplace(BoxwrightError):
    """The new box differs from the registered one, and nobody said that it may replace it."""

    exit_code = 3


@dataclass(frozen=True)
class BuildOptions:
    """How one box is to be built."""

    models: Mapping[str, Sequence[ChatModel]]
    """Role to its models (several only for the coder); no tester means the prober; empty with `recording`."""
    recording: Path | None = None
    """A recording to take the replies from."""
    strict: bool = False
    """Refuse a replay whose questions are worded otherwise than recorded."""
    resume: bool = False
    """Go on with an unfinished run."""
    run: str = ""
    """With `resume`: which run, by its number or folder; without it, the newest that fits."""
    replace: bool = False
    """Let a different box take the place of a registered one."""
    register: bool = True
    """False to compare with what is registered, and to register nothing."""
    planted: str = ""
    book: Callable[[str, Usage], None] = lambda role, usage: None
    """Told what each role had spent in a run that is resumed, for the budget."""
    settings: BuildSettings = field(default_factory=BuildSettings)


@dataclass(frozen=True)
class BuildResult:
    """How a build ended."""

    id: str
    ending: str
    """`accepted`, `given up` or `ambiguous`."""
    attempts: int
    usage: Usage
    folder: Path | None
    """The registered box's folder."""
    findings: tuple[str, ...]
    run: Path
    differing: tuple[str, ...] = ()
    """Replayed requests that were worded otherwise than recorded."""


def build(
    workspace: Workspace,
    identifier: str,
    launcher: Launcher,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> BuildResult:
    """Build one box to its end.

    Raises: BoxwrightError (StaleRecording: a model is needed; WouldReplace: nothing was replaced), ModelError
    (BadReply: a model said nothing usable, as often as it was asked) and SandboxUnavailable. The run can then be
    resumed, and its folder says why it stopped.
    """
    description = workspace.description(identifier)
    workspace.writable()
    lint(description)
    check_examples(description, launcher)
    return _Build(workspace, description, launcher, options, report).run()


class _Build:
    def __init__(
        self,
        workspace: Workspace,
        description: Description,
        launcher: Launcher,
        options: BuildOptions,
        report: Callable[[Event], None],
    ) -> None:
        self.workspace, self.description, self.launcher = workspace, description, launcher
        self.options, self.report = options, report
        self.family = get_family(description.family)
        self.exam = registry.exam_of(workspace, description)
        self.usage: dict[str, Usage] = {}
        self.replay: ReplayModel | None = None
        self.folder: Path | None = None
        self.began = time.monotonic()

    def run(self) -> BuildResult:
        header, models = self._models()
        run, journal = self._open_run(header)
        with held(run.path):
            return self._run_in(run, journal, models)

    def _run_in(self, run: RunFolder, journal: Journal, models: Mapping[str, Sequence[ChatModel]]) -> BuildResult:
        self.header, self.run_folder = journal.header, run
        run.begin()
        if self.header.planted:
            self.report(Event("planted", self.header.id, 0, f"planted: {self.header.planted}"))
        for entry in (*journal.aside, *journal.entries):
            self._add(entry.role, entry.reply.usage)
            self.options.book(entry.role, entry.reply.usage)
        try:
            state = self._run_graph(
                {role: [JournalledModel(m, journal, self._count) for m in each] for role, each in models.items()}
            )
        except BadReply as error:
            journal.set_aside(error.role, error.step, str(error))
            run.stop(str(error))
            raise
        except (ModelError, SandboxUnavailable, BoxwrightError) as error:
            run.stop(str(error))
            raise
        run.end(state.ending, state.findings)
        differing = tuple(self.replay.differing) if self.replay else ()
        total = sum(self.usage.values(), Usage())
        self.report(Event("ended", state.id, state.attempt, state.ending, usage=total))
        return BuildResult(
            state.id, state.ending, state.attempt, total, self.folder, state.findings, run.path, differing
        )

    def _models(self) -> tuple[Header, Mapping[str, Sequence[ChatModel]]]:
        """Return what the recording's first line says, and who plays which role."""
        if self.options.recording is None:
            return self._header(), self.options.models
        recording = read_whole(self.options.recording)
        header = recording.header
        self._check_recording(header)
        for entry in recording.aside:
            self._add(entry.role, entry.reply.usage)
        self.replay = ReplayModel(recording.entries, strict=self.options.strict)
        coders = header.models["coder"].count(",") + 1
        played = {"coder": [self.replay] * coders, "tester": [self.replay], "refiner": [self.replay]}
        if header.models["tester"] == PROBER:
            del played["tester"]
        return header, played

    def _header(self) -> Header:
        settings = self.options.settings
        if not self.family.plans_queries:  # a practice game is played move by move: there is nothing to plan
            settings = settings.model_copy(update={"test_batch": 1})
        return Header(
            id=self.description.id,
            description=self.description.hash,
            prompts=prompts_of(self.family.name, settings.extras()),
            revisions=registry.revisions_of(self.description.id),
            models={role: ",".join(m.name for m in self.options.models.get(role, ())) or PROBER for role in ROLES},
            settings=settings.model_dump(),
            objections=tuple(registry.objections(self.workspace, self.description.id)),
            planted=self.options.planted,
        )

    def _check_recording(self, header: Header) -> None:
        where = self.options.recording
        if header.id != self.description.id:
            raise BoxwrightError(f"{where}: is a recording of {header.id}, not of {self.description.id}")
        if header.description != self.description.hash:
            raise StaleRecording(
                f"{self.description.id}: stale: needs a model (the description has changed since {where} was recorded)"
            )

    def _open_run(self, header: Header) -> tuple[RunFolder, Journal]:
        identifier = self.description.id
        if self.options.resume:
            left = run_to_resume(self.workspace, identifier, header, self.options.run, self._say)
            if left is not None:
                with held(left.path):
                    journal = Journal.resume(left.journal)
                self._say(f"run {left.path.name} goes on; {len(journal.entries)} replies are kept")
                return left, journal
            self._say("there is no run to resume; a new one begins")
        run = new_run(self.workspace, identifier)
        return run, Journal.start(run.journal, header)

    def _say(self, text: str) -> None:
        self.report(Event("resumed", self.description.id, 0, text))

    def _add(self, role: str, usage: Usage) -> None:
        self.usage[role] = self.usage.get(role, Usage()) + usage

    def _count(self, request: Request, reply: Reply) -> None:
        self._add(request.role, reply.usage)
        total = sum(self.usage.values(), Usage())
        self.report(Event("reply", self.description.id, 0, f"{request.role} {request.step}", usage=total))

    def _run_graph(self, models: Mapping[str, Sequence[ChatModel]]) -> BuildState:
        os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
        os.environ["LANGSMITH_TRACING"] = "false"
        from langgraph.checkpoint.sqlite import SqliteSaver

        _check_database(self.run_folder.checkpoints)
        with SqliteSaver.from_conn_string(str(self.run_folder.checkpoints)) as saver:
            graph = build_graph(self._workshop(models), saver)
            config: RunnableConfig = {"configurable": {"thread_id": self.description.id}}
            begun = graph.get_state(config).created_at is not None
            result = graph.invoke(
                None if begun else BuildState(id=self.description.id), config, durability="sync", version="v2"
            )
        return BuildState.model_validate(result.value, from_attributes=True)

    def _workshop(self, models: Mapping[str, Sequence[ChatModel]]) -> Workshop:
        brief = Brief(self.description)
        settings = _settings(self.header)
        return Workshop(
            coders=[Coder(model, brief) for model in models["coder"]],
            refiner=Refiner(models["refiner"][0], brief),
            tester=lambda claims, attempt: self._tester(models, brief, settings, claims, attempt),
            open_box=self._box,
            exam=self.exam,
            accept=self._accept,
            objections=self.header.objections,
            settings=settings,
            folder=self.run_folder.path,
            report=self.report,
        )

    def _tester(
        self,
        models: Mapping[str, Sequence[ChatModel]],
        brief: Brief,
        settings: BuildSettings,
        claims: tuple[str, ...],
        attempt: int,
    ) -> Tester | Prober:
        if "tester" not in models:
            return Prober(self.family, self.family.read(self.description), settings.seed)
        return Tester(models["tester"][0], brief, claims, attempt, settings.test_batch)

    def _accept(self, code: str, state: BuildState, gates: list[GateResult]) -> None:
        recording = self.options.recording or self.run_folder.journal
        shipped = self.workspace.accepted_folders().get(self.description.id)
        if shipped is not None and not shipped.is_relative_to(self.workspace.root):
            self.folder = self._same_as_shipped(shipped, code)
            return
        manifest = self._manifest(code, state, gates, recording)
        folder = self.workspace.own_folder(self.description.id)
        if (folder / "box.py").exists():
            old = (folder / "box.py").read_text(encoding="utf-8")
            if old == code and _unchanged(folder, manifest):
                self.folder = folder
                return
            if old != code:
                self._check_drift(old, code)
        if not self.options.register:
            self.report(Event("drift", self.description.id, 0, "compared only: nothing was registered"))
            self.folder = folder if folder.exists() else None
            return
        self.folder = registry.accept(self.workspace, manifest, code, recording)

    def _same_as_shipped(self, shipped: Path, code: str) -> Path:
        """A shipped box is not registered a second time. Raises: WouldReplace if it differs."""
        if (shipped / "box.py").read_text(encoding="utf-8") != code:
            raise WouldReplace(
                f"{self.description.id}: ships with Boxwright, and the new box differs ({self.run_folder.path}); "
                "nothing was registered: copy the description under an id of your own to keep another box"
            )
        self.report(Event("drift", self.description.id, 0, "the same as the shipped box; nothing to register"))
        return shipped

    def _check_drift(self, old: str, code: str) -> None:
        """Compare a registered box with its rebuild. Raises: WouldReplace where it behaves otherwise unasked."""
        try:
            with self._box(old) as before, self._box(code) as after:
                comparison = compare(before, after)
        except (SandboxError, BadOutput) as error:
            words = f"the registered box cannot be compared ({error})"
            if self.options.replace:
                self.report(Event("drift", self.description.id, 0, f"replaced: {words}"))
                return
            raise WouldReplace(self._kept(words)) from error
        if comparison.identical:
            words = f"other code, but it behaves like the registered box on {comparison.compared:,} calls"
            self.report(Event("drift", self.description.id, 0, words))
            return
        told = [d.sentence("the registered box", "the new one") for d in comparison.smallest]
        report = f"{comparison.differing} of {comparison.compared} calls differ\n" + "\n".join(told) + "\n"
        (self.run_folder.path / "drift.txt").write_text(report, encoding="utf-8")
        words = f"{comparison.differing:,} of {comparison.compared:,} calls differ: {'; '.join(told)}"
        if not self.options.replace:
            raise WouldReplace(self._kept(words))
        self.report(Event("drift", self.description.id, 0, f"replaced: {words}"))

    def _kept(self, why: str) -> str:
        return (
            f"{self.description.id}: the new box behaves otherwise than the registered one, and nothing was replaced: "
            f"{why}. To replace it, repeat with --resume --accept-changes ({self.run_folder.path})"
        )

    def _box(self, code: str, exam: Exam | None = None) -> Box[Any]:
        return Box(self.description, self.family, code, self.launcher, exam=exam)

    def _prompts(self) -> dict[str, int]:
        return prompts_of(self.family.name, _settings(self.header).extras())

    def _manifest(self, code: str, state: BuildState, gates: list[GateResult], recording: Path) -> Manifest:
        front = self.description.front
        return Manifest(
            id=self.description.id,
            difficulty=front.difficulty,
            tags=front.tags,
            hashes=Hashes(
                description=self.description.hash,
                code=digest(code),
                recording=digest(recording.read_bytes()),
                exam=self.exam.hash if self.exam else "",
            ),
            revisions=registry.revisions_of(self.description.id),
            prompts=known_prompts(self.header, self.replay, self._prompts()),
            models=self.header.models,
            planted=self.header.planted,
            attempts=tuple(Attempt(number=n.number, ended=n.ended, findings=n.findings) for n in state.history),
            gates=tuple(r.model_dump(mode="json", exclude={"findings"}) for r in gates),
            usage={role: usage.model_dump() for role, usage in sorted(self.usage.items())},
            run=RunFacts(
                launcher=self.launcher.name,
                level=self.launcher.level,
                replayed=self.replay is not None,
                built=datetime.now(UTC).isoformat(timespec="seconds"),
                seconds=round(time.monotonic() - self.began, 1),
                python=platform.python_version(),
                boxwright=version("boxwright"),
            ),
        )


def _check_database(path: Path) -> None:
    """Put a damaged checkpoint file aside: the journal answers all that was asked, so the graph can begin again."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path)) as database:
            healthy = database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    except sqlite3.DatabaseError:
        healthy = False
    if not healthy:
        path.replace(path.with_suffix(".damaged"))


def _settings(header: Header) -> BuildSettings:
    try:
        return BuildSettings.model_validate(header.settings)
    except ValidationError as error:
        raise BoxwrightError(f"{header.id}: the recording's settings cannot be used; restore the file") from error


def _unchanged(folder: Path, manifest: Manifest) -> bool:
    """Whether the registered manifest says the same, apart from the run that made it."""
    try:
        old = registry.read_manifest(folder).model_dump(exclude={"run", "seal", "usage"})
    except EarlierManifest:
        return False
    return old == manifest.model_dump(exclude={"run", "seal", "usage"})
