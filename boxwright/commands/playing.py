"""Playing and storing an evaluation, for every command that does."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.files import held
from boxwright.commands.reporting import say
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.harness.evaluation.plan import Evaluation
    from boxwright.harness.evaluation.shards import Shard
    from boxwright.harness.evaluation.store import Store

PATIENCE = 30.0
"""Minutes for which a model whose server is down is waited for."""


def run_evaluation(
    evaluation: Evaluation, out: Path, *, resume: bool = False, as_json: bool = False, concurrency: int = 4
) -> int:
    """Play, store and report one evaluation; return the exit code."""
    with closing(play_evaluation(evaluation, out, resume=resume, concurrency=concurrency)) as store:
        return say(store, out, as_json)


def play_evaluation(
    evaluation: Evaluation,
    out: Path,
    *,
    resume: bool,
    concurrency: int,
    shard: Shard | None = None,
    progress: bool = True,
    patience: float = PATIENCE,
) -> Store:
    """Play and store one evaluation; return its open store. Models that are given up are named."""
    from boxwright.commands.eval_progress import progress_of
    from boxwright.harness.evaluation.schedule import Patience
    from boxwright.harness.evaluation.shards import WHOLE
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.evaluation.worker import check_resumable, evaluate

    waits = Patience(60 * patience, say=lambda text: echo(f"boxwright: {text}", err=True))

    if resume and not Store.exists(out):
        echo(f"{shown(out)}: holds no results yet; the evaluation begins", err=True)
        resume = False
    store = Store.open(out) if resume else Store.create(out, evaluation.provenance())
    try:
        with held(out):
            check_resumable(evaluation, store)
            store.keep({name: kept for name, box in evaluation.boxes.items() if (kept := box.kept())})
            if resume and (added := store.add_models(list(evaluation.models), evaluation.specs())):
                echo(f"{shown(out)}: added to the run: {', '.join(added)}", err=True)
            with progress_of(evaluation, store, shown=progress) as (on_episode, on_running):
                given_up = evaluate(
                    evaluation,
                    store,
                    concurrency=concurrency,
                    on_episode=on_episode,
                    on_running=on_running,
                    shard=shard or WHOLE,
                    patience=waits,
                )
            for model, why in given_up.items():
                echo(f"boxwright: {model} is given up: {why}; --resume asks it again", err=True)
    except BaseException:
        store.close()
        raise
    return store
