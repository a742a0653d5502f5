"""Where author and readers differ: on the worked examples, by hand and by program, and on thousands of drawn inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from boxwright.agents.box.compare import compare
from boxwright.agents.box.replies import alike
from boxwright.agents.draft.roles import Reading
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Decided, Description, FaultyFile
from boxwright.blackboxes.families.function import FunctionFamily
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.types import Call, Example
from boxwright.harness.finding import show, show_call
from boxwright.harness.gates import GateSettings, drawn_for, run_gate, run_gates
from boxwright.harness.gates.calls import told
from boxwright.harness.lint import check_examples
from boxwright.sandbox import Launcher, Reply, SandboxError, values

SAMPLES = 1_000
"""Drawn calls on which the two programs are compared, before the sweep."""
SHOWN = 5
"""Differences that the author and the person are shown, the smallest cases first."""

OpenBox = Callable[[str], Box[Any]]


class Case(BaseModel):
    """A call on which the readings differ, and what they give for it, in the encoding of the sandbox."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    call: str
    outcomes: tuple[str, ...]
    """Each once; errors are none."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The outcomes as they are shown."""
        return tuple(show(values.loads(outcome)) for outcome in self.outcomes)


class Choice(Decided):
    """One of two answers that was chosen, and what it gives for the case that was shown."""

    call: str
    outcome: str


@dataclass(frozen=True)
class Differing:
    """One case on which the readings differ."""

    size: tuple[int, str]
    """By which the smallest is found."""
    sentence: str
    case: Case | None


def load_fault(box: Box[Any]) -> str:
    """Return what is wrong with a module that does not load or lacks a function, or nothing."""
    with box:
        result = run_gate("loads", box)
    return "" if result.passed else f"the module does not load: {result.findings[0].sentence()}"


def differences(description: Description, readings: Sequence[Reading], open_box: OpenBox) -> list[Differing]:
    """Return the cases on which the readings differ, the smallest first. Raises: SandboxUnavailable."""
    one, other = (open_box(reading.code) for reading in readings)
    with one, other:
        found = _on_examples(description, readings, (one, other))
        try:
            smallest = compare(one, other, samples=SAMPLES).smallest
        except (SandboxError, BadOutput) as error:
            found.append(Differing((0, ""), f"the programs of the readers cannot be compared: {error}", None))
        else:
            told_so = ("the program of reader 1", "that of reader 2")
            for d in smallest:
                case = _case(d.asked, (reply.value for reply in d.replies if reply.error is None))
                found.append(Differing((len(d.call), d.call), d.sentence(*told_so), case))
    found.sort(key=lambda differing: differing.size)
    return found[:SHOWN]


def _on_examples(description: Description, readings: Sequence[Reading], boxes: Sequence[Box[Any]]) -> list[Differing]:
    worked = boxes[0].family.worked(description)
    by_hand = [reading.cases(description) for reading in readings]
    calls = [example.call for example in worked]
    replies = [list(box.replies(calls)) for box in boxes]
    found = []
    for index, example in enumerate(worked):
        views: list[tuple[str, bool, str]] = []
        for number in range(len(readings)):
            hand, ran = by_hand[number][index].expected, replies[number][index]
            views.append((f"reader {number + 1} by hand", _same_by_hand(example, hand), show(hand)))
            views.append((f"the program of reader {number + 1}", _same_by_program(example, ran), _shown(example, ran)))
        if not all(same for _, same, _ in views):
            said = "; ".join(f"{who} gives {'the same' if same else text}" for who, same, text in views)
            call = show_call(example.call)
            sentence = f"for {call} the author's example says {show(example.expected)}; {said}"
            by_program = [told(example, made[index].value) for made in replies if made[index].error is None]
            given = [example.expected, *(hand[index].expected for hand in by_hand), *by_program]
            found.append(Differing((len(call), call), sentence, _case(example.call, given)))
    return found


def _case(call: Call, given: Iterable[Any]) -> Case:
    kept: list[Any] = []
    for value in given:
        if not any(alike(values.encode(value), values.encode(other)) for other in kept):
            kept.append(value)
    asked = values.dumps([call.function, list(call.args)])
    return Case(call=asked, outcomes=tuple(values.dumps(value) for value in kept))


def unkept(code: str, choices: Sequence[Choice], open_box: OpenBox) -> list[str]:
    """Return the choices to which a rule does not keep, as a program of it shows on the cases that were chosen by.

    Raises: SandboxError, SandboxUnavailable.
    """
    found = []
    with open_box(code) as box:
        for choice in choices:
            function, args = values.loads(choice.call)
            call, chosen = Call(function, tuple(args)), values.loads(choice.outcome)
            if given := _otherwise(box, Example(call, chosen, whole=False)):
                found.append(
                    f"decided by the {choice.by}: {choice.point} {choice.answer}: for {show_call(call)} this gives "
                    f"{show(chosen)}, but the rule as it is now {given}"
                )
    return found


def _otherwise(box: Box[Any], chosen: Example) -> str:
    """Return what a program does with a case instead of giving what was chosen; nothing where it gives that."""
    family, call = box.family, chosen.call
    outside = isinstance(family, FunctionFamily) and not family.in_domain(box.rules, call.args[0])
    if outside or call.function not in box.session().functions:
        return "does not take it any more"
    (reply,) = box.replies([call])
    same = reply.error is None and family.alike(box.rules, chosen.expected, told(chosen, reply.value))
    return "" if same or _same_by_program(chosen, reply) else f"gives {_shown(chosen, reply)}"


def _same_by_hand(example: Example, value: Any) -> bool:
    agrees = example.agrees or values.equal
    return agrees(example.expected, value) or alike(values.encode(example.expected), values.encode(value))


def _same_by_program(example: Example, reply: Reply) -> bool:
    if reply.error is not None:
        return False
    agrees = example.agrees or values.equal
    return agrees(example.expected, told(example, reply.value))


def _shown(example: Example, reply: Reply) -> str:
    return f"an error ({reply.error.kind})" if reply.error is not None else show(told(example, reply.value))


def unfit(description: Description, readings: Sequence[Reading], open_box: OpenBox, launcher: Launcher) -> list[str]:
    """Return why no box of this description would be accepted, though all agree on it: what both programs fail.

    Raises: SandboxUnavailable.
    """
    try:
        check_examples(description, launcher)
    except FaultyFile as fault:
        return list(fault.faults)
    found: list[str] = []
    for reading in readings:
        with open_box(reading.code) as box:
            found = [f.sentence() for result in run_gates(box, _quicker(box)) for f in result.findings]
        if not found:
            return []
    return found[:SHOWN]


def _quicker(box: Box[Any]) -> GateSettings:
    """Return what gates ask of a reader's program: near misses add notes only, a glance can refuse."""
    return drawn_for(box).model_copy(update={"near_misses": 1, "misreadings": 0})
