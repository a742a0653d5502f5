"""What launchers with a fork server share: workers, started on demand, and the sessions they hold."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from boxwright.sandbox.api import Conditions, Limits, Module, SandboxUnavailable
from boxwright.sandbox.session import DEFAULT_CONDITIONS, DEFAULT_LIMITS, PipedSession, let_rest, open_session
from boxwright.sandbox.wire import Hello
from boxwright.sandbox.worker import ForkChannel, Worker

SESSIONS_PER_WORKER = 256
IDLE_WORKERS = 3
"""How many workers without a session are kept. A worker serves one hash seed, which is fixed when Python starts."""


class PooledLauncher(ABC):
    """Opens sessions by forking them from workers. Thread-safe: threads share the workers."""

    name: str
    level: str

    def __init__(self) -> None:
        """Start the first worker and open a trial session. Raises: SandboxUnavailable."""
        self._sessions: set[PipedSession] = set()
        self._workers: dict[int, list[Worker]] = {}
        self._guard = threading.Lock()
        self._spawning = threading.Lock()
        self._closed = False
        self._over = threading.Event()
        try:
            hello = self._probe()
            self.accept(hello)
        except BaseException:
            self.close()
            raise
        self.level = self.level_of(hello)
        let_rest(self._sessions, self._guard, self._over)

    @abstractmethod
    def spawn(self, hash_seed: int) -> Worker:
        """Start a worker whose interpreter has this hash seed. Raises: SandboxUnavailable."""

    @abstractmethod
    def accept(self, hello: Hello) -> None:
        """Check that a session is locked well enough. Raises: SandboxUnavailable, if not."""

    @abstractmethod
    def level_of(self, hello: Hello) -> str:
        """Name the isolation in force."""

    def open(
        self, module: Module, limits: Limits = DEFAULT_LIMITS, conditions: Conditions = DEFAULT_CONDITIONS
    ) -> PipedSession:
        """Load a module into its own process. Raises: SandboxError (phase `load`), SandboxUnavailable."""
        channel = self._fork(limits, conditions)
        session = open_session(channel, b"", module, limits, accept=self.accept, on_end=self._forget)
        with self._guard:
            if not self._closed:
                self._sessions.add(session)
                return session
        session.close()
        raise self._is_closed()

    def close(self) -> None:
        """End every session and every worker, and clean up."""
        with self._guard:
            self._closed = True
            sessions = list(self._sessions)
        self._over.set()
        for session in sessions:
            session.close()
        with self._spawning:  # wait for a worker that is just being started to be listed
            workers = [worker for same in self._workers.values() for worker in same]
            self._workers.clear()
        for worker in workers:
            worker.end()

    def _forget(self, session: PipedSession) -> None:
        with self._guard:
            self._sessions.discard(session)

    def _is_closed(self) -> SandboxUnavailable:
        return SandboxUnavailable(f"the {self.name} launcher is closed")

    def _probe(self) -> Hello:
        """Start a session without a module and see how it locks itself. Raises: SandboxUnavailable."""
        session = PipedSession(self._fork(DEFAULT_LIMITS, DEFAULT_CONDITIONS), DEFAULT_LIMITS, self._forget)
        try:
            return session.start(b"")
        finally:
            session.close()

    def _fork(self, limits: Limits, conditions: Conditions) -> ForkChannel:
        """Fork a session from a worker; a worker that has died is replaced, once."""
        worker = self._worker(conditions.hash_seed)
        try:
            return worker.fork(limits, conditions)
        except SandboxUnavailable:
            if worker.alive:
                raise
        return self._worker(conditions.hash_seed).fork(limits, conditions)

    def _worker(self, hash_seed: int) -> Worker:
        """Find or start a worker, and count the coming session at once, so that the worker is not ended as idle."""
        with self._spawning:
            if self._closed:
                raise self._is_closed()
            same = [worker for worker in self._workers.get(hash_seed, ()) if worker.alive]
            self._workers[hash_seed] = same
            for worker in same:
                if worker.sessions < SESSIONS_PER_WORKER:
                    worker.count(1)
                    return worker
            self._end_idle()
            worker = self.spawn(hash_seed)
            worker.count(1)
            same.append(worker)
            return worker

    def _end_idle(self) -> None:
        idle = [(same, worker) for same in self._workers.values() for worker in same if not worker.sessions]
        for same, worker in idle[: max(0, len(idle) - IDLE_WORKERS + 1)]:
            same.remove(worker)
            worker.end()
