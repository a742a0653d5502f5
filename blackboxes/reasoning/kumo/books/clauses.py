"""Two rules in one sentence: where it may be parted, so that no outcome is taken for the other's truths."""

from __future__ import annotations

import re
from collections.abc import Callable

from boxwright.blackboxes.reasoning.kumo.books.claims import EXCLUDES, NOTHING
from boxwright.blackboxes.reasoning.kumo.books.spotting import Spotted

_BETWEEN = re.compile(r"(?:\s*,)?\s+(?:(?P<weak>and)|but|while|whereas)\s+", re.IGNORECASE)
_BEGINS_WITH_OUTCOME = re.compile(r"[^§]*(?:§[^§]*)??¤")
"""A name may stand before the outcome: its action."""
_CROSSING = ("¤x¤x", "x¤x¤", "¤§¤§", "§¤§¤")
"""Outcomes with words of ruling out, or with truths, in turn."""


def parted(text: str, spot: Callable[[str, Spotted], Spotted], around: Spotted) -> list[str]:
    """Return the parts of a sentence of which each names its own outcome and what it rules out; else the whole.

    After `and` a part begins with its outcome, since a name before it may belong to the list on the other side.
    """
    for found in _BETWEEN.finditer(text):
        left = spot(text[: found.start()], around)
        if not _is_whole(left):
            continue
        right = spot(text[found.end() :], around.narrowed(left).without_truths())
        if _is_whole(right) and (not found["weak"] or _begins_with_outcome(right)):
            after = parted(text[found.end() :], spot, around.narrowed(left).without_truths())
            return [text[: found.start()], *after]
    return [text]


def crosses(rest: str) -> bool:
    """Whether a sentence names outcomes and what they rule out in turn: nobody knows which belongs to which."""
    for marked in (EXCLUDES.sub(" x ", rest.replace("§", " ")), rest):
        order = re.sub(r"(.)\1+", r"\1", "".join(re.findall(r"[§¤]|(?<= )x(?= )", marked)))
        if any(turns in order for turns in _CROSSING):
            return True
    return False


def _is_whole(part: Spotted) -> bool:
    named = part.truths or NOTHING.search(part.rest)
    return bool(part.outcomes and named and EXCLUDES.search(part.rest))


def _begins_with_outcome(part: Spotted) -> bool:
    found = _BEGINS_WITH_OUTCOME.match(part.rest)
    return found is not None and ("§" not in found[0] or bool(part.named))
