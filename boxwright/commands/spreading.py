"""Work on several boxes at a time: in processes, each with a launcher of its own; what they find comes in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
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
        others = active_children()
        pool = ProcessPoolExecutor(
            min(self.jobs, len(identifiers)), get_context("spawn"), _Worker.begin, (task, self.opening)
        )
        try:
            with without_interrupts():  # from here on the workers, which inherit this, are interrupted only at work
                found = pool.map(_Worker.work, identifiers)
            yield from found
        except BrokenProcessPool as broken:
            raise BoxwrightError(
                "a process that worked on a box was ended from outside; if memory is short, give a smaller --jobs"
            ) from broken
        except BaseException:  # also where only this process was told to stop: its workers end what they are at
            for worker in active_children():
                if worker not in others:
                    _interrupt(worker)
            raise
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


def _interrupt(worker: BaseProcess) -> None:
    if worker.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGINT)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C, and heed SIGTERM afterwards: a process that is just being started would be left half told."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    ending = signal.signal(signal.SIGTERM, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGTERM, ending)
        for number in came:
            signal.raise_signal(number)


class _Worker:
    """A process that works on boxes."""

    task: Callable[[str, Launcher], Any]
    opened: Launcher
    closing = ExitStack()
    stopped = at_work = False

    @classmethod
    def begin(
        cls, task: Callable[[str, Launcher], Any], opening: Callable[[], AbstractContextManager[Launcher]]
    ) -> None:
        from multiprocessing.util import Finalize

        cls.task = staticmethod(task)
        cls.opened = cls.closing.enter_context(opening())
        Finalize(None, cls.closing.close, exitpriority=1)  # a worker ends without `atexit`
        signal.signal(signal.SIGINT, cls.stop)

    @classmethod
    def stop(cls, number: int, frame: object) -> None:
        """End the work on a box, and begin no other."""
        cls.stopped = True
        if cls.at_work:
            cls.at_work = False
            raise KeyboardInterrupt

    @classmethod
    def work(cls, identifier: str) -> Any:
        cls.at_work = True
        try:
            if cls.stopped:
                raise KeyboardInterrupt
            return cls.task(identifier, cls.opened)
        finally:
            cls.at_work = False
