"""Where a build was: LangGraph's checkpoints, believed only as far as the journal has the replies that led there.

A build that went on from a later point than its journal knows would write a recording that nobody can replay. Nothing is
lost with the checkpoints: the journal has every reply, so the graph can start again and asks for what is missing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.faults import BoxwrightError

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

Compiled = Callable[[Any], Any]
"""Gets a checkpointer and returns the graph."""


def invoke(path: Path, compiled: Compiled, name: str, start: Any, replies: Callable[[], int]) -> Any:
    """Run a graph from its last checkpoint, or from `start` if there is none; return its last state.

    Raises: BoxwrightError if the checkpoints cannot be written; what the nodes raise.
    """
    config: RunnableConfig = {"configurable": {"thread_id": name}}
    try:
        with _saver(path, replies) as saver:
            graph = compiled(saver)
            last = graph.get_state(config).metadata
            begun = last is not None and last["step"] >= 0  # before step 0 there is only the input
            return graph.invoke(None if begun else start, config, durability="sync", version="v2").value
    except sqlite3.Error as error:
        raise BoxwrightError(f"{path}: cannot be written ({error}); free space and use --resume") from error


def put_aside_unless_usable(path: Path, compiled: Compiled, name: str, replies: int) -> bool:
    """Put checkpoints aside that are damaged, or ahead of the journal; return whether that was so. Raises: OSError."""
    if not path.exists():
        return False
    try:
        with _saver(path, lambda: replies) as saver:
            healthy = saver.conn.execute("PRAGMA quick_check").fetchone() == ("ok",)
            last = compiled(saver).get_state({"configurable": {"thread_id": name}}).metadata
        if healthy and (last is None or ("step" in last and last.get("replies", 0) <= replies)):
            return False
    except Exception:  # noqa: BLE001, S110 - whatever a damaged file makes SQLite, msgpack, pydantic or LangGraph raise
        pass
    for part in path.parent.glob(f"{path.name}*"):
        part.replace(part.with_name(part.name.replace(path.stem, f"{path.stem}.damaged")))
    return True


@contextmanager
def _saver(path: Path, replies: Callable[[], int]) -> Iterator[Any]:
    os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
    os.environ["LANGSMITH_TRACING"] = "false"
    from langgraph.checkpoint.sqlite import SqliteSaver

    class Counting(SqliteSaver):
        """Notes with each checkpoint how many replies there were."""

        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            noted: Any = {**metadata, "replies": replies()}
            return super().put(config, checkpoint, noted, new_versions)

    with Counting.from_conn_string(str(path)) as saver:
        yield saver
