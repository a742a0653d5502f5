"""Writes books without a model: the exclusion table as JSON, and fixed sentences in English or Chinese."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import Prompt, load_prompt
from boxwright.blackboxes.reasoning.kumo.domain.model import OutcomeState, number_text
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

LANGUAGES = ("en", "zh")
STYLES = ("template", "symbolic", "long")
"""Fixed sentences by action; the table as JSON; fixed sentences by action, and all of it again by truth."""
WRITTEN = "written"
"""Books by models, which are stored with their domain."""
KINDS = (*STYLES, WRITTEN)
"""The kinds of books that a game can use; the first is the default."""
QUOTES = {
    "en": ('""', "“”", "«»", "‹›", "「」", "『』"),
    "zh": ("「」", "『』", "“”", "«»", "‹›", '""'),
}
"""Pairs of quotation marks, in order of preference; a book uses the first that occurs in no name."""


class FaultyBook(BoxwrightError):
    """A book cannot be written or read."""


# What a book must state.


@dataclass(frozen=True, order=True)
class Statement:
    """One rule-out, by indices: this outcome of this action excludes this truth."""

    action: int
    outcome: int
    truth: int


def statements_of(instance: Instance) -> frozenset[Statement]:
    """Return what an instance's book must state: its exclusion table. Raises: FaultyBook."""
    index = {truth: i for i, truth in enumerate(instance.truths)}
    return frozenset(
        Statement(a, o, index[truth])
        for a, states in enumerate(tables_of(instance))
        for o, state in enumerate(states)
        for truth in state.rules_out
        if truth in index
    )


def tables_of(instance: Instance) -> list[list[OutcomeState]]:
    """Return the outcomes of each action. Raises: FaultyBook if the instance carries none."""
    table = instance.outcomes
    missing = [action for action in instance.actions if action not in (table or {})]
    if table is None or missing:
        raise FaultyBook("the instance carries no `outcomes` for its actions; name its domain with --domain FILE")
    return [list(table[action].states) for action in instance.actions]


def label_of(state: OutcomeState) -> str:
    """Return an outcome's label in the symbolic book: its word, or `low..high`."""
    if isinstance(state.value, str):
        return state.value
    return "..".join(number_text(number) for number in state.value)


def outcome_index(states: Sequence[OutcomeState], outcome: str | tuple[float, float]) -> int | None:
    """Return the outcome that a label or a range (low, high) denotes; None if there is none."""
    if isinstance(outcome, tuple):
        ranges = [tuple(state.value) if isinstance(state.value, list) else None for state in states]
        return ranges.index(outcome) if outcome in ranges else None
    labels = [label_of(state) for state in states]
    if outcome in labels:
        return labels.index(outcome)
    alike = [i for i, label in enumerate(labels) if label.casefold() == outcome.casefold()]
    return alike[0] if len(alike) == 1 else None


# The books.


def book_text(instance: Instance, style: str = "template", language: str = "en") -> str:
    """Return the book of an instance in one of the STYLES. Raises: FaultyBook."""
    opening = opening_of(instance, language)
    if style == "symbolic":
        return opening + symbolic_book(instance)
    if style == "template":
        return opening + template_book(instance, language)
    if style == "long":
        return opening + long_book(instance, language)
    raise FaultyBook(f"no style {style!r}; the styles are {', '.join(STYLES)}")


def opening_of(instance: Instance, language: str) -> str:
    """Return how a book of probabilistic exclusion begins; empty if exclusion is certain."""
    if instance.strength is None:
        return ""
    prompt, percent = load_prompt("kumo/probable"), _percent(instance.strength)
    parts = [prompt.render(f"opening_{language}", percent=percent).strip()]
    if instance.against is not None:
        rest = _percent(float(1 - Decimal(repr(instance.strength))))
        parts.append(prompt.render(f"kept_{language}", against=_percent(instance.against), rest=rest).strip())
    return "\n\n".join(parts) + "\n\n"


def _percent(share: float) -> str:
    return number_text(float(100 * Decimal(repr(share))))


def probable_titles() -> tuple[str, ...]:
    """Return the first line of such an opening in each language."""
    prompt = load_prompt("kumo/probable")
    return tuple(prompt.sections[f"opening_{language}"].strip().split("\n")[0] for language in LANGUAGES)


def symbolic_book(instance: Instance) -> str:
    """Return the exclusion table as one JSON object, with one action per line. Raises: FaultyBook."""
    rows = []
    for action, states in zip(instance.actions, tables_of(instance), strict=True):
        kept = set(instance.truths)
        outcomes = {label_of(state): [t for t in state.rules_out if t in kept] for state in states}
        rows.append(f"{_json(action)}: {_json(outcomes)}")
    return '{"truths": ' + _json(instance.truths) + ',\n"rules_out": {\n' + ",\n".join(rows) + "}}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def template_book(instance: Instance, language: str = "en") -> str:
    """Return the table in fixed sentences, by action. Raises: FaultyBook."""
    if language not in LANGUAGES:
        raise FaultyBook(f"no template book in {language!r}; the languages are {', '.join(LANGUAGES)}")
    prompt = load_prompt("kumo/template")
    quotes = _quotes(instance, language)
    lines = [prompt.sections[f"opening_{language}"]]
    for action, states in zip(instance.actions, tables_of(instance), strict=True):
        lines += ["", prompt.render(f"action_{language}", action=action), ""]
        lines += [_sentence(prompt, language, quotes, instance, action, state) for state in states]
    return "\n".join(lines) + "\n"


def long_book(instance: Instance, language: str = "en") -> str:
    """Return the template's book with everything repeated, by truth. Raises: FaultyBook."""
    lines = [template_book(instance, language).rstrip("\n")]
    prompt, quotes = load_prompt("kumo/template"), _quotes(instance, language)
    for truth in instance.truths:
        said = []
        for action, states in zip(instance.actions, tables_of(instance), strict=True):
            for state in states:
                if truth in state.rules_out:
                    frame, values = _condition(action, state, quotes)
                    said.append(prompt.render(f"truth_{frame}_{language}", **values, truth=_quoted(truth, quotes)))
        if said:
            lines += ["", prompt.render(f"truth_{language}", truth=truth), "", *said]
    return "\n".join(lines) + "\n"


def _sentence(prompt: Prompt, language: str, quotes: str, instance: Instance, action: str, state: OutcomeState) -> str:
    excluded = [truth for truth in instance.truths if truth in set(state.rules_out)]
    frame, values = _condition(action, state, quotes)
    if not excluded:
        return prompt.render(f"idle_{frame}_{language}", **values)
    listed = _quoted(excluded[0], quotes)
    for number, truth in enumerate(excluded[1:], start=2):
        section = "last" if number == len(excluded) else "next"
        listed = prompt.render(f"{section}_{language}", head=listed, name=_quoted(truth, quotes))
    return prompt.render(f"{frame}_{language}", **values, truths=listed)


def _condition(action: str, state: OutcomeState, quotes: str) -> tuple[str, dict[str, object]]:
    """Return which sentence of the template fits an outcome, and the values for it."""
    values: dict[str, object] = {"action": _quoted(action, quotes)}
    if isinstance(state.value, str):
        return "words", {**values, "outcome": _quoted(state.value, quotes)}
    return "range", {**values, "low": number_text(state.value[0]), "high": number_text(state.value[-1])}


def _quoted(name: str, quotes: str) -> str:
    return f"{quotes[0]}{name}{quotes[1]}"


def _quotes(instance: Instance, language: str) -> str:
    """Return the quotation marks of a book. Raises: FaultyBook if a name cannot be quoted."""
    labels = [s.value for states in tables_of(instance) for s in states if isinstance(s.value, str)]
    names = [*instance.truths, *instance.actions, *labels]
    broken = next((name for name in names if "\n" in name or "\r" in name or not name.strip()), None)
    if broken is not None:
        raise FaultyBook(f"the name {broken!r} is empty or has a line break; a book cannot quote it: rename it")
    for pair in QUOTES[language]:
        if not any(mark in name for mark in pair for name in names):
            return pair
    raise FaultyBook("the names use every kind of quotation mark; a book cannot quote them: rename some")
