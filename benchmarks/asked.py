"""What is asked: what players score who only read the prompt, and what small faults in a found rule cost.

`python -m benchmarks.asked [ID ...]` prints one row per box: chance, builtin/first-glance and builtin/name-only
without exploration (and name-only with the algorithm's own names), the luckiest formula of inputs and visit and the
share of questions about a first visit (`code`), the share of truths that are all zero (`circuit`) or a whole number
from -3 to 3 or empty (`code`), what is looked up after 20 drawn queries (`freeform`), of the gates
that can those that take both values over the tests of one episode and of three (`circuit`), and near misses: of games
also those that cost nothing. `--page` puts the rows into
docs/asked.md; those of other boxes stay. `--sealed` asks as sealed tests do, without telling questions.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.asking.formulas import best_formula
from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.episode import play
from boxwright.harness.gates.misread import misread
from boxwright.harness.gates.near_misses import SHOWS, near_misses, worst
from boxwright.harness.players.glance import GLANCES, GlancePlayer, glances_at
from boxwright.harness.players.player import Player
from boxwright.harness.players.solvers.solver import known
from boxwright.harness.players.solvers.strategy import Known
from boxwright.sandbox import open_launcher

EPISODES = 10
TURNS = 20
SAMPLES = 8
FAULTS = 24
PAGE = Path(__file__).resolve().parents[1] / "docs" / "asked.md"
COLUMNS = (
    *("box", "chance", "first glance", "name only", "own names", "one formula", "first visit"),
    *("small truths", "looked up"),
    *("varying gates", "over three"),
    *("near misses", "cost nothing", "not told", "best"),
)
NEAR = (
    f"near misses: tried (each wrong on over {SHOWS:.0%} of plain samples), cost nothing however played by (games), "
    "not told apart in 3 episodes though they may cost, best mean"
)
THREE = 3
"""Episodes over which near misses are told, and gates should vary."""


def main() -> None:
    """Print the table, or put it into its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--page", action="store_true")
    how.add_argument("--sealed", action="store_true")
    given = parser.parse_args()
    print(f"{NEAR}\n\n{line(COLUMNS)}\n{RULE}")
    for found in rows(given.ids, sealed=given.sealed):
        print(line(found), flush=True)
        if given.page:
            PAGE.write_text(with_row(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")


RULE = f"|{'|'.join(['---', *['--:'] * (len(COLUMNS) - 1)])}|"


def line(cells: tuple[str, ...] | list[str]) -> str:
    """Write a row of the table."""
    return f"| {' | '.join(cells)} |"


def with_row(page: str, found: list[str]) -> str:
    """Return the page with a box's row, in the order of the ids."""
    old = {row.split(" ")[1]: row for row in re.findall(r"^\| \w+/.*$", page, re.MULTILINE)}
    rows = {**old, found[0]: line(found)}
    head, _, rest = page.partition(f"{RULE}\n")
    after = re.sub(r"\A(?:\| .*\n)*", "", rest)
    return f"{head}{RULE}\n" + "".join(f"{rows[name]}\n" for name in sorted(rows)) + after


def rows(ids: list[str], *, sealed: bool = False) -> Iterator[list[str]]:
    """Measure each box."""
    workspace = Workspace(SHIPPED, True, None)
    with closing(open_launcher("auto")) as launcher:
        for identifier in ids or sorted(i for i in workspace.accepted_folders() if glances_at(i.split("/")[0])):
            with open_box(load(workspace, identifier), launcher) as box:
                if not sealed:
                    yield row(box)
                    continue
                with box.asking(()) as bare:
                    yield row(bare)


def row(box: Box[Any]) -> list[str]:
    """Measure one box."""
    chance = box.family.chance_level(box, derive("asked"))
    first, named = (percent(score(box, name, {})) for name in GLANCES)
    own = percent(score(box, GLANCES[1], dict(box.family.built_with))) if box.family.built_with else ""
    found = [*near_misses(box, derive("asked"), FAULTS), *misread(box, derive("asked"), 2 * FAULTS)]
    costless = str(sum(miss.costless for miss in found)) if any(miss.exact for miss in found) else ""
    untold = str(sum(miss.untold for miss in found))
    near = [str(len(found)), costless, untold, percent(worst(found))] if found else ["-", "", "-", "-"]
    return [box.id, percent(chance), first, named, own, *visits(box), small(box), looked_up(box), *varying(box), *near]


def score(box: Box[Any], name: str, options: dict[str, Any]) -> float:
    """Return a player's mean over the episodes, without exploration."""
    return mean(box, 0, options, lambda known: GlancePlayer(name, known))


def mean(box: Box[Any], turns: int, options: dict[str, Any], player: Callable[[Known], Player]) -> float:
    """Return the mean over the episodes of players that know what the prompt tells."""
    scores = []
    for number in range(EPISODES):
        plan = Plan(turns, 1, SAMPLES, derive("asked", number), options=box.family.read_options(options))
        record = play(box, plan, player(known(box.description, plan)))
        scores.append(fmean(sample.value for sample in record.samples))
    return fmean(scores)


def samples(box: Box[Any]) -> Iterator[list[Any]]:
    """Yield the test samples of each episode."""
    for number in range(EPISODES):
        plan = Plan(0, 1, SAMPLES, derive("asked", number))
        for conversation in box.family.conversations(box, plan):
            yield list(conversation.samples())


def visits(box: Box[Any]) -> tuple[str, str]:
    """Return what the luckiest formula scores, and the share of questions about a first visit, where there are any."""
    if box.family.name != "code":
        return "", ""
    asked = [sample for episode in samples(box) for sample in episode]
    return percent(best_formula(asked)), percent(fmean(sample.question["checkpoint"][1] == 1 for sample in asked))


def small(box: Box[Any]) -> str:
    """Return the share of truths that are all zero in a circuit, or a small whole number or empty in `code`."""
    if box.family.name not in ("circuit", "code"):
        return ""
    truths = [sample.truth for episode in samples(box) for sample in episode]
    if box.family.name == "circuit":
        return percent(fmean(not any(truth) for truth in truths))
    little = ("", [], {}, *range(-3, 4))
    return percent(fmean(truth in little and type(truth) is not bool for truth in truths))


def looked_up(box: Box[Any]) -> str:
    """Return what a player scores who gives again what came back for drawn queries, and combines nothing."""
    if box.family.name != "freeform":
        return ""
    from benchmarks.asking.looking_up import LookUp  # it needs numba

    return percent(mean(box, TURNS, {}, LookUp))


def varying(box: Box[Any]) -> tuple[str, str]:
    """Return the mean shares of the gates that can vary that do, over one episode's tests and over three's."""
    if box.family.name != "circuit":
        return "", ""
    domain = box.family.candidates(box.rules, stream("asked", box.id))  # type: ignore[attr-defined]
    can = len(varied(reply.unwrap() for reply in box.call_many("blackbox", [[bits] for bits in domain])))
    truths = [[sample.truth for sample in episode] for episode in samples(box)]
    starts = range(0, len(truths) - THREE + 1, THREE)
    threes = [[truth for episode in truths[at : at + THREE] for truth in episode] for at in starts]
    one, three = (fmean(len(varied(tests)) / can for tests in each) for each in (truths, threes))
    return percent(one), percent(three)


def varied(outputs: Iterable[Sequence[int]]) -> list[int]:
    """Return the gates that take both values."""
    return [gate for gate, column in enumerate(zip(*outputs, strict=True)) if len(set(column)) > 1]


def percent(share: float) -> str:
    """Write a share in whole percent."""
    return f"{100 * share:.0f} %"


if __name__ == "__main__":
    main()
