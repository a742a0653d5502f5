"""A verifiers environment: a dataset of environments and runs, multi-turn rollouts, our score as the reward.

Its id is `boxwright-turns`. A task is an environment and a run, so a dataset repeats nothing;
the rollout is stepped by the one engine, and its rewards and metrics are ours.
"""

# ruff: noqa: E402
from __future__ import annotations

import asyncio
import functools
from collections.abc import Iterator
from typing import Any

from boxwright.blackboxes.extras import need

need("verifiers")  # before its package is imported

import verifiers.v1 as vf

from boxwright.blackboxes.records import OUTCOMES
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.hosted import Hosted

__all__ = ["BoxEnv", "BoxTaskset"]

AT_ONCE = 10_000
"""Episodes that may be open: verifiers has limits of its own."""


class BoxData(vf.TaskData):
    """One episode."""

    environment: str
    run: int
    seed: int
    turns: int
    shots: int
    samples: int


class BoxTask(vf.Task[BoxData]):
    """One episode to play."""


class BoxConfig(vf.TasksetConfig):
    """What is played; the names are those of `boxwright eval`."""

    boxes: str = "*"
    turns: int = 10
    shots: int = 1
    samples: int = 8
    runs: int = 1
    seed: int = 1


class BoxTaskset(vf.Taskset[BoxTask, BoxConfig]):
    """Every environment, so many runs each."""

    def load(self) -> Iterator[BoxTask]:
        """Yield the tasks. Raises: BoxwrightError for unknown ids."""
        c = self.config
        for run in range(1, c.runs + 1):
            for name in the_host().matching(c.boxes):
                yield BoxTask(
                    BoxData(
                        name=f"{name}#{run}",
                        environment=name,
                        run=run,
                        seed=c.seed,
                        turns=c.turns,
                        shots=c.shots,
                        samples=c.samples,
                    ),
                    c.task,
                )


class BoxEnvConfig(vf.EnvConfig):
    """The player chats in this process."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "boxwright-chat"}, runtime={"type": "subprocess"})


class BoxEnv(vf.Env[BoxEnvConfig]):
    """Plays the environment against the player."""

    async def run(self, task: BoxTask, agents: Any) -> None:
        """Play one episode; the environment's failure is an error, never a score."""
        d = task.data
        begin = functools.partial(
            the_host().start, d.environment, seed=d.seed, run=d.run, turns=d.turns, shots=d.shots, samples=d.samples
        )
        hosted = await asyncio.to_thread(begin)
        try:
            traces = await _play(hosted, task, agents)
            heard = hosted.heard()
            if heard.done and heard.score is None:
                raise RuntimeError(heard.text)
            counted = dict(heard.outcomes or {"cut": d.samples})
            for trace in traces:
                trace.record_reward("score", heard.score or 0.0)
                for name in OUTCOMES:
                    trace.record_metric(name, counted.get(name, 0) / max(1, sum(counted.values())))
                trace.info |= {"outcomes": counted, "last_message": heard.text}
        finally:
            await asyncio.to_thread(the_host().drop, hosted.name)


async def _play(hosted: Hosted, task: BoxTask, agents: Any) -> list[Any]:
    """Play to the end, or until verifiers stops; return a trace per conversation, each begun afresh."""
    traces = []
    heard = hosted.heard()
    while not heard.done:
        async with agents.player.interaction(task) as it:
            traces.append(it.trace)
            while True:
                turn = await it.turn(heard.text)
                if turn.terminated:
                    return traces
                heard = await asyncio.to_thread(hosted.say, turn.last_reply)
                if heard.done or len(hosted.conversation) == 1:
                    break
    return traces


@functools.cache
def the_host() -> Host:
    """The process's host."""
    return Host("*", limit=AT_ONCE)
