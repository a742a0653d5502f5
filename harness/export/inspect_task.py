"""An Inspect task: `inspect eval boxwright/turn_at_shot -T boxes='encryption/*' -T turns=10`.

A sample is an environment, an epoch is a run: epoch 2 with `-T seed=7` is run 2 of `boxwright eval --seed 7`. The model
is sent what our own player sends. The scores are the mean value of the test samples and the share of each outcome.
"""

# ruff: noqa: E402
from __future__ import annotations

import asyncio
import atexit
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from boxwright.blackboxes.extras import need

need("inspect")  # before its package is imported

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from boxwright.blackboxes.records import OUTCOMES
from boxwright.harness.chat.api import Finish, Message
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.hosted import Hosted

CUT: dict[str, Finish] = {"max_tokens": "length", "model_length": "length", "content_filter": "refused"}
"""What Inspect calls a reply that did not end by itself, and what we call it."""
AT_ONCE = 10_000
"""Episodes that may be open: Inspect has limits of its own."""


class EnvironmentFailed(RuntimeError):
    """The environment failed: the sample is not scored."""


@task
def turn_at_shot(
    boxes: str | list[str] = "*", turns: int = 10, shots: int = 1, samples: int = 8, seed: int = 1
) -> Task:
    """Explore a black-box for T turns, then answer K unseen test samples with S shots each."""
    host = Host(boxes, limit=AT_ONCE, turns=turns, shots=shots, samples=samples, seed=seed)
    atexit.register(host.close)
    listed = [
        Sample(id=name, input=name, metadata={"environment": name, "kind": name.split("/")[0]}) for name in host.ids
    ]
    return Task(
        dataset=listed,
        solver=play(host),
        scorer=outcomes(),
        metadata={"turns": turns, "shots": shots, "samples": samples, "seed": seed},
    )


@solver
def play(host: Host) -> Solver:
    """Play an episode per sample and epoch."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        hosted = await asyncio.to_thread(host.start, str(state.sample_id), run=state.epoch)
        try:
            return await _play(hosted, state, generate)
        finally:
            await asyncio.to_thread(host.drop, hosted.name)

    return solve


async def _play(hosted: Hosted, state: TaskState, generate: Generate) -> TaskState:
    heard = hosted.heard()
    sent: list[tuple[Message, ChatMessage]] = []
    while not heard.done:
        sent = _sent(sent, hosted.conversation)
        state.messages = [message for _, message in sent]
        state = await generate(state)
        if state.completed:  # a limit of Inspect's was reached: what is left was cut
            return state
        finish = CUT.get(state.output.stop_reason, "stop")
        heard = await asyncio.to_thread(hosted.say, state.output.completion, finish)
    state.messages.append(ChatMessageUser(content=heard.text))
    if heard.score is None:
        raise EnvironmentFailed(heard.text)
    state.store.set("score", heard.score)
    state.store.set("outcomes", dict(heard.outcomes or {}))
    return state


@scorer(metrics={"score": [mean(), stderr(cluster="kind")], "*": [mean()]})
def outcomes() -> Scorer:
    """Score an episode: the mean value of its test samples, and the share of each outcome."""

    async def score(state: TaskState, target: Target) -> Score:
        counted: dict[str, int] = state.store.get("outcomes", {"cut": 1})
        total = sum(counted.values()) or 1
        value: dict[str, Any] = {"score": state.store.get("score", 0.0)}
        return Score(value=value | {name: counted.get(name, 0) / total for name in OUTCOMES})

    return score


def _sent(before: list[tuple[Message, ChatMessage]], now: Sequence[Message]) -> list[tuple[Message, ChatMessage]]:
    """Return a conversation beside what Inspect is given for it; what it has had keeps its id there."""
    kept = sum(1 for _ in takewhile(lambda pair: pair[0][0] is pair[1], zip(before, now, strict=False)))
    return [*before[:kept], *((message, _message(message)) for message in now[kept:])]


def _message(message: Message) -> ChatMessage:
    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
    return kinds[message.role](content=message.content)
