"""Make docs/claude-run.md and docs/claude-run.png of the stored run in which Claude models answered through the relay.

.venv/bin/python -m docs.claude_run RUN          of one run
.venv/bin/python -m docs.claude_run RUN AGAIN    of two, which are joined in docs/claude-run first: the second takes the
                                                 place of its boxes' episodes in the first
.venv/bin/python -m docs.claude_run              of docs/claude-run
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from boxwright.harness.evaluation.store import Store
from docs.builtin_run import HERE, write

STORED = HERE / "claude-run"
OF_A_BOX = ("facts", "revisions")
"""Settings that each box has of its own."""
AGAIN = (
    "encryption/zigzag_cipher,encryption/caesar_cipher,encryption/playfair_cipher,circuit/and_tree,circuit/compare,"
    "code/quicksort_recursion"
)
BOXES = (
    f"{AGAIN},physics/uniform_motion,physics/conical_pendulum,puzzle/wordle,freeform/cellular_automaton,"
    "knights/puzzles,knowlogic/mixed"
)
PLAY = "    --turns 10 --samples 4 --confidence --seed 22 --concurrency 6 --out results/"
COMMAND = f"""
```
boxwright eval --models relay/claude --boxes '{BOXES}' \\
{PLAY}claude
"""
HEAD = """# A Claude model on a dozen boxes

{sessions} of a Claude model answered all {replies} requests through the [relay](relay.md), six episodes at a time,
from the texts alone: no code, no files, no other tools. It is a model of the family that also answered in the builds of
these boxes, in other sessions. """
TAIL = """ Twelve boxes and 48 test samples say that the way from a model to a page works; they
rank nobody.
"""
PICTURE = """
![The page of the run](claude-run.png)

"""
ONCE = """**Six boxes were not played blind** (zigzag, caesar, playfair, and_tree, compare, quicksort): the names of the
relay's files held their ids, as the player itself reported. It did not read them for the other six, and the relay
hides them now."""
TWICE = """Six boxes (zigzag, caesar, playfair, and_tree, compare, quicksort) were played twice: in the
first play the names of the relay's files held their ids, as the player itself reported. Another session, which saw
nothing but the conversations, played the same tests again; only that second play of them is stored and shown."""
FIRST = f"""{HEAD}{ONCE}{TAIL}{COMMAND}python -m docs.claude_run results/claude
```
{PICTURE}"""
BOTH = f"""{HEAD}{TWICE}{TAIL}{COMMAND}boxwright eval --models relay/claude --boxes '{AGAIN}' \\
{PLAY}again
python -m docs.claude_run results/claude results/again
```

`boxwright report docs/claude-run` reads the stored results; `python -m docs.claude_run` makes this page of them again.
{PICTURE}"""


def join(runs: Sequence[Path], target: Path) -> None:
    """Write one results file of runs with the same settings. Exits where they differ."""
    if target.exists():
        shutil.rmtree(target)
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(Store.open(run))) for run in runs]
        settings, *others = [store.settings for store in stores]
        alike = settings.keys() - {"boxes", *OF_A_BOX}
        for other in others:
            if other.keys() != settings.keys() or any(other[name] != settings[name] for name in alike):
                sys.exit("these runs have other settings than the first; play them with the same ones")
            for name in OF_A_BOX:
                settings[name] = settings[name] | other[name]
            settings["boxes"] = list(dict.fromkeys([*settings["boxes"], *other["boxes"]]))
        into = stack.enter_context(closing(Store.create(target, settings)))
        last = {box: store for store in stores for box in store.settings["boxes"]}
        for store in stores:
            for row in store.raw_episodes():
                if last[row[1]] is store:
                    into.put_raw("episodes", row)
            for row in store.raw_replies():
                if last[row[0].split("|")[1]] is store:
                    into.put_raw("replies", row)


def main(runs: Sequence[Path]) -> None:
    """Write the page of one run, of two that are joined first, or of the stored ones."""
    if len(runs) > 1:
        join(runs, STORED)
    folder, text, sessions = (runs[0], FIRST, "One session") if len(runs) == 1 else (STORED, BOTH, "Two sessions")
    with closing(Store.open(folder)) as store:
        replies = sum(1 for _ in store.raw_replies())
    introduction = text.format(sessions=sessions, replies=replies)
    write(folder, introduction, HERE / "claude-run.md", HERE / "claude-run.png")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
