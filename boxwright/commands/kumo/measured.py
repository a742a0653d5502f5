"""KUMO's figures of several evaluations: what was played in one way is taken together, in whatever folder it lies."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from boxwright.blackboxes.faults import BoxwrightError

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.play.table import KumoRow
    from boxwright.harness.records import EpisodeRecord

Ends = tuple[float | None, float | None]
UNTOLD = "–"
"""The size of a row none of whose games says how it was played: in results that lack the games of a file."""
WHOLE = "kumo/*"
"""The scope of a row over all domains."""


class Kind(NamedTuple):
    """A way of playing, in words; games of two kinds are not compared."""

    size: str
    """Truths/actions, also where it was asked for by name."""
    protocol: str
    """Also whether the promise was untold, where that is not the protocol's own way, and how many truths are valid."""
    book: str

    @property
    def words(self) -> str:
        """All three, as titles have them."""
        return f"{self.size}, protocol {self.protocol}, books {self.book}"


class Group(NamedTuple):
    """What was played in one way."""

    rows: list[KumoRow]
    """One for each model and domain, and one for each model over all domains."""
    intervals: dict[tuple[str, str], Ends]
    """The 95 % interval of success by model and scope, as `boxwright report` has it: an instance is a unit."""


def kind_of(row: KumoRow) -> Kind:
    """Return how the games of a row were played."""
    from boxwright.blackboxes.reasoning.kumo.domain.requirements import SIZES

    named = SIZES.get(row.size)
    size = f"{named.truths}/{named.actions}" if named else row.size
    untold = ", promise untold" if row.promise == "untold" and not row.protocol.startswith("published") else ""
    several = "" if row.valid == 1 else f", {row.valid or 'different numbers'} valid"
    return Kind(size, row.protocol + untold + several, row.book)


def games_in(folder: Path) -> list[tuple[str, str, EpisodeRecord]]:
    """Return the episodes of KUMO in an evaluation, with model and box. Raises: BoxwrightError if there is none."""
    from boxwright.harness.evaluation.played import played_episodes
    from boxwright.harness.evaluation.store import Store

    with closing(Store.open(folder)) as store:
        records = played_episodes(store, "kumo")
    if not records:
        raise BoxwrightError(f"{folder}: no KUMO box was played there")
    return records


def measured(folders: Sequence[Path]) -> dict[Kind, Group]:
    """Return what was played, by kind, over all folders.

    Raises: BoxwrightError if a folder holds no KUMO games, or if two hold the same model's on one domain and kind.
    """
    from boxwright.blackboxes.reasoning.kumo.play.table import kumo_rows

    kinds: dict[Kind, list[tuple[str, str, EpisodeRecord]]] = {}
    places: dict[tuple[str, str, Kind], Path] = {}
    for folder in dict.fromkeys(folders):
        records = games_in(folder)
        found = kinds_of([row for row in kumo_rows(records) if row.scope != WHOLE])
        for (model, box), kind in found.items():
            other = places.setdefault((model, box, kind), folder)
            if other != folder:
                raise BoxwrightError(
                    f"{folder}: {model!r} played {box} at {kind.size} in {other} too; leave one of them out"
                )
        for record in records:
            kinds.setdefault(found[record[:2]], []).append(record)
    return {kind: Group(kumo_rows(kinds[kind]), _intervals(kinds[kind])) for kind in sorted(kinds)}


def _intervals(records: Sequence[tuple[str, str, EpisodeRecord]]) -> dict[tuple[str, str], Ends]:
    from boxwright.harness.analysis.metrics import scores
    from boxwright.harness.evaluation.store import Key

    keyed = [(Key(model, box, run), record) for run, (model, box, record) in enumerate(records, 1)]
    return {(score.model, score.scope): (score.low, score.high) for score in scores(keyed, (), samples=1)}


def kinds_of(rows: Sequence[KumoRow]) -> dict[tuple[str, str], Kind]:
    """Return how each model played each domain of a folder; who was never understood, as the others on that domain."""
    told = {row.scope: kind_of(row) for row in rows if row.size != UNTOLD}
    return {
        (row.model, row.scope): kind_of(row) if row.size != UNTOLD else told.get(row.scope, kind_of(row))
        for row in rows
    }


def unlike(rows: Sequence[KumoRow]) -> str:
    """Return why the rows over all domains are not to be compared: models played different domains; or nothing."""
    domains: dict[str, set[str]] = {}
    for row in rows:
        if row.scope != WHOLE:
            domains.setdefault(row.model, set()).add(row.scope)
    if len(set(map(frozenset, domains.values()))) < 2:
        return ""
    counts = ", ".join(f"{model}: {len(played)}" for model, played in sorted(domains.items()))
    return f"models did not play the same domains ({counts}); their rows over all domains cannot be compared"
