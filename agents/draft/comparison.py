"""Where author and readers differ: on the worked examples, by hand and by program, and on thousands of drawn inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boxwright.agents.box.compare import compare
from boxwright.agents.box.replies import alike
from boxwright.agents.draft.roles import Reading
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description, FaultyFile
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.types import Example
from boxwright.harness.finding import show, show_call
from boxwright.harness.gates import run_gate, run_gates
from boxwright.harness.gates.calls import told
from boxwright.harness.lint import check_examples
from boxwright.sandbox import Launcher, Reply, SandboxError, values

SAMPLES = 1_000
"""Drawn calls on which the two programs are compared, before the sweep."""
SHOWN = 5
"""Differences that the author and the person are shown, the smallest cases first."""

OpenBox = Callable[[str], Box[Any]]


def load_fault(box: Box[Any]) -> str:
    """Return what is wrong with a module that does not load or lacks a function, or nothing."""
    with box:
        result = run_gate("loads", box)
    return "" if result.passed else f"the module does not load: {result.findings[0].sentence()}"


def differences(description: Description, readings: Sequence[Reading], open_box: OpenBox) -> list[str]:
    """Return the cases on which the readings differ, the smallest first. Raises: SandboxUnavailable."""
    one, other = (open_box(reading.code) for reading in readings)
    with one, other:
        found = _on_examples(description, readings, (one, other))
        try:
            smallest = compare(one, other, samples=SAMPLES).smallest
        except (SandboxError, BadOutput) as error:
            found.append(("", f"the programs of the readers cannot be compared: {error}"))
        else:
            told_so = ("the program of reader 1", "that of reader 2")
            found += [(d.call, d.sentence(*told_so)) for d in smallest]
    found.sort(key=lambda pair: (len(pair[0]), pair[0]))
    return [sentence for _, sentence in found[:SHOWN]]


def _on_examples(
    description: Description, readings: Sequence[Reading], boxes: Sequence[Box[Any]]
) -> list[tuple[str, str]]:
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
            found.append((call, f"for {call} the author's example says {show(example.expected)}; {said}"))
    return found


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
            found = [f.sentence() for result in run_gates(box) for f in result.findings]
        if not found:
            return []
    return found[:SHOWN]
