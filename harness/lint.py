"""Lint: everything about a description that can be checked without code and without a model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from boxwright.blackboxes.box import Family, get_family
from boxwright.blackboxes.description import Description, FaultyFile, public_as_written
from boxwright.blackboxes.environment import Environment
from boxwright.blackboxes.environments import UnknownEnvironment, boundary, get_environment
from boxwright.blackboxes.exam import SUFFIX, read_exam
from boxwright.blackboxes.families.expression import Expressive
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.reading import read_all
from boxwright.blackboxes.rule_parameters import rule_parameters
from boxwright.blackboxes.types import Example
from boxwright.harness.finding import show, show_call
from boxwright.harness.gates.calls import checked_properties, property_module, told
from boxwright.sandbox import Launcher, values

_WORD = re.compile(r"\w+")
FEW = 3
"""Number of worked examples below which the author is advised to write more."""


def lint(description: Description) -> None:
    """Check the fields that an environment reads, and properties.

    Raises: FaultyFile naming file, line and remedy of every fault; FaultyEnvironment.
    """
    try:
        environment = get_environment(description.family)
    except UnknownEnvironment as error:
        raise FaultyFile([f"{description.path or description.id}:1: {error}"]) from error
    faults = [description.located(fault) for fault in _faults(description, environment)]
    if faults:
        raise FaultyFile([line for fault in faults for line in fault.faults])


def _faults(description: Description, environment: Environment) -> Iterator[DescriptionFault]:
    if description.front.answers == "code" and not isinstance(environment, Expressive):
        fault = f"answers: code: a box of {environment.name} has no function that a program could replace"
        yield DescriptionFault(fault, "remove the line", ("answers",))

    def read(given: Description) -> Any:
        with boundary(environment.name, f"read() of {description.id}"):
            return environment.read(given)

    rules, faults = read_all(description, read)
    yield from faults
    if not isinstance(environment, Family):
        return
    if not faults:
        with boundary(environment.name, f"examples() of {description.id}"):
            examples = environment.examples(rules)
        yield from _disagreements(examples)
        yield from _unnamed(description)
    try:
        property_module(description)
    except DescriptionFault as fault:
        yield fault


def _unnamed(description: Description) -> Iterator[DescriptionFault]:
    """Find the parameters of the rule that the rule does not name: nobody could tell which number each is.

    Of several that are called alike (`weight_a, weight_b, and so on to weight_i`) two will do.
    """
    declared = rule_parameters(description)
    named = {name for name in declared if re.search(rf"\b{name}\b", description.hidden)}
    alike = Counter(name.rpartition("_")[0] for name in named)
    for name in declared:
        if name not in named and alike[name.rpartition("_")[0] or name] < 2:
            fault = f"the rule does not name its parameter {name}"
            remedy = f"say which number it is, as in: over three rows (the parameter {name})"
            yield DescriptionFault(fault, remedy, ("parameters", name))


def lint_exam(description: Description) -> None:
    """Check the exam beside a sound description, if there is one. Raises: FaultyFile naming file, line and remedy."""
    assert description.path is not None
    path = description.path.with_name(description.path.stem + SUFFIX)
    if not path.exists():
        return
    family = get_environment(description.family)
    if not isinstance(family, Family):
        raise FaultyFile([f"{path}:1: {family.name} has no exams; remove the file"])
    worked, exam = family.worked(description), read_exam(path, lambda: description, family.worked)
    if not exam.examples:
        raise FaultyFile([f"{path}:1: holds no example; write one a line below the source, or remove the file"])
    faults = list(_disagreements([*worked, *exam.examples]))
    if faults:
        raise FaultyFile([f"{path}:{int(fault.path[1]) - len(worked) + 2}: {fault}" for fault in faults])


def check_examples(description: Description, launcher: Launcher) -> None:
    """Check, inside the sandbox, that no worked example breaks a property. Raises: FaultyFile, SandboxUnavailable."""
    family = get_family(description.family)
    with boundary(family.name, f"read() of {description.id}"):
        worked = family.examples(family.read(description))
    examples = [e for e in worked if e.whole and family.subject(e.call) is not None]
    rows = [(family.subject(e.call), family.stated(e.call, e.expected)) for e in examples]
    if not rows or not property_module(description).source:
        return
    with checked_properties(description, launcher) as verdicts:
        found = [(says, number, verdict) for says, held in verdicts(rows) for number, verdict in enumerate(held)]
    for says, number, verdict in found:
        if verdict.error is not None or verdict.value is not True:
            raise description.located(_contradiction(examples[number], says, worked.index(examples[number])))


def _contradiction(example: Example, says: str, number: int) -> DescriptionFault:
    return DescriptionFault(
        f"the worked example {show_call(example.call)} -> {show(example.expected)} breaks the property {says!r}",
        "fix the example or the property",
        ("examples", number),
    )


def _disagreements(examples: Sequence[Example]) -> Iterator[DescriptionFault]:
    """Find the worked examples that contradict an earlier one."""
    seen: dict[str, Example] = {}
    for index, example in enumerate(examples):
        other = seen.setdefault(show_call(example.call), example)
        if not _compatible(other, example):
            yield DescriptionFault(
                f"two examples contradict each other: {show_call(example.call)} gives {show(other.expected)} and "
                f"{show(example.expected)}",
                "keep the right one",
                ("examples", index),
            )


def _compatible(one: Example, other: Example) -> bool:
    """Return whether two examples of one call can both hold: each may tell only a part of the reply."""
    first, second = one.expected, other.expected
    if values.equal(first, told(one, second)) or values.equal(second, told(other, first)):
        return True
    if one.agrees is None:
        return False
    if not (one.whole and other.whole):
        common = set(first) & set(second)
        first, second = ({key: part[key] for key in common} for part in (first, second))
    return one.agrees(first, second) or one.agrees(second, first)


def advice(description: Description) -> list[str]:
    """Return advice for improving a sound description; none of it prevents a build."""
    family = get_environment(description.family)
    if not isinstance(family, Family):
        return []
    said, where = [], description.path or description.id
    count = len(description.front.examples)
    if count < FEW:
        few = f"only {plural(count, 'worked example')}; three or more let the gates catch wrong code"
        said.append(f"{where}:{description.line_of('examples')}: {few}")
    if repeated := _repeated(description, family.told_words):
        text, line = repeated
        said.append(f"{where}:{line}: `# Public` repeats the rule ({text!r}); leave out what players are to find out")
    parameters = rule_parameters(description)
    public = public_as_written(description) if parameters else ""
    for name, parameter in parameters.items():
        if re.search(rf"(?<![\w.]){parameter.value}(?![\w.])", public):
            told = f"`# Public` says {parameter.value}, the value of the rule's parameter {name}, which siblings change"
            said.append(f"{where}:{description.line_of('parameters', name)}: {told}; if it is that, write {{{name}}}")
    return said


def _repeated(description: Description, count: int) -> tuple[str, int] | None:
    """Return the longest run of `count` or more words of the rule that the public part repeats, and its line."""
    rule = [word[0].lower() for word in _WORD.finditer(description.hidden)]
    runs = {tuple(rule[start : start + count]) for start in range(len(rule) - count + 1)}
    found = list(_WORD.finditer(description.public))
    told_here = [tuple(word[0].lower() for word in found[start : start + count]) in runs for start in range(len(found))]
    lengths = [len(list(takewhile(bool, told_here[start:]))) for start in range(len(told_here))]
    longest = max(lengths, default=0)
    if longest == 0:
        return None
    first = lengths.index(longest)
    begin, end = found[first].start(), found[first + longest + count - 2].end()
    line = description.text.count("\n", 0, description.text.rfind(description.public.strip()) + begin) + 1
    return " ".join(description.public[begin:end].split()), line
