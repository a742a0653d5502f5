"""Parameters of a rule, which a description declares (`rows: {value: 3, range: [2, 8]}`) and siblings change.

In a module each is a constant of its own, `ROWS = 3`, and the rule reads it wherever it needs it. So another value is
another box of the same rule: nothing is put around its code.
"""

from __future__ import annotations

import ast
import keyword
import re
import warnings
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import DescriptionFault

SHOWN = "rows: {value: 3, range: [2, 8]}"
"""How one is written."""
OF_THE_RULE = f"a parameter of the rule is written as {SHOWN}"
"""Said where somebody may have meant one."""
MOST = 10**9
"""None may be further from 0."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class RuleParameter(BaseModel):
    """A whole number of the rule, and between which values, both included, a sibling may have another one."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    value: int = Field(ge=-MOST, le=MOST)
    range: list[Annotated[int, Field(ge=-MOST, le=MOST)]] = Field(min_length=2, max_length=2)

    @model_validator(mode="after")
    def _ordered(self) -> RuleParameter:
        lowest, highest = self.range
        if not lowest <= self.value <= highest or lowest == highest:
            raise ValueError("range is [lowest, highest], has two values or more, and holds the value")
        return self


def rule_parameters(description: Description) -> dict[str, RuleParameter]:
    """Return the parameters of the rule by name. Raises: DescriptionFault."""
    found = {}
    for name, entry in description.front.parameters.items():
        if not _is_of_the_rule(entry):
            continue
        where = ("parameters", name)
        if not _NAME.fullmatch(name) or keyword.iskeyword(name):
            fault = f"parameters.{' '.join(name.split())}: its constant cannot be called {name.upper().strip()}"
            raise DescriptionFault(fault, "use small letters from a to z, digits and _, a letter first", where)
        try:
            found[name] = RuleParameter.model_validate(entry)
        except ValidationError as error:
            first = error.errors()[0]
            at = ".".join(map(str, (*where, *first["loc"])))
            said = first["msg"].removeprefix("Value error, ").lower()
            raise DescriptionFault(f"{at}: {said}", f"write it as {SHOWN}, in whole numbers", where) from error
    return found


def family_parameters(description: Description) -> dict[str, Any]:
    """Return the other fields of `parameters`, which are the family's. Raises: DescriptionFault."""
    of_the_rule = rule_parameters(description)
    return {name: value for name, value in description.front.parameters.items() if name not in of_the_rule}


def _is_of_the_rule(entry: Any) -> bool:
    return isinstance(entry, Mapping) and ("value" in entry or "range" in entry)


def values_of(description: Description) -> dict[str, int]:
    """Return the values that a description gives its rule. Raises: DescriptionFault."""
    return {name: parameter.value for name, parameter in rule_parameters(description).items()}


def other_values(description: Description, rng: Random) -> dict[str, int]:
    """Draw values that are not all the description's own; none where it declares no parameter."""
    declared, own = rule_parameters(description), values_of(description)
    drawn = own
    while declared and drawn == own:
        drawn = {name: rng.randint(*parameter.range) for name, parameter in declared.items()}
    return drawn


def changed_alone(description: Description) -> dict[str, list[dict[str, int]]]:
    """Return by parameter the values with this one changed: to the ends of its range, and to its middle."""
    own = values_of(description)
    return {
        name: [
            own | {name: value} for value in sorted({*parameter.range, sum(parameter.range) // 2} - {parameter.value})
        ]
        for name, parameter in rule_parameters(description).items()
    }


def constants(values: Mapping[str, int]) -> list[str]:
    """Return how a module states these values, one line each."""
    return [f"{name.upper()} = {value}" for name, value in values.items()]


def with_values(source: str, values: Mapping[str, int]) -> str:
    """Return a module with other values in its constants. Raises: ValueError where it has no such constant."""
    lines = source.encode().splitlines(keepends=True)
    for name, value in values.items():
        number = _constant(source, name)
        at = number.lineno - 1
        line = lines[at]
        lines[at] = line[: number.col_offset] + str(value).encode() + line[number.end_col_offset :]
        source = b"".join(lines).decode()
    return source


def missing_constants(source: str, values: Mapping[str, int]) -> list[str]:
    """Return the lines that a module that can be read should have, once each and at its top level, and has not."""
    missing = []
    for name, value in values.items():
        try:
            found = ast.literal_eval(_constant(source, name))
        except ValueError:
            found = None
        if found != value:
            missing += constants({name: value})
    return missing


def _constant(source: str, name: str) -> ast.expr:
    """Return the whole number that a module's constant is. Raises: ValueError unless it is assigned so, and once."""
    constant, found = name.upper(), list[ast.expr]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # of the module's own texts
        tree = ast.parse(source)
    stored = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == constant]
    if sum(not isinstance(node.ctx, ast.Load) for node in stored) == 1:
        for node in tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if isinstance(target, ast.Name) and target.id == constant and _is_whole(value):
                assert value is not None
                found.append(value)
    if len(found) != 1 or found[0].lineno != found[0].end_lineno:
        raise ValueError(f"no line {constant} = ... with a whole number, once and at the top level")
    return found[0]


def _is_whole(value: ast.expr | None) -> bool:
    """Whether an expression is a whole number, as it is written."""
    inner = value.operand if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) else value
    return isinstance(inner, ast.Constant) and type(inner.value) is int
