"""Planted faults before the agents: shown by what the tester works out or draws itself, or by a reading of the code?

A request is the one that the build loop sends for the faulty module, with the claims of the accepted box's own
recording. Nothing has been played before it, so that only the worked examples count as asked. Readers are sent true
modules among the faulty ones, and are not told which is which.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from benchmarks.planting.mutant import Mutant
from benchmarks.planting.trial import Subject, same_answer
from boxwright.agents.box.deciding import chosen
from boxwright.agents.box.drawing import compared, drawing
from boxwright.agents.box.replies import Claims, SeenFault
from boxwright.agents.box.roles import Brief, Refiner
from boxwright.agents.box.testers import Tester
from boxwright.agents.runs.journal import Header, Journal, JournalledModel, ReplayModel, read_recording
from boxwright.agents.runs.options import BuildSettings
from boxwright.blackboxes.box import get_family
from boxwright.blackboxes.examiner import Blank
from boxwright.blackboxes.prompts import prompt_versions
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Example
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.chat.api import ChatModel
from boxwright.harness.chat.relay import RelayModel
from boxwright.harness.chat.structured import parse_reply
from boxwright.harness.gates.calls import told
from boxwright.sandbox import Launcher, Reply, values

MOST = 10
"""Inputs in a request, as `build` has it."""
RECORDED = "benchmarks/held_out"


@dataclass(frozen=True)
class Worked:
    """What came of one fault's request; of a fault without an answer only how many of its inputs show it."""

    asked: int
    showing: int
    """Inputs on which the faulty box differs from the true one, in what is asked."""
    answered: bool = False
    results: int = 0
    right: int = 0
    """Results that are the true box's."""
    telling: int = 0
    """Right results that the faulty box does not give."""
    wrong_alarms: int = 0
    """Wrong results that the faulty box does not give either: the judge must overrule them."""
    read: str = ""
    """Of the reading of the faulty module: empty if there was none, else what `shown_by_reading` returns."""
    draw: str = ""
    """Of the tester's own draw: empty if none was written, else `wrong`, `right`, or `telling`: right, and the faulty
    box draws otherwise."""


@dataclass(frozen=True)
class Finding:
    """What a reading of a module found: worked examples that it is to break, and faults in words."""

    examples: list[Example]
    faults: tuple[SeenFault, ...]


@dataclass(frozen=True)
class ReadAsTrue:
    """What a reading of a true module found; all of it is an alarm about nothing."""

    box: str
    examples: int
    """Worked examples on which the true module gives something else: the judge must overrule them."""
    faults: int
    """Faults in words, which the coder is sent."""


def number_of(subject: Subject, mutant: Mutant) -> int:
    """Return the number by which a fault's request is found again."""
    return derive(0, subject.id, mutant.kind, mutant.change) % 1_000_000


def blanks_of(subject: Subject, mutant: Mutant, launcher: Launcher) -> list[Blank]:
    """Return the inputs that the loop chooses for a faulty module."""
    with subject.box(launcher, mutant.source) as faulty:
        return chosen(faulty, [], BuildSettings().seed, MOST)


def counted_on(subject: Subject, mutant: Mutant, blanks: list[Blank], launcher: Launcher) -> Worked:
    """Count the inputs on which a fault shows."""
    calls = [blank.call for blank in blanks]
    with subject.box(launcher, subject.source) as true, subject.box(launcher, mutant.source) as faulty:
        pairs = zip(blanks, true.replies(calls), faulty.replies(calls), strict=True)
        showing = sum(not same_answer(subject, _seen(b, one), _seen(b, other)) for b, one, other in pairs)
    return Worked(len(blanks), showing)


def _seen(blank: Blank, reply: Reply) -> Reply:
    """Return the part of a reply that the blank example asks for, where it names one."""
    if not isinstance(reply.value, dict) or not {*blank.wanted} <= {*reply.value}:
        return reply
    return Reply({name: reply.value[name] for name in blank.wanted})


def asked(subject: Subject, mutant: Mutant, blanks: list[Blank], model: ChatModel) -> list[Example]:
    """Have the inputs worked out. Raises: ModelError."""
    tester = Tester(model, Brief(subject.description), claims_of(subject), number_of(subject, mutant))
    return tester.work_out(get_family(subject.description.family), blanks)


def claims_of(subject: Subject) -> tuple[str, ...]:
    """Return the claims that a coder made of the description when the box was accepted. Raises: BoxwrightError."""
    folder = Workspace(SHIPPED, True, None).accepted_folders()[subject.id]
    replies = [e.reply.text for e in read_recording(folder / "recording.jsonl")[1] if e.step.startswith("claims/1")]
    return parse_reply(replies[-1], Claims).claims


def draw_asked(subject: Subject, model: ChatModel) -> str:
    """Have the draw of a box written; empty for a family that draws nothing. Raises: ModelError."""
    functions = drawing(get_family(subject.description.family))
    tester = Tester(model, Brief(subject.description), claims_of(subject), derive(0, subject.id, "draw") % 1_000_000)
    return tester.draw(functions) if functions else ""


def judged_draw(subject: Subject, mutant: Mutant, code: str, launcher: Launcher) -> str:
    """Compare the tester's draw with the true box's and the faulty one's, as the loop does: see `Worked.draw`."""
    seed = BuildSettings().seed
    with subject.box(launcher, code) as written:
        with subject.box(launcher, subject.source) as true:
            if compared(true, written, seed).differing:
                return "wrong"
        with subject.box(launcher, mutant.source) as faulty:
            return "telling" if compared(faulty, written, seed).differing else "right"


def read_by(subject: Subject, source: str, number: int, model: ChatModel) -> Finding:
    """Have a module read beside its description, as the loop does. Raises: ModelError."""
    refiner = Refiner(model, Brief(subject.description))
    return Finding(*refiner.read(number, source, get_family(subject.description.family)))


def shown_by_reading(subject: Subject, mutant: Mutant, found: Finding, launcher: Launcher) -> str:
    """Return what of a reading shows the fault: `example`, a right one that the faulty box breaks; else `words`, which
    name a line that was changed; or `nothing`."""
    calls = [example.call for example in found.examples]
    with subject.box(launcher, subject.source) as true, subject.box(launcher, mutant.source) as faulty:
        answers = zip(found.examples, true.replies(calls), faulty.replies(calls), strict=True)
        if any(_agrees(example, right) and not _agrees(example, given) for example, right, given in answers):
            return "example"
    changed = changed_lines(subject.source, mutant.source)
    return "words" if any(changed & {*fault.lines} for fault in found.faults) else "nothing"


def changed_lines(source: str, faulty: str) -> frozenset[int]:
    """Return the numbers of a faulty module's lines that are not the true one's, or lie where lines are left out."""
    before, after = source.splitlines(), faulty.splitlines()
    changed: set[int] = set()
    for tag, _, _, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            changed |= {*range(start + 1, end + 1)} or {start, start + 1}
    return frozenset(changed)


def read_as_true(subject: Subject, found: Finding, launcher: Launcher) -> ReadAsTrue:
    """Count what a reading of the true module says against it."""
    with subject.box(launcher, subject.source) as true:
        given = true.replies([example.call for example in found.examples])
    broken = sum(not _agrees(example, reply) for example, reply in zip(found.examples, given, strict=True))
    return ReadAsTrue(subject.id, broken, len(found.faults))


def judged_by_hand(
    subject: Subject, mutant: Mutant, found: Worked, examples: list[Example], launcher: Launcher
) -> Worked:
    """Compare what was worked out with the true box and with the faulty one."""
    calls = [example.call for example in examples]
    with subject.box(launcher, subject.source) as true, subject.box(launcher, mutant.source) as faulty:
        rights = [_agrees(e, reply) for e, reply in zip(examples, true.replies(calls), strict=True)]
        given = [_agrees(e, reply) for e, reply in zip(examples, faulty.replies(calls), strict=True)]
    pairs = list(zip(rights, given, strict=True))
    return Worked(
        found.asked,
        found.showing,
        True,
        len(examples),
        sum(rights),
        sum(right and not same for right, same in pairs),
        sum(not right and not same for right, same in pairs),
    )


def _agrees(example: Example, reply: Reply) -> bool:
    return reply.error is None and (example.agrees or values.equal)(example.expected, told(example, reply.value))


def answerer(name: str, recording: Path, wait: float) -> ChatModel:
    """Return who works out and reads: `replay`, or whoever answers runs/relay/NAME, whose replies are recorded.

    Raises: BoxwrightError for a recording that cannot be read, OSError.
    """
    if name == "replay":
        return ReplayModel(read_recording(recording)[1], strict=True)
    model = RelayModel(name, name, Path("runs") / name, timeout_seconds=wait)
    if recording.is_file():
        journal = Journal.resume(recording)
    else:
        settings = BuildSettings(work_out=MOST).model_dump()
        prompts = prompt_versions(["agents/tester", "agents/work_out"])
        players = {"tester": name, "refiner": name}
        header = Header(id=RECORDED, description="", prompts=prompts, models=players, settings=settings)
        recording.parent.mkdir(parents=True, exist_ok=True)
        journal = Journal.start(recording, header)
    return JournalledModel(model, journal, lambda request, reply: None)
