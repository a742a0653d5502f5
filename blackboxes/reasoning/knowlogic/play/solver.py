"""The player `builtin/solver`: it reads a question's text, as every player does, and counts worlds.

It knows the shipped knowledge and the languages' sentences, and nothing of the question but its text. So it proves text
and answer against each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Scenario
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Parsed, parse
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import answers


def solved(parsed: Parsed) -> str | None:
    """Return the right letters of what was read; None where they are not determined."""
    meanings = parsed.scene.meanings
    found = answers(meanings, parsed.question, meanings.all_of(parsed.clues))
    return found[0] if len(found) == 1 else None


def solve_text(text: str, scenarios: Iterable[Scenario], language: str) -> str | None:
    """Return the right letters of a question's text; None where they are not determined. Raises: Unreadable."""
    return solved(parse(text, scenarios, language))
