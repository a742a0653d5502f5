"""The build graph: write, check, simulate, diagnose, revise, until a box is accepted or given up.

A runtime error goes to the refiner as error and code; a logic error first as log and rules without the code, and only
then as code with the inconsistency found there (ORACLE, section 3). Claims that the log leaves open are asked for once
more before a box is accepted. Without a second writing, the tester works out by hand inputs on which the code decides,
and writes itself what is drawn from seeds; and the refiner reads the code beside the description. What it finds is
asked of the box and judged like the rest of the log; only what no call can show goes on in words. Every step is on disk
before the next begins.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boxwright.agents.box.consensus import Consensus
from boxwright.agents.box.deciding import chosen
from boxwright.agents.box.drawing import Drawn, compared, drawing
from boxwright.agents.box.log import LogLine, rendered, repeated
from boxwright.agents.box.replies import SeenFault, Verdict
from boxwright.agents.box.roles import Coder, Refiner, corrected
from boxwright.agents.box.simulation import BoxFailed, Exposed, Simulation
from boxwright.agents.box.testers import Prober, Tester
from boxwright.agents.runs.folder import RunFolder
from boxwright.agents.runs.options import BuildSettings
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.state import BuildState, Node, Noted, Step, as_node
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.manifest import LeftOpen
from boxwright.blackboxes.seeds import digest
from boxwright.harness.gates import GateResult, drawn_for, run_gate, run_gates, run_thoroughly
from boxwright.sandbox import SandboxError

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


SEEN = "seen.json"
"""What a reading of a version's code says against it in words, among the files of its attempt."""
DRAW = "draw.py"
"""The tester's own writing of what is drawn, among the files of the first attempt."""
HELD_BACK = "an example that is held back did not hold"
"""What the tester is told of a version that failed the exam: the exam is no test agent's business."""


@dataclass(frozen=True)
class Settled:
    """What was asked in great numbers when a recording's box was accepted, under its family's revision of today.

    The sweeps of the same code are the same calls, so a replay does not make them all once more.
    """

    code: str = ""
    """Hash of the accepted code; empty if nothing is known."""
    agreed: bool = False
    """Whether its independent writings agreed."""
    noted: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What each gate noted, if no revision at all has changed: it is not measured again, and the gates ask less."""


@dataclass(frozen=True)
class Workshop:
    """Everything the steps work with that is not state."""

    id: str
    coders: Sequence[Coder]
    refiner: Refiner
    tester: Callable[[tuple[str, ...], int, str], Tester | Prober]
    """Makes the tester of an attempt from the claims and from what was corrected."""
    open_box: Callable[[str, Exam | None], Box[Any]]
    exam: Exam | None
    accept: Callable[[str, BuildState, list[GateResult], LeftOpen], None]
    objections: tuple[str, ...]
    settings: BuildSettings
    folder: RunFolder
    report: Callable[[Event], None]
    asks_back: bool = True
    """Whether the loop asks back: the first revision of the loop did not, and its recordings hold no such replies."""
    reads_code: bool = True
    """Whether the refiner reads the code where something is worked out: recordings before the third loop hold none."""
    settled: Settled = Settled()

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
        "work_out": steps.work_out,
        "read": steps.read,
        "diagnose": steps.diagnose,
        "probe": steps.probe,
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
    played = "work_out" if shop.settings.work_out else "diagnose"
    graph.add_conditional_edges("simulate", _onward(played, shop), {played: played, **ways})
    graph.add_edge("work_out", "read" if shop.reads_code else "diagnose")
    graph.add_edge("read", "diagnose")
    graph.add_conditional_edges(
        "diagnose", _after_diagnosis(shop, steps), {"accept": "accept", "probe": "probe", **ways}
    )
    graph.add_conditional_edges("probe", steps.after_probing, {"diagnose": "diagnose", "accept": "accept"})
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


def _after_diagnosis(shop: Workshop, steps: _Steps) -> Callable[[BuildState], str]:
    onward = _onward("accept", shop)

    def route(state: BuildState) -> str:
        way = onward(state)
        return "probe" if way == "accept" and steps.may_probe(state) else way

    return route


class _Steps:
    """The nodes."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.simulation = Simulation(shop.id, shop.settings, shop.folder, anew=shop.asks_back)

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
        consensus = Consensus(shop.refiner, lambda code: shop.open_box(code, None), agreed=shop.settled.agreed)
        outcome = consensus.settle(writings)
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
        return Step(attempt=attempt, began=attempt, coder=index, fault="", findings=(), probed=False)

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

        code = self.shop.code(state.attempt)
        with self.shop.open_box(code, None) as box:
            if digest(code) != self.shop.settled.code or not self.shop.settled.noted:
                return run_gates(box, drawn_for(box), on_result=said)
            return [self._as_noted(result) for result in run_gates(box, drawn_for(box).again(), on_result=said)]

    def _as_noted(self, result: GateResult) -> GateResult:
        noted = self.shop.settled.noted.get(result.gate, {}) if result.passed else {}
        return result.model_copy(update={"notes": {**result.notes, **noted}}) if noted else result

    def simulate(self, state: BuildState) -> Step:
        """What showed earlier faults is asked again; then the test agent plays a short episode."""
        shop = self.shop
        again: list[LogLine] = []
        with shop.open_box(shop.code(state.attempt), None) as box:
            try:
                again = self._again(box, state)
                lines = self.simulation.play(box, self._tester(state, again), state.attempt)
            except BoxFailed as failed:
                return self._refused(state, "simulate", "runtime", (str(failed),))
        if again and lines and not lines[0].heading:
            lines[0] = lines[0].model_copy(update={"heading": "What the tester asked this version"})
        self.simulation.keep(state.attempt, [*again, *lines])
        return Step(fault="", findings=())

    def _again(self, box: Box[Any], state: BuildState) -> list[LogLine]:
        """Ask the new version what showed the faults of those before. Raises: BoxFailed."""
        if not self.shop.asks_back:
            return []
        return self.simulation.again(box, [noted.number for noted in state.history])

    def _tester(self, state: BuildState, again: Sequence[LogLine] = ()) -> Tester | Prober:
        told = ""
        if self.shop.asks_back and state.history:
            last = state.history[-1]
            findings = (HELD_BACK,) if last.ended == "exam" else last.findings
            told = corrected(findings, rendered(again))
        return self.shop.tester(state.claims, state.attempt, told)

    def work_out(self, state: BuildState) -> Step:
        """The tester, without the code, works out inputs on which its conditions decide, and writes the draw."""
        shop = self.shop
        lines = self._log_without(state, "worked ", "drawn ")
        tester = self._tester(state, [line for line in lines if line.key.startswith("again ")])
        assert isinstance(tester, Tester), "only a model works anything out"
        with shop.open_box(shop.code(state.attempt), None) as box:
            asked = self.simulation.asked(box, state.attempt)
            blanks = chosen(box, asked, shop.settings.seed, shop.settings.work_out)
            worked = tester.work_out(box.family, blanks) if blanks else []
            lines += self.simulation.worked(box, state.attempt, worked)
            lines += self.simulation.drawn(box, state.attempt, self._drawn(box, tester))
        self.simulation.keep(state.attempt, lines)
        return Step(fault="")

    def _drawn(self, box: Box[Any], tester: Tester) -> Drawn:
        """Compare what seeds draw with the tester's own writing of the draw, which is asked for once in a build."""
        shop = self.shop
        functions = drawing(box.family)
        if not functions:
            return Drawn()
        if not (shop.folder.attempt(1) / DRAW).exists():
            shop.folder.keep(1, DRAW, tester.draw(functions))
        with shop.open_box(shop.folder.kept(1, DRAW), None) as written:
            try:
                return compared(box, written, shop.settings.seed)
            except (SandboxError, BadOutput) as failed:  # the box has passed its gates: it is the tester's that fails
                told = f"the tester's own writing of the draw cannot be run: {failed}"
                shop.report(Event("consensus", box.id, 1, told))
                return Drawn()

    def read(self, state: BuildState) -> Step:
        """The refiner reads the code beside the description: what it finds is asked of the box, or kept in words."""
        shop = self.shop
        lines = self._log_without(state, "read ")
        code = shop.code(state.attempt)
        with shop.open_box(code, None) as box:
            examples, seen = shop.refiner.read(state.attempt, code, box.family)
            self.simulation.keep(state.attempt, [*lines, *self.simulation.read(box, state.attempt, examples)])
        shop.folder.keep(state.attempt, SEEN, _json([fault.model_dump(mode="json") for fault in seen]))
        return Step(fault="")

    def _seen(self, state: BuildState) -> list[SeenFault]:
        """Return what was said against the code in words, if it was read."""
        if not (self.shop.folder.attempt(state.attempt) / SEEN).exists():
            return []
        return [SeenFault.model_validate(each) for each in json.loads(self.shop.folder.kept(state.attempt, SEEN))]

    def _refuse_by_words(self, state: BuildState) -> bool:
        """Whether words alone may refuse a version: once in a build, since nobody judges them, and never the last."""
        return state.attempt <= self.shop.settings.max_revisions and all(n.ended != "read" for n in state.history)

    def _log_without(self, state: BuildState, *keys: str) -> list[LogLine]:
        """Return a log without the lines of a step that is done again."""
        return [line for line in self.simulation.kept(state.attempt) if not line.key.startswith(keys)]

    def diagnose(self, state: BuildState) -> Step:
        """The refiner checks the log against the rules, without the code; its verdict is structured."""
        shop = self.shop
        log = self.simulation.kept(state.attempt)
        step = f"{state.attempt}.2" if state.probed else str(state.attempt)
        verdict = shop.refiner.judge(step, state.claims, log, shop.objections)
        shop.folder.keep(state.attempt, "verdict.json", _json(verdict.model_dump(mode="json")))
        seen = self._seen(state)
        if verdict.consistent and not (seen and self._refuse_by_words(state)):
            return Step(fault="", findings=())
        found = verdict.inconsistencies
        self.simulation.expose(state.attempt, [Exposed(line=i.line, expected=i.expected) for i in found])
        shown = [
            f"log line {i.line}: [{i.line}] {log[i.line - 1].text}; expected: {i.expected}; got: {i.got}; {i.why}"
            for i in found
        ]
        findings = (*shown, *(fault.finding() for fault in seen))
        told = (*shown, *(fault.broken() for fault in seen))
        return self._refused(state, "diagnose" if found else "read", "logic", findings, told)

    def may_probe(self, state: BuildState) -> bool:
        """Whether the tester is to be asked once more: for the claims that no line settled."""
        if state.probed or not self.shop.asks_back or not self._verdict(state).untested():
            return False
        return isinstance(self._tester(state), Tester)

    def probe(self, state: BuildState) -> Step:
        """The tester writes worked examples for the claims that no line settled, and the box is asked them."""
        shop = self.shop
        verdict = self._verdict(state)
        lines = self._log_without(state, "claim ")
        again = [line for line in lines if line.key.startswith("again ")]
        tester = self._tester(state, again)
        assert isinstance(tester, Tester), "only a model is asked once more"
        claims = {number: state.claims[number - 1] for number in verdict.untested()}
        with shop.open_box(shop.code(state.attempt), None) as box:
            asked = tester.probe(box.family, rendered(lines), claims, verdict.idle(lines))
            lines += self.simulation.claimed(box, state.attempt, asked)
        self.simulation.keep(state.attempt, lines)
        return Step(probed=True)

    def after_probing(self, state: BuildState) -> str:
        """The next step: a verdict on the longer log, unless the tester had nothing to ask."""
        longer = any(line.key.startswith("claim ") for line in self.simulation.kept(state.attempt))
        return "diagnose" if longer else "accept"

    def _verdict(self, state: BuildState) -> Verdict:
        return Verdict.model_validate_json(self.shop.folder.kept(state.attempt, "verdict.json"))

    def _left_open(self, state: BuildState) -> LeftOpen:
        """Return what an accepted version's verdict leaves open, which may be nothing."""
        log, verdict = self.simulation.kept(state.attempt), self._verdict(state)
        return LeftOpen(
            untested=tuple(state.claims[number - 1] for number in verdict.untested()),
            asked_again=state.probed,
            unexplained=tuple(f"[{number}] {log[number - 1].text}" for number in verdict.unexplained(log)),
            overruled=tuple(f"[{e.line}] {log[e.line - 1].text}" for e in verdict.explained if log[e.line - 1].differs),
            repeated=tuple(line.text for line in repeated(log)),
            seen=tuple(fault.finding() for fault in self._seen(state)),
        )

    def _refused(
        self, state: BuildState, step: str, fault: str, findings: tuple[str, ...], told: tuple[str, ...] = ()
    ) -> Step:
        """Send a version back; `told` is what those may know who do not see its code, where they may know less."""
        shop = self.shop
        shop.report(Event("refused", state.id, state.attempt, step, detail=findings[0]))
        shop.folder.keep(state.attempt, "findings.json", _json({"step": step, "fault": fault, "findings": findings}))
        note = Noted(number=state.attempt, ended=step, findings=told or findings)
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
        return Step(attempt=attempt, fault="", findings=(), cause="", change="", probed=False)

    def accept(self, state: BuildState) -> Step:
        """Gates and verdict are passed: take the exam that no model has seen, and register the box."""
        examined, *swept = self._examined(state)
        if findings := [f for result in (examined, *swept) for f in result.findings]:
            return self._refused(state, "exam", "runtime", tuple(f.sentence() for f in findings))
        note = Noted(number=state.attempt, ended="accepted")
        ended = state.model_copy(update={"history": (*state.history, note), "ending": "accepted"})
        gates = json.loads(self.shop.folder.kept(state.attempt, "gates.json"))
        results = [GateResult.model_validate(r) for r in gates]
        results = [examined if r.gate == examined.gate else r for r in results]
        self.shop.accept(self.shop.code(state.attempt), ended, results, self._left_open(state))
        return Step(history=ended.history, ending="accepted")

    def _examined(self, state: BuildState) -> list[GateResult]:
        """Ask the exam first, then what acceptance asks in great numbers; a small sweep has been asked before."""
        code = self.shop.code(state.attempt)
        with self.shop.open_box(code, self.shop.exam) as box:
            examined = run_gate("examples", box, drawn_for(box).model_copy(update={"sweep": 0}))
            ended = examined.findings or digest(code) == self.shop.settled.code
            return [examined] if ended else [examined, *run_thoroughly(box)]


def _writing(number: int, count: int) -> str:
    return "box.py" if count == 1 else f"writing-{number}.py"


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
