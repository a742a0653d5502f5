"""The filling graph: propose, check, repair, have it read, try it; a domain is accepted or given up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import BaseModel, ConfigDict

from boxwright.agents.knowlogic.roles import TELLING, Order, Proposal, Reader, Writer, parse_proposal, text_of
from boxwright.agents.runs.folder import RunFolder
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.reasoning.knowlogic.knowledge.confirming import KindReading
from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import FaultyKnowledge
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain, read_domain
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Named
from boxwright.blackboxes.reasoning.knowlogic.language.validate import domain_faults
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import drawn_at_any_level

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

TRIED = 5
"""Questions that are tried to be drawn from what both readings agree on."""
PROPOSAL, READING = "proposal.json", "reading.json"


class FillState(BaseModel):
    """The state of the graph. Proposals and readings are files."""

    model_config = ConfigDict(extra="forbid")
    id: str
    version: int = 0
    """The current proposal, from 1."""
    findings: tuple[str, ...] = ()
    ending: str = ""


@dataclass(frozen=True)
class FillDesk:
    """Everything the steps work with that is not state."""

    name: str
    """Of the domain."""
    writer: Writer
    reader: Reader
    models: tuple[str, str]
    """The names of the writer and the reader."""
    order: Order
    folder: RunFolder
    accept: Callable[[str, int], None]
    """Takes the text of the domain's file, and the number of the proposal."""
    report: Callable[[Event], None]


def build_graph(desk: FillDesk, checkpointer: Any) -> CompiledStateGraph[FillState, None, FillState, FillState]:
    """Compile the graph over a checkpointer."""
    from langgraph.graph import END, START, StateGraph

    steps = _Steps(desk)
    graph = StateGraph(FillState)
    graph.add_node("propose", steps.propose)
    graph.add_node("check", steps.check)
    graph.add_node("repair", steps.repair)
    graph.add_node("read", steps.read)
    graph.add_node("end", steps.end)
    graph.add_edge(START, "propose")
    graph.add_edge("propose", "check")
    graph.add_edge("repair", "check")
    for name, onward in (("check", "read"), ("read", "end")):
        ways: dict[Hashable, str] = {way: way for way in (onward, "repair", "end")}
        graph.add_conditional_edges(name, _next(desk.order, onward), ways)
    graph.add_edge("end", END)
    return graph.compile(checkpointer=checkpointer, name="fill")


def _next(order: Order, onward: str) -> Callable[[FillState], str]:
    def route(state: FillState) -> str:
        if not state.findings:
            return onward
        return "repair" if state.version <= order.max_repairs else "end"

    return route


class _Steps:
    """The nodes."""

    def __init__(self, desk: FillDesk) -> None:
        self.desk = desk

    def propose(self, state: FillState) -> dict[str, object]:
        """The writer proposes things. Raises: BadReply, ModelError."""
        self._say(state, 1, "propose_things")
        self._keep(1, self.desk.writer.propose())
        return {"version": 1}

    def check(self, state: FillState) -> dict[str, object]:
        """Run the validator over the proposal as a domain's file."""
        proposal = self._proposal(state)
        found = self._unlike_the_order(proposal) or self._read_back(state, None)[1]
        return self._found(state, found)

    def repair(self, state: FillState) -> dict[str, object]:
        """The writer mends what was found. Raises: BadReply, ModelError."""
        number = state.version + 1
        self._say(state, number, "repair_things")
        self._keep(number, self.desk.writer.repair(state.version, self._proposal(state), state.findings))
        return {"version": number}

    def read(self, state: FillState) -> dict[str, object]:
        """The reader reads the names, and questions are drawn from what both agree on. Raises: BadReply, ModelError."""
        self._say(state, state.version, "read_things")
        proposal = self._proposal(state)
        reading = self.desk.reader.read(state.version, proposal.kind_en, [thing.en for thing in proposal.things])
        self.desk.folder.keep(state.version, READING, reading.model_dump_json(by_alias=True, indent=1) + "\n")
        domain, found = self._read_back(state, reading)
        return self._found(state, found or _unplayable(domain))

    def end(self, state: FillState) -> dict[str, object]:
        """Accept the domain, or give up with what is left."""
        if state.findings:
            return {"ending": "given up"}
        reading = KindReading.model_validate_json(self.desk.folder.kept(state.version, READING))
        self.desk.accept(self._text(self._proposal(state), reading), state.version)
        return {"ending": "accepted"}

    def _unlike_the_order(self, proposal: Proposal) -> list[str]:
        number, wanted = len(proposal.things), self.desk.order.count
        return [f"there are {number} things, not {wanted}"] if number != wanted else []

    def _read_back(self, state: FillState, reading: KindReading | None) -> tuple[Domain | None, Sequence[str]]:
        """Return the proposal as a domain, or what is wrong with it."""
        self.desk.folder.keep(state.version, f"{self.desk.name}.yaml", self._text(self._proposal(state), reading))
        path: Path = self.desk.folder.attempt(state.version) / f"{self.desk.name}.yaml"
        try:
            domain = read_domain(path)
            return domain, domain_faults(domain)
        except FaultyKnowledge as error:
            return None, error.faults

    def _text(self, proposal: Proposal, reading: KindReading | None) -> str:
        """Return the domain's file."""
        desk = self.desk
        kind = f"{desk.name}_thing"
        words = {"en": proposal.kind_en, "zh": proposal.kind_zh, "values": proposal.values}
        own: dict[str, Any] = {
            "kinds": {kind: {"is": desk.order.parent, **words}},
            "things": {kind: [_line(thing.en, thing.zh, thing.values) for thing in proposal.things]},
        }
        if reading is not None:
            said = reading.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            own["second_reading"] = {"reader": f"{desk.models[1]}, from the names alone", "kinds": {kind: said}}
        title = {"en": proposal.title_en, "zh": proposal.title_zh}
        file = {
            "domain": desk.name,
            "title": title,
            "asserted_by": "model",
            "sources": [f"Proposed by {desk.models[0]}, read a second time by {desk.models[1]}: {desk.order.about}"],
            "own_things": own,
            "scenarios": {
                "photos": {"like": "nature/photos", "title": dict(title), "nature_slots": {"kinds": [kind], "count": 5}}
            },
        }
        return yaml.safe_dump(file, sort_keys=False, allow_unicode=True, width=120)

    def _found(self, state: FillState, found: Sequence[str]) -> dict[str, object]:
        if found:
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            self.desk.report(Event("refused", state.id, state.version, "things", detail=f"{found[0]}{more}"))
        return {"findings": tuple(found)}

    def _proposal(self, state: FillState) -> Proposal:
        return parse_proposal(self.desk.folder.kept(state.version, PROPOSAL))

    def _keep(self, version: int, proposal: Proposal) -> None:
        self.desk.folder.keep(version, PROPOSAL, text_of(proposal) + "\n")

    def _say(self, state: FillState, version: int, step: str) -> None:
        self.desk.report(Event("step", state.id, version, step))


def _line(en: str, zh: str, values: dict[str, Any]) -> str:
    """Return a thing as a knowledge file has it."""
    given = ", ".join(f"{name}={value}" for name, value in values.items())
    return "; ".join(part for part in (en, zh, given) if part)


def _unplayable(domain: Domain | None) -> list[str]:
    """Return why no questions can be drawn from what both readings agree on, if so."""
    assert domain is not None
    confirmed = sum(fact.confirmed for fact in domain.facts)
    [scenario] = domain.scenarios.values()
    telling = [name for name in domain.things.file.properties if _differs(name, scenario.things)]
    if len(telling) >= TELLING and drawn_at_any_level(domain, TRIED):
        return []
    return [
        f"a second reader agrees with {confirmed:,} of {len(domain.facts):,} facts; of the properties that some things "
        f"have and others have not, {len(telling)} are left. Take things that differ in more properties, and values "
        "that nobody disputes"
    ]


def _differs(name: str, members: Sequence[Named]) -> bool:
    """Whether some things are known to have a property, and others not to have it."""
    return len({thing.attributes[name] for thing in members if name in thing.attributes}) > 1
