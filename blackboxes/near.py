"""A mistyped name is answered with the names it may have been meant for, not with all that exist."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

FEW = 6
"""So many names are simply listed."""
SHOWN = 12
"""So many names of one folder are listed."""
NEAR = 0.6
"""How alike two names are, from 0 to 1, of which one may be meant for the other."""
SPREAD = 0.2
"""Names that are less alike than the nearest by more than this are not meant."""
PART = 3
"""A part of a name that is near it has so many characters."""
MOST = 3


def known(name: str, names: Iterable[str], see: str = "boxwright list") -> str:
    """Return what exists in place of an unknown name: those near it, else some of its folder, or all of a few.

    `see` is the command that shows them all.

    An id is near if its last part is: `zigzag_cypher`, `circuit/zigzag_cipher` and `encrytion/zigzag_cipher` are
    all near `encryption/zigzag_cipher`. For a pattern (`encrytion/*`) the nearest folder is named.
    """
    there = sorted(names)
    near = _near_folders(name, there) if set(name) & set("*?[") else near_ids(name, there)
    if near:
        return f"did you mean {' or '.join(near)}?"
    folder, slash, _ = name.partition("/")
    beside = [other for other in there if other.partition("/")[0] == folder] if slash else []
    listed = beside or there
    if len(listed) <= FEW or beside:
        return f"known: {', '.join(listed[:SHOWN]) or 'none'}" + (" ..." if len(listed) > SHOWN else "")
    return f"`{see}` shows all {len(there)}"


def near_ids(name: str, names: Collection[str]) -> list[str]:
    """Return the ids that one may have been meant for, the nearest first."""
    last = {other: _alike_or_part(_last(name), _last(other)) for other in names}
    near = {other: share + _alike(name, other) for other, share in last.items() if share >= NEAR}
    best = max(near.values(), default=0.0)
    meant = [other for other in near if near[other] >= best - SPREAD]
    return sorted(meant, key=lambda other: (-near[other], other))[:MOST]


def _near_folders(pattern: str, names: Collection[str]) -> list[str]:
    folder, slash, rest = pattern.partition("/")
    folders = {name.partition("/")[0] for name in names} - {folder}
    return [f"{near}/{rest}" for near in difflib.get_close_matches(folder, sorted(folders), n=1)] if slash else []


def _last(name: str) -> str:
    return name.rpartition("/")[2]


def _alike_or_part(one: str, other: str) -> float:
    return max(NEAR if len(one) >= PART and one.casefold() in other.casefold() else 0.0, _alike(one, other))


def _alike(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()
