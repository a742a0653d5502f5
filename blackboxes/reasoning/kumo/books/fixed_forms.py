"""The two fixed forms of a book: the template's sentences, read line by line, and the symbolic book in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Any, NamedTuple

from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.books.writer import LANGUAGES, QUOTES
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

ALIKE = 0.6
"""Share of letters by which a sentence is taken for a changed opening of the template."""


class FixedRule(NamedTuple):
    """One rule in fixed form, by the names that the book uses, which may not exist."""

    action: str
    outcome: str | tuple[float, float]
    """A word, a label of the symbolic book, or the ends of a range."""
    truths: tuple[str, ...]
    """What it rules out; possibly empty."""


def template_rule(line: str) -> FixedRule | None:
    """Return the rule that a line states if it is a sentence of the template."""
    for quotes in QUOTES["en"]:
        for pattern, separator in _sentence_patterns(quotes):
            found = pattern.fullmatch(line)
            if found is None:
                continue
            parts = found.groupdict()
            low = parts.get("low")
            outcome = parts["outcome"] if low is None else (float(low), float(parts["high"]))
            truths = _split(parts.get("truths"), quotes, separator)
            if truths is not None:
                return FixedRule(parts["action"], outcome, truths)
    return None


_PLAIN_NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"


@cache
def _sentence_patterns(quotes: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Return a pattern for each sentence of the template, and one for the separator of its truths."""
    prompt = load_prompt("kumo/template")
    opening, closing = re.escape(quotes[0]), re.escape(quotes[1])
    inside = f"[^{opening}{closing}]+"
    groups = {
        "action": f"{opening}(?P<action>{inside}){closing}",
        "outcome": f"{opening}(?P<outcome>{inside}){closing}",
        "low": f"(?P<low>{_PLAIN_NUMBER})",
        "high": f"(?P<high>{_PLAIN_NUMBER})",
        "truths": f"(?P<truths>{opening}.+{closing})",
        "truth": f"(?P<truths>{opening}{inside}{closing})",
    }
    found = []
    for language in LANGUAGES:
        between = [prompt.sections[f"{kind}_{language}"] for kind in ("next", "last")]
        words = "|".join(re.escape(text.removeprefix("{{ head }}").removesuffix("{{ name }}")) for text in between)
        separator = re.compile(f"{closing}(?:{words}){opening}")
        for frame in ("idle_words", "idle_range", "words", "range", "truth_words", "truth_range"):
            pieces = re.split(r"\{\{ ([a-z]+) \}\}", prompt.sections[f"{frame}_{language}"])
            pattern = "".join(groups[piece] if n % 2 else re.escape(piece) for n, piece in enumerate(pieces))
            found.append((re.compile(pattern), separator))
    return found


def _split(listed: str | None, quotes: str, separator: re.Pattern[str]) -> tuple[str, ...] | None:
    """Return the names in a list of quoted names, or None if it is not such a list."""
    if listed is None:
        return ()
    names = separator.split(listed[1:-1])
    return None if any(mark in name for mark in quotes for name in names) else tuple(names)


def truth_headings(truths: Sequence[str]) -> dict[str, str]:
    """Return the long book's headings by truth, each with its truth."""
    prompt = load_prompt("kumo/template")
    return {prompt.render(f"truth_{lang}", truth=truth).strip(): truth for lang in LANGUAGES for truth in truths}


@cache
def opening_lines() -> frozenset[str]:
    """Return the lines of the template's opening, in each language."""
    return frozenset(line for opening in _whole_openings() for line in opening)


@cache
def _whole_openings() -> list[list[str]]:
    prompt = load_prompt("kumo/template")
    texts = [prompt.sections[f"opening_{language}"] for language in LANGUAGES]
    return [[line.strip() for line in text.split("\n") if line.strip()] for text in texts]


def changed_opening(text: str, instance: Instance) -> str:
    """Return what stands in place of the template's opening, or beside it and says nearly the same; else nothing.

    Only a template's book needs the opening: one that holds the template's sentences and headings, and nothing else,
    once its rules begin. It has no other sentence or title before them either, and says its opening once, in order.
    Before other rules, sentences are the prose reader's business, and so are titles.
    """
    prompt = load_prompt("kumo/template")
    named = [(language, action) for language in LANGUAGES for action in instance.actions]
    headings = {prompt.render(f"action_{language}", action=action).strip() for language, action in named}
    headings |= set(truth_headings(instance.truths))
    lines = [line.strip() for line in text.replace("\r\n", "\n").split("\n") if line.strip()]
    fixed = [line in headings or template_rule(line) is not None for line in lines]
    begun = fixed.index(True) if True in fixed else len(lines)
    said = _sentences(lines[:begun])
    near = near_openings(said)
    if near or begun == len(lines) or not all(fixed[begun:]):
        return "\n".join(near)
    return "" if lines[:begun] in _whole_openings() else "\n".join(lines[:begun])


def near_openings(lines: Sequence[str]) -> list[str]:
    """Return the lines that say nearly what the template's opening says: its denial has nearly the same words."""
    return [line for line in lines if any(_nearly(line, one) for opening in _openings() for one in opening)]


@cache
def _openings() -> list[list[str]]:
    prompt = load_prompt("kumo/template")
    return [_sentences(prompt.sections[f"opening_{language}"].split("\n")) for language in LANGUAGES]


def _sentences(lines: Sequence[str]) -> list[str]:
    """Return the lines that are no titles."""
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _nearly(line: str, opening: str) -> bool:
    """Whether a line says the opening in other words, or denies it in the same ones."""
    matched = SequenceMatcher(None, line.casefold(), opening.casefold())
    likely = line != opening and matched.real_quick_ratio() >= ALIKE and matched.quick_ratio() >= ALIKE
    return likely and matched.ratio() >= ALIKE


def symbolic_rules(text: str, instance: Instance) -> tuple[list[FixedRule], str] | None:
    """Return a symbolic book's rules and the faults of its form, or None if the text is not one."""
    repeated: list[str] = []

    def noting_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        repeated.extend(key for key in keys if keys.count(key) > 1)
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=noting_repeated)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("rules_out"), dict):
        return None
    rules = []
    for action, outcomes in data["rules_out"].items():
        if not isinstance(outcomes, dict) or not all(isinstance(names, list) for names in outcomes.values()):
            return None
        rules += [FixedRule(action, label, tuple(map(str, names))) for label, names in outcomes.items()]
    return rules, _symbolic_fault(data, repeated, instance)


def _symbolic_fault(data: dict[str, Any], repeated: list[str], instance: Instance) -> str:
    if repeated:
        return f"the key {repeated[0]!r} appears twice"
    if set(data) != {"truths", "rules_out"}:
        return "a symbolic book has `truths` and `rules_out`, and nothing else"
    unknown = [action for action in data["rules_out"] if action not in instance.actions]
    if unknown:
        return f"{unknown[0]!r} is no action of this instance"
    same = isinstance(data["truths"], list) and sorted(map(str, data["truths"])) == sorted(instance.truths)
    return "" if same else "its `truths` are not those of the instance"
