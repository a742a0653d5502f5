"""`docs/collection.md`: the collection's figures as a page, every one from `boxwright collection`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import Any

from boxwright.blackboxes.environment import Study
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.players.solvers.beyond import BEYOND
from boxwright.harness.report.collection import (
    BUDGETS,
    EPISODES,
    PLAYERS,
    SAMPLES,
    SIBLINGS,
    TRIVIAL,
    Cell,
    Row,
    percent,
    trivial_mean,
)
from boxwright.harness.report.neighbours import ASKED, Neighbour

SOLVED = 0.999
"""The mean score from which a box counts as solved."""
MEDIAN = 0.8
"""The target for the solver's median in each family."""
NO_CLASS = ("own", "drawn", "classic", "baseline", "small")
"""Tags that say where a box comes from or what it is for, and not what its rule is."""
ABOUT_BOXES = ", ".join(f"`{tag}`" for tag in NO_CLASS)
LOW = 0.10
"""The upper target for the trivial players' mean over all boxes."""
MUCH = 20
"""Points that a longer exploration must bring to bring much."""
ALIKE = 0.20
"""The share of equal turns from which a box and its nearest are named."""


def page(
    rows: Sequence[Row],
    stale: Sequence[str] = (),
    near: Mapping[str, Neighbour] | None = None,
    published: Collection[str] = (),
) -> str:
    """Return the whole page.

    `stale` boxes are named, not measured; `near` holds the boxes' neighbours by id; `published` are ORACLE's ids.
    """
    missing = f"Not measured, because stale: {', '.join(stale)}." if stale else ""
    told = [
        _medians(rows),
        _solved(rows),
        _trivial(rows),
        _asked(rows, near or {}, published),
        _siblings(rows),
        *_studies(rows),
    ]
    parts = [_head(rows), missing, _table(rows), *told, _hidden(rows)]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def line(row: Row) -> str:
    """Return a box's row of the table."""
    cells = [_cell(row.cells.get((player, turns))) for player in PLAYERS for turns, _ in BUDGETS]
    return f"| {row.id} | {row.difficulty} | {percent(row.chance)} | {' | '.join(cells)} |"


def _cell(cell: Cell | None) -> str:
    return "not tried" if cell is None else cell.percent()


def _head(rows: Sequence[Row]) -> str:
    budgets = " and ".join(f"{t}@{s}" for t, s in BUDGETS)
    oracle = [row.id for row in rows if any(row.cells["oracle", turns].mean < 1.0 for turns, _ in BUDGETS)]
    said = "scores 100 % on every box" if not oracle else f"does not score 100 % on {', '.join(oracle)}"
    return f"""# The collection, measured

`boxwright collection` writes this page; nothing in it is typed by hand. A test plays one box of each family again and
fails if the page is out of date. There are {len(rows)} boxes. Scores are in percent, at {budgets} (turns@shots): the
mean over {EPISODES} episodes of {SAMPLES} test samples each (games: up to {SAMPLES} settings), ± the standard
deviation between episodes.

- *chance* is the chance level that the family computes for the box: the expected score of a player that learns nothing.
  That is one answer, always the same: the commonest in some episodes, scored on others as they are played. In a game it
  is the best of random play, the first action, and one that is drawn and kept.
- *constant* and *random* learn nothing. *oracle* answers with the box's own truth: it {said}.
- *solver* is `builtin/solver`. It needs no model, reads what every player reads, and explores by a plan. `not tried`
  means that it has no plan for the box. The modules of `harness/players/solvers/` say what it tries."""


def _table(rows: Sequence[Row]) -> str:
    heads = [f"{player} {t}@{s}" for player in PLAYERS for t, s in BUDGETS]
    lines = [f"| box | difficulty | chance | {' | '.join(heads)} |", "|---|---|--:|" + "--:|" * len(heads)]
    return "\n".join([*lines, *map(line, rows)])


def _medians(rows: Sequence[Row]) -> str:
    heads = [f"solver {t}@{s}" for t, s in BUDGETS]
    lines = [
        "## Each family's median",
        "",
        f"Of what `builtin/solver` scores (target: over {percent(MEDIAN)} % at the last).",
    ]
    lines += ["", f"| family | boxes | {' | '.join(heads)} | if not, why |", "|---|--:|--:|--:|---|"]
    for family, same in groupby(rows, key=lambda row: row.id.partition("/")[0]):
        boxes = list(same)
        medians = [median(_mean(row, turns) for row in boxes) for turns, _ in BUDGETS]
        why = boxes[0].unsolved if medians[-1] <= MEDIAN else ""
        lines.append(f"| {family} | {len(boxes)} | {' | '.join(map(percent, medians))} | {why} |")
    return "\n".join(lines)


def _solved(rows: Sequence[Row]) -> str:
    lines = ["## What the solver solves", "", "The table has every box; named here is what is not solved.", ""]
    rest: list[Row] = []
    for turns, shots in BUDGETS:
        solved = [row for row in rows if _mean(row, turns) >= SOLVED]
        part = [row for row in rows if row.chance + 0.1 < _mean(row, turns) < SOLVED]
        rest = [row for row in rows if row not in (*solved, *part)]
        lines.append(f"- At {turns}@{shots}: {len(solved)} of {len(rows)} solved ({_by_family(solved, rows)}).")
        lines.append(f"  {len(part)} in part (more than 10 points above chance): {_names(part)}.")
        lines.append(f"  {len(rest)} not: {_names(rest)}.")
    if rest:
        lines += ["", f"Why not, at {turns}@{shots}:", ""]
        lines += [f"- {row.id}: {BEYOND.get(row.id) or 'no reason is noted'}." for row in rest]
    return "\n".join(lines)


def _by_family(some: Sequence[Row], rows: Sequence[Row]) -> str:
    of = Counter(_family(row) for row in some)
    return ", ".join(f"{family} {of[family]} of {count}" for family, count in Counter(map(_family, rows)).items())


def _family(row: Row) -> str:
    return row.id.partition("/")[0]


def _names(rows: Sequence[Row]) -> str:
    return ", ".join(row.id for row in rows) or "none"


def _mean(row: Row, turns: int) -> float:
    cell = row.cells.get(("solver", turns))
    return cell.mean if cell else 0.0


def _trivial(rows: Sequence[Row]) -> str:
    margin = GateSettings().margin
    means = ", ".join(f"{percent(trivial_mean(rows, t))} % at {t}@{s}" for t, s in BUDGETS)
    lines = ["## Players that learn nothing", "", f"Mean over all boxes: {means} (target: below {percent(LOW)} %)."]
    lines += [f"Chance is for one shot. More than {percent(margin)} points above it is outside the gates' margin."]
    lines += [f"Above {percent(LOW)} %:", ""]
    for row in rows:
        worst = max(row.cells[player, turns].mean for player in TRIVIAL for turns, _ in BUDGETS)
        if worst <= LOW:
            continue
        over = "; **outside the margin**" if worst > row.chance + margin else ""
        lines.append(f"- {row.id}: up to {percent(worst)} % (chance {percent(row.chance)} %{over}). {row.luck}")
    return "\n".join(lines)


def _asked(rows: Sequence[Row], near: Mapping[str, Neighbour], published: Collection[str]) -> str:
    (few, _), (many, _) = BUDGETS
    lines = [
        "## What its tests tell, and its nearest neighbour",
        "",
        "- *first glance* and *name only* answer from the prompt alone, without a query; *near misses* are small",
        "  faults in the code that show on more than 2 % of the domain: how many were tried; of a game's, how many",
        "  *cost nothing*, because who believes one moves as well as who knows the rule, whatever happens; and how",
        "  many of the others the tests of three episodes do not tell from the rule. All are from the manifest. `-`",
        "  stands where there is no near miss: each fault that was tried shows on less of the domain, on nearly all of",
        "  it, or as an error. Where `-` stands beside near misses of a game, it was accepted before the two were told",
        "  apart, and both are *not told*.",
        f"- *gain* is what `builtin/solver` scores more with {many} turns and two shots than with {few} and one, in",
        "  points.",
        "- *nearest* is the box of the same family that gave the same most often when the queries of a player without",
        f"  a plan, {ASKED} turns of them, were put to all; a query that another box refuses counts as different, and",
        "  so does one that both only say back. What both would say alike by chance is taken out (Cohen's kappa), but",
        "  what most boxes tell alike (a visit that never comes) counts. *apart* is how little of its talk with that",
        "  player tells of the other's: their normalized compression distance, in percent (100: nothing). Where no",
        "  turn came out the same with any box, the nearest is the one least apart.",
        "- *same class* is how many other boxes of the family share a tag of its description: tags are how authors",
        f"  declare a class of rule ({ABOUT_BOXES} name none). *shared* are the tags shared with the nearest box.",
        "",
        "| box | first glance | name only | near misses | cost nothing | not told | gain | nearest | equal | apart "
        "| same class | shared |",
        "|---|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|---|",
    ]
    for row in rows:
        glances, missed = row.asked.get("glances", {}), row.asked.get("near_misses")
        scores = [percent(glances[name]) if name in glances else "-" for name in ("first-glance", "name-only")]
        untold = _near_misses(missed) if missed else ["-", "-", "-"]
        gain = percent(_mean(row, many) - _mean(row, few)) if ("solver", many) in row.cells else "-"
        found = near.get(row.id)
        alike = {other.id: shared for other in rows if other is not row and (shared := _shared(row, other))}
        nearest = [found.id, percent(found.equal), percent(found.apart)] if found else ["-", "-", "-"]
        classed = [str(len(alike)), ", ".join(alike.get(nearest[0], []))]
        lines.append(f"| {' | '.join([row.id, *scores, *untold, gain, *nearest, *classed])} |")
    return "\n".join([*lines, "", *_gains(rows, published), "", *_equal(rows, near), *_closest(near, published)])


def _closest(near: Mapping[str, Neighbour], published: Collection[str]) -> Iterator[str]:
    """Say which boxes come closest to another one: of those that are not in ORACLE, and of ORACLE's."""
    ours, theirs = ([name for name in near if (name in published) == known] for known in (False, True))
    if published and ours and theirs:
        new, old = (min(names, key=lambda name: near[name].apart) for names in (ours, theirs))
        yield ""
        yield (
            f"Of the boxes that are not in ORACLE, {new} comes closest to its nearest: {percent(near[new].apart)} "
            f"apart; of ORACLE's, {old}: {percent(near[old].apart)}."
        )


def _gains(rows: Sequence[Row], published: Collection[str]) -> Iterator[str]:
    """Say how many boxes gain much by a longer exploration: of all, and of those that are not in ORACLE."""
    (few, _), (many, _) = BUDGETS
    tried = [row for row in rows if ("solver", many) in row.cells]
    much, solved = _much(tried), sum(_mean(row, few) >= SOLVED for row in tried)
    yield f"Of {len(tried)} boxes {much} gain {MUCH} points or more; {solved} are solved with {few} turns already."
    new = [row for row in rows if row.id not in published] if published else []
    if new:
        at_once = sum(_mean(row, few) >= SOLVED for row in new)
        open_ = sum(_mean(row, many) < SOLVED for row in new)
        drafted = [row for row in new if row.drafted]
        yield (
            f"Of the {len(new)} that are not in ORACLE {_much(new)} gain {MUCH} points or more, {_much(drafted)} of "
            f"which `boxwright draft` described (of all, {len(drafted)}); solved with {few} "
            f"turns already: {at_once}; not solved with {many}: {open_}."
        )


def _much(rows: Sequence[Row]) -> int:
    (few, _), (many, _) = BUDGETS
    return sum(int(percent(_mean(row, many) - _mean(row, few))) >= MUCH for row in rows)


def _equal(rows: Sequence[Row], near: Mapping[str, Neighbour]) -> Iterator[str]:
    """Say what a share of equal turns tells, and name those that are not far from their neighbour."""
    alike = [(row.id, near[row.id]) for row in rows if row.id in near and near[row.id].equal >= ALIKE]
    if near:
        named = ", ".join(f"{name} ({percent(found.equal)} %, {found.id})" for name, found in alike)
        yield (
            "0 % equal is no evidence that a rule is new where the domains differ: what the other box refuses counts "
            "as different, and how far two are apart is a matter of their signs, too. "
            f"{percent(ALIKE)} % or more of the turns came out the same, beyond chance, for {named or 'none'}."
        )


def _near_misses(noted: Mapping[str, Any]) -> list[str]:
    """Return the cells of what a manifest noted: tried, cost nothing (blank where that is no question), not told."""
    costless = str(len(noted["costless"])) if "costless" in noted else ""
    return [str(noted["tried"]), costless, str(len(noted["untold"]))]


def _shared(one: Row, other: Row) -> list[str]:
    """Return the classes of rule that two boxes of a family share."""
    if one.id.partition("/")[0] != other.id.partition("/")[0]:
        return []
    return [tag for tag in one.tags if tag in other.tags and tag not in NO_CLASS]


def _siblings(rows: Sequence[Row]) -> str:
    turns, shots = BUDGETS[-1]
    lines = [
        "## Siblings",
        "",
        "A sibling is the same kind of rule with other parameters ([siblings.md](siblings.md)). Here the first",
        f"{SIBLINGS} of each box that differ from each other are made, without the gates and the limit on difficulty",
        f"of `boxwright sibling`, and `builtin/solver` plays them at {turns}@{shots}. No gate has chosen telling",
        "questions for them, so the original is played without its own here, and may score otherwise than above. One",
        "that breaks its family's rules is not counted.",
        "",
        "| box | made | drawn | solver on the original | on the siblings |",
        "|---|--:|---|--:|--:|",
    ]
    made = [(row, row.siblings) for row in rows if row.siblings is not None]
    for row, found in made:
        played = [_cell(found.original), ", ".join(map(percent, found.scores)) or "not tried"]
        lines.append(f"| {row.id} | {found.made} | {', '.join(found.drawn)} | {' | '.join(played)} |")
    without = [row.id for row in rows if row.siblings is None]
    return "\n".join([*lines, "", f"None can be made of: {', '.join(without) or '-'}."])


def _studies(rows: Sequence[Row]) -> Iterator[str]:
    """Write the families' studies: a section for each heading."""
    studies = sorted((row.study for row in rows if row.study is not None), key=lambda study: study.order)
    sections: dict[str, list[Study]] = {}
    for study in studies:
        sections.setdefault(study.heading, []).append(study)
    for heading, same in sections.items():
        first = same[0]
        marks = ["--:" if name in first.numbers else "---" for name in first.columns]
        table = [first.columns, *(row for study in same for row in study.rows)]
        head, *lines = (f"| {' | '.join(row)} |" for row in table)
        yield "\n".join([f"## {heading}", "", *first.lines, "", head, f"|{'|'.join(marks)}|", *lines])


def _hidden(rows: Sequence[Row]) -> str:
    return "\n\n".join(["## What the boxes hide", *_folded(rows)])


def _folded(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        text = row.hides.split("<!--")[0].strip()
        yield f"<details><summary>{row.id}</summary>\n\n{text}\n\n</details>"
