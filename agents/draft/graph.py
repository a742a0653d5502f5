"""The drafting graph: propose, read, compare, settle (and ask), revise, until everybody reads the same; then write."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict

from boxwright.agents.draft.comparison import Case, Choice, differences, load_fault, unfit, unkept
from boxwright.agents.draft.proposal import Proposal, described
from boxwright.agents.draft.roles import PERSON, Author, Person, Question, Reader, Reading
from boxwright.agents.runs.asking import request_of
from boxwright.agents.runs.folder import RunFolder
from boxwright.agents.runs.progress import Event
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Decided, Description
from boxwright.harness.chat.api import ChatModel
from boxwright.sandbox import Launcher

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


class DraftSettings(BaseModel):
    """What decides how a draft goes; a part of the recording."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    note: str
    """What the person gave."""
    identifier: str = ""
    """The id, if the person fixed it."""
    rounds: int = 4
    """How often the rule may be read before the draft is given up."""


class DraftState(BaseModel):
    """The state of the drafting graph. Proposals and readings are files."""

    model_config = ConfigDict(extra="forbid")

    id: str
    round: int = 0
    """The current version of the description, from 1."""
    differences: tuple[str, ...] = ()
    """Where the readings of this version differ."""
    case: Case | None = None
    """The smallest of these."""
    findings: tuple[str, ...] = ()
    """What must change; of a refusal, what the person is told."""
    questions: int = 0
    decided: tuple[Decided, ...] = ()
    """What was asked and answered."""
    chosen: tuple[Choice, ...] = ()
    """Those of the answers whose outcome on a case is known."""
    heard: bool = False
    """Whether the author was told what readers call open; they may take it alike for ever."""
    reminded: bool = False
    """Whether the author was told that a rule does not keep to what was chosen."""
    ending: str = ""
    """`drafted`, `given up`, or the kind of a refusal."""


@dataclass(frozen=True)
class Desk:
    """Everything the steps work with that is not state."""

    author: Author
    readers: Sequence[Reader]
    person: Person | None
    """Who is there; None in a replay, where the recording answers."""
    answers: ChatModel
    """The person as the journal sees one."""
    settings: DraftSettings
    launcher: Launcher
    write: Callable[[Proposal, tuple[Decided, ...]], None]
    folder: RunFolder
    report: Callable[[Event], None]


def build_graph(desk: Desk, checkpointer: Any) -> CompiledStateGraph[DraftState, None, DraftState, DraftState]:
    """Compile the graph over a checkpointer."""
    from langgraph.graph import END, START, StateGraph

    steps = _Steps(desk)
    graph = StateGraph(DraftState)
    for name in ("propose", "read", "compare", "settle", "revise", "write"):
        graph.add_node(name, getattr(steps, name))
    ways: dict[Hashable, str] = {"read": "read", "end": END}
    graph.add_edge(START, "propose")
    graph.add_conditional_edges("propose", lambda state: "end" if state.ending else "read", ways)
    graph.add_edge("read", "compare")
    onward: dict[Hashable, str] = {"settle": "settle", "revise": "revise", "write": "write", "end": END}
    graph.add_conditional_edges("compare", _after_comparison, onward)
    graph.add_edge("settle", "revise")
    graph.add_conditional_edges("revise", lambda state: "end" if state.ending else "read", ways)
    graph.add_edge("write", END)
    return graph.compile(checkpointer=checkpointer, name="draft")


def _after_comparison(state: DraftState) -> str:
    if state.ending:
        return "end"
    return "settle" if state.differences else "revise" if state.findings else "write"


def _called_open(readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return what readers say of a rule that it leaves open: where they take it alike, nothing else shows it."""
    return tuple(
        f"reader {n} calls this open: {point}" for n, one in enumerate(readings, start=1) for point in one.open
    )


class _Steps:
    """The nodes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def propose(self, state: DraftState) -> dict[str, object]:
        """The author writes the description, or says why there is none to write."""
        self._say(state, "propose_draft")
        return self._kept(1, self.desk.author.propose())

    def read(self, state: DraftState) -> dict[str, object]:
        """Two readers who see the rule alone work it out and write it."""
        self._say(state, "read_draft")
        description = self._description(state)
        for number, reader in enumerate(self.desk.readers, start=1):
            found = reader.read(state.round, description, lambda code: load_fault(self._box(description, code)))
            self.desk.folder.keep(state.round, f"reading-{number}.json", found.model_dump_json(indent=1) + "\n")
            self.desk.folder.keep(state.round, f"reading-{number}.py", found.code)
        return {"differences": (), "findings": ()}

    def compare(self, state: DraftState) -> dict[str, object]:
        """Compare everything with everything; where all agree, run the gates on what the readers wrote."""
        self._say(state, "compare_draft")
        desk, description = self.desk, self._description(state)
        readings = self._readings(state)

        def open_box(code: str) -> Box[Any]:
            return self._box(description, code)

        found = differences(description, readings, open_box)
        told = tuple(differing.sentence for differing in found)
        broken = unkept(readings[0].code, state.chosen, open_box) if state.chosen and not found else []
        wrong = [] if found else broken or unfit(description, readings, open_box, desk.launcher)
        last = state.round >= desk.settings.rounds or (bool(broken) and state.reminded)
        unsaid = () if last or state.heard else _called_open(readings)
        desk.folder.keep(state.round, "differences.txt", "".join(f"{line}\n" for line in [*told, *wrong, *unsaid]))
        for line in [*told, *wrong, *unsaid][:1]:
            desk.report(Event("refused", state.id, state.round, "draft", detail=line))
        ending = "given up" if (told or wrong) and last else ""
        return {
            "differences": (*told, *unsaid) if told else (),
            "case": found[0].case if found else None,
            "findings": (told if ending else ()) if told else (*wrong, *unsaid),
            "heard": state.heard or bool(unsaid),
            "reminded": state.reminded or bool(broken),
            "ending": ending,
        }

    def settle(self, state: DraftState) -> dict[str, object]:
        """The author says whose mistake it is; if the rule leaves it open, the person is asked."""
        self._say(state, "settle_draft")
        outcomes = state.case.shown if state.case else ()
        settled = self.desk.author.settle(state.round, self._description(state), state.differences, outcomes)
        if not settled.open:
            return {"findings": (*state.differences, f"Not open, your judgement: {settled.why}")}
        places = settled.places(len(outcomes))
        gives = tuple(outcomes[place] for place in places)
        question = Question(settled.question, state.differences[0], settled.one, settled.other, settled.mine, gives)
        if self.desk.person is not None:
            self.desk.person.question = question
        asked = request_of(PERSON, f"ask/{state.questions + 1}", ("user", question.words()))
        reply = self.desk.answers.ask(asked)
        answer = question.meaning(reply.text)
        by: Literal["author", "person"] = "author" if reply.model == "author" else "person"
        decided = Decided(point=settled.question, answer=answer, by=by)
        self.desk.report(
            Event("consensus", state.id, state.round, f"{settled.question} {answer} (decided by the {by})")
        )
        told = f"It was open, and is decided: {settled.question} {answer}"
        return {
            "findings": (*state.differences, told),
            "questions": state.questions + 1,
            "decided": (*state.decided, decided),
            "chosen": self._chosen(state, places, decided, question.picked(reply.text)),
        }

    def _chosen(
        self, state: DraftState, places: Sequence[int], decided: Decided, picked: int | None
    ) -> tuple[Choice, ...]:
        """Return what was chosen until now; a later answer on the same case takes the place of an earlier one.

        `places`: which of the case's outcomes the two answers give, if that is known.
        """
        case = state.case
        if case is None:
            return state.chosen
        kept = tuple(choice for choice in state.chosen if choice.call != case.call)
        if picked is None or not places:
            return kept
        outcome = case.outcomes[places[picked]]
        return (*kept, Choice(**decided.model_dump(), call=case.call, outcome=outcome))

    def revise(self, state: DraftState) -> dict[str, object]:
        """The author corrects the description."""
        self._say(state, "revise_draft")
        author, proposal = self.desk.author, self._proposal(state)
        return self._kept(state.round + 1, author.revise(state.round + 1, proposal, state.findings, state.decided))

    def write(self, state: DraftState) -> dict[str, object]:
        """Write the file."""
        self._say(state, "write_draft")
        self.desk.write(self._proposal(state), state.decided)
        return {"ending": "drafted"}

    def _kept(self, round_: int, proposal: Proposal) -> dict[str, object]:
        self.desk.folder.keep(round_, "proposal.json", proposal.model_dump_json(indent=1) + "\n")
        if proposal.kind == "box":
            return {"round": round_}
        parts = (f"boxwright draft {shlex.quote(' '.join(part.split()))}" for part in proposal.parts)
        return {"round": round_, "ending": proposal.kind, "findings": (proposal.reply, *parts)}

    def _proposal(self, state: DraftState) -> Proposal:
        return Proposal.model_validate_json(self.desk.folder.kept(state.round, "proposal.json"))

    def _description(self, state: DraftState) -> Description:
        settings = self.desk.settings
        return described(self._proposal(state), settings.note, settings.identifier, state.decided)

    def _readings(self, state: DraftState) -> list[Reading]:
        kept = (self.desk.folder.kept(state.round, f"reading-{n}.json") for n in range(1, len(self.desk.readers) + 1))
        return [Reading.model_validate_json(text) for text in kept]

    def _box(self, description: Description, code: str) -> Box[Any]:
        return Box(description, get_family(description.family), code, self.desk.launcher)

    def _say(self, state: DraftState, step: str) -> None:
        self.desk.report(Event("step", state.id, state.round, step))
