"""Where a reply states its move: in a marked line, else in one of the clear forms that models use instead.

The readers are those of all environments (`blackboxes/replies.py`); here stand the game's markers, what is read at the
end of a long reply, moves in the middle of its last line (`I choose ACTION: X`), and names that stand alone (`1. X`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from boxwright.blackboxes.clear import two_answers
from boxwright.blackboxes.courtesy import without_courtesies
from boxwright.blackboxes.faults import Ambiguous, InvalidReply
from boxwright.blackboxes.reasoning.kumo.domain.names import find_name
from boxwright.blackboxes.replies import first_read, read_written
from boxwright.blackboxes.spoken import CALL
from boxwright.blackboxes.stated import (
    MAX_REPLY,
    Statement,
    is_example,
    kinds_and_values,
    last_line,
    last_marked,
    lines_of,
    listed,
    unmarked,
    without_thoughts,
)
from boxwright.blackboxes.taken_back import denies
from boxwright.blackboxes.wrappings import lines_forms

ACTION, PREDICT, PREDICTION, ANSWER = "ACTION", "PREDICT", "PREDICTION", "ANSWER"
_OPENED = "<think>"
_INSIDE = re.compile(rf"\b({ACTION}|{PREDICTION}|{PREDICT})\s?[:：]\s*(?=\S)")
_CHOSEN = re.compile(
    rf"\bI(?:['’]ll|\swill|\swould|\snow)?\s(?:choose|go\s(?:for|with)|make|perform|pick|select|take|try)"
    rf"(?:\s(?:a|as|my|the|this))?\s({ACTION}|{PREDICTION})\s?[:：]\s*(?=\S)",
    re.IGNORECASE,
)
"""`I choose action: X`: in small letters a marker counts behind words of choosing only."""
_PREDICTED = re.compile(
    r"(?:(?:因此|所以)[，,]?)?(?:最终|我的)?(?:答案|预测|结论|故选)(?=[*_】\]]*\s?(?:[:：是为】\]]|$))", re.MULTILINE
)
_I_PREDICT = re.compile(
    r"\W*(?:(?:hence|so|therefore|thus),?\s)?(?:I\spredict(?:\sthat)?|it(?:['’]s|\s(?:is|must\sbe))|the\s(?:only\s)?valid\struth\s(?:has\sto\sbe|is|must\sbe)|"
    r"(?:my\s)?best\sguess(?:\sis)?)[\s*_:：]*[\s:：*_](?=\S)",
    re.IGNORECASE,
)
_LONGEST_LAST = 1_000
"""Characters of a last line in which a prediction in other words is looked for."""
_ACTED = re.compile(r"(?:我的|下一步)?(?:行动|动作)(?=[*_】\]]*\s?[:：】\]])")
_AGAINST = re.compile(r"\b(?:not|never|instead|rather|or|either|no)\b|n['’]t\b", re.IGNORECASE)
"""Words that make a move in the middle of a line unclear."""
_BESIDE_A_NAME = frozenset("-–—*•_.()`'\"“”‘’")
"""Signs that say nothing about a name beside which they stand: marks of a list, quotes, emphasis, a full stop."""


@dataclass(frozen=True)
class Move:
    """A parsed reply: an action's index, or the mask of the predicted truths."""

    action: int | None = None
    named: int = 0


def read_move(
    reply: str,
    readers: Mapping[str, Callable[[str], Move]],
    read_alone: Callable[[Sequence[str]], Move],
    missing: str,
) -> Move:
    """Return the move that a reply states. `readers`: by marker, what reads the text behind it.

    `read_alone` is given the lines of a reply that states nothing in the ways of all environments. Raises: InvalidReply
    with the reason for players; `missing` where what is stated is no move.
    """
    text = _in_english(the_end(reply), readers)
    first = [marker for marker in readers if marker != ANSWER]
    for markers in (first, [ANSWER]):
        markers = [marker for marker in markers if marker in readers]
        said = last_marked(text, markers)
        if said is not None:
            if said.texts[0].rstrip(" *_`").endswith(("?", "？")):
                raise InvalidReply(missing)
            move = read_written(said.texts, readers[said.marker], said.further)
            _check_no_other_kind(text, said, move, readers)
            return move
    found = _unmarked(text, readers)
    if not found:
        return read_alone(lines_of(text))
    return _one_of(found, readers, missing)


def _in_english(text: str, readers: Mapping[str, Callable[[str], Move]]) -> str:
    """Return a reply with the markers in place of other words for them: `答案：X`, `预测：X`, `I predict X.`"""
    marker = next((each for each in (PREDICT, PREDICTION, ANSWER) if each in readers), PREDICT)
    last = last_line(text.splitlines())
    said = _I_PREDICT.match(last) if len(last) < _LONGEST_LAST else None
    if said and last_marked(text, list(readers)) is None:
        text = f"{text}\n{marker}: {last[said.end() :]}"
    return _ACTED.sub(ACTION, _PREDICTED.sub(marker, text))


def _check_no_other_kind(text: str, said: Statement, move: Move, readers: Mapping[str, Callable[[str], Move]]) -> None:
    """Refuse a prediction below an action, or the other way round, unless a line between takes that back.

    What nobody has told yet was made up, or the move is a plan. Raises: InvalidReply.
    """
    lines = without_thoughts(text).splitlines()
    above = last_marked("\n".join(lines[: len(lines) - len(said.below) - 1]), list(readers))
    if above is None or above.marker == said.marker or any(map(denies, above.below)):
        return
    before: Move | None = None
    with suppress(InvalidReply):
        before = first_read(above.texts[:1], readers[above.marker])
    if before not in (None, move):
        raise two_answers()


def name_alone(line: str, names: Sequence[str]) -> str | None:
    """Return the name that a line is, in a list or not, in emphasis or quotes; None for `X?`, `X (unlikely)`, `~~X~~`.

    Whatever stands beside the name may speak against it, so that no more than a list's marks may.
    """
    name = next((name for form in (line, *lines_forms(listed(line))) if (name := find_name(form, names))), None)
    beside = {sign for sign in line if not (sign.isalnum() or sign.isspace())}
    says_more = name is None or not beside - set(name) <= _BESIDE_A_NAME or ".." in line.replace(name, "")
    return None if says_more else name


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
    text = CALL.sub("\n", text)
    found = list(kinds_and_values(text, list(readers)))
    found = found or [(marker, said) for marker in readers for said in unmarked(text, marker)]
    if found:
        return found
    lines = [line for line in without_courtesies(without_thoughts(text).splitlines()) if line.strip()]
    marks = _marks_in(lines[-1]) if lines and not is_example(lines, len(lines) - 1) else []
    if len(marks) != 1 or (mark := marks[0])[1].upper() not in readers or _AGAINST.search(lines[-1], 0, mark.start()):
        return []
    return [(mark[1].upper(), lines[-1][mark.end() :])]


def _marks_in(line: str) -> list[re.Match[str]]:
    """Return the markers in the middle of a line: in capitals, or behind words of choosing."""
    found = {mark.end(): mark for pattern in (_CHOSEN, _INSIDE) for mark in pattern.finditer(line)}
    return list(found.values())


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
