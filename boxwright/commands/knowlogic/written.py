"""What `knowlogic certify` says about a file of questions that a person wrote: a table, and a line for each fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Scenario
    from boxwright.blackboxes.reasoning.knowlogic.questions.judged import Finding

SUFFIXES = (".yaml", ".yml", ".json")
HEAD = ("question", "read as", "arrangements left", "letters", "printed", "found", "clues / fix all / fix the answer")


def judge_file(file: Path, layout: Callable[[str], Scenario], *, quiet: bool) -> int:
    """Print what is found about each question of a file, as a Markdown table; return 1 if one is not sound."""
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import FaultyKnowledge
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.meaning import BadMeaning
    from boxwright.blackboxes.reasoning.knowlogic.language.written import read_written
    from boxwright.blackboxes.reasoning.knowlogic.questions.judged import judge

    try:
        findings = [judge(written) for written in read_written(file, layout)]
    except FaultyKnowledge as error:
        for fault in error.faults:
            echo(fault, err=True)
        return 1
    except BadMeaning as error:
        raise BoxwrightError(f"{shown(file)}: {error}") from None
    if not quiet:
        rows = (HEAD, ("---",) * len(HEAD), *map(_row, findings))
        echo("\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows))
        echo(_summary(findings))
    for line in _faults(file, findings):
        echo(line, err=True)
    return 0 if all(finding.sound for finding in findings) else 1


def _row(finding: Finding) -> tuple[str, ...]:
    written = finding.written
    sizes = (len(written.clues), finding.fixes_all, finding.fixes_answer)
    return (
        written.title,
        written.reading,
        f"{finding.left}{'' if finding.listed or finding.left < 2 else ' or more'}",
        _letters(finding),
        written.printed,
        finding.verdict,
        " / ".join("–" if size is None else str(size) for size in sizes),
    )


def _letters(finding: Finding) -> str:
    return " or ".join(letters or "none" for letters in finding.letters)


def _faults(file: Path, findings: Sequence[Finding]) -> Iterator[str]:
    """Yield a line for each question, in each reading, that is not sound."""
    for finding in findings:
        if finding.sound:
            continue
        written = finding.written
        way = f", read as “{written.reading}”" if written.reading else ""
        head = f"{shown(file)}:{written.line}: {written.name}{way}: {finding.verdict}"
        if finding.examples:
            pairs = zip(finding.letters, finding.examples, strict=True)
            yield f"{head}: " + "; ".join(f"{letters or 'no letter'} if {world}" for letters, world in pairs)
        elif finding.letters:
            yield f"{head}: the clues give {_letters(finding)}, printed is {written.printed}"
        else:
            yield head


def _summary(findings: Sequence[Finding]) -> str:
    by_name: dict[str, list[Finding]] = {}
    for finding in findings:
        by_name.setdefault(finding.written.name, []).append(finding)
    sound = sum(all(f.sound for f in ways) for ways in by_name.values())
    leaning = sum(len({f.letters for f in ways}) > 1 for ways in by_name.values())
    open_ = sum(any(len(f.letters) != 1 for f in ways) for ways in by_name.values())
    return (
        f"{plural(len(by_name), 'question')}: {sound} sound in every reading, {leaning} with an answer that depends "
        f"on the reading, {open_} not determined in some reading"
    )
