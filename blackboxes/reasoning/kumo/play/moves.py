"""Where a reply states its move: in a marked line, else in one of the clear forms that models use instead.

The readers are those of all environments (`blackboxes/replies.py`); here stand the game's markers, what is read at the
end of a long reply, and moves in the middle of its last line (`I choose ACTION: X`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from boxwright.blackboxes.replies import (
    MAX_REPLY,
    Ambiguous,
    InvalidReply,
    first_read,
    last_marked,
    two_answers,
    unmarked,
    without_thoughts,
)

ACTION, PREDICT, PREDICTION, ANSWER = "ACTION", "PREDICT", "PREDICTION", "ANSWER"
_OPENED = "<think>"
_INSIDE = re.compile(rf"\b({ACTION}|{PREDICTION}|{PREDICT})\s?[:：]\s*(?=\S)")
_AGAINST = re.compile(r"\b(?:not|never|instead|rather|or|either|no)\b|n['’]t\b", re.IGNORECASE)
"""Words that make a move in the middle of a line unclear."""


@dataclass(frozen=True)
class Move:
    """A parsed reply: an action's index, or the mask of the predicted truths."""

    action: int | None = None
    named: int = 0


def read_move(reply: str, readers: Mapping[str, Callable[[str], Move]], missing: str) -> Move:
    """Return the move that a reply states. `readers`: by marker, what reads the text behind it.

    Raises: InvalidReply with the reason for players; `missing` where nothing is stated.
    """
    text = the_end(reply)
    first = [marker for marker in readers if marker != ANSWER]
    for markers in (first, [ANSWER]):
        said = last_marked(text, [marker for marker in markers if marker in readers])
        if said is not None:
            return first_read(said.texts, readers[said.marker])
    return _one_of(_unmarked(text, readers), readers, missing)


def the_end(reply: str) -> str:
    """Return the last `MAX_REPLY` characters of a reply; a thought that began before them stays a thought."""
    if len(reply) <= MAX_REPLY:
        return reply
    most = MAX_REPLY - len(_OPENED)
    before = reply[:-most].casefold()
    thinking = before.rfind(_OPENED) > before.rfind("</think>")
    return (_OPENED if thinking else "") + reply[-most:]


def _unmarked(text: str, readers: Mapping[str, Callable[[str], Move]]) -> list[tuple[str, str]]:
    """Return what a reply without a marked line states, with the markers: in tags, boxes, JSON, or its last line."""
    found = [(marker, said) for marker in readers for said in unmarked(text, marker)]
    if found:
        return found
    lines = [line for line in without_thoughts(text).splitlines() if line.strip()]
    marks = list(_INSIDE.finditer(lines[-1])) if lines else []
    if len(marks) != 1 or marks[0][1] not in readers or _AGAINST.search(lines[-1], 0, marks[0].start()):
        return []
    return [(marks[0][1], lines[-1][marks[0].end() :])]


def _one_of(found: list[tuple[str, str]], readers: Mapping[str, Callable[[str], Move]], missing: str) -> Move:
    """Return the one move that these texts state. Raises: InvalidReply."""
    moves: set[Move] = set()
    fault = InvalidReply(missing)
    for marker, said in found:
        try:
            moves.add(first_read((said,), readers[marker]))
        except Ambiguous:
            raise
        except InvalidReply as error:
            fault = error if marker != ANSWER else fault
    if len(moves) > 1:
        raise two_answers()
    if not moves:
        raise fault
    return moves.pop()
