"""The build graph: write, check, simulate, diagnose, revise, until a box is accepted or given up.

A runtime error goes to the refiner as error and code; a logic error first as log and rules without the code, and only
the inconsistency found there goes on with the code (ORACLE, section 3). Every step is on disk before the next begins.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel, ConfigDict

from boxwright.agents.box.consensus import Consensus
from boxwright.agents.box.roles import Coder, Refiner
from boxwright.agents.box.state import BuildState, Noted, Step
from boxwright.agents.box.testers import PROBER, Prober, Tester
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.finding import from_error
from boxwright.harness.gates import Finding, GateResult, run_gate, run_gates
from boxwright.harness.log import log_lines
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import SandboxError

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


class BuildSettings(BaseModel):
    """What decides how a build goes; a part of the recording."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_revisions: int = 4
    """How often the code may be revised before the build gives up."""
    test_turns: int = 6
    """Queries of the test agent per attempt."""
    test_samples: int = 2
    """Outputs that the test agent works out by hand per attempt."""
    seed: int = 1
    """Decides the test samples of the simulation."""
    test_batch: int = 1
    """How many queries the test agent plans per request."""
    consensus: int = 1
    """How many coders write the box without seeing each other."""
    restart_after: int = 0
    """After so many failed revisions the box is written anew, by the next coder if there is one; 0 for never."""

    def extras(self) -> list[str]:
        """Name the settings that ask with prompts of their own."""
        used = {"test_batch": self.test_batch > 1, "consensus": self.consensus > 1, "restart_after": self.restart_after}
        return [name for name, on in used.items() if on]


@dataclass(frozen=True)
class Workshop:
    """Everything that the steps work with, and that is no state."""

    coders: Sequence[Coder]
    refiner: Refiner
    tester: Callable[[tuple[str, ...], int], Tester | Prober]
    open_box: Callable[[str, Exam | None], Box[Any]]
    exam: Exam | None
    accept: Callable[[str, BuildState, list[GateResult]], None]
    objections: tuple[str, ...]
    settings: BuildSettings
    folder: Path
    report: Callable[[Event], None]

    def attempt_folder(self, attempt: int) -> Path:
        """Where the code, the findings and the log of one attempt stand."""
        return self.folder / "attempts" / str(attempt)

    def code(self, attempt: int) -> str:
        """The module of one attempt."""
        return (self.attempt_folder(attempt) / "box.py").read_text(encoding="utf-8")

    def keep(self, attempt: int, name: str, text: str) -> None:
        """Write one file of an attempt, in one piece."""
        folder = self.attempt_folder(attempt)
        folder.mkdir(parents=True, exist_ok=True)
        scratch = folder / f"{name}.new"
        scratch.write_text(text, encoding="utf-8", newline="\n")
        scratch.replace(folder / name)


Node = Callable[[BuildState], Step]


class GraphNode(Protocol):
    """A node as LangGraph takes it: the parameter must be called `state`."""

    def __call__(self, state: BuildState) -> dict[str, object]:
        """Do the step; return what changes."""
        ...


def build_graph(shop: Workshop, checkpointer: Any) -> CompiledStateGraph[BuildState, None, BuildState, BuildState]:
    """Compile the graph over a checkpointer."""
    from langgraph.graph import END, START, StateGraph

    steps = _Steps(shop)
    graph = StateGraph(BuildState)
    nodes: Mapping[str, Node] = {
        "write": steps.write,
        "agree": steps.agree,
        "rewrite": steps.rewrite,
        "check": steps.check,
        "simulate": steps.simulate,
        "diagnose": steps.diagnose,
        "locate": steps.locate,
        "revise": steps.revise,
        "accept": steps.accept,
    }
    for name, node in nodes.items():
        graph.add_node(name, _as_node(name, node, shop))
    graph.add_edge(START, "write")
    ways: dict[Hashable, str] = {"locate": "locate", "rewrite": "rewrite", "end": END}
    after_writing = "agree" if shop.settings.consensus > 1 else "check"
    graph.add_edge("write", after_writing)
    graph.add_conditional_edges("agree", _onward("check", shop), {"check": "check", **ways})
    graph.add_edge("rewrite", "check")
    graph.add_conditional_edges("check", _onward("simulate", shop), {"simulate": "simulate", **ways})
    graph.add_conditional_edges("simulate", _onward("diagnose", shop), {"diagnose": "diagnose", **ways})
    graph.add_conditional_edges("diagnose", _onward("accept", shop), {"accept": "accept", **ways})
    graph.add_edge("locate", "revise")
    graph.add_edge("revise", "check")
    graph.add_conditional_edges("accept", _onward("end", shop), ways)
    return graph.compile(checkpointer=checkpointer, name="build")


def _as_node(name: str, node: Node, shop: Workshop) -> GraphNode:
    def run(state: BuildState) -> dict[str, object]:
        shop.report(Event("step", state.id, state.attempt, name))
        return node(state).update()

    return run


def _onward(onward: str, shop: Workshop) -> Callable[[BuildState], str]:
    def route(state: BuildState) -> str:
        if state.ending:
            return "end"
        if not state.fault:
            return onward
        revisions = state.attempt - state.began
        return "rewrite" if 0 < shop.settings.restart_after <= revisions else "locate"

    return route


class _Steps:
    """The nodes."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop

    def write(self, state: BuildState) -> Step:
        shop = self.shop
        for number in range(1, shop.settings.consensus + 1):
            coder = shop.coders[(number - 1) % len(shop.coders)]
            shop.keep(1, _writing(number, shop.settings.consensus), coder.write(number))
        return Step(attempt=1, claims=shop.coders[0].claims())

    def agree(self, state: BuildState) -> Step:
        """Independent writings are compared; where they differ, the refiner decides, or the author is asked."""
        shop = self.shop
        count = shop.settings.consensus
        folder = shop.attempt_folder(1)
        writings = [(folder / _writing(n, count)).read_text(encoding="utf-8") for n in range(1, count + 1)]
        outcome = Consensus(shop.refiner, lambda code: shop.open_box(code, None)).settle(writings)
        shop.keep(1, "box.py", outcome.code)
        shop.keep(1, "consensus.txt", "\n".join(outcome.notes) + "\n")
        for note in outcome.notes:
            shop.report(Event("consensus", state.id, 1, note))
        if outcome.question:
            noted = Noted(number=1, ended="agree", findings=(outcome.question,))
            return Step(ending="ambiguous", findings=(outcome.question,), history=(*state.history, noted))
        if outcome.faults:
            return self._refused(state, "agree", "logic", outcome.faults)
        return Step(fault="", findings=())

    def rewrite(self, state: BuildState) -> Step:
        """Revisions did not help: the box is written anew, by the next coder of the list if there is one."""
        shop = self.shop
        index = min(state.coder + 1, len(shop.coders) - 1)
        found = [finding for noted in state.history for finding in noted.findings]
        attempt = state.attempt + 1
        shop.keep(attempt, "box.py", shop.coders[index].rewrite(attempt, found))
        return Step(attempt=attempt, began=attempt, coder=index, fault="", findings=())

    def check(self, state: BuildState) -> Step:
        """Run the gates; what they find is a runtime fault: the error and the code go to the refiner."""
        results = self._gates(state)
        findings = [f for r in results for f in r.findings]
        self.shop.keep(state.attempt, "gates.json", _json([r.model_dump(mode="json") for r in results]))
        if not findings:
            return Step(fault="", findings=())
        return self._refused(state, "check", "runtime", tuple(f.sentence() for f in findings))

    def _gates(self, state: BuildState) -> list[GateResult]:
        def said(result: GateResult) -> None:
            words = "" if result.passed else result.findings[0].sentence()
            self.shop.report(Event("gate", state.id, state.attempt, result.gate, passed=result.passed, detail=words))

        with self.shop.open_box(self.shop.code(state.attempt), None) as box:
            return run_gates(box, on_result=said)

    def simulate(self, state: BuildState) -> Step:
        """The test agent plays a short episode through the harness's own engine."""
        shop = self.shop
        player = shop.tester(state.claims, state.attempt)
        plan = Plan(
            turns=shop.settings.test_turns,
            shots=1,
            samples=0 if player.name == PROBER else shop.settings.test_samples,
            seed=derive(shop.settings.seed, state.id, "simulate"),
        )
        guessed = player.name == PROBER
        with shop.open_box(shop.code(state.attempt), None) as box:
            try:
                record = play(box, plan, player)
                if guessed and not record.conversations:  # games and puzzles: each test sample is a chapter of its own
                    record = play(box, replace(plan, samples=shop.settings.test_samples), player)
            except EpisodeFailed as failed:
                if not failed.by_the_box:
                    raise failed.cause from failed
                finding = _box_fault(failed.cause)
                shop.keep(state.attempt, "log.txt", _log(failed.record, guessed))
                return self._refused(state, "simulate", "runtime", (finding.sentence(),))
        shop.keep(state.attempt, "log.txt", _log(record, guessed))
        return Step(fault="", findings=())

    def diagnose(self, state: BuildState) -> Step:
        """The refiner judges log and rules, without the code; its verdict is a structure."""
        shop = self.shop
        log = (shop.attempt_folder(state.attempt) / "log.txt").read_text(encoding="utf-8").splitlines()
        verdict = shop.refiner.judge(state.attempt, state.claims, log, shop.objections)
        shop.keep(state.attempt, "verdict.json", _json(verdict.model_dump(mode="json")))
        if verdict.consistent:
            return Step(fault="", findings=())
        findings = tuple(
            f"log line {i.line}: {log[i.line - 1]}; expected: {i.expected}; got: {i.got}; {i.why}"
            for i in verdict.inconsistencies
        )
        return self._refused(state, "diagnose", "logic", findings)

    def _refused(self, state: BuildState, step: str, fault: str, findings: tuple[str, ...]) -> Step:
        shop = self.shop
        shop.report(Event("refused", state.id, state.attempt, step, detail=findings[0]))
        shop.keep(state.attempt, "findings.json", _json({"step": step, "fault": fault, "findings": findings}))
        note = Noted(number=state.attempt, ended=step, findings=findings)
        history = (*state.history, note)
        if state.attempt > shop.settings.max_revisions:
            return Step(fault="", findings=findings, history=history, ending="given up")
        return Step.model_validate({"fault": fault, "findings": findings, "history": history})

    def locate(self, state: BuildState) -> Step:
        """The refiner reads the code and says where it is wrong."""
        code = self.shop.code(state.attempt)
        found = self.shop.refiner.locate(state.attempt, state.fault, state.findings, code)
        self.shop.report(Event("cause", state.id, state.attempt, found.cause))
        return Step(cause=found.cause, change=found.change)

    def revise(self, state: BuildState) -> Step:
        """The coder corrects its module."""
        shop = self.shop
        attempt = state.attempt + 1
        old = shop.code(state.attempt)
        shop.keep(
            attempt, "box.py", shop.coders[state.coder].revise(attempt, old, state.findings, state.cause, state.change)
        )
        return Step(attempt=attempt, fault="", findings=(), cause="", change="")

    def accept(self, state: BuildState) -> Step:
        """All gates hold and the verdict says so: take the exam that no model has seen, and register the box."""
        examined = self._examined(state)
        if examined.findings:
            return self._refused(state, "exam", "runtime", tuple(f.sentence() for f in examined.findings))
        note = Noted(number=state.attempt, ended="accepted")
        ended = state.model_copy(update={"history": (*state.history, note), "ending": "accepted"})
        gates = (self.shop.attempt_folder(state.attempt) / "gates.json").read_text(encoding="utf-8")
        results = [GateResult.model_validate(r) for r in json.loads(gates)]
        results = [examined if r.gate == examined.gate else r for r in results]
        self.shop.accept(self.shop.code(state.attempt), ended, results)
        return Step(history=ended.history, ending="accepted")

    def _examined(self, state: BuildState) -> GateResult:
        with self.shop.open_box(self.shop.code(state.attempt), self.shop.exam) as box:
            return run_gate("examples", box)


def _writing(number: int, count: int) -> str:
    return "box.py" if count == 1 else f"writing-{number}.py"


def _log(record: EpisodeRecord, guessed: bool) -> str:
    return "\n".join(log_lines(record, guessed=guessed)) + "\n"


def _box_fault(cause: Exception) -> Finding:
    if isinstance(cause, SandboxError):
        return from_error("simulate", cause)
    return Finding(gate="simulate", kind="shape", message=str(cause))


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
