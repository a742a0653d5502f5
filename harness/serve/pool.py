"""A pool of tasks for training: a seeded stream, train and test apart, weights, a curriculum, rewards in [0, 1].

A task is an environment and a run of the pool's seed. Whether it is for training or testing is decided by a hash, so
the two never meet, whoever draws them and in whichever order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from boxwright.blackboxes.entries import load_current
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.workspace import find_workspace
from boxwright.harness.analysis.metrics import Scored
from boxwright.harness.players.solvers.measured import solver_scores
from boxwright.harness.serve.heard import Heard
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.hosted import Hosted, say_all
from boxwright.sandbox import Launcher

Split = Literal["train", "test"]
Apart = Literal["runs", "environments"]
Reward = Literal["value", "right"]
RUNS = 2**31
"""Runs are drawn from 1 to this."""
_SHARE = 2**63


class BadPool(BoxwrightError):
    """A pool that cannot give tasks."""


@dataclass(frozen=True)
class Task:
    """One episode to play."""

    environment: str
    run: int
    split: Split


@dataclass(frozen=True)
class Progress:
    """How an environment has gone so far."""

    environment: str
    difficulty: str
    played: int
    mean: float
    """Mean reward; 0 before the first episode."""
    solver: float | None = None
    """The measured score of `builtin/solver` on it, in [0, 1], at 10@1 or 20@2, whichever turns are nearer to the
    pool's; None where it was not measured, as in games that no generated code plays."""


class Pool:
    """Tasks without end, and the episodes that play them. Thread-safe; a context manager."""

    def __init__(
        self,
        ids: str | Sequence[str],
        *,
        seed: int = 1,
        split: Split = "train",
        test_share: float = 0.1,
        apart: Apart = "runs",
        weights: Mapping[str, float] | None = None,
        curriculum: Callable[[Progress], float] | None = None,
        reward: Reward = "value",
        folder: Path | None = None,
        launcher: Launcher | None = None,
        at_once: int = 256,
        **settings: Any,
    ) -> None:
        """`settings` are those of `boxwright eval`: turns, shots, samples ...

        `apart` says what the hash divides: the runs of every environment, or the environments themselves. `weights`
        are by family or by difficulty (1 where nothing is given). `curriculum` returns a further weight from how an
        environment has gone so far. The reward of an episode is its mean `value`, partial credit included, or the
        share of samples that were `right`. Raises: BadPool, BoxwrightError for unknown ids and bad settings.
        """
        if not 0.0 <= test_share <= 1.0:
            raise BadPool(f"test_share must be between 0 and 1, not {test_share!r}")
        self._host = Host(
            ids, folder=folder, launcher=launcher, limit=at_once, side_by_side=True, seed=seed, **settings
        )
        self.seed, self.split, self._test_share, self._apart = seed, split, test_share, apart
        self._weights, self._curriculum, self._reward = weights or {}, curriculum, reward
        place = find_workspace(folder or Path.cwd())
        entries = [load_current(place, name) for name in self._host.ids]
        self._difficulty = {entry.id: entry.difficulty for entry in entries}
        self._solver = solver_scores(place, entries, self._host.turns)
        self.environments = [name for name in self._host.ids if apart == "runs" or self._split(name) == split]
        self._played: dict[str, list[float]] = {name: [0, 0.0] for name in self._host.ids}
        self._lock = threading.Lock()
        if not self.environments or not any(self._weight(name) > 0 for name in self.environments):
            raise BadPool(f"no environment is left for {split}; give more ids, or other shares and weights")

    def tasks(self) -> Iterator[Task]:
        """Yield tasks without end; the same pool and the same results give the same tasks."""
        draw = stream(self.seed, "pool", self.split)
        while True:
            weights = [self._weight(name) for name in self.environments]
            if not any(weights):
                raise BadPool("the curriculum gives no environment any weight")
            (name,) = draw.choices(self.environments, weights)
            run = draw.randrange(1, RUNS)
            while self._apart == "runs" and self._split(name, run) != self.split:
                run = draw.randrange(1, RUNS)
            yield Task(name, run, self.split)

    def begin(self, task: Task) -> Hosted:
        """Begin the episode of a task. Raises: Full where too many are open, and as Host.start."""
        return self._host.start(task.environment, run=task.run)

    def say(self, said: Sequence[tuple[Hosted, str]]) -> list[Heard]:
        """Give a reply to each of some episodes: they share the round trips to a box. Raises: as Hosted.say."""
        return say_all(said)

    def end(self, hosted: Hosted) -> float | None:
        """Return the reward of an episode that is over, count it, and free it; None if the environment failed.

        An episode that is dropped before its end has what it scored so far.
        """
        self._host.drop(hosted.name)
        if hosted.scored.failure:
            return None
        reward = self.reward(hosted.scored, hosted.tests)
        with self._lock:
            counted = self._played[hosted.key.box]
            counted[0] += 1
            counted[1] += reward
        return reward

    def reward(self, record: Scored, tests: int) -> float:
        """Return an episode's reward, in [0, 1]; samples that were never reached count 0."""
        counts = [s.value if self._reward == "value" else float(s.outcome == "right") for s in record.samples]
        return sum(counts) / max(1, tests, len(counts))

    def progress(self) -> list[Progress]:
        """Return how each environment has gone so far."""
        return [self._progress(name) for name in self.environments]

    def close(self) -> None:
        """Drop all episodes."""
        self._host.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _progress(self, name: str) -> Progress:
        with self._lock:
            played, total = self._played[name]
        mean = total / played if played else 0.0
        return Progress(name, self._difficulty[name], int(played), mean, self._solver.get(name))

    def _weight(self, name: str) -> float:
        given = self._weights.get(name.split("/")[0], 1.0) * self._weights.get(self._difficulty[name], 1.0)
        further = self._curriculum(self._progress(name)) if self._curriculum else 1.0
        if given < 0 or further < 0:
            raise BadPool(f"the weight of {name} is negative; weights begin at 0")
        return given * further

    def _split(self, *parts: str | int) -> Split:
        return "test" if derive("split", *parts) < self._test_share * _SHARE else "train"


def make_pool(ids: str | Sequence[str], **options: Any) -> Pool:
    """Return a pool of tasks for training; the options are those of `Pool`. Raises: as Pool."""
    return Pool(ids, **options)
