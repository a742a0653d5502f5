"""Proposes domains: a model's ideas become description files that an author may edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from boxwright.agents.kumo.author import ROLE, Idea, prompts_of, propose
from boxwright.agents.runs.journal import Header
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.session import Session
from boxwright.blackboxes.description import new_canary
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.workspace import Workspace

RUN = "kumo.proposals/ideas"


def propose_domains(
    workspace: Workspace, count: int, options: BuildOptions, report: Callable[[Event], None] = lambda event: None
) -> list[Path]:
    """Ask for ideas and write their description files; return the files. Raises: BoxwrightError, ModelError."""
    folder = workspace.writable() / "descriptions" / "kumo"
    known = sorted(i.split("/")[1] for i in workspace.description_files() if i.startswith("kumo/"))
    model = options.models[ROLE][0]
    header = Header(
        id=RUN,
        description="",
        prompts=prompts_of(),
        models={ROLE: model.name},
        settings={"count": count, "known": known},
    )
    session = Session(workspace, RUN, options, report)
    with session.opened(header):
        ideas = propose(session.journalled(model), count, known)
        written = [_write(folder, idea) for idea in ideas]
        session.end("accepted", ())
    return written


def _write(folder: Path, idea: Idea) -> Path:
    path = folder / f"{idea.name}.md"
    folder.mkdir(parents=True, exist_ok=True)
    said = [" ".join(text.split()) for text in (idea.goal, idea.truths, idea.actions)]
    text = (
        f"---\ntags: [proposed]\n---\nGoal: {said[0]}\n\nTruths: {said[1]}\n\nActions: {said[2]}\n\n"
        f"<!-- {new_canary()} -->\n"
    )
    write_atomically(path, text)
    return path
