"""Reading books in fixed form back: the symbolic book, and the template writer's sentences line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.kumo.books.books import LANGUAGES, QUOTES, label_of
from boxwright.blackboxes.reasoning.kumo.domain.model import OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

NUMBER = r"[-+−]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?"
PAIRS = QUOTES["en"]
Said = tuple[str, str | tuple[float, float], tuple[str, ...]]
"""Action, outcome (a word, or low and high), truths ruled out: names as the line has them."""


def frame_line(line: str) -> Said | None:
    """Return what a line says if it is a sentence of the template writer."""
    for quotes in PAIRS:
        for pattern, separator in _frames(quotes):
            found = pattern.fullmatch(line)
            if found is None:
                continue
            parts = found.groupdict()
            low = parts.get("low")
            outcome = parts["outcome"] if low is None else (float(low), float(parts["high"]))
            truths = _split(parts.get("truths"), quotes, separator)
            if truths is not None:
                return parts["action"], outcome, truths
    return None


@cache
def opening_lines() -> frozenset[str]:
    """Return the lines with which the template's books begin; they say nothing about any outcome."""
    prompt = load_prompt("kumo/template")
    lines = [line for language in LANGUAGES for line in prompt.sections[f"opening_{language}"].split("\n")]
    return frozenset(line for line in lines if line.strip())


def truth_headings(truths: Sequence[str]) -> frozenset[str]:
    """Return the headings of the second part of the long book."""
    prompt = load_prompt("kumo/template")
    return frozenset(prompt.render(f"truth_{lang}", truth=truth).strip() for lang in LANGUAGES for truth in truths)


@cache
def _frames(quotes: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Return each sentence of the template as a pattern, with the pattern of what stands between two truths."""
    prompt = load_prompt("kumo/template")
    opening, closing = re.escape(quotes[0]), re.escape(quotes[1])
    inside = f"[^{opening}{closing}]+"
    groups = {
        "action": f"{opening}(?P<action>{inside}){closing}",
        "outcome": f"{opening}(?P<outcome>{inside}){closing}",
        "low": f"(?P<low>{_PLAIN})",
        "high": f"(?P<high>{_PLAIN})",
        "truths": f"(?P<truths>{opening}.+{closing})",
        "truth": f"(?P<truths>{opening}{inside}{closing})",
    }
    found = []
    for language in LANGUAGES:
        between = [prompt.sections[f"{kind}_{language}"] for kind in ("next", "last")]
        words = "|".join(re.escape(text.removeprefix("$head").removesuffix("$name")) for text in between)
        separator = re.compile(f"{closing}(?:{words}){opening}")
        for frame in ("idle_words", "idle_range", "words", "range", "truth_words", "truth_range"):
            pieces = re.split(r"\$([a-z]+)", prompt.sections[f"{frame}_{language}"])
            pattern = "".join(groups[piece] if n % 2 else re.escape(piece) for n, piece in enumerate(pieces))
            found.append((re.compile(pattern), separator))
    return found


_PLAIN = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"


def _split(listed: str | None, quotes: str, separator: re.Pattern[str]) -> tuple[str, ...] | None:
    """Return the names of a list, or None if it is no list of quoted names."""
    if listed is None:
        return ()
    names = separator.split(listed[1:-1])
    return None if any(mark in name for mark in quotes for name in names) else tuple(names)


def symbolic_rows(text: str, instance: Instance) -> tuple[list[tuple[str, str, tuple[str, ...]]], str] | None:
    """Return action, label and truths of a symbolic book, and what is wrong with its form; None if the text is none."""
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twice.extend(key for key in keys if keys.count(key) > 1)
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("rules_out"), dict):
        return None
    rows = []
    for action, outcomes in data["rules_out"].items():
        if not isinstance(outcomes, dict) or not all(isinstance(names, list) for names in outcomes.values()):
            return None
        rows += [(action, label, tuple(map(str, names))) for label, names in outcomes.items()]
    if twice:
        return rows, f"the key {twice[0]!r} stands twice"
    if set(data) != {"truths", "rules_out"}:
        return rows, "a symbolic book has `truths` and `rules_out`, and nothing else"
    unknown = [action for action in data["rules_out"] if action not in instance.actions]
    if unknown:
        return rows, f"{unknown[0]!r} is no action of this instance"
    same = isinstance(data["truths"], list) and sorted(map(str, data["truths"])) == sorted(instance.truths)
    return rows, "" if same else "its `truths` are not those of the instance"


def place_of_outcome(states: list[OutcomeState], outcome: Any) -> int | None:
    """Return the place of an outcome given as a word, a symbolic label, or (low, high); None if there is none."""
    for place, state in enumerate(states):
        if isinstance(outcome, tuple):
            if isinstance(state.value, list) and tuple(state.value) == outcome:
                return place
        elif label_of(state) == outcome:
            return place
    lowered = str(outcome).casefold()
    alike = [n for n, state in enumerate(states) if label_of(state).casefold() == lowered]
    return alike[0] if len(alike) == 1 else None
