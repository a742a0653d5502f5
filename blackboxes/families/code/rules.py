"""What a `code` description states, what a module's runs give, and which queries are valid."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.form_atoms import BoolForm, ChoiceForm, IntForm, TextForm, WordForm
from boxwright.blackboxes.families.forms import Form, RecordForm, SequenceForm
from boxwright.blackboxes.families.literals import plain, write_literal
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.types import Example

MAX_SHOWN = 4_000
"""Characters of all variables of one visit."""
MAX_VISIT = 1_000_000
MAX_CHECKPOINTS = 50
TYPES: dict[type, str] = {
    IntForm: "int",
    BoolForm: "bool",
    ChoiceForm: "str",
    WordForm: "str",
    TextForm: "str",
    SequenceForm: "list",
}


NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBER = rf"(\d+|{'|'.join(NUMBERS)})"
NAMED = re.compile(rf"{NUMBER}\s+checkpoints\b|\bcheckpoints?\s+{NUMBER}(?:(?:,|\s+(?:and|or|to))\s+{NUMBER})*\b", re.I)
"""How a rule speaks of checkpoints: 3 checkpoints, checkpoint 3, checkpoints 1 and 2."""


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

    def words(self, shown: Callable[[str], str]) -> str:
        """Describe the inputs for players, one per line; `shown` gives an input's name as they read it."""
        fields = self.inputs.fields.items()
        return "\n".join(f"  - `{shown(name)}` ({kind_of(form)}): {_literals(form)}" for name, form in fields)


@dataclass(frozen=True)
class CodeShape:
    """What the module's `describe()` said, checked."""

    checkpoints: int


def kind_of(form: Any) -> str:
    """Return the Python type of a form's values."""
    return TYPES[type(form)]


def _literals(form: Any) -> str:
    """Describe a form whose values are written as Python literals."""
    if isinstance(form, ChoiceForm):
        return f"one of {', '.join(map(write_literal, form.options))}"
    if isinstance(form, SequenceForm):
        return f"a list of {form.how_many}{form.notes}, each {_literals(form.of)}"
    return cast(str, form.words())


def shape_of(box: Box[CodeRules]) -> CodeShape:
    """Return what `describe()` says, checked. Raises: BadOutput, SandboxError."""
    said = box.describe()
    if not isinstance(said, dict) or set(said) != {"inputs", "checkpoints"} or not isinstance(said["inputs"], dict):
        raise BadOutput('describe() must return {"inputs": {name: type}, "checkpoints": n}')
    wanted = {name: kind_of(form) for name, form in box.rules.inputs.fields.items()}
    found = {name: str(kind).split("[")[0] for name, kind in said["inputs"].items()}
    if found != wanted:
        raise BadOutput(f"describe() must give the inputs {write_literal(wanted)}")
    if type(said["checkpoints"]) is not int or not 1 <= said["checkpoints"] <= MAX_CHECKPOINTS:
        raise BadOutput(f"describe() must give 1 to {MAX_CHECKPOINTS} checkpoints")
    return CodeShape(said["checkpoints"])


def highest_checkpoint(rule: str) -> int:
    """Return the highest checkpoint that a rule names or counts; `MAX_CHECKPOINTS` if it does neither."""
    words = [word.lower() for found in NAMED.finditer(rule) for word in re.findall(NUMBER, found[0], re.I)]
    return max((int(w) if w.isdecimal() else NUMBERS.index(w) + 1 for w in words), default=MAX_CHECKPOINTS)


def query_fault(
    rules: CodeRules, shape: CodeShape | None, query: Any, shown: Callable[[str], str] = lambda name: name
) -> str:
    """Return what is wrong with a query, naming the faulty part first; empty for a valid query.

    `shown` gives an input's name as the reader knows it.
    """
    if not isinstance(query, dict) or set(query) != {"inputs", "checkpoint"}:
        return 'the query must be {"inputs": {...}, "checkpoint": [index, visit]}'
    given, at = query["inputs"], query["checkpoint"]
    if not isinstance(given, dict) or set(given) != set(rules.inputs.fields):
        return f"inputs must be exactly: {', '.join(map(shown, rules.inputs.fields))}"
    for name, form in rules.inputs.fields.items():
        if not form.holds(given[name]):
            return f"inputs: {shown(name)} must be {kind_of(form)}: {form.words()}"
    last = shape.checkpoints if shape else MAX_CHECKPOINTS
    whole = isinstance(at, (list, tuple)) and len(at) == 2 and all(type(n) is int for n in at)
    if not whole or not 1 <= at[0] <= last or not 1 <= at[1] <= MAX_VISIT:
        return f"checkpoint must be [index, visit], the index from 1 to {last}, the visit from 1 to {MAX_VISIT}"
    return ""


def draw_query(rules: CodeRules, shape: CodeShape, rng: random.Random) -> dict[str, Any]:
    """Draw a valid query; early visits more often."""
    visit = min(rng.randint(1, rules.questions.max_visit) for _ in range(2))
    return {"inputs": rules.inputs.draw(rng), "checkpoint": [rng.randint(1, shape.checkpoints), visit]}


def checked_visit(value: Any) -> dict[str, Any]:
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
        raise BadOutput(f"the variables of one visit take more than {MAX_SHOWN} characters; make the domain smaller")
    return value


def checked_counts(shape: CodeShape, value: Any) -> dict[int, int]:
    """Return how often each checkpoint was visited, checked. Raises: BadOutput."""
    if not isinstance(value, dict) or not all(type(i) is int and 1 <= i <= shape.checkpoints for i in value):
        raise BadOutput(f"checkpoint() was called with something else than an index from 1 to {shape.checkpoints}")
    return value
