"""`docs/collection.md`: the collection's figures as a page, every one from `boxwright collection`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxwright.blackboxes.families.puzzle.identifiability import Measurement
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.report.collection import (
    BUDGETS,
    EPISODES,
    PLAYERS,
    SAMPLES,
    TRIVIAL,
    Cell,
    GameValue,
    Row,
    trivial_mean,
)

SOLVED = 0.999
"""From which mean score a box counts as solved."""
LOW = 0.10
"""What the trivial players' mean over all boxes should stay below."""


def page(rows: Sequence[Row], stale: Sequence[str] = ()) -> str:
    """Return the whole page; `stale` boxes are named, not measured."""
    missing = f"Not measured, because stale: {', '.join(stale)}." if stale else ""
    parts = [_head(rows), missing, _table(rows), _solved(rows), _trivial(rows), _determined(rows), _games(rows)]
    parts.append(_hidden(rows))
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def line(row: Row) -> str:
    """Return a box's line of the table."""
    cells = [_cell(row.cells.get((player, turns))) for player in PLAYERS for turns, _ in BUDGETS]
    return f"| {row.id} | {row.difficulty} | {_share(row.chance)} | {' | '.join(cells)} |"


def _share(value: float) -> str:
    return f"{100 * value:.0f}"


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "-"
    return f"{_share(cell.mean)} ± {_share(cell.spread)}" if cell.spread else _share(cell.mean)


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
- *constant* and *random* learn nothing. *oracle* answers with the box's own truth: it {said}.
- *solver* is `builtin/solver`. It needs no model, reads what every player reads, and explores by a plan. `-` means that
  it does not try the family. The modules of `harness/players/solvers/` say what it tries."""


def _table(rows: Sequence[Row]) -> str:
    heads = [f"{player} {t}@{s}" for player in PLAYERS for t, s in BUDGETS]
    lines = [f"| box | difficulty | chance | {' | '.join(heads)} |", "|---|---|--:|" + "--:|" * len(heads)]
    return "\n".join([*lines, *map(line, rows)])


def _solved(rows: Sequence[Row]) -> str:
    lines = ["## What the solver solves", ""]
    for turns, shots in BUDGETS:
        solved = [row.id for row in rows if _mean(row, turns) >= SOLVED]
        part = [row.id for row in rows if row.chance + 0.1 < _mean(row, turns) < SOLVED]
        rest = [row.id for row in rows if row.id not in (*solved, *part)]
        lines.append(f"- At {turns}@{shots}: {len(solved)} of {len(rows)} solved: {', '.join(solved) or 'none'}.")
        lines.append(f"  In part (more than 10 points above chance): {', '.join(part) or 'none'}.")
        lines.append(f"  Not: {', '.join(rest) or 'none'}.")
    return "\n".join(lines)


def _mean(row: Row, turns: int) -> float:
    cell = row.cells.get(("solver", turns))
    return cell.mean if cell else 0.0


def _trivial(rows: Sequence[Row]) -> str:
    margin = GateSettings().margin
    means = ", ".join(f"{_share(trivial_mean(rows, t))} % at {t}@{s}" for t, s in BUDGETS)
    lines = ["## Players that learn nothing", "", f"Mean over all boxes: {means} (target: below {_share(LOW)} %)."]
    lines += [f"Chance is for one shot. More than {_share(margin)} points above it is outside the gates' margin."]
    lines += [f"Above {_share(LOW)} %:", ""]
    for row in rows:
        worst = max(row.cells[player, turns].mean for player in TRIVIAL for turns, _ in BUDGETS)
        if worst <= LOW:
            continue
        over = "; **outside the margin**" if worst > row.chance + margin else ""
        lines.append(f"- {row.id}: up to {_share(worst)} % (chance {_share(row.chance)} %{over}). {_why(row)}")
    return "\n".join(lines)


def _why(row: Row) -> str:
    """Say why a player that learns nothing can score on a box of this family."""
    family = row.id.partition("/")[0]
    known = {
        "game": "A game's score is a share of the optimum, and careless moves still earn something.",
        "puzzle": "There are few answers, and a second shot may try another of them.",
        "circuit": "Gates that are almost always 0 or 1 leave few different outputs.",
        "code": "Small numbers and short lists are common values.",
        "physics": "Bodies come to rest, or hardly move: one position is right at many times.",
    }
    return known.get(family, "One output is common on the sampled inputs.")


def _determined(rows: Sequence[Row]) -> str:
    puzzles = [row for row in rows if row.determined is not None]
    if not puzzles:
        return ""
    lines = ["## What can be identified", ""]
    lines += ["The share of hidden answers that a Bayesian player with access to the module found within the turns,"]
    lines += [
        "measured when the puzzle was accepted (`blackboxes/families/puzzle/identify.py`). It is a lower bound for the"
    ]
    lines += ["best player. Where it was not measured, the score of `builtin/solver` is known to be reachable.", ""]
    lines += ["| puzzle | answers | noisy | turns | identified |", "|---|--:|---|--:|---|"]
    return "\n".join([*lines, *map(_determined_line, puzzles)])


def _determined_line(row: Row) -> str:
    found = row.determined
    if isinstance(found, Measurement):
        noisy = "yes" if found.noisy else "no"
        return f"| {row.id} | {found.answers} | {noisy} | {found.turns} | {found.share()} of {found.games} games |"
    turns, shots = BUDGETS[-1]
    reached = f"`builtin/solver` scores {_cell(row.cells.get(('solver', turns)))} % at {turns}@{shots}"
    return f"| {row.id} | - | - | - | {found.told() if found else ''}; {reached} |"


def _games(rows: Sequence[Row]) -> str:
    values = [(row.id, value) for row in rows for value in row.games]
    if not values:
        return ""
    lines = ["## The values of the games", ""]
    lines += [
        "The exact best response over information sets. Small settings are also solved by brute force over all",
        "",
    ]
    lines[-2] += " histories (`blackboxes/families/game/brute_force.py`), which shares no code with it."
    lines += ["| game | setting | best response | brute force |", "|---|---|--:|--:|"]
    return "\n".join([*lines, *(_game(name, value) for name, value in values)])


def _game(name: str, value: GameValue) -> str:
    told = ", ".join(f"{key} = {entry}" for key, entry in value.settings.items())
    other = "not small" if value.brute_force is None else str(value.brute_force)
    differs = value.brute_force is not None and value.brute_force != value.best_response
    return f"| {name} | {told} | {value.best_response} | {other}{' **differs**' if differs else ''} |"


def _hidden(rows: Sequence[Row]) -> str:
    return "\n\n".join(["## What the boxes hide", *_folded(rows)])


def _folded(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        text = row.hides.split("<!--")[0].strip()
        yield f"<details><summary>{row.id}</summary>\n\n{text}\n\n</details>"
