"""First sight: what somebody plays who has read the introduction and the situation, and has practised nothing.

Words say what may be good: a doer who gets points, what beats what, the higher one that wins. Where a situation shows
the opponent's last move, it is answered as if it came again. Else one action is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

_BEATS = r"beats?\b"
_DOER = re.compile(r"\b(\w+) (?:gets?|wins?) \d")
_APART = re.compile(r"\b(?:one|1) (less|lower|more|higher) than the opponent\b[^.]*?\byou (?:get|win)\b", re.IGNORECASE)
_HIGHER = re.compile(r"\b(?:higher|larger|greater) (?:one|number|card)\b[^.;]*? (?:gets?|wins?)\b", re.IGNORECASE)
_LAST = re.compile(r"\blast\b", re.IGNORECASE)
_MINE = re.compile(r"\b(?:you|yours?)[: ]+$", re.IGNORECASE)


def moves(told: str, view: str, offered: Sequence[str]) -> Iterator[str]:
    """Yield what may be played at first sight, the likeliest first; nothing where no word helps to choose.

    `told` is what players are told of the box, `view` what is shown of the situation. What is equally likely comes in
    the order of `offered`.
    """
    for habit in HABITS:
        yield from habit(" ".join(told.split()), view, offered)


def _by_doer(told: str, view: str, offered: Sequence[str]) -> Iterator[str]:
    """Yield the actions whose doer is the first that is said to get points: `the shooter gets 1`. Most of it first."""
    for doer in _DOER.findall(told):
        own = [action for action in offered if doer.startswith(action.split()[0]) and len(action) > 1]
        yield from sorted(own, key=lambda action: [int(number) for number in re.findall(r"\d+", action)], reverse=True)


def _beating(told: str, view: str, offered: Sequence[str]) -> Iterator[str]:
    """Yield the actions that beat the opponent's last move."""
    beaten = _beaten(told)
    last = _last_move(view, [*beaten, *offered])
    yield from (action for action in offered if last in beaten.get(action.casefold(), ()))


def _apart(told: str, view: str, offered: Sequence[str]) -> Iterator[str]:
    """Yield the number next to the opponent's last one that is said to bring points."""
    found, last = _APART.search(told), _last_move(view, offered)
    if found and last.isdigit():
        wanted = str(int(last) + (1 if found[1].casefold() in ("more", "higher") else -1))
        yield from (action for action in offered if action == wanted)


def _copying(told: str, view: str, offered: Sequence[str]) -> Iterator[str]:
    """Yield the opponent's last move."""
    last = _last_move(view, offered)
    yield from (action for action in offered if action.casefold() == last)


def _highest(told: str, view: str, offered: Sequence[str]) -> Iterator[str]:
    """Yield the highest number, where that is said to win, or the action with the highest number behind its name."""
    if _HIGHER.search(told) and all(action.isdigit() for action in offered):
        yield max(offered, key=int)
    named = [re.search(rf"(?<!\w){re.escape(action)}(?: [a-z]+)? (\d+)\b", told) for action in offered]
    worths = {action: int(found[1]) for action, found in zip(offered, named, strict=True) if found}
    if len(worths) == len(offered):
        yield max(offered, key=worths.__getitem__)


HABITS: tuple[Callable[[str, str, Sequence[str]], Iterator[str]], ...] = (
    *(_by_doer, _beating, _apart),
    *(_copying, _highest),
)
"""Each yields what it plays by the words told, the situation and the actions on offer, if it knows anything to play."""


def _beaten(told: str) -> Mapping[str, frozenset[str]]:
    """Return what each move beats: the words that follow, as far as the next one that beats something."""
    beaten: dict[str, frozenset[str]] = {}
    for said in re.split(rf"[.;:]|(?=\b\w+ {_BEATS})", told):
        found = re.match(rf"\W*(\w+) {_BEATS} (.*)", said)
        if found:
            beaten[found[1].casefold()] = frozenset(re.findall(r"\w+", found[2].casefold()))
    return beaten


def _last_move(view: str, known: Sequence[str]) -> str:
    """Return the opponent's last move, one of those that are known, in lower case; an empty text if none is shown."""
    shown = ""
    for sentence in re.split(r"(?<=[.;])\s+", view):
        if not _LAST.search(sentence):
            continue
        for action in known:
            for found in re.finditer(rf"(?<!\w){re.escape(action)}(?!\w)", sentence, re.IGNORECASE):
                if not _MINE.search(sentence[: found.start()]):
                    shown = action.casefold()
    return shown
