"""The book checker: any book's text is read back into rule-outs and compared with the symbolic book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boxwright.blackboxes.reasoning.kumo.books.book_frames import (
    Said,
    frame_line,
    opening_lines,
    place_of_outcome,
    symbolic_rows,
    truth_headings,
)
from boxwright.blackboxes.reasoning.kumo.books.book_layout import paragraphs_of
from boxwright.blackboxes.reasoning.kumo.books.book_prose import RULE_LINE, ProseReader
from boxwright.blackboxes.reasoning.kumo.books.book_reading import Reading
from boxwright.blackboxes.reasoning.kumo.books.books import (
    LANGUAGES,
    Statement,
    label_of,
    opening_of,
    probable_titles,
    statements_of,
    tables_of,
)
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

Kind = Literal["missing", "invented", "confirmed", "negated", "ambiguous"]
KINDS: tuple[Kind, ...] = ("missing", "invented", "confirmed", "negated", "ambiguous")
LONGEST_SHOWN = 240


@dataclass(frozen=True)
class BookFinding:
    """One difference between a book and the symbolic book."""

    kind: Kind
    message: str
    sentence: str = ""
    """The sentence of the book that it is about; empty for what is missing."""

    def __str__(self) -> str:
        shown = " ".join(self.sentence.split())
        shown = shown if len(shown) <= LONGEST_SHOWN else shown[:LONGEST_SHOWN].rstrip() + " …"
        return f"{self.kind}: {self.message}" + (f" (in: {shown})" if shown else "")


def check_book(instance: Instance, text: str) -> list[BookFinding]:
    """Return what a book says otherwise than its instance's table, sorted for people; nothing where it is right.

    Raises: FaultyBook where the instance carries no outcomes.
    """
    openings = [opening_of(instance, language) for language in LANGUAGES]
    begun = next((opening for opening in openings if text.startswith(opening)), None)
    reading = read_book(instance, text.removeprefix(begun or ""))
    wanted = statements_of(instance)
    read = {Statement(*key) for key in reading.excluded}
    negated = _negated(instance, reading, wanted)
    denied = {statement for statement, _ in negated}
    confirmed = {Statement(a, o, t) for a, o, t, _ in reading.confirmed}
    findings = [] if begun is not None else [BookFinding("missing", f"it does not begin with {openings[0].strip()!r}")]
    if instance.strength is None and text.lstrip().startswith(probable_titles()):
        findings.append(BookFinding("ambiguous", "it says that exclusion is only probable, and it is certain"))
    findings += [
        BookFinding("missing", f"{_says(instance, s)} is not said") for s in sorted(wanted - read - denied - confirmed)
    ]
    findings += [
        BookFinding(
            "invented", f"{_says(instance, s)} is said, and is not so", reading.excluded[s.action, s.outcome, s.truth]
        )
        for s in sorted(read - wanted)
    ]
    findings += [_confirmed(instance, Statement(a, o, t), wanted, said) for a, o, t, said in reading.confirmed]
    findings += [BookFinding("negated", f"{_says(instance, s)} is denied", said) for s, said in negated]
    findings += [BookFinding("ambiguous", why, said) for why, said in reading.unclear]
    return sorted(dict.fromkeys(findings), key=lambda f: KINDS.index(f.kind))


def _says(instance: Instance, statement: Statement) -> str:
    state = tables_of(instance)[statement.action][statement.outcome]
    action, truth = instance.actions[statement.action], instance.truths[statement.truth]
    return f"that {action!r} with outcome {label_of(state)!r} rules out {truth!r}"


def _confirmed(instance: Instance, found: Statement, wanted: frozenset[Statement], said: str) -> BookFinding:
    state = tables_of(instance)[found.action][found.outcome]
    action, truth = instance.actions[found.action], instance.truths[found.truth]
    meant = f"it rules {truth!r} out instead" if found in wanted else "an outcome proves nothing"
    return BookFinding(
        "confirmed", f"{action!r} with outcome {label_of(state)!r} is said to show {truth!r}; {meant}", said
    )


def _negated(instance: Instance, reading: Reading, wanted: frozenset[Statement]) -> list[tuple[Statement, str]]:
    found = []
    for (action, outcome, truth), said in reading.kept.items():
        for t in range(len(instance.truths)) if truth < 0 else (truth,):
            if Statement(action, outcome, t) in wanted:
                found.append((Statement(action, outcome, t), said))
    return sorted(found)


def read_book(instance: Instance, text: str) -> Reading:
    """Return what a book says: a symbolic one, one in fixed sentences, free prose, or a mixture of the latter two."""
    reading = Reading()
    symbolic = symbolic_rows(text, instance)
    if symbolic is not None:
        rows, fault = symbolic
        reading.unclear += [(fault, text)] if fault else []
        for action, label, truths in rows:
            _take(instance, (action, label, truths), str(truths), reading)
        return reading
    rest: list[str] = []
    own = opening_lines() | truth_headings(instance.truths)
    for line in text.replace("\r\n", "\n").split("\n"):
        said = frame_line(line.strip())
        if line.strip() in own:
            rest.append("")
        elif said is None:
            rest.append(line)
        else:
            rest += ["", f"{RULE_LINE}{_take(instance, said, line.strip(), reading)}", ""]
    ProseReader(instance).read(paragraphs_of(rest), reading)
    return reading


def _take(instance: Instance, said: Said, line: str, reading: Reading) -> int:
    """Take in one definite sentence; a name that the instance does not know makes it ambiguous.

    Return the place of its action; -1 where it is none.
    """
    action, outcome, truths = said
    unknown = [name for name in truths if name not in instance.truths]
    if action not in instance.actions:
        reading.unclear.append((f"{action!r} is no action of this instance", line))
        return -1
    place = instance.actions.index(action)
    state = place_of_outcome(tables_of(instance)[place], outcome)
    if state is None:
        reading.unclear.append((f"{outcome!r} is no outcome of {action!r}", line))
        return place
    for name in unknown:
        reading.unclear.append((f"{name!r} is no truth of this instance", line))
    for name in truths:
        if name not in unknown:
            reading.excluded.setdefault((place, state, instance.truths.index(name)), line)
    if not truths:
        reading.kept[place, state, -1] = line
    return place
