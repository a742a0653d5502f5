"""The compact form in which a model writes a domain, and the patch with which it repairs one. Data, never code.

    {"truths": ["Measles", ...],
     "actions": {"look at the rash": {"spots": ["Mumps", ...], "none": ["Measles"]},
                 "temperature in °C": {"35..37.5": [...], "37.5..42": [...]}}}

An outcome lists the truths that it rules out. An action whose outcomes are all `low..high` yields a number. A patch
repeats the actions that change (null removes one), and may add, remove or rename truths.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.domain.validator import Fault

_RANGE = re.compile(r"\s*([-+−]?\d+(?:\.\d+)?)\s*\.\.\s*([-+−]?\d+(?:\.\d+)?)\s*")
Table = dict[str, dict[str, list[str]]]
Form = TypeVar("Form", bound=BaseModel)


class BadForm(ValueError):
    """A reply does not have this form; the message tells the repairing model where."""


class Written(BaseModel):
    """A whole domain as a model writes it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    truths: list[str]
    actions: Table


class Patch(BaseModel):
    """A model's changes to a domain that has faults."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    add_truths: list[str] = Field(default_factory=list)
    remove_truths: list[str] = Field(default_factory=list)
    rename_truths: dict[str, str] = Field(default_factory=dict)
    actions: dict[str, dict[str, list[str]] | None] = Field(default_factory=dict)


def parse_written(text: str) -> Written:
    """Read a domain from one JSON object. Raises: BadForm."""
    return _parse(text, Written)


def parse_patch(text: str) -> Patch:
    """Read a patch from one JSON object. Raises: BadForm."""
    patch = _parse(text, Patch)
    if patch == Patch():
        raise BadForm("the patch changes nothing; write the faulty actions again")
    return patch


def _parse(text: str, form: type[Form]) -> Form:
    try:
        return form.model_validate(json.loads(text, object_pairs_hook=_once))
    except ValidationError as error:
        said = [f"{'.'.join(map(str, f['loc'])) or 'the object'}: {f['msg']}" for f in error.errors()[:8]]
        raise BadForm("; ".join(said)) from error
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadForm(f"not JSON: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadForm(f"{name!r} appears twice in one object; keep one")
        found[name] = value
    return found


def apply_patch(written: Written, patch: Patch) -> Written:
    """Return the domain with a patch applied: renames everywhere, then additions, actions. Raises: BadForm."""
    unknown = [t for t in [*patch.remove_truths, *patch.rename_truths] if t not in written.truths]
    if unknown:
        raise BadForm(f"{unknown[0]!r} is to be removed or renamed, but it is not in `truths`")
    gone = [name for name, table in patch.actions.items() if table is None and name not in written.actions]
    if gone:
        raise BadForm(f"action {gone[0]!r} is to be taken away, but there is no such action")
    new = patch.rename_truths
    removed = set(patch.remove_truths)

    def kept(names: list[str]) -> list[str]:
        return [new.get(name, name) for name in names if name not in removed]

    truths = kept(written.truths)
    truths += [truth for truth in patch.add_truths if truth not in truths]
    actions = {action: {label: kept(out) for label, out in table.items()} for action, table in written.actions.items()}
    for action, table in patch.actions.items():
        if table is None:
            del actions[action]
        else:
            actions[action] = table
    return Written(truths=truths, actions=actions)


def to_domain(name: str, written: Written) -> Domain:
    """Return the domain; finding its faults is left to the validator."""
    return Domain(
        domain=name,
        truths=written.truths,
        actions=list(written.actions),
        outcomes={action: _outcomes(table) for action, table in written.actions.items()},
    )


def _outcomes(table: Mapping[str, list[str]]) -> Outcomes:
    ranges = {label: _RANGE.fullmatch(label) for label in table}
    numeric = bool(table) and all(ranges.values())
    states = []
    for label, out in table.items():
        found = ranges[label]
        value: str | list[float] = [_number(end) for end in found.groups()] if numeric and found else label
        states.append(OutcomeState(value=value, rules_out=out))
    return Outcomes(type="float" if numeric else "str", states=states)


def _number(text: str) -> float:
    return float(text.replace("−", "-"))


def mixed_labels(written: Written) -> list[Fault]:
    """Return a fault for every action that mixes ranges and words."""
    faults = []
    for action, table in written.actions.items():
        ranges = [label for label in table if _RANGE.fullmatch(label)]
        if ranges and len(ranges) < len(table):
            word = next(label for label in table if label not in ranges)
            faults.append(
                Fault("mixed", f"action {action!r}", f"{ranges[0]!r} is a range and {word!r} a word; write one kind")
            )
    return faults


def to_form(domain: Domain) -> dict[str, Any]:
    """Return a domain in the compact form (for a model to read)."""
    actions = {}
    for action in domain.actions:
        table = domain.outcomes[action]
        actions[action] = {_label(state): list(state.rules_out) for state in table.states}
    return {"truths": list(domain.truths), "actions": actions}


def _label(state: OutcomeState) -> str:
    if isinstance(state.value, str):
        return state.value
    return "..".join(f"{number:.12g}" for number in state.value)
