"""Work on several boxes at a time: in processes, each with a launcher of its own; what they find comes in order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, TypeVar

from boxwright.blackboxes.faults import BoxwrightError

if TYPE_CHECKING:
    from boxwright.sandbox import Launcher

Found = TypeVar("Found")


@dataclass(frozen=True)
class Spread:
    """How many boxes are worked on at a time, and how each process opens its launcher. It is sent to the processes."""

    jobs: int
    opening: Callable[[], AbstractContextManager[Launcher]]

    def alone(self, identifiers: Sequence[str]) -> bool:
        """Whether this process does all the work itself."""
        return min(self.jobs, len(identifiers)) <= 1

    def each(
        self, task: Callable[[str, Launcher], Found], identifiers: Sequence[str], opened: Launcher
    ) -> Generator[Found, None, None]:
        """Yield what a task finds of each box, in their order. `task`, and what it finds, is sent between processes.

        Raises: SandboxUnavailable, BoxwrightError if a process is ended from outside, and as the task.
        """
        if self.alone(identifiers):
            yield from (task(identifier, opened) for identifier in identifiers)
            return
        workers = min(self.jobs, len(identifiers))
        pool = ProcessPoolExecutor(workers, get_context("spawn"), _Worker.begin, (task, self.opening))
        try:
            with _without_interrupts():  # from here on the workers, which inherit this, are interrupted only at work
                found = pool.map(_Worker.work, identifiers)
            yield from found
        except BrokenProcessPool as broken:
            raise BoxwrightError(
                "a process that worked on a box was ended from outside; if memory is short, give a smaller --jobs"
            ) from broken
        finally:
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class Sent:
    """An error on its way to another process: errors of many classes are not made from the message alone."""

    kind: type[Exception]
    told: tuple[Any, ...]
    facts: Mapping[str, Any]

    @classmethod
    def of(cls, error: Exception) -> Sent:
        """Take an error apart."""
        return cls(type(error), error.args, dict(vars(error)))

    def again(self) -> Exception:
        """Put it together again."""
        error = self.kind.__new__(self.kind, *self.told)
        vars(error).update(self.facts)
        return error


@contextmanager
def _without_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Worker:
    """A process that works on boxes."""

    task: Callable[[str, Launcher], Any]
    opened: Launcher
    closing = ExitStack()

    @classmethod
    def begin(
        cls, task: Callable[[str, Launcher], Any], opening: Callable[[], AbstractContextManager[Launcher]]
    ) -> None:
        from multiprocessing.util import Finalize

        cls.task = staticmethod(task)
        cls.opened = cls.closing.enter_context(opening())
        Finalize(None, cls.closing.close, exitpriority=1)  # a worker ends without `atexit`

    @classmethod
    def work(cls, identifier: str) -> Any:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return cls.task(identifier, cls.opened)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
