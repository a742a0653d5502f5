"""Reads any book back into rule-outs and compares them with the exclusion table of its instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boxwright.blackboxes.reasoning.kumo.books.fixed_forms import (
    FixedRule,
    changed_opening,
    opening_lines,
    symbolic_rules,
    template_rule,
    truth_headings,
)
from boxwright.blackboxes.reasoning.kumo.books.prose import (
    HEADING,
    OF_ANOTHER_TRUTH,
    OpeningLine,
    Reading,
    RuleLine,
    read_prose,
)
from boxwright.blackboxes.reasoning.kumo.books.writer import (
    LANGUAGES,
    Statement,
    label_of,
    opening_of,
    outcome_index,
    probable_titles,
    statements_of,
    tables_of,
)
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

Kind = Literal["missing", "invented", "confirmed", "negated", "ambiguous"]
KINDS: tuple[Kind, ...] = ("missing", "invented", "confirmed", "negated", "ambiguous")
"""The kinds of findings, in the order in which they are reported."""
LONGEST_SHOWN = 240
"""Characters of a sentence that a finding quotes."""


@dataclass(frozen=True)
class BookFinding:
    """One difference between a book and its instance's exclusion table."""

    kind: Kind
    message: str
    sentence: str = ""
    """The faulty sentence of the book; empty if something is missing."""

    def __str__(self) -> str:
        shown = " ".join(self.sentence.split())
        shown = shown if len(shown) <= LONGEST_SHOWN else shown[:LONGEST_SHOWN].rstrip() + " …"
        return f"{self.kind}: {self.message}" + (f" (in: {shown})" if shown else "")


def check_book(instance: Instance, text: str) -> list[BookFinding]:
    """Return a book's differences from its instance's exclusion table, by kind; empty for a correct book.

    Raises: FaultyBook if the instance carries no outcomes.
    """
    openings = [opening_of(instance, language) for language in LANGUAGES]
    opening = next((opening for opening in openings if text.startswith(opening)), None)
    findings = []
    if opening is None:
        findings.append(BookFinding("missing", f"it does not begin with {openings[0].strip()!r}"))
    if instance.strength is None and text.lstrip().startswith(probable_titles()):
        findings.append(BookFinding("ambiguous", "it says that exclusion is only probable, and it is certain"))
    findings += _compare(instance, read_book(instance, text.removeprefix(opening or "")))
    said = changed_opening(text.removeprefix(opening or ""), instance)
    if said and not any(finding.sentence and finding.sentence.strip() in said for finding in findings):
        findings.append(BookFinding("ambiguous", "the template's opening is not as it is, word for word", said))
    return sorted(dict.fromkeys(findings), key=lambda finding: KINDS.index(finding.kind))


def is_verified(instance: Instance, text: str) -> bool:
    """Whether nothing is found in a book, and it holds nothing but rules. Raises: FaultyBook."""
    return not check_book(instance, text) and not unjudged(instance, text)


def unjudged(instance: Instance, text: str) -> list[str]:
    """Return a book's titles and sentences that state no rule, in order: `check_book` does not say that they are true.

    Raises: FaultyBook if the instance carries no outcomes.
    """
    openings = [opening_of(instance, language) for language in LANGUAGES]
    opening = next((opening for opening in openings if text.startswith(opening)), "")
    return [" ".join(said.split()) for said in read_book(instance, text.removeprefix(opening)).unjudged]


def read_book(instance: Instance, text: str) -> Reading:
    """Return what a book states: a symbolic book, or any mixture of template sentences and free prose."""
    reading = Reading()
    symbolic = symbolic_rules(text, instance)
    if symbolic is not None:
        rules, fault = symbolic
        reading.unclear += [(fault, text)] if fault else []
        for rule in rules:
            _take(instance, rule, str(rule.truths), reading)
        return reading
    read_prose(instance, _with_rules_read(instance, text, reading), reading)
    return reading


def _with_rules_read(instance: Instance, text: str, reading: Reading) -> list[str | OpeningLine | RuleLine]:
    """Add the template's sentences to a reading, and return a book's lines with placeholders for its fixed ones.

    A sentence below the heading of a truth is about that truth.
    """
    lines: list[str | OpeningLine | RuleLine] = []
    headings, truth = truth_headings(instance.truths), ""
    for raw in text.replace("\r\n", "\n").split("\n"):
        line = raw.strip()
        if line in headings:
            truth = headings[line]
            lines.append("")
        elif line in opening_lines():
            lines.append(OpeningLine(line))
        elif (found := template_rule(line)) is not None:
            if truth and found.truths != (truth,):
                reading.unclear.append((OF_ANOTHER_TRUTH, line))
            lines.append(RuleLine(_take(instance, found, line, reading), line, by_truth=bool(truth)))
        else:
            truth = "" if HEADING.fullmatch(raw.rstrip()) else truth
            lines.append(raw)
    return lines


def _take(instance: Instance, rule: FixedRule, line: str, reading: Reading) -> int | None:
    """Add a rule in fixed form to a reading, reporting unknown names; return its action if known."""
    if rule.action not in instance.actions:
        reading.unclear.append((f"{rule.action!r} is no action of this instance", line))
        return None
    action = instance.actions.index(rule.action)
    outcome = outcome_index(tables_of(instance)[action], rule.outcome)
    if outcome is None:
        reading.unclear.append((f"{rule.outcome!r} is no outcome of {rule.action!r}", line))
        return action
    for name in rule.truths:
        if name not in instance.truths:
            reading.unclear.append((f"{name!r} is no truth of this instance", line))
        else:
            reading.excluded.setdefault((action, outcome, instance.truths.index(name)), line)
    if not rule.truths:
        reading.kept[action, outcome, -1] = line
    return action


def _compare(instance: Instance, reading: Reading) -> list[BookFinding]:
    """Return how a reading differs from the instance's table."""
    wanted = statements_of(instance)
    excluded = {Statement(*key) for key in reading.excluded}
    confirmed = {Statement(*key) for *key, _ in reading.confirmed}
    negated = _negated(instance, reading, wanted)
    missing = wanted - excluded - confirmed - {statement for statement, _ in negated}
    findings = [BookFinding("missing", f"{_says(instance, s)} is not said") for s in sorted(missing)]
    for s in sorted(excluded - wanted):
        sentence = reading.excluded[s.action, s.outcome, s.truth]
        findings.append(BookFinding("invented", f"{_says(instance, s)} is said, and is not so", sentence))
    for action, outcome, truth, sentence in reading.confirmed:
        findings.append(_confirmed(instance, Statement(action, outcome, truth), wanted, sentence))
    findings += [BookFinding("negated", f"{_says(instance, s)} is denied", sentence) for s, sentence in negated]
    findings += [BookFinding("ambiguous", why, sentence) for why, sentence in reading.unclear]
    return findings


def _negated(instance: Instance, reading: Reading, wanted: frozenset[Statement]) -> list[tuple[Statement, str]]:
    """Return the statements of the table that a book denies, each with the sentence."""
    found = []
    for (action, outcome, truth), sentence in reading.kept.items():
        for t in range(len(instance.truths)) if truth < 0 else (truth,):
            if Statement(action, outcome, t) in wanted:
                found.append((Statement(action, outcome, t), sentence))
    return sorted(found)


def _confirmed(instance: Instance, found: Statement, wanted: frozenset[Statement], sentence: str) -> BookFinding:
    action, outcome, truth = _names(instance, found)
    meant = f"it rules {truth!r} out instead" if found in wanted else "an outcome proves nothing"
    return BookFinding("confirmed", f"{action!r} with outcome {outcome!r} is said to show {truth!r}; {meant}", sentence)


def _says(instance: Instance, statement: Statement) -> str:
    action, outcome, truth = _names(instance, statement)
    return f"that {action!r} with outcome {outcome!r} rules out {truth!r}"


def _names(instance: Instance, statement: Statement) -> tuple[str, str, str]:
    outcome = tables_of(instance)[statement.action][statement.outcome]
    return instance.actions[statement.action], label_of(outcome), instance.truths[statement.truth]
