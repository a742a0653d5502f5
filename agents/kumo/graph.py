"""The proposal graph: prompt, configure, check, repair (or start over), until a domain is accepted or given up."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from boxwright.agents.kumo.author import Author, table_text
from boxwright.agents.kumo.judging import judged_faults
from boxwright.agents.runs.folder import RunFolder
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.state import BuildState, Noted, Step, as_node
from boxwright.blackboxes.reasoning.kumo.domain.authoring import Written, mixed_labels, parse_written, to_domain
from boxwright.blackboxes.reasoning.kumo.domain.brief import Brief
from boxwright.blackboxes.reasoning.kumo.domain.judged import FILE, Judgement
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.domain.requirements import find_unmet
from boxwright.harness.chat.structured import BadReply

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


class DomainSettings(BaseModel):
    """What decides how a domain is written; a part of the recording."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    max_repairs: int = 4
    """Maximum repairs of one table."""
    max_tables: int = 2
    """Maximum number of tables before the build gives up."""


@dataclass(frozen=True)
class Desk:
    """Everything the steps work with that is not state."""

    author: Author
    brief: Brief
    accept: Callable[[Domain, BuildState], None]
    judge: Callable[[Domain, int], Judgement]
    """Rates the rules of the table of an attempt."""
    objections: tuple[str, ...]
    """The author's reasons against earlier domains."""
    settings: DomainSettings
    folder: RunFolder
    report: Callable[[Event], None]


def build_graph(desk: Desk, checkpointer: Any) -> CompiledStateGraph[BuildState, None, BuildState, BuildState]:
    """Compile the graph over a checkpointer."""
    from langgraph.graph import END, START, StateGraph

    steps = _Steps(desk)
    graph = StateGraph(BuildState)
    for name in ("prompt", "configure", "check", "repair", "accept"):
        graph.add_node(name, as_node(name, getattr(steps, name), desk.report))
    graph.add_edge(START, "prompt")
    graph.add_conditional_edges("prompt", _next("configure"), {"configure": "configure", "end": END})
    ways: dict[Hashable, str] = {"check": "check", "configure": "configure", "end": END}
    graph.add_conditional_edges("configure", _next("check"), ways)
    graph.add_conditional_edges("check", _next("accept"), {**ways, "accept": "accept", "repair": "repair"})
    graph.add_conditional_edges("repair", _next("check"), ways)
    graph.add_edge("accept", END)
    return graph.compile(checkpointer=checkpointer, name="domain")


def _next(onward: str) -> Callable[[BuildState], str]:
    """Route by fault: a `logic` fault is repaired, a `runtime` fault means that the table is given up and rewritten."""

    def route(state: BuildState) -> str:
        if state.ending:
            return "end"
        return {"": onward, "logic": "repair", "runtime": "configure"}[state.fault]

    return route


class _Steps:
    """The nodes. `coder` counts the earlier tables; `began` is the attempt with which this table began."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def prompt(self, state: BuildState) -> Step:
        """The model writes the configuration prompt. Raises: BadReply."""
        self.desk.folder.keep(0, "prompt.txt", self.desk.author.instructions())
        return Step(fault="")

    def configure(self, state: BuildState) -> Step:
        """The model writes the configuration, from scratch if an earlier one was given up."""
        attempt = state.attempt + 1
        try:
            wrong = (*self.desk.objections, *state.findings)
            written = self.desk.author.configure(attempt, self.desk.folder.kept(0, "prompt.txt"), wrong)
        except BadReply as error:
            return self._abandon(state.model_copy(update={"attempt": attempt}), "configure", (str(error),))
        self.desk.folder.keep(attempt, "written.json", table_text(written) + "\n")
        return Step(attempt=attempt, began=attempt, fault="", findings=())

    def check(self, state: BuildState) -> Step:
        """Run the validator, check the requirements, and certify fresh instances; every fault is named."""
        written = self._written(state)
        faults = [*mixed_labels(written)] or find_unmet(to_domain(self.desk.brief.name, written), self.desk.brief.size)
        found = tuple(str(fault) for fault in faults) or self._arbitrary(state, written)
        if not found:
            return Step(fault="", findings=())
        refused = {"step": "check", "fault": "logic", "findings": found}
        self.desk.folder.keep(state.attempt, "findings.json", json.dumps(refused, indent=1, ensure_ascii=False) + "\n")
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        self.desk.report(Event("refused", state.id, state.attempt, "domain", detail=found[0] + more))
        if state.attempt - state.began >= self.desk.settings.max_repairs:
            return self._abandon(state, "check", found)
        return Step(fault="logic", findings=found, history=self._noted(state, "check", found))

    def _arbitrary(self, state: BuildState, written: Written) -> tuple[str, ...]:
        """Let a judge rate the rules, where the author of the description wants plausible ones only."""
        if not self.desk.brief.size.plausible:
            return ()
        judged = self.desk.judge(to_domain(self.desk.brief.name, written), state.attempt)
        self.desk.folder.keep(state.attempt, FILE, judged.model_dump_json(indent=1) + "\n")
        return tuple(judged_faults(judged))

    def repair(self, state: BuildState) -> Step:
        """The model rewrites only what is faulty."""
        attempt = state.attempt + 1
        try:
            written = self.desk.author.repair(attempt, self._written(state), state.findings)
        except BadReply as error:
            return self._abandon(state.model_copy(update={"attempt": attempt}), "repair", (str(error),))
        self.desk.folder.keep(attempt, "written.json", table_text(written) + "\n")
        return Step(attempt=attempt, fault="", findings=())

    def accept(self, state: BuildState) -> Step:
        """Register the domain."""
        history = (*state.history, Noted(number=state.attempt, ended="accepted"))
        ended = state.model_copy(update={"history": history, "ending": "accepted"})
        self.desk.accept(to_domain(self.desk.brief.name, self._written(state)), ended)
        return Step(history=history, ending="accepted")

    def _written(self, state: BuildState) -> Written:
        return parse_written(self.desk.folder.kept(state.attempt, "written.json"))

    def _noted(self, state: BuildState, step: str, findings: tuple[str, ...]) -> tuple[Noted, ...]:
        return (*state.history, Noted(number=state.attempt, ended=step, findings=findings))

    def _abandon(self, state: BuildState, step: str, findings: tuple[str, ...]) -> Step:
        """Give up a table: write another, or end."""
        tables = state.coder + 1
        if tables >= self.desk.settings.max_tables:
            return self._given_up(state, step, findings)
        self.desk.report(Event("refused", state.id, state.attempt, "table", detail=f"given up: {findings[0]}"))
        history = self._noted(state, step, findings)
        return Step(attempt=state.attempt, coder=tables, fault="runtime", findings=findings, history=history)

    def _given_up(self, state: BuildState, step: str, findings: tuple[str, ...]) -> Step:
        self.desk.report(Event("refused", state.id, state.attempt, "domain", detail=findings[0]))
        history = self._noted(state, step, findings)
        return Step(attempt=state.attempt, findings=findings, history=history, ending="given up")


def domain_text(domain: Domain) -> str:
    """Return the text of `domain.json`."""
    return json.dumps(domain.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"
