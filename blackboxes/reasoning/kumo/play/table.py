"""KUMO's own figures: success, prediction verdicts, action counts against optimal play, parse errors.

Action counts are means over the games in which a prediction was made, relative ones over those of them whose optimum
is known and not 0; how many games were left out is shown beside them. A game that ended without a prediction, because
a reply could not be read or because the rounds ran out, is lost. `paper` compares with the smallest count over ties on
the revealed outcomes, `elimination` with the count of its first best actions on them (docs/kumo/overview-and-play.md).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boxwright.blackboxes.ceiling import ceiling
from boxwright.blackboxes.environment import Table
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import How
from boxwright.blackboxes.records import PlayedEpisode, Record, SampleRecord

SEMANTICS = ("paper", "elimination")


class KumoRow(Record):
    """One model on one size, over all domains or on one."""

    model: str
    scope: str
    """A box's id, or `kumo/*`."""
    size: str
    promise: str
    protocol: str
    """`own`, or the paper's (`published`)."""
    book: str
    """The kind of book that players read."""
    valid: int | None
    """Valid truths per game; None where games differ. Records that compare games with several with optimal play are
    newer than the first."""
    games: int
    """Games that ended, with a prediction or without."""
    success: float
    actions: float | None
    """Mean over the games with a prediction, which is not counted itself."""
    optimal: dict[str, float | None]
    """Per semantics the mean count of optimal play on the same games."""
    relative: dict[str, float | None]
    """Per semantics equation (4)."""
    published: dict[str, float | None]
    """Per semantics the same with 2 added to both counts, as the published tables do."""
    left_out: dict[str, int]
    """Per semantics the games without a relative count: no prediction, or an optimum that is 0 or not known."""
    unsolved: dict[str, int]
    """Per semantics the games among these whose optimum was not found within the states allowed."""
    how: dict[str, int]
    parse_errors: int
    """Number of unreadable replies."""
    unparsable: int
    """Games without a prediction: none could be read, or the rounds ran out."""
    regret: float | None
    """Mean per action, if requested."""
    ceiling: float | None
    """The share of drawn answers that a player who has not seen them can expect at most; None where none is drawn."""
    luck: float | None
    """The probability of so many drawn answers, or more, for such a player."""


def kumo_rows(records: Iterable[tuple[str, str, PlayedEpisode]]) -> list[KumoRow]:
    """Return a row per model and box, and one over all boxes per model; nothing where no KUMO box was played."""
    groups: dict[tuple[str, str], list[PlayedEpisode]] = {}
    for model, box, record in records:
        groups.setdefault((model, box), []).append(record)
        groups.setdefault((model, "kumo/*"), []).append(record)
    return [_row(model, scope, episodes) for (model, scope), episodes in groups.items()]


def _row(model: str, scope: str, episodes: Sequence[PlayedEpisode]) -> KumoRow:
    samples = [s for e in episodes for s in e.samples if s.outcome != "failed"]
    details = [d for s in samples if (d := _detail(s, "how")) is not None]
    plays = [d["play"] for s in samples if (d := _detail(s, "play")) is not None]
    compared = {s: [d["optimal"][s] for d in details if "optimal" in d] for s in SEMANTICS}
    lost = [r for d in details for r in d.get("regret", ()) if r is not None]
    refusals = [t.refusals for e in episodes for t in e.turns] + [shot.refusals for s in samples for shot in s.shots]
    highest = ceiling([(s.shots[0].detail["answers"], s.shots[0].right) for s in samples if _drawn(s)])
    return KumoRow(
        model=model,
        scope=scope,
        size=_one_of(play["size"] for play in plays),
        promise=_one_of(play["promise"] for play in plays),
        protocol=_one_of(map(_protocol, plays)),
        book=_one_of(play["book"] for play in plays),
        valid=_alike(play["valid"] for play in plays) if plays else 1,
        games=len(samples),
        success=_mean([float(s.outcome == "right") for s in samples]) or 0.0,
        actions=_mean([d["actions"] for d in details]),
        optimal={s: _mean([row["fewest"] for row in rows]) for s, rows in compared.items()},
        relative={s: _mean([row["relative"] for row in rows]) for s, rows in compared.items()},
        published={s: _mean([row["relative_published"] for row in rows]) for s, rows in compared.items()},
        left_out={s: len(samples) - sum(row["relative"] is not None for row in rows) for s, rows in compared.items()},
        unsolved={s: sum(row["expected"] is None for row in rows) for s, rows in compared.items()},
        how={how.value: n for how in How if (n := Counter(d["how"] for d in details)[how.value])},
        parse_errors=sum(refusals),
        unparsable=len(samples) - len(details),
        regret=_mean(lost),
        ceiling=highest.share if highest else None,
        luck=highest.luck if highest else None,
    )


def _drawn(sample: SampleRecord) -> bool:
    """Whether one of several right answers had been drawn, and the first prediction could be read."""
    return bool(sample.shots) and "answers" in sample.shots[0].detail


def _alike(numbers: Iterable[int]) -> int | None:
    """Return the number that all are; None where they differ."""
    found = set(numbers)
    return found.pop() if len(found) == 1 else None


def _one_of(values: Iterable[str]) -> str:
    found = set(values)
    return found.pop() if len(found) == 1 else "several" if found else "–"


def _detail(sample: SampleRecord, field: str) -> dict[str, Any] | None:
    """Return the last detail with a field: `how` is in that of every prediction, `play` in that of every ended game."""
    return next((shot.detail for shot in reversed(sample.shots) if field in shot.detail), None)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def kumo_tables(rows: Sequence[KumoRow], models: Sequence[str]) -> list[Table]:
    """Two tables, a line per model: action counts, and prediction verdicts. Over all domains if several."""
    domains = {row.scope for row in rows} - {"kumo/*"}
    shown = [row for row in rows if (row.scope == "kumo/*") == (len(domains) > 1)]
    shown.sort(key=lambda row: models.index(row.model))
    first = max(shown, key=lambda row: (row.size != "–", row.games))  # old results do not tell it of lost games
    several = "" if first.valid == 1 else f", {first.valid or 'different numbers of'} valid truths"
    title = f"kumo, {plural(len(domains), 'domain')}, size {first.size}, promise {first.promise}{_apart(first)}"
    title += several
    apart = several != "" and not any(row.optimal[s] is not None or row.unsolved[s] for row in shown for s in SEMANTICS)
    against = "not compared with optimal play" if apart else "relative to optimal play (games left out)"
    regret = any(row.regret is not None for row in shown)
    names = ["games", "predicted", "actions", *SEMANTICS, *(f"rel. {s}" for s in SEMANTICS), "published count"]
    counts, ways = [], []
    for row in shown:
        cells = [_number(row.actions), *(_number(row.optimal[s]) for s in SEMANTICS)]
        cells += [_number(row.relative[s]) + ("" if apart else f" ({row.left_out[s]})") for s in SEMANTICS]
        cells += [_number(row.published["paper"])] + ([_number(row.regret)] if regret else [])
        counts.append((row.model, str(row.games), str(row.games - row.unparsable), *cells))
        came = [str(row.how.get(how.value, 0)) for how in How]
        ways.append((row.model, f"{100 * row.success:.1f} %", *came, str(row.unparsable), str(row.parse_errors)))
    ends = ("success", *(how.value for how in How), "no prediction", "parse errors")
    return [
        Table(f"{title}: actions, {against}", ("model", *names, *(["regret"] if regret else [])), counts),
        Table(f"{title}: how predictions came about", ("model", *ends), ways),
        *_ceiling_tables(title, shown),
    ]


def _ceiling_tables(title: str, shown: Sequence[KumoRow]) -> list[Table]:
    """Return the drawn answers against their ceiling, where there are any."""
    cells = [
        (row.model, str(row.games), f"{100 * row.success:.1f} %", f"{100 * row.ceiling:.1f} %", f"{row.luck:.2g}")
        for row in shown
        if row.ceiling is not None
    ]
    columns = ("model", "games", "drawn truth named", "ceiling without having seen it", "chance of so many")
    return [Table(f"{title}: one valid truth drawn", columns, cells)] if cells else []


def _apart(row: KumoRow) -> str:
    """Say which protocol, order of lists and books were played, where they are not our own by rule."""
    protocol = "" if row.protocol in ("own", "–") else f", protocol {row.protocol}"
    return protocol + ("" if row.book in ("template", "–") else f", books {row.book}")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _protocol(play: Mapping[str, Any]) -> str:
    """Name the protocol, and say if the lists of instances from elsewhere stood as published."""
    return str(play.get("protocol", "own")) + (" as listed" if play.get("order") == "published" else "")
