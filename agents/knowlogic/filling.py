"""Fills one domain of a workspace by models: runs, resumes or replays the graph, writes the domain's file."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from boxwright.agents.knowlogic.graph import FillDesk, FillState, build_graph
from boxwright.agents.knowlogic.roles import READER, ROLES, WRITER, Order, Reader, Writer, prompts_of
from boxwright.agents.runs.journal import Header, read_whole
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.session import Session
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.near import known
from boxwright.blackboxes.reasoning.knowlogic.domains import shipped_keys
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import things
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel, Usage

FOLDER = "knowlogic"
RECORDINGS = "recordings"
"""The folder beside a workspace's own domains that holds the recordings of those that models filled."""


@dataclass(frozen=True)
class FillResult:
    """How it ended."""

    ending: str
    """`accepted` or `given up`."""
    file: Path | None
    findings: tuple[str, ...]
    versions: int
    run: Path
    usage: Usage


def recording_of(workspace: Workspace, name: str) -> Path:
    """Return where the recording of a filled domain is kept."""
    return workspace.root / FOLDER / RECORDINGS / f"{name}.jsonl"


def recorded_order(path: Path) -> Order:
    """Return what a recording was ordered to fill. Raises: BoxwrightError."""
    if not path.is_file():
        raise BoxwrightError(f"{path.name}: there is no recording to replay; fill the domain with models once")
    return Order.model_validate(read_whole(path).header.settings)


def fill(
    workspace: Workspace,
    name: str,
    order: Order,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> FillResult:
    """Fill one domain. `options.models` has two different ones, `writer` and `reader`.

    Raises: BoxwrightError, ModelError.
    """
    file = workspace.writable() / FOLDER / f"{name}.yaml"
    _check(name, order, options, file)
    return _Filling(Session(workspace, f"{FOLDER}/{name}", options, report), name, order, file).run()


def _check(name: str, order: Order, options: BuildOptions, file: Path) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name) or name in shipped_keys():
        raise BoxwrightError(f"{name!r}: name the domain in small letters, digits and _, and not as a shipped one")
    if order.parent not in things().file.kinds:
        raise BoxwrightError(f"no kind {order.parent!r}; {known(order.parent, things().file.kinds)}")
    if options.recording is None:
        if file.exists():
            raise BoxwrightError(f"{file.name} is there already; move it away, or choose another name")
        writer, reader = (options.models[role][0].name for role in ROLES)
        if writer == reader:
            raise BoxwrightError(f"{writer} cannot confirm itself: a second reading needs another --reader")


class _Filling:
    def __init__(self, session: Session, name: str, order: Order, file: Path) -> None:
        self.session, self.name, self.order, self.file = session, name, order, file

    def run(self) -> FillResult:
        session = self.session
        header, models = self._models()
        with session.opened(header):
            writer, reader = (session.journalled(models[role]) for role in ROLES)
            desk = FillDesk(
                name=self.name,
                writer=Writer(writer, self.order, things()),
                reader=Reader(reader, things()),
                models=(session.header.models[WRITER], session.header.models[READER]),
                order=session.settings(Order),
                folder=session.folder,
                accept=self._accept,
                report=session.report,
            )
            state = session.run_graph(lambda saver: build_graph(desk, saver), FillState(id=session.identifier))
            session.end(state.ending, state.findings, state.version)
        file = self.file if state.ending == "accepted" else None
        return FillResult(state.ending, file, state.findings, state.version, session.folder.path, session.spent)

    def _models(self) -> tuple[Header, Mapping[str, ChatModel]]:
        options = self.session.options
        content = digest(self.order.model_dump_json())
        if options.recording is None:
            models = {role: options.models[role][0] for role in ROLES}
            header = Header(
                id=self.session.identifier,
                description=content,
                prompts=prompts_of(),
                models={role: model.name for role, model in models.items()},
                settings=self.order.model_dump(),
                planted=options.planted,
            )
            return header, models
        changed = f"{options.recording}: records another order; a model is needed"
        header, replay = self.session.replayed(options.recording, content, changed)
        return header, {WRITER: replay, READER: replay}

    def _accept(self, text: str, version: int) -> None:
        kept = recording_of(self.session.workspace, self.name)
        kept.parent.mkdir(parents=True, exist_ok=True)
        if self.session.recording != kept:
            shutil.copyfile(self.session.recording, kept)
        write_atomically(self.file, text)
