"""Proposing domains: a model has ideas, each becomes a description file that an author may edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from boxwright.agents.box.build import BuildOptions
from boxwright.agents.kumo.author import ROLE, Idea, prompts_of, propose
from boxwright.agents.kumo.runs import open_run, under_way
from boxwright.agents.runs.journal import Header, JournalledModel
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.description import new_canary
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import Reply, Request

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
    run, journal = open_run(workspace, RUN, header, options, lambda text: report(Event("resumed", RUN, 0, text)))

    def count_reply(request: Request, reply: Reply) -> None:
        report(Event("reply", RUN, 0, f"{request.role} {request.step}", usage=reply.usage))

    with under_way(run, journal):
        ideas = propose(JournalledModel(model, journal, count_reply), count, known)
        written = [_write(folder, idea) for idea in ideas]
        run.end("accepted", ())
    return written


def _write(folder: Path, idea: Idea) -> Path:
    path = folder / f"{idea.name}.md"
    folder.mkdir(parents=True, exist_ok=True)
    said = [" ".join(text.split()) for text in (idea.goal, idea.truths, idea.actions)]
    text = (
        f"---\ntags: [proposed]\n---\nGoal: {said[0]}\n\nTruths: {said[1]}\n\nActions: {said[2]}\n\n"
        f"<!-- {new_canary()} -->\n"
    )
    path.write_text(text, encoding="utf-8", newline="\n")
    return path
