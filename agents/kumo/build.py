"""Builds one KUMO domain from its description: runs, resumes or replays the proposal graph, registers the domain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from boxwright.agents.builders import Builder
from boxwright.agents.kumo.author import ROLE, Author, prompts_of
from boxwright.agents.kumo.cost import most_domain
from boxwright.agents.kumo.graph import Desk, DomainSettings, build_graph, domain_text
from boxwright.agents.kumo.judging import judge
from boxwright.agents.runs.journal import Header
from boxwright.agents.runs.options import BuildOptions, BuildResult
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.register import Drift, Product, register
from boxwright.agents.runs.session import Session
from boxwright.agents.runs.state import BuildState
from boxwright.blackboxes import registry
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.reasoning.kumo.domain.brief import Brief, read_brief
from boxwright.blackboxes.reasoning.kumo.domain.judged import FILE, Judgement, stored_judgement
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel


def build_domain(
    workspace: Workspace,
    identifier: str,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> BuildResult:
    """Build one domain to its end. Nothing is executed, so no sandbox is needed.

    Raises: BoxwrightError (StaleRecording: a model is needed; WouldReplace: nothing was replaced), ModelError.
    """
    description = workspace.description(identifier)
    workspace.writable()
    try:
        brief = read_brief(description)
    except DescriptionFault as fault:
        raise description.located(fault) from fault
    return _Build(Session(workspace, identifier, options, report), description, brief).run()


class _Build:
    def __init__(self, session: Session, description: Description, brief: Brief) -> None:
        self.session, self.description, self.brief = session, description, brief
        self.folder: Path | None = None

    def run(self) -> BuildResult:
        session = self.session
        header, model = self._model()
        with session.opened(header):
            asked = session.journalled(model)
            desk = Desk(
                author=Author(asked, self.brief),
                judge=lambda domain, attempt: judge(asked, domain, f"judge-{attempt}", ROLE),
                brief=self.brief,
                accept=self._accept,
                objections=session.header.objections,
                settings=session.settings(DomainSettings),
                folder=session.folder,
                report=session.report,
            )
            state = session.run_graph(lambda saver: build_graph(desk, saver), BuildState(id=self.description.id))
            session.end(state.ending, state.findings, state.attempt)
        return session.result(state, self.folder)

    def _model(self) -> tuple[Header, ChatModel]:
        """Return the run's header, and the model that writes."""
        recording = self.session.options.recording
        if recording is None:
            return self._header(), self.session.options.models[ROLE][0]
        return self.session.replayed_box(recording, self.description.hash)

    def _header(self) -> Header:
        options = self.session.options
        return Header(
            id=self.description.id,
            description=self.description.hash,
            prompts=prompts_of(),
            revisions=registry.revisions_of(self.description.id),
            models={ROLE: options.models[ROLE][0].name},
            settings=DomainSettings(max_repairs=options.settings.max_revisions).model_dump(),
            objections=tuple(registry.objections(self.session.workspace, self.description.id)),
            planted=options.planted,
        )

    def _accept(self, domain: Domain, state: BuildState) -> None:
        judged = self._judged(domain, state)
        product = Product(
            noun="domain",
            content=domain_text(domain),
            description=self.description,
            state=state,
            prompts=prompts_of(),
            gates=({"gate": "validator"}, {"gate": "needs"}, {"gate": "instances"}, {"gate": "books"}, *judged),
            launcher="none",
            level="nothing is executed",
        )
        self.folder = register(self.session, product, lambda old: Drift(False, ""))

    def _judged(self, domain: Domain, state: BuildState) -> tuple[dict[str, Any], ...]:
        """Return what a judge found: in this build, or before, if it is the same domain."""
        if self.brief.size.plausible:
            kept = Judgement.model_validate_json(self.session.folder.kept(state.attempt, FILE))
            return (kept.model_copy(update={"model": self.session.header.models[ROLE]}).gate(),)
        before = self.session.workspace.accepted_folders().get(self.description.id)
        found = stored_judgement(before, domain) if before else None
        return (found.gate(),) if found else ()


BUILDER = Builder(
    roles=(ROLE,),
    build=lambda workspace, identifier, launcher, options, report: build_domain(workspace, identifier, options, report),
    most=lambda settings, prober: most_domain(DomainSettings(max_repairs=settings.max_revisions)),
    idle=("tester", "refiner", "restart_after", "consensus", "test_turns", "test_samples", "test_batch", "work_out"),
    why_idle="a KUMO domain only has an author, and no code is run",
)
