"""A description in one paragraph: what the box takes and returns, what players are told, what the gates can check."""

from __future__ import annotations

from boxwright.blackboxes.box import Family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environments import boundary, get_environment
from boxwright.blackboxes.plural import plural
from boxwright.harness.finding import show, show_call

SHOWN = 160
"""Characters of an example."""


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
        first = f"{show_call(examples[0].call)} gives {show(examples[0].expected)}"
        parts.append(f"For example, {first if len(first) <= SHOWN else first[:SHOWN].rstrip() + ' ...'}.")
    public = description.public.strip()
    parts.append(f"Players are told {plural(len(public.split()), 'word')} about it in advance." if public else "")
    parts.append(_checked(description, len(examples)))
    if description.front.answers == "code":
        parts.append("Under `--settings paper` it is answered by a program.")
    parts.append(_origin(description))
    return " ".join(part for part in parts if part)


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
    by_person = sum(point.by == "person" for point in drafted.decided)
    by_author = len(drafted.decided) - by_person
    words = f"It was drafted from the words {drafted.words!r}"
    if not drafted.decided:
        return f"{words}, which left nothing open."
    return f"{words}; a person decided {by_person} of what they left open, the author {by_author}."
