"""The `code` family: an algorithm runs on inputs chosen by the player, who inspects its variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import eq
from pathlib import Path
from typing import Any, ClassVar

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.chance import constant_level, played_tests, truths_of
from boxwright.blackboxes.families.code.contract import Code
from boxwright.blackboxes.families.code.conversation import CodeConversation
from boxwright.blackboxes.families.code.expression import CodeExpression, visit_shim
from boxwright.blackboxes.families.code.names import CodeOptions
from boxwright.blackboxes.families.code.questions import habits
from boxwright.blackboxes.families.code.rules import (
    MAX_VISIT,
    TYPES,
    CodeRules,
    InputDomain,
    Questions,
    checked_counts,
    checked_visit,
    draw_query,
    highest_checkpoint,
    query_fault,
    shape_of,
)
from boxwright.blackboxes.families.expression import Expression
from boxwright.blackboxes.families.fields import example_fields, read_parameters, untagged
from boxwright.blackboxes.families.forms import RecordForm
from boxwright.blackboxes.families.function import read_domain
from boxwright.blackboxes.families.literals import plain, same, write_literal
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call, Conversation, Example, Plan
from boxwright.sandbox import values


class CodeFamily(Family[CodeRules]):
    """Inputs and a visit of a checkpoint in, the variables there out; answers are compared by value and type."""

    name = "code"
    revision = 9
    chooses_questions = True
    options = CodeOptions
    built_with: ClassVar[Mapping[str, Any]] = {"names": "own"}
    luck = "Small numbers and short lists are common values."
    unsolved = (
        "A box is a program with loops or recursion; the solver knows some textbook algorithms and a few loops with "
        "hidden tables, explains a variable by one relation to the inputs, and does not search for other programs."
    )
    functions = functions_of(Code)

    @cached_property
    def shim(self) -> str:
        """The texts that are sent into the sandbox."""
        return visit_shim() + Path(__file__).with_name("trace_shim.py").read_text(encoding="utf-8")

    def takes_and_returns(self, rules: CodeRules) -> str:
        """As Family."""
        inputs = "; ".join(f"{name}, {form.words()}" for name, form in rules.inputs.fields.items())
        return f"takes inputs ({inputs}) and a visit of a checkpoint, and returns the variables of its algorithm there"

    def read(self, description: Description) -> CodeRules:
        """Read domain, parameters and examples. Raises: DescriptionFault."""
        domain = read_domain(InputDomain, description)
        for name, form in domain.inputs.items():
            if not name.isidentifier() or type(form) not in TYPES:
                raise DescriptionFault(
                    f"the input {name!r} is of the form `{form.type}`",
                    "use an identifier as its name, and one of: int, bool, choice, word, text, sequence",
                    ("domain", "inputs", name),
                )
        try:
            inputs = RecordForm(type="record", fields=domain.inputs)
        except ValueError as error:
            raise DescriptionFault(
                "an input's name is not usable", "use lower case letters, digits and underscores", ("domain", "inputs")
            ) from error
        rules = CodeRules(inputs, read_parameters(Questions, description))
        return CodeRules(rules.inputs, rules.questions, tuple(self._read_examples(description, rules)))

    def _read_examples(self, description: Description, rules: CodeRules) -> Iterator[Example]:
        counted, highest = Counted(), highest_checkpoint(description.hidden)
        for index, entry in enumerate(description.front.examples):
            told = "visits" if "visits" in entry else "variables"
            shown = "{inputs: {...}, checkpoint: [index, visit], variables: {...}} (or visits: how many there are)"
            example_fields(entry, {"inputs", "checkpoint", told}, shown, index)
            query = {"inputs": entry["inputs"], "checkpoint": entry["checkpoint"]}
            fault = query_fault(rules, None, query)
            if fault:
                raise DescriptionFault(
                    fault, "fix the example or widen `domain`", ("examples", index, fault.split()[0].rstrip(":"))
                )
            if entry["checkpoint"][0] > highest:
                raise DescriptionFault(
                    f"there is no checkpoint {entry['checkpoint'][0]}: the rule speaks of none above {highest}",
                    "fix the example, or name the checkpoint by its number in the rule",
                    ("examples", index, "checkpoint"),
                )
            expected = {told: untagged(entry[told], ("examples", index, told))}
            if told == "variables" and not (isinstance(expected[told], dict) and expected[told] and plain(expected)):
                raise DescriptionFault("the example names no variables", f"write {shown}", ("examples", index, told))
            _check_told(entry, expected, index)
            counted.check(entry, index)
            yield Example(Call("boxwright_visit", (query,)), expected, _agrees)

    def conversations(self, box: Box[CodeRules], plan: Plan) -> Iterator[Conversation]:
        """One conversation: look at runs, then answer questions about others."""
        yield CodeConversation(self.prompt, box, plan)

    def expression(self, box: Box[CodeRules], plan: Plan, conversation: Conversation) -> Expression:
        """Return how programs are asked and judged in place of the box in one of its conversations."""
        assert isinstance(conversation, CodeConversation)
        return CodeExpression(box, plan, conversation)

    def examples(self, rules: CodeRules) -> Sequence[Example]:
        """The description's worked examples; one holds if the variables that it names do."""
        return rules.examples

    def edges(self, rules: CodeRules) -> Sequence[Call]:
        """Runs on inputs at the edges: the first visit, and how many there are."""
        corners = list(rules.inputs.corners())
        first = [Call("boxwright_visit", ({"inputs": inputs, "checkpoint": [1, 1]},)) for inputs in corners]
        return [*first, *(Call("boxwright_counts", (inputs,)) for inputs in corners)]

    def probes(self, box: Box[CodeRules], seed: int, count: int) -> Sequence[Call]:
        """Return visits and whole runs on inputs drawn from the domain, and on the module's own valid ones."""
        rng, shape = stream(seed, self.name, "probes"), shape_of(box)
        extra = [v for v in box.extra_inputs(derive(seed, "extra"), count) if box.rules.inputs.holds(v)]
        queries = [draw_query(box.rules, shape, rng) for _ in range(count)]
        queries += [{"inputs": v, "checkpoint": [rng.randint(1, shape.checkpoints), 1]} for v in extra]
        visits = [Call("boxwright_visit", (query,)) for query in queries]
        runs = [Call("boxwright_counts", (query["inputs"],)) for query in queries[::4]]
        return [Call("describe", ()), *visits, *runs]

    def check(self, box: Box[CodeRules], call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput, SandboxError."""
        if call.function == "boxwright_visit":
            checked_visit(value)
        elif call.function == "boxwright_counts":
            checked_counts(shape_of(box), value)

    def outside(self, rules: CodeRules) -> Sequence[str]:
        """Not a literal, wrong names, wrong types, impossible checkpoints, and no query at all."""
        inputs = dict(rules.inputs.corners()[0])
        name = next(iter(inputs))
        good = {"inputs": inputs, "checkpoint": [1, 1]}
        bad: list[Any] = [inputs, [], None, {**good, "extra": 1}, {**good, "checkpoint": [0, 1]}]
        bad += [{**good, "checkpoint": at} for at in ([1, 0], [51, 1], [1], 1, ["1", "1"], [True, 1], [1.0, 1])]
        bad += [{**good, "inputs": {}}, {**good, "inputs": {**inputs, "another": 1}}]
        bad += [{**good, "inputs": {**inputs, name: value}} for value in (None, {}, 1e300, {"$tuple": [1]})]
        texts = [write_literal(good)[:-1], write_literal(good).replace(":", "="), "nan", "__import__('os')", "[" * 200]
        return ["", "hello", "QUERY:", *(f"QUERY: {text}" for text in [*map(write_literal, bad), *texts])]

    def domain_size(self, rules: CodeRules) -> int | None:
        """Number of different inputs."""
        return rules.inputs.size()

    def direct_call(self, box: Box[CodeRules], value: Any) -> Call:
        """Return the call for {"inputs": {...}, "checkpoint": [index, visit]}. Raises: ValueError."""
        fault = query_fault(box.rules, shape_of(box), value)
        if fault:
            raise ValueError(fault)
        return Call("boxwright_visit", (value,))

    def question_call(self, box: Box[CodeRules], question: Any) -> Call:
        """Return the call that looks where a question does; the question names one of the variables there."""
        return self.direct_call(box, {name: question[name] for name in ("inputs", "checkpoint")})

    def subject(self, call: Call) -> Any:
        """Properties are about visits: `input` is the query, `output` {"variables": ...} or {"visits": n}."""
        return call.args[0] if call.function == "boxwright_visit" else None

    def chance_level(self, box: Box[CodeRules], seed: int) -> float:
        """Return the share of an episode's tests that the commonest answer in other episodes gets right."""
        return constant_level(truths_of(played_tests(box, seed)), eq)

    def habit_level(self, box: Box[CodeRules], seed: int) -> float:
        """Return the share of drawn questions that the best constant answer gets right."""
        answers = [values.dumps(truth) for truth in habits(box, seed)]
        return max(map(answers.count, set(answers))) / len(answers)


def _check_told(entry: Mapping[str, Any], expected: dict[str, Any], index: int) -> None:
    """Check that a visit can give what an example says. Raises: DescriptionFault."""
    if "visits" in entry:
        visits, asked = entry["visits"], entry["checkpoint"][1]
        if type(visits) is not int or visits < 0:
            fault = f"visits: {visits!r} is no number of visits"
            raise DescriptionFault(fault, "write a whole number from 0", ("examples", index, "visits"))
        if visits >= asked:
            fault = f"there are {visits} visits, so visit {asked} is one of them"
            remedy = f"write its variables, or ask for visit {visits + 1}"
            raise DescriptionFault(fault, remedy, ("examples", index, "visits"))
        return
    try:
        checked_visit(expected)
    except BadOutput as error:
        raise DescriptionFault(f"{error}", "fix the example", ("examples", index, "variables")) from error
    strange = [name for name in expected["variables"] if not isinstance(name, str) or not name.isidentifier()]
    if strange:
        fault = f"{strange[0]!r} is no variable's name"
        raise DescriptionFault(fault, "use an identifier", ("examples", index, "variables"))


class Counted:
    """What the examples read so far say of how often a run passes a checkpoint."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._visits: dict[str, int] = {}

    def check(self, entry: Mapping[str, Any], index: int) -> None:
        """Check that the next example agrees with them. Raises: DescriptionFault."""
        at, visit = entry["checkpoint"]
        run = values.dumps([entry["inputs"], at])
        if "visits" in entry:
            visits = self._visits.setdefault(run, entry["visits"])
            if visits != entry["visits"]:
                self._refuse(index, f"checkpoint {at} has {entry['visits']} visits here, {visits} in another example")
        else:
            self._seen[run] = max(visit, self._seen.get(run, 0))
        if self._seen.get(run, 0) > self._visits.get(run, MAX_VISIT):
            told = f"one example shows visit {self._seen[run]} of checkpoint {at}, another says that there are"
            self._refuse(index, f"{told} {self._visits[run]} for the same inputs")

    def _refuse(self, index: int, fault: str) -> None:
        raise DescriptionFault(fault, "keep the right one", ("examples", index))


def _agrees(expected: Mapping[str, Any], found: Any) -> bool:
    if "visits" in expected or "variables" not in found:
        return same(dict(expected), found)
    return all(
        name in found["variables"] and same(v, found["variables"][name]) for name, v in expected["variables"].items()
    )
