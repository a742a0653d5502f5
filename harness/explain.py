"""A description in one paragraph: what the box takes and returns, what players are told, what the gates can check."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from boxwright.blackboxes.box import Family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environments import boundary, get_environment
from boxwright.blackboxes.plural import listed, plural
from boxwright.blackboxes.types import Example
from boxwright.harness.worked import masked

SHOWN = 160
"""Characters of an example that is told whole."""
VALUE = 60
"""Characters of a value, where no example is short enough to be told whole."""


def explained(description: Description) -> str:
    """Return the paragraph for a sound description; of an environment without black-boxes only its kind.

    Raises: DescriptionFault, FaultyEnvironment.
    """
    environment = get_environment(description.family)
    if not isinstance(environment, Family):
        return f"{description.id} is a description for {environment.name}, from which no black-box is made."
    with boundary(environment.name, f"takes_and_returns() of {description.id}"):
        rules = environment.read(description)
        does = environment.takes_and_returns(rules)
        examples = environment.examples(rules)
    size = environment.domain_size(rules)
    parts = [f"{description.id} ({description.front.difficulty}): this box {does}."]
    parts += [f"There are {size:,} different inputs."] if size is not None else []
    if examples:
        parts.append(f"For example, {_example(description.front.examples, examples)}.")
    public = description.public.strip()
    parts.append(f"Players are told {plural(len(public.split()), 'word')} about it in advance." if public else "")
    parts.append(_checked(description, len(examples)))
    if description.front.answers == "code":
        parts.append("Under `--settings paper` it is answered by a program.")
    parts.append(_origin(description))
    return " ".join(part for part in parts if part)


def _example(entries: Sequence[Mapping[str, Any]], examples: Sequence[Example]) -> str:
    """Tell one worked example in its author's words: the first that is short, of what has begun if there is one."""
    split = [(entry, *masked(entry, example.call)) for entry, example in zip(entries, examples, strict=True)]
    short = [(given, text) for entry, given, told in split if len(text := _told(entry, given, told)) <= SHOWN]
    begun = [text for given, text in short if all(value not in ([], "", 0) for value in given.values())]
    return next(iter([*begun, *(text for _, text in short)]), _told(*split[0], most=VALUE))


def _told(entry: Mapping[str, Any], given: Mapping[str, Any], told: Sequence[str], most: int | None = None) -> str:
    shown = {key: _value(value, most) for key, value in entry.items()}
    asked = [shown[key] if len(given) == 1 else f"{key} {shown[key]}" for key in given]
    brought = [shown[key] if list(told) == ["output"] else f"{key} {shown[key]}" for key in told]
    return f"{listed(asked)} {'gives' if len(given) == 1 else 'give'} {listed(brought)}"


def _value(value: Any, most: int | None) -> str:
    """Write a value; one of more than `most` characters is cut between two of its parts, and that is said."""
    text = json.dumps(value, ensure_ascii=False)
    if most is None or len(text) <= most:
        return text
    head = text[:most].rpartition(" ")[0].rstrip(",") or text[:most]
    return f"{head}, ..., {len(value)} in all]" if isinstance(value, list) else f"{head} ... (shortened)"


def _checked(description: Description, examples: int) -> str:
    properties = description.properties
    checks = sum(p.check is not None for p in properties)
    said = f"A program is held to {plural(examples, 'worked example')}"
    if properties:
        said += (
            f" and {plural(len(properties), 'property', 'properties')}, of which the gates try {checks} on many inputs"
        )
    return f"{said}."


def _origin(description: Description) -> str:
    drafted = description.front.drafted
    if drafted is None:
        return ""
    deciders = Counter("a person" if point.by == "person" else "the author" for point in drafted.decided)
    words = f"It was drafted from the words {drafted.words!r}"
    by = listed([f"{who} ({plural(deciders[who], 'point')})" for who in sorted(deciders)])
    settled = f"; what they left open was decided by {by}." if drafted.decided else ", which left nothing open."
    return f"{words}{settled}{f' A person has changed it since: {drafted.since}.' if drafted.since else ''}"
