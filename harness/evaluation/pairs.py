"""Pairs: an id is played again, and with changed partners of its instances, each under the same plan.

A partner is stored under `ID~KIND`; `again` is the same id once more, the baseline of every comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.environments import boundary
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.types import Options
from boxwright.blackboxes.workspace import Workspace

MARK = "~"
AGAIN = "again"
ALL = "all"


@dataclass(frozen=True)
class Paired:
    """What is played for pairs."""

    boxes: Mapping[str, Entry]
    """The ids as given, and their partners."""
    alone: Sequence[str]
    """Ids that have no partner but themselves."""


def base_and_kind(box: str) -> tuple[str, str]:
    """Split what episodes are stored under: the id, and the kind of partner; empty for the id itself."""
    base, _, kind = box.partition(MARK)
    return base, kind


def sort_of(kind: str) -> str:
    """Return a kind without its number: `sibling` for `sibling_2`."""
    return kind.rpartition("_")[0] or kind if kind.rpartition("_")[2].isdecimal() else kind


def with_partners(
    boxes: Mapping[str, Entry], workspace: Workspace, options: Callable[[Entry], Options], wanted: str = ALL
) -> Paired:
    """Add to each id itself again, and its partners of the wanted sorts (names separated by commas, or all).

    Raises: BoxwrightError for a sort that none of them has.
    """
    sorts = None if wanted == ALL else {name.strip() for name in wanted.split(",") if name.strip()}
    found: dict[str, Entry] = {}
    alone, seen = [], {AGAIN}
    for identifier, entry in boxes.items():
        with boundary(entry.environment.name, f"partners() of {identifier}"):
            partners = entry.partners(workspace, options(entry))
        seen |= {sort_of(kind) for kind in partners}
        kept = {kind: other for kind, other in partners.items() if sorts is None or sort_of(kind) in sorts}
        found |= {identifier: entry, f"{identifier}{MARK}{AGAIN}": entry}
        found |= {f"{identifier}{MARK}{kind}": other for kind, other in kept.items()}
        alone += [] if kept else [identifier]
    if unknown := (sorts or set()) - seen:
        raise BoxwrightError(f"--pairs {min(unknown)}: no id has such partners; there are {', '.join(sorted(seen))}")
    return Paired(found, alone)
