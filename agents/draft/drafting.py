"""Drafts one description: runs, resumes or replays the graph, and writes the file on which everybody agrees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from boxwright.agents.draft.graph import Desk, DraftSettings, DraftState, build_graph
from boxwright.agents.draft.note import Note
from boxwright.agents.draft.proposal import Proposal, described
from boxwright.agents.draft.roles import AUTHOR, PERSON, READER, READERS, Author, Person, Reader, prompts_of
from boxwright.agents.runs.journal import Header, read_recording
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.session import Session
from boxwright.blackboxes.description import Decided, Description
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel, Usage
from boxwright.sandbox import Launcher

RUNS = "draft"
"""Drafts' runs are kept below `runs/builds/draft`."""


@dataclass(frozen=True)
class DraftResult:
    """How a draft ended."""

    ending: str
    """`drafted`, `given up`, or the kind of a refusal."""
    path: Path | None
    """The file that was written."""
    description: Description | None
    findings: tuple[str, ...]
    questions: int
    rounds: int
    usage: Usage
    run: Path


def draft(
    workspace: Workspace,
    note: Note,
    launcher: Launcher,
    options: BuildOptions,
    person: Person,
    identifier: str = "",
    report: Callable[[Event], None] = lambda event: None,
) -> DraftResult:
    """Draft one description. `options.models` has `author` and `reader` (one model, or two).

    Raises: BoxwrightError (NeedsAnswer: a question is open), ModelError, SandboxUnavailable. The run can be resumed.
    """
    workspace.writable()
    session = Session(workspace, f"{RUNS}/{note.key}", options, report)
    return _Drafting(session, note, launcher, person, identifier).run()


def recorded_note(recording: Path) -> Note:
    """Return what a recorded draft began with. Raises: BoxwrightError."""
    header, _ = read_recording(recording)
    note = header.settings.get("note")
    if not isinstance(note, str):
        raise BoxwrightError(f"{recording}: records a build, not a draft; replay it with `boxwright build`")
    return Note(note)


class _Drafting:
    def __init__(self, session: Session, note: Note, launcher: Launcher, person: Person, identifier: str) -> None:
        self.session, self.note, self.launcher, self.person = session, note, launcher, person
        self.identifier = identifier
        self.path: Path | None = None
        self.description: Description | None = None

    def run(self) -> DraftResult:
        session = self.session
        header, author, readers, answers = self._models()
        with session.opened(header):
            settings = session.settings(DraftSettings)
            written = [session.journalled(model) for model in readers]
            desk = Desk(
                author=Author(session.journalled(author), settings.note, settings.identifier),
                readers=[Reader(written[(number - 1) % len(written)], number) for number in READERS],
                person=None if session.replay else self.person,
                answers=session.journalled(answers),
                settings=settings,
                launcher=self.launcher,
                write=lambda proposal, decided: self._write(proposal, settings, decided),
                folder=session.folder,
                report=session.report,
            )
            state = session.run_graph(lambda saver: build_graph(desk, saver), DraftState(id=session.identifier))
            session.end(state.ending, state.findings, state.round)
        return DraftResult(
            ending=state.ending,
            path=self.path,
            description=self.description,
            findings=state.findings,
            questions=state.questions,
            rounds=state.round,
            usage=session.spent,
            run=session.folder.path,
        )

    def _models(self) -> tuple[Header, ChatModel, list[ChatModel], ChatModel]:
        """Return the run's header, and who plays author, readers and person."""
        options = self.session.options
        if options.recording is not None:
            changed = f"{options.recording}: records the draft of another text; a model is needed"
            header, replay = self.session.replayed(options.recording, digest(self.note.text), changed)
            return header, replay, [replay], replay
        author, readers = options.models[AUTHOR][0], list(options.models[READER])
        header = Header(
            id=self.session.identifier,
            description=digest(self.note.text),
            prompts=prompts_of(),
            models={AUTHOR: author.name, READER: ",".join(model.name for model in readers), PERSON: PERSON},
            settings=DraftSettings(note=self.note.text, identifier=self.identifier).model_dump(),
            planted=options.planted,
        )
        return header, author, readers, self.person

    def _write(self, proposal: Proposal, settings: DraftSettings, decided: tuple[Decided, ...]) -> None:
        """Write the description under a name that is free. Raises: OSError."""
        identifier = settings.identifier or f"{proposal.family}/{proposal.name}"
        taken, wanted, number = self.session.workspace.description_files(), identifier, 1
        while identifier in taken:
            number += 1
            identifier = f"{wanted}_{number}"
        self.description = described(proposal, settings.note, identifier, decided)
        self.path = self.session.workspace.writable() / "descriptions" / f"{identifier}.md"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, self.description.text)
