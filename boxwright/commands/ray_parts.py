"""`eval --executor ray`: the shards of an evaluation as tasks of a Ray cluster, merged at the end.

A task is the same command with `--shard I/N` and `--resume`, in a worker's own process. If the worker dies Ray gives
the task to another one, which goes on where the shard was; the folder must be on a file system that all nodes see.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from boxwright.blackboxes.extras import import_extra
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.shared import shown
from boxwright.terminal import echo

RETRIES = 5
"""How often a task whose worker died is given to another one."""
_OWN = ("--executor", "--parts", "--out")
PARTS = "parts"
"""The folder below --out in which the shards are."""


def play_in_parts(words: Sequence[str], runs: Sequence[str], out: Path, parts: int) -> list[Path]:
    """Play `words`, a command line of `eval`, in so many parts; return the folders of the merged runs.

    `runs` are the names of the runs that the command plays; a single one has the name "". Raises: BoxwrightError.
    """
    ray = import_extra("ray", "ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    shared = [*_without(words, _OWN), "--resume"]
    folder = out.absolute() / PARTS
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        task = ray.remote(max_retries=RETRIES, num_cpus=1, max_calls=1)(_play)
        asked = [
            task.remote([*shared, "--shard", f"{i}/{parts}", "--out", str(folder / str(i))], str(Path.cwd()))
            for i in range(1, parts + 1)
        ]
        echo(f"{plural(parts, 'part')} on {ray.cluster_resources().get('CPU', 0):.0f} processors of Ray", err=True)
        codes = ray.get(asked)
    except ray.exceptions.RayError as error:
        why = str(error).strip().splitlines()[0]
        raise BoxwrightError(f"{shown(out)}: a part could not be played ({why}); --resume goes on") from error
    finally:
        ray.shutdown()
    for number, code in enumerate(codes, start=1):
        if code:
            echo(f"boxwright: part {number} ended with exit code {code}", err=True)
    return [_merged([folder / str(i) / name for i in range(1, parts + 1)], out / name) for name in runs]


def _play(words: list[str], where: str) -> int:
    """Run one part, in a worker of Ray."""
    from boxwright.cli import run

    os.chdir(where)
    return run(words)


def _without(words: Sequence[str], options: Sequence[str]) -> list[str]:
    """Return a command line without these options and their values, and without --resume."""
    kept, skip = [], False
    for word in words:
        name, sign, _ = word.partition("=")
        if skip or word == "--resume":
            skip = False
        elif name in options:
            skip = not sign
        else:
            kept.append(word)
    return kept


def _merged(parts: Sequence[Path], out: Path) -> Path:
    """Merge the shards of one run, those that an earlier command merged too. Raises: BoxwrightError."""
    from boxwright.harness.evaluation.shards import check_same_plan, merge
    from boxwright.harness.evaluation.store import Store

    with ExitStack() as stack:
        stores: list[Store] = [stack.enter_context(closing(Store.open(part))) for part in parts]
        check_same_plan(stores)
        again = Store.exists(out)
        into = stack.enter_context(closing(Store.open(out) if again else Store.create(out, stores[0].settings)))
        into.add_models(stores[0].settings["models"], stores[0].settings.get("specs", {}))
        check_same_plan([stores[0], into])
        merge(stores, into)
    return out
