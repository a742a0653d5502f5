"""Running a KUMO graph in a run folder: the journal is begun or resumed, checkpoints kept, tokens counted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from boxwright.agents.box.build import BuildOptions
from boxwright.agents.box.build import _check_database as check_database
from boxwright.agents.runs.folder import RunFolder, new_run, run_to_resume
from boxwright.agents.runs.journal import Header, Journal
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import held
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ModelError
from boxwright.harness.chat.structured import BadReply

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

State = TypeVar("State", bound=BaseModel)


def open_run(
    workspace: Workspace, identifier: str, header: Header, options: BuildOptions, say: Callable[[str], None]
) -> tuple[RunFolder, Journal]:
    """Begin a run, or go on with the one that is meant. Raises: BoxwrightError."""
    if options.resume:
        left = run_to_resume(workspace, identifier, header, options.run, say)
        if left is not None:
            with held(left.path):
                journal = Journal.resume(left.journal)
            say(f"run {left.path.name} goes on; {len(journal.entries)} replies are kept")
            return left, journal
        say("there is no run to resume; a new one begins")
    run = new_run(workspace, identifier)
    return run, Journal.start(run.journal, header)


@contextmanager
def under_way(run: RunFolder, journal: Journal) -> Iterator[None]:
    """Hold a run; if it stops, its folder says why, and a reply that is of no use is set aside."""
    with held(run.path):
        run.begin()
        try:
            yield
        except BadReply as error:
            journal.set_aside(error.role, error.step, str(error))
            run.stop(str(error))
            raise
        except (ModelError, BoxwrightError) as error:
            run.stop(str(error))
            raise


def run_graph(checkpoints: Path, build: Callable[[Any], Any], start: State) -> State:
    """Run or resume a graph over its checkpoints; return its last state. Raises: what the nodes raise."""
    os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
    os.environ["LANGSMITH_TRACING"] = "false"
    from langgraph.checkpoint.sqlite import SqliteSaver

    check_database(checkpoints)
    with SqliteSaver.from_conn_string(str(checkpoints)) as saver:
        graph = build(saver)
        config: RunnableConfig = {"configurable": {"thread_id": "kumo"}}
        begun = graph.get_state(config).created_at is not None
        result = graph.invoke(None if begun else start, config, durability="sync", version="v2")
    return type(start).model_validate(result.value, from_attributes=True)
