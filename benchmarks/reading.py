"""How replies are read that were written by somebody who had not seen how: clear ones, doubtful ones, wrong ones.

`python -m benchmarks.reading [FILE ...]` prints a table of the files in `benchmarks/replies`; `--show` also prints each
reply that is read otherwise than its writer meant. What more follows below an answer is asked about once, as in play.
Those in `as_asked` reply to the prompts as they stand, in the place of ten kinds of models; the others were written to
be hard to read. Those in `tuning` were looked at when the reader was changed, those in `held_out` were not. In the
folders of notations each reply ends with the line that was asked for, and what varies is how the answer is written.

A file holds replies, each below a line `@@@ ENVIRONMENT | KIND | REMARK`. The kinds: `clear` states the right answer
and no other; `doubt` states two, takes one back or leaves it open, and is to be refused; `wrong` states a slightly
wrong one. Below lines `@@@ AGAIN` stands what was replied to the engine, where it had refused a clear reply or asked
about it, once or twice: the table says how many clear ones count after that. `asked.json` keeps what was asked and
which answer was right: where an environment asks something else by now, its replies are left out and counted as such.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from boxwright.blackboxes.below import unsure
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.stated import written_as
from boxwright.blackboxes.types import Ask, Plan, Refusal
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.sandbox import Launcher, open_launcher

FOLDER = Path(__file__).resolve().parent / "replies"
KINDS = ("clear", "doubt", "wrong")
SEED = 5
"""Of the episode whose first test the replies answer."""
UNREAD = ("asked again", "refused")
IN_THE_END = "right in the end"
STALE = "asked otherwise"


@dataclass(frozen=True)
class Written:
    """A reply, and what its writer meant by it."""

    environment: str
    kind: str
    remark: str
    reply: str
    again: tuple[str, ...] = ()
    """What was replied once the first had been refused or asked about, and once that had been refused."""


class Test:
    """The first test of an environment's episode, which can be answered again and again."""

    def __init__(self, identifier: str, launcher: Launcher, opened: ExitStack, before: Sequence[str]) -> None:
        environment = get_environment(identifier.split("/")[0])
        entered = environment.load(Workspace(SHIPPED, True, None), identifier).open(launcher)
        opened.callback(entered.close)
        options = environment.read_options({})
        plan = Plan(turns=environment.turns(identifier, 0), samples=1, shots=2, seed=SEED, options=options)
        conversation = next(iter(entered.conversations(plan)))
        for turn in range(1, plan.turns + 1):
            taken = conversation.turn(turn)
            asked = next(taken)
            assert isinstance(asked, Ask)
            answer_once(taken, asked.baseline.truth())
        self.sample = next(iter(conversation.samples()))
        self.before = before
        """Moves of a game before the one that is answered."""
        _, ask = self._asked()
        marker = environment.markers[ask.kind]
        self.markers = tuple(dict.fromkeys((*written_as(marker), *environment.markers.values())))
        self.told = ask.text
        self.truth = ask.baseline.truth().strip().splitlines()[-1]
        self.known = self._outcome(self.truth)

    def _asked(self) -> tuple[Any, Any]:
        shot = self.sample.shot(1)
        ask = next(shot)
        for move in self.before:
            ask = shot.send(move)
        return shot, ask

    def _outcome(self, reply: str) -> Any:
        shot, _ = self._asked()
        try:
            return shot.send(reply)
        except StopIteration as ended:
            return ended.value

    def read(self, reply: str) -> tuple[str, str]:
        """Return `right`, `wrong`, `refused` or `asked again`, and the answer that was read, or the reason."""
        if why := unsure(reply, self.markers, self.told):
            return "asked again", why
        return self.read_as_it_stands(reply)

    def read_as_it_stands(self, reply: str) -> tuple[str, str]:
        """Return how a reply is read that is not asked about: the one after the first."""
        outcome = self._outcome(reply)
        if isinstance(outcome, Refusal):
            return "refused", outcome.reason
        if isinstance(outcome, Ask):
            assert isinstance(self.known, Ask)
            return ("right" if outcome.text == self.known.text else "wrong"), outcome.text.splitlines()[0]
        return ("right" if outcome.right else "wrong"), str(outcome.answer)


def answer_once(taken: Iterator[Any], reply: str) -> None:
    """Answer a turn that ends with it."""
    try:
        taken.send(reply)  # type: ignore[attr-defined]
    except StopIteration:
        return


def written_in(path: Path) -> list[Written]:
    """Return the replies of a file. Raises: ValueError for a kind that does not exist."""
    found: list[Written] = []
    for block in path.read_text(encoding="utf-8").split("@@@ ")[1:]:
        head, _, reply = block.partition("\n")
        if head == "AGAIN":
            found[-1] = replace(found[-1], again=(*found[-1].again, reply.rstrip("\n")))
            continue
        environment, kind, remark = (part.strip() for part in f"{head} | ".split("|", 2))
        if kind not in KINDS:
            raise ValueError(f"{path}: {head}: the kind is one of {', '.join(KINDS)}")
        found.append(Written(environment, kind, remark.strip(" |"), reply.rstrip("\n")))
    return found


def read_all(
    files: Mapping[str, Sequence[Written]], asked: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, Written, str, str, str]]:
    """Yield each reply: its file, what it is, how it is read (or STALE), the answer or the reason, and how in the end.

    In the end is after all further replies of its writer, where the first was not read.
    """
    with closing(open_launcher("auto")) as launcher, ExitStack() as opened:
        tests: dict[str, Test] = {}
        for name, replies in files.items():
            for each in replies:
                known = asked[each.environment]
                if each.environment not in tests:
                    tests[each.environment] = Test(each.environment, launcher, opened, known["before"])
                test = tests[each.environment]
                how, what = test.read(each.reply) if test.truth == known["truth"] else (STALE, test.truth)
                yield name, each, how, what, at_last(test, each, how)


def at_last(test: Test, each: Written, how: str) -> str:
    """Return how a reply's answer is read after as many more as its writer was asked for."""
    for reply in each.again if how in UNREAD else ():
        how, _ = test.read_as_it_stands(reply)
        if how != "refused":
            break
    return how


COLUMNS = (
    *("replies", "clear", "read", "asked again", "refused", IN_THE_END),
    *("doubtful", "asked again", "refused", "wrong", "taken as right", "left out"),
)
MEANT = {"clear": {"right"}, "doubt": {"refused", "asked again"}, "wrong": {"wrong", "refused", "asked again"}}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--show", action="store_true", help="print replies that are read otherwise than meant")
    given = parser.parse_args()
    paths = given.files or sorted(FOLDER.glob("*/*.txt"))
    files = {f"{path.parent.name}/{path.stem}": written_in(path) for path in paths}
    asked = json.loads((FOLDER / "asked.json").read_text(encoding="utf-8"))
    counts: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in files}
    for name, each, how, what, finally_read in read_all(files, asked):
        counts[name][each.kind, how] += 1
        counts[name][each.kind, IN_THE_END] += finally_read == "right"
        if given.show and each.again and finally_read != "right":
            print(f"--- {name}: {each.environment} | again -> {finally_read}", *each.again, sep="\n")
        if given.show and how not in {*MEANT[each.kind], STALE}:
            print(
                f"--- {name}: {each.environment} | {each.kind} | {each.remark} -> {how}: {what[:200]}\n{each.reply}\n"
            )
    print(table(counts))


def table(counts: Mapping[str, Counter[tuple[str, str]]]) -> str:
    """Return a table: of each file and each folder what share of each kind is read as it is meant."""
    lines = [
        f"| {' | '.join(COLUMNS)} |",
        f"|---|{'--:|' * (len(COLUMNS) - 1)}",
    ]
    files = Counter(name.split("/")[0] for name in counts)
    folders = {f"{folder}, all": Counter[tuple[str, str]]() for folder, number in files.items() if number > 1}
    for name, count in counts.items():
        if (folder := f"{name.split('/')[0]}, all") in folders:
            folders[folder].update(count)
    for name, count in chain(counts.items(), folders.items()):
        of = {
            kind: sum(n for (k, how), n in count.items() if k == kind and how not in (STALE, IN_THE_END))
            for kind in KINDS
        }
        stale = sum(n for (_, how), n in count.items() if how == STALE)
        shares = {
            kind: " | ".join(share(count[kind, how], of[kind]) for how in hows)
            for kind, hows in (("clear", ("right", *UNREAD, IN_THE_END)), ("doubt", UNREAD))
        }
        told = " | ".join(f"{of[kind]} | {shares[kind]}" for kind in shares)
        lines.append(f"| {name} | {told} | {of['wrong']} | {count['wrong', 'right']} | {stale} |")
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    """Write a share."""
    return f"{part / whole:.1%}" if whole else "-"


if __name__ == "__main__":
    main()
