"""The `code` family: an algorithm runs on inputs that the player chose, and the player looks at its variables."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Call, Chapter, Example, Plan
from boxwright.blackboxes.families import literals
from boxwright.blackboxes.families.code.conversation import CodeChapter, choose_question
from boxwright.blackboxes.families.fields import example_fields, read_parameters
from boxwright.blackboxes.families.form_atoms import BoolForm, ChoiceForm, IntForm, TextForm, WordForm
from boxwright.blackboxes.families.forms import Form, RecordForm, SequenceForm
from boxwright.blackboxes.families.function import read_domain
from boxwright.blackboxes.families.literals import plain, same, write_literal
from boxwright.blackboxes.faults import BadOutput, DescriptionFault
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.replies import InvalidReply
from boxwright.blackboxes.seeds import derive, stream
from boxwright.sandbox import values

MAX_SHOWN = 4_000
"""Characters of all variables of one visit."""
MAX_VISIT = 1_000_000
FLOOR_DRAWS = 64
_TYPES: dict[type, str] = {
    IntForm: "int",
    BoolForm: "bool",
    ChoiceForm: "str",
    WordForm: "str",
    TextForm: "str",
    SequenceForm: "list",
}


class InputDomain(BaseModel):
    """The field `domain`: what the player assigns."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    inputs: dict[str, Form] = Field(min_length=1, max_length=10)
    """The inputs by name, each with its form."""


class Questions(BaseModel):
    """The field `parameters`: which questions may be asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_visit: int = Field(default=12, ge=1, le=MAX_VISIT)
    """The highest visit that a question asks for."""
    max_answer: int = Field(default=120, ge=1, le=1_000)
    """Characters of the longest answer that a question asks for."""


@dataclass(frozen=True)
class CodeRules:
    """What the family read from a description."""

    inputs: RecordForm
    questions: Questions
    examples: tuple[Example, ...] = ()

    def words(self) -> str:
        """Say the inputs in words for players, one per line."""
        return "\n".join(f"  - `{name}` ({kind_of(form)}): {form.words()}" for name, form in self.inputs.fields.items())


@dataclass(frozen=True)
class CodeShape:
    """What the module's `describe()` said, checked."""

    checkpoints: int


def kind_of(form: Any) -> str:
    """Return the Python type of a form's values."""
    return _TYPES[type(form)]


class CodeFamily:
    """Inputs and a visit of a checkpoint in, the variables there out; answers are compared by value and type."""

    name = "code"
    revision = 1
    plans_queries = True
    functions = functions_of("code")

    @cached_property
    def shim(self) -> str:
        """The text that travels into the sandbox."""
        return (Path(__file__).parent / "shim.py").read_text(encoding="utf-8")

    @cached_property
    def prompt(self) -> Prompt:
        """The family's texts for players."""
        return load_prompt("players/code")

    def read(self, description: Description) -> CodeRules:
        """Read domain, parameters and examples. Raises: DescriptionFault."""
        domain = read_domain(InputDomain, description)
        for name, form in domain.inputs.items():
            if not name.isidentifier() or type(form) not in _TYPES:
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
        for index, entry in enumerate(description.front.examples):
            told = "visits" if "visits" in entry else "variables"
            shown = "{inputs: {...}, checkpoint: [index, visit], variables: {...}} (or visits: how many there are)"
            example_fields(entry, {"inputs", "checkpoint", told}, shown, index)
            query = {"inputs": entry["inputs"], "checkpoint": entry["checkpoint"]}
            fault = self._fault(rules, None, query)
            if fault:
                raise DescriptionFault(
                    fault, "mend the example or widen `domain`", ("examples", index, fault.split()[0].rstrip(":"))
                )
            expected = {told: untagged(entry[told])}
            if told == "variables" and not (isinstance(entry[told], dict) and entry[told] and plain(expected)):
                raise DescriptionFault("the example names no variables", f"write {shown}", ("examples", index, told))
            yield Example(Call("boxwright_visit", (query,)), expected, _agrees)

    def _fault(self, rules: CodeRules, shape: CodeShape | None, query: Any) -> str:
        """Say what is wrong with a query, beginning with the part at fault; nothing for a valid one."""
        if not isinstance(query, dict) or set(query) != {"inputs", "checkpoint"}:
            return 'the query must be {"inputs": {...}, "checkpoint": [index, visit]}'
        given, at = query["inputs"], query["checkpoint"]
        if not isinstance(given, dict) or set(given) != set(rules.inputs.fields):
            return f"inputs must be exactly: {', '.join(rules.inputs.fields)}"
        for name, form in rules.inputs.fields.items():
            if not form.holds(given[name]):
                return f"inputs: {name} must be {kind_of(form)}: {form.words()}"
        last = shape.checkpoints if shape else 1_000
        whole = isinstance(at, (list, tuple)) and len(at) == 2 and all(type(n) is int for n in at)
        if not whole or not 1 <= at[0] <= last or not 1 <= at[1] <= MAX_VISIT:
            return f"checkpoint must be [index, visit], the index from 1 to {last}, the visit from 1 to {MAX_VISIT}"
        return ""

    def shape(self, box: Box) -> CodeShape:
        """Return what `describe()` says, checked. Raises: BadOutput, SandboxError."""
        said = box.describe()
        if not isinstance(said, dict) or set(said) != {"inputs", "checkpoints"} or not isinstance(said["inputs"], dict):
            raise BadOutput('describe() must return {"inputs": {name: type}, "checkpoints": n}')
        wanted = {name: kind_of(form) for name, form in box.rules.inputs.fields.items()}
        found = {name: str(kind).split("[")[0] for name, kind in said["inputs"].items()}
        if found != wanted:
            raise BadOutput(f"describe() must give the inputs {write_literal(wanted)}")
        if type(said["checkpoints"]) is not int or not 1 <= said["checkpoints"] <= 50:
            raise BadOutput("describe() must give 1 to 50 checkpoints")
        return CodeShape(said["checkpoints"])

    def parse_query(self, rules: CodeRules, shape: CodeShape, text: str) -> dict[str, Any]:
        """Read a query's literal. Raises: InvalidReply."""
        try:
            query = literals.read_literal(text)
        except literals.NoLiteral as error:
            raise InvalidReply(self.prompt.render("refuse_literal", limit=literals.MAX_LITERAL)) from error
        fault = self._fault(rules, shape, query)
        if fault:
            raise InvalidReply(self.prompt.render("refuse_query", fault=fault))
        return {"inputs": query["inputs"], "checkpoint": list(query["checkpoint"])}

    def draw_query(self, rules: CodeRules, shape: CodeShape, rng: random.Random) -> dict[str, Any]:
        """Draw a valid query; early visits more often."""
        visit = min(rng.randint(1, rules.questions.max_visit) for _ in range(2))
        return {"inputs": rules.inputs.draw(rng), "checkpoint": [rng.randint(1, shape.checkpoints), visit]}

    def chapters(self, box: Box, plan: Plan) -> Iterator[Chapter]:
        """One chapter: look at runs, then answer questions about others."""
        yield CodeChapter(self, box, plan)

    def examples(self, rules: CodeRules) -> Sequence[Example]:
        """The description's worked examples; one holds if the variables that it names do."""
        return rules.examples

    def edges(self, rules: CodeRules) -> Sequence[Call]:
        """Runs on inputs at the edges: the first visit, and how many there are."""
        corners = list(rules.inputs.corners())
        first = [Call("boxwright_visit", ({"inputs": inputs, "checkpoint": [1, 1]},)) for inputs in corners]
        return [*first, *(Call("boxwright_counts", (inputs,)) for inputs in corners)]

    def probes(self, box: Box, seed: int, count: int) -> Sequence[Call]:
        """Return visits and whole runs on inputs drawn from the domain, and on the module's own valid ones."""
        rng, shape = stream(seed, self.name, "probes"), self.shape(box)
        extra = [v for v in box.extra_inputs(derive(seed, "extra"), count) if box.rules.inputs.holds(v)]
        queries = [self.draw_query(box.rules, shape, rng) for _ in range(count)]
        queries += [{"inputs": v, "checkpoint": [rng.randint(1, shape.checkpoints), 1]} for v in extra]
        visits = [Call("boxwright_visit", (query,)) for query in queries]
        runs = [Call("boxwright_counts", (query["inputs"],)) for query in queries[::4]]
        return [Call("describe", ()), *visits, *runs]

    def check(self, box: Box, call: Call, value: Any) -> None:
        """Check one reply. Raises: BadOutput, SandboxError."""
        if call.function == "boxwright_visit":
            self.checked_visit(value)
        elif call.function == "boxwright_counts":
            self.checked_counts(self.shape(box), value)

    def checked_visit(self, value: Any) -> dict[str, Any]:
        """Return what a visit gave, checked. Raises: BadOutput."""
        if not isinstance(value, dict) or set(value) not in ({"variables"}, {"visits"}):
            raise BadOutput("a visit must give variables, or the number of visits")
        if "visits" in value:
            return value
        if not value["variables"]:
            raise BadOutput("a checkpoint must be given at least one variable")
        if not plain(value):
            raise BadOutput("variables must be numbers, texts, booleans, None, lists, tuples, sets or dictionaries")
        if len(write_literal(value["variables"])) > MAX_SHOWN:
            raise BadOutput(
                f"the variables of one visit take more than {MAX_SHOWN} characters; make the domain smaller"
            )
        return value

    def checked_counts(self, shape: CodeShape, value: Any) -> dict[int, int]:
        """Return how often each checkpoint was visited, checked. Raises: BadOutput."""
        if not isinstance(value, dict) or not all(type(i) is int and 1 <= i <= shape.checkpoints for i in value):
            raise BadOutput(f"checkpoint() was called with something else than an index from 1 to {shape.checkpoints}")
        return value

    def outside(self, rules: CodeRules) -> Sequence[str]:
        """No literal, wrong names, wrong types, checkpoints that cannot be, and no query at all."""
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

    def raw_call(self, box: Box, value: Any) -> Call:
        """Return the call for {"inputs": {...}, "checkpoint": [index, visit]}. Raises: ValueError."""
        fault = self._fault(box.rules, self.shape(box), value)
        if fault:
            raise ValueError(fault)
        return Call("boxwright_visit", (value,))

    def subject(self, call: Call) -> Any:
        """Properties speak of visits: `input` is the query, `output` {"variables": ...} or {"visits": n}."""
        return call.args[0] if call.function == "boxwright_visit" else None

    def floor(self, box: Box, seed: int) -> float:
        """Return the share of questions that the best constant answer gets right."""
        answers = [values.dumps(truth) for truth in self.habits(box, seed)]
        return max(map(answers.count, set(answers))) / len(answers)

    def habits(self, box: Box, seed: int) -> list[Any]:
        """Return the answers to questions drawn from the domain. Raises: BadOutput, SandboxError."""
        rng, shape = stream(seed, self.name, "floor"), self.shape(box)
        return [choose_question(self, box, shape, rng).truth for _ in range(FLOOR_DRAWS)]


def untagged(value: Any) -> Any:
    """Return a value of the front matter with `{$tuple: [...]}` and `{$set: [...]}` made into what they stand for."""
    if isinstance(value, list):
        return [untagged(item) for item in value]
    if isinstance(value, dict):
        if set(value) in ({"$tuple"}, {"$set"}):
            ((tag, content),) = value.items()
            return (tuple if tag == "$tuple" else set)(untagged(content))
        return {key: untagged(item) for key, item in value.items()}
    return value


def _agrees(expected: Mapping[str, Any], found: Any) -> bool:
    if "visits" in expected or "variables" not in found:
        return same(dict(expected), found)
    return all(
        name in found["variables"] and same(v, found["variables"][name]) for name, v in expected["variables"].items()
    )
