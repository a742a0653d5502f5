"""Neutral names: players read `x1`, `v3` in place of an algorithm's own names, which would tell what it is.

The box, its description, records and the build's test agent keep the own names; they are exchanged where a text is
written for players or read from them. Which variables there are is seen on sampled runs, in an order that is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.code.rules import CodeRules
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Options

RUNS = 24
"""Runs on drawn inputs, besides those at the edges, on which the variables are seen."""


class CodeOptions(Options):
    """The options of the family: `--option code.names=own`."""

    names: Literal["neutral", "own"] = Field("neutral")
    """Whether players read neutral names or the algorithm's own."""


class Names:
    """The names of inputs and variables, as players read them."""

    def __init__(self, inputs: Mapping[str, str], variables: Mapping[str, str]) -> None:
        self._inputs, self._variables = dict(inputs), dict(variables)
        self._own = {shown: own for own, shown in self._inputs.items()}

    def inputs(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """Write inputs for players, in the order in which the introduction names them."""
        return {shown: own[name] for name, shown in self._inputs.items()}

    def variables(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """Write variables for players, in the order of their shown names."""
        shown = {self.variable(name): value for name, value in own.items()}
        return dict(sorted(shown.items(), key=lambda item: (len(item[0]), item[0])))

    def variable(self, own: str) -> str:
        """Write a variable's name for players; one that no sampled run had gets the next number."""
        return self._variables.setdefault(own, f"v{len(self._variables) + 1}")

    def query(self, shown: Any) -> Any:
        """Give a query with the inputs' own names; an unknown name stays, so that it is refused."""
        if not isinstance(shown, dict) or not isinstance(shown.get("inputs"), dict):
            return shown
        inputs = {self._own.get(name, f"no input {name}"): value for name, value in shown["inputs"].items()}
        return {**shown, "inputs": inputs}

    def shown_input(self, own: str) -> str:
        """Write an input's name for players."""
        return self._inputs[own]

    @property
    def tables(self) -> tuple[dict[str, str], dict[str, str]]:
        """The own names of inputs and of variables by their shown ones."""
        return dict(self._own), {shown: own for own, shown in self._variables.items()}


def names_of(box: Box[CodeRules], options: Options) -> Names:
    """Return the names for an episode. Raises: BadOutput, SandboxError."""
    fields = list(box.rules.inputs.fields)
    seen = _variables(box)
    if isinstance(options, CodeOptions) and options.names == "own":
        return Names({name: name for name in fields}, {name: name for name in seen})
    drawn = sorted(seen)
    stream(box.id, "names").shuffle(drawn)
    variables = {name: f"v{number}" for number, name in enumerate(drawn, start=1)}
    return Names({name: f"x{number}" for number, name in enumerate(fields, start=1)}, variables)


def _variables(box: Box[CodeRules]) -> list[str]:
    rng = stream(box.id, "runs")
    inputs = [*box.rules.inputs.corners(), *(box.rules.inputs.draw(rng) for _ in range(RUNS))]
    found: dict[str, None] = {}
    for reply in box.call_many("boxwright_names", [[given] for given in inputs]):
        if reply.error is None and isinstance(reply.value, list):
            found |= {name: None for name in reply.value if isinstance(name, str)}
    return list(found)
