"""The build graph: write, check, simulate, diagnose, revise, until a box is accepted or given up.

A runtime error goes to the refiner as error and code; a logic error first as log and rules without the code, and only
then as code with the inconsistency found there (ORACLE, section 3). Every step is on disk before the next begins.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from boxwright.agents.box.consensus import Consensus
from boxwright.agents.box.roles import Coder, Refiner
from boxwright.agents.box.testers import PROBER, Prober, Tester
from boxwright.agents.runs.folder import RunFolder
from boxwright.agents.runs.options import BuildSettings
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.state import BuildState, Node, Noted, Step, as_node
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


@dataclass(frozen=True)
class Workshop:
    """Everything the steps work with that is not state."""

    coders: Sequence[Coder]
    refiner: Refiner
    tester: Callable[[tuple[str, ...], int], Tester | Prober]
    open_box: Callable[[str, Exam | None], Box[Any]]
    exam: Exam | None
    accept: Callable[[str, BuildState, list[GateResult]], None]
    objections: tuple[str, ...]
    settings: BuildSettings
    folder: RunFolder
    report: Callable[[Event], None]

    def code(self, attempt: int) -> str:
        """The module of one attempt."""
        return self.folder.kept(attempt, "box.py")


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
        graph.add_node(name, as_node(name, node, shop.report))
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
            shop.folder.keep(1, _writing(number, shop.settings.consensus), coder.write(number))
        return Step(attempt=1, claims=shop.coders[0].claims())

    def agree(self, state: BuildState) -> Step:
        """Compare independent implementations; where they differ, the refiner decides, or the author is asked."""
        shop = self.shop
        count = shop.settings.consensus
        writings = [shop.folder.kept(1, _writing(n, count)) for n in range(1, count + 1)]
        outcome = Consensus(shop.refiner, lambda code: shop.open_box(code, None)).settle(writings)
        shop.folder.keep(1, "box.py", outcome.code)
        shop.folder.keep(1, "consensus.txt", "\n".join(outcome.notes) + "\n")
        for note in outcome.notes:
            shop.report(Event("consensus", state.id, 1, note))
        if outcome.question:
            noted = Noted(number=1, ended="agree", findings=(outcome.question,))
            return Step(ending="ambiguous", findings=(outcome.question,), history=(*state.history, noted))
        if outcome.faults:
            return self._refused(state, "agree", "logic", outcome.faults)
        return Step(fault="", findings=())

    def rewrite(self, state: BuildState) -> Step:
        """Revisions did not help: the box is rewritten from scratch, by the next coder if there is one."""
        shop = self.shop
        index = min(state.coder + 1, len(shop.coders) - 1)
        found = [finding for noted in state.history for finding in noted.findings]
        attempt = state.attempt + 1
        shop.folder.keep(attempt, "box.py", shop.coders[index].rewrite(attempt, found))
        return Step(attempt=attempt, began=attempt, coder=index, fault="", findings=())

    def check(self, state: BuildState) -> Step:
        """Run the gates; what they find is a runtime fault: the error and the code go to the refiner."""
        results = self._gates(state)
        findings = [f for r in results for f in r.findings]
        self.shop.folder.keep(state.attempt, "gates.json", _json([r.model_dump(mode="json") for r in results]))
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
                if guessed and not record.conversations:  # games, puzzles: a conversation per test sample
                    record = play(box, replace(plan, samples=shop.settings.test_samples), player)
            except EpisodeFailed as failed:
                if not failed.by_the_box:
                    raise failed.cause from failed
                finding = _box_fault(failed.cause)
                shop.folder.keep(state.attempt, "log.txt", _log(failed.record, guessed))
                return self._refused(state, "simulate", "runtime", (finding.sentence(),))
        shop.folder.keep(state.attempt, "log.txt", _log(record, guessed))
        return Step(fault="", findings=())

    def diagnose(self, state: BuildState) -> Step:
        """The refiner checks the log against the rules, without the code; its verdict is structured."""
        shop = self.shop
        log = shop.folder.kept(state.attempt, "log.txt").splitlines()
        verdict = shop.refiner.judge(state.attempt, state.claims, log, shop.objections)
        shop.folder.keep(state.attempt, "verdict.json", _json(verdict.model_dump(mode="json")))
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
        shop.folder.keep(state.attempt, "findings.json", _json({"step": step, "fault": fault, "findings": findings}))
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
        shop.folder.keep(
            attempt, "box.py", shop.coders[state.coder].revise(attempt, old, state.findings, state.cause, state.change)
        )
        return Step(attempt=attempt, fault="", findings=(), cause="", change="")

    def accept(self, state: BuildState) -> Step:
        """Gates and verdict are passed: take the exam that no model has seen, and register the box."""
        examined = self._examined(state)
        if examined.findings:
            return self._refused(state, "exam", "runtime", tuple(f.sentence() for f in examined.findings))
        note = Noted(number=state.attempt, ended="accepted")
        ended = state.model_copy(update={"history": (*state.history, note), "ending": "accepted"})
        gates = json.loads(self.shop.folder.kept(state.attempt, "gates.json"))
        results = [GateResult.model_validate(r) for r in gates]
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
