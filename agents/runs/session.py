"""One run of a build, from its first request to its ending: opened, resumed or replayed, and noted on disk throughout."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from boxwright.agents.runs.checkpoints import Compiled, invoke, put_aside_unless_usable
from boxwright.agents.runs.folder import RunFolder, builds_folder, new_run, run_to_resume
from boxwright.agents.runs.journal import (
    Entry,
    Header,
    Journal,
    JournalledModel,
    ReplayModel,
    StaleRecording,
    read_whole,
)
from boxwright.agents.runs.options import BuildOptions, BuildResult
from boxwright.agents.runs.progress import Event, Kind
from boxwright.agents.runs.state import BuildState
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import held
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel, KeepsReplies, ModelError, Reply, Request, Usage
from boxwright.harness.chat.structured import BadReply
from boxwright.sandbox import SandboxUnavailable

State = TypeVar("State", bound=BaseModel)
Settings = TypeVar("Settings", bound=BaseModel)


class Session:
    """A run and what it has spent. Call `replayed` first (for a replay), then work inside `opened`."""

    def __init__(
        self, workspace: Workspace, identifier: str, options: BuildOptions, report: Callable[[Event], None]
    ) -> None:
        self.workspace, self.identifier = workspace, identifier
        self.options, self.report = options, report
        self.replay: ReplayModel | None = None
        """The recording that stands in for the models, if there is one."""
        self.usage: dict[str, Usage] = {}
        """Tokens per role, those of an interrupted run included."""
        self._models: list[ChatModel] = []
        self._began = time.monotonic()
        self._folder: RunFolder | None = None
        self._journal: Journal | None = None

    def replayed(self, path: Path, content: str, changed: str, shown: str = "") -> tuple[Header, ReplayModel]:
        """Return a recording's header and the model that repeats its replies.

        `shown` is what every role reads of the content. Raises: BoxwrightError if it records another build;
        StaleRecording with the text `changed` if it was made from other content than the hash says, and its roles were
        not shown just the same of that.
        """
        recording = read_whole(path)
        if recording.header.id != self.identifier:
            raise BoxwrightError(f"{path}: is a recording of {recording.header.id}, not of {self.identifier}")
        if recording.header.description != content and not recording.showed(shown):
            raise StaleRecording(changed)
        for entry in recording.aside:
            self._add(entry.role, entry.reply.usage)
        self.replay = ReplayModel(recording.entries, strict=self.options.strict)
        return recording.header, self.replay

    def replayed_box(self, path: Path, content: str, shown: str = "") -> tuple[Header, ReplayModel]:
        """Return what `replayed` does, for a box or a domain whose description has this hash.

        Raises: what `replayed` raises.
        """
        changed = f"{self.identifier}: stale: needs a model (the description has changed since {path} was recorded)"
        return self.replayed(path, content, changed, shown)

    @contextmanager
    def opened(self, header: Header) -> Iterator[None]:
        """Start a run, or resume one, while the block runs; nobody else can build the same box meanwhile.

        If the block raises one of the errors that stop a build, the folder says why; a reply that was unusable is set
        aside, so that a resumed run asks for it again. Raises: BoxwrightError.
        """
        with held(builds_folder(self.workspace, self.identifier)):
            left = self._left_over(header)
            run = left or new_run(self.workspace, self.identifier)
            journal = Journal.resume(run.journal) if left else Journal.start(run.journal, header)
            if left:
                self.say("resumed", f"resuming run {run.path.name}; {plural(len(journal.entries), 'reply', 'replies')} kept")
            self._folder, self._journal = run, journal
            run.begin()
            try:
                self._book_earlier(journal)
                yield
            except BadReply as error:
                self._set_aside(journal.set_aside(error.role, error.step, str(error)))
                run.stop(str(error))
                raise
            except (ModelError, SandboxUnavailable, BoxwrightError) as error:
                run.stop(str(error))
                raise

    def _left_over(self, header: Header) -> RunFolder | None:
        if not self.options.resume:
            return None
        found = run_to_resume(self.workspace, self.identifier, header, self.options.run)
        if found is None:
            self.say("resumed", "nothing was left unfinished; this begins anew")
        return found

    def _book_earlier(self, journal: Journal) -> None:
        if journal.header.planted:
            self.say("planted", f"planted: {journal.header.planted}")
        for entry in (*journal.aside, *journal.entries):
            self._add(entry.role, entry.reply.usage)
            self.options.book(entry.role, entry.reply.usage)

    @property
    def folder(self) -> RunFolder:
        """The folder of the run."""
        assert self._folder is not None, "the session is not opened"
        return self._folder

    @property
    def header(self) -> Header:
        """What the run was begun with; of a resumed run, what it was begun with then."""
        assert self._journal is not None, "the session is not opened"
        return self._journal.header

    def settings(self, shape: type[Settings]) -> Settings:
        """The settings that the run was begun with. Raises: BoxwrightError for a header that does not hold any."""
        try:
            return shape.model_validate(self.header.settings)
        except ValidationError as error:
            raise BoxwrightError(
                f"{self.header.id}: the recording's settings cannot be used; restore the file"
            ) from error

    @property
    def recording(self) -> Path:
        """The recording that goes with what is accepted: the one replayed, or the run's own journal."""
        return self.options.recording or self.folder.journal

    @property
    def differing(self) -> tuple[str, ...]:
        """Replayed requests that are worded differently than recorded, those of an interrupted run included."""
        assert self._journal is not None, "the session is not opened"
        return self.replay.differing(self._journal.entries) if self.replay else ()

    @property
    def reworded(self) -> dict[str, int]:
        """Role to how many of its replayed requests are worded differently than recorded."""
        return dict(sorted(Counter(name.partition(" ")[0] for name in self.differing).items()))

    @property
    def spent(self) -> Usage:
        """The tokens of all roles together."""
        return sum(self.usage.values(), Usage())

    @property
    def seconds(self) -> float:
        """How long the session has lasted."""
        return time.monotonic() - self._began

    def journalled(self, model: ChatModel) -> JournalledModel:
        """Wrap a model so that its replies are on disk before they are used."""
        assert self._journal is not None, "the session is not opened"
        self._models.append(model)
        return JournalledModel(model, self._journal, self._count)

    def _set_aside(self, unusable: Sequence[Entry]) -> None:
        """Have the models that keep their replies put aside those that were unusable."""
        for model in self._models:
            if isinstance(model, KeepsReplies):
                for entry in unusable:
                    model.set_aside(entry.digest)

    def run_graph(self, compiled: Compiled, start: State) -> State:
        """Run a LangGraph graph over the run's checkpoints, or resume it, and return its last state.

        Raises: BoxwrightError if the checkpoints cannot be written; what the nodes raise.
        """
        path = self.folder.checkpoints
        if put_aside_unless_usable(path, compiled, self.identifier, self._replies()):
            kept = plural(self._replies(), "reply", "replies")
            self.say("resumed", f"the checkpoints are damaged or ahead of the journal: starting again from {kept}")
        value = invoke(path, compiled, self.identifier, start, self._replies)
        return type(start).model_validate(value, from_attributes=True)

    def end(self, ending: str, findings: tuple[str, ...], attempt: int = 0) -> None:
        """Note how the run ended; it cannot be resumed any more. Raises: OSError."""
        self.folder.end(ending, findings)
        self.report(Event("ended", self.identifier, attempt, ending, usage=self.spent))

    def result(self, state: BuildState, folder: Path | None) -> BuildResult:
        """Tell how the build of a box or a domain ended; `folder` holds what it registered."""
        return BuildResult(
            id=state.id,
            ending=state.ending,
            attempts=state.attempt,
            usage=self.spent,
            folder=folder,
            findings=state.findings,
            run=self.folder.path,
            differing=self.differing,
        )

    def say(self, kind: Kind, text: str) -> None:
        """Report something that belongs to no attempt."""
        self.report(Event(kind, self.identifier, 0, text))

    def _replies(self) -> int:
        """How many replies are on disk, those set aside included."""
        assert self._journal is not None, "the session is not opened"
        return len(self._journal.entries) + len(self._journal.aside)

    def _count(self, request: Request, reply: Reply) -> None:
        self._add(request.role, reply.usage)
        self.report(Event("reply", self.identifier, 0, f"{request.role} {request.step}", usage=self.spent))

    def _add(self, role: str, usage: Usage) -> None:
        self.usage[role] = self.usage.get(role, Usage()) + usage

