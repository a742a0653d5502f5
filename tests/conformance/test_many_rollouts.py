"""Hundreds of verifiers rollouts at once, each scored as the same episode is scored alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.serve.host import Host
from boxwright.sandbox import Launcher
from tests.conformance.chat_server import ScriptedServer

BOX = "encryption/char_to_num"
MANY = 300
SETTINGS = {"turns": 2, "samples": 2, "seed": 5}
REPLY = "ANSWER: 1\nQUERY: abc"  # a query where one is asked for, else an answer


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_three_hundred_verifiers_rollouts_at_once(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    vf = pytest.importorskip("verifiers.v1")
    from boxwright.harness.export import verifiers_env

    monkeypatch.setenv("BOXWRIGHT_TEST_KEY", "x")

    async def play(address: str) -> list[Any]:
        taskset = {"id": "boxwright-turns", "boxes": BOX, "runs": MANY, **SETTINGS}
        env = verifiers_env.BoxEnv(verifiers_env.BoxEnvConfig(taskset=taskset))
        config = vf.EvalClientConfig(base_url=address, api_key_var="BOXWRIGHT_TEST_KEY")
        context = vf.ModelContext(model="scripted/m", client=config)
        async with env.serving():
            return await asyncio.gather(*(env.run_episode(task, context) for task in env.taskset.load()))

    with ScriptedServer(REPLY) as server:
        episodes = asyncio.run(play(server.address))
    assert [episode.errors for episode in episodes if not episode.ok] == []
    scores = [episode.traces[-1].rewards["score"].score for episode in episodes]
    assert len(verifiers_env.the_host()) == 0
    with Host(BOX, folder=SHIPPED, launcher=launcher, **SETTINGS) as host:
        assert scores == [alone(host, run) for run in range(1, MANY + 1)]


def alone(host: Host, run: int) -> float | None:
    hosted = host.start(BOX, run=run)
    heard = hosted.heard()
    while not heard.done:
        heard = hosted.say(REPLY)
    host.drop(hosted.name)
    return heard.score
