"""How each interface plays given replies; a driver is added here, and the whole suite runs on it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from boxwright import Episode, load
from boxwright.blackboxes.types import Kind
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.analysis.metrics import episode_outcomes, episode_score
from boxwright.harness.episode import EpisodeFailed, drive
from boxwright.harness.players.program import ProgramPlayer
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.text_env import TextEnv, TextEnvs
from boxwright.sandbox import Launcher
from tests.conformance.chat_server import ScriptedServer
from tests.conformance.played import SETTINGS, Played, plan

Driver = Callable[[str, Sequence[str], Sequence[Kind], Launcher], Played]
REFUSED = "Error executing tool {}: "
"""What the MCP package puts before the text of a tool's error."""


def by_host(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The hosted episode, which the servers are loops around."""
    with Host(identifier, folder=SHIPPED, launcher=launcher, **SETTINGS) as host:
        hosted = host.start(identifier)
        heard = hosted.heard()
        texts, raw = [heard.text], [heard.model_dump_json()]
        for reply in replies:
            heard = hosted.say(reply)
            texts.append(heard.text)
            raw.append(heard.model_dump_json())
        assert heard.done
        return Played(tuple(texts), heard.score, heard.outcomes or {}, tuple(raw[:-1]))


def by_mcp(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The MCP server, by a client of the same package."""
    from mcp import Client

    from boxwright.harness.serve.mcp_server import make_server

    async def play(host: Host) -> Played:
        async with Client(make_server(host)) as client:
            first = await client.call_tool("start", {"environment": identifier})
            begun, raw = first.structured_content, [first.model_dump_json()]
            assert begun is not None
            texts, name, last = [begun["text"]], begun["episode"], begun
            for reply, kind in zip(replies, kinds, strict=True):
                tool = "query" if kind == "query" else "answer"
                result = await client.call_tool(tool, {"episode": name, "text": reply})
                raw.append(result.model_dump_json())
                text = result.content[0].text  # type: ignore[union-attr]
                if result.is_error:
                    texts.append(text.removeprefix(REFUSED.format(tool)))
                    continue
                last = result.structured_content or {}
                texts.append(last["text"])
            return Played(tuple(texts), last["score"], last["outcomes"], tuple(raw[:-1]))

    with Host(identifier, folder=SHIPPED, launcher=launcher, **SETTINGS) as host:
        return asyncio.run(play(host))


def by_seat(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """A player of ours that is a program and calls tools (`cmd:... {mcp}`), here by the same client in a thread."""
    from mcp import Client

    from boxwright.harness.serve.seat import OVER, Seat, SeatServer

    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    texts: list[str] = []
    raw: list[str] = []

    async def agent(address: str) -> None:
        async with Client(address) as client:
            result = await client.call_tool("status", {})
            for reply, kind in [*zip(replies, kinds, strict=True), (None, None)]:
                text = result.content[0].text  # type: ignore[union-attr]
                heard = result.structured_content or {"text": text.split(": ", 1)[1]}
                texts.append(heard["text"])
                raw.append(result.model_dump_json())
                if reply is not None:
                    result = await client.call_tool("query" if kind == "query" else "answer", {"text": reply})

    seat = Seat(said.put)
    server = SeatServer(seat)
    calling = threading.Thread(target=asyncio.run, args=(agent(server.address),), daemon=True)
    calling.start()
    with load(identifier, SHIPPED, launcher=launcher) as opened:
        episode = Episode(opened, plan(identifier))
        while not episode.done:
            seat.show(episode.observation)
            with contextlib.suppress(EpisodeFailed):  # it is over then, and its record says so
                episode.step(said.get(timeout=60))
        seat.end()
    calling.join(60)
    server.close()
    assert texts.pop() == OVER  # it is told nothing of its score, as a model is not
    record = episode.record
    played = (episode_score(record), episode_outcomes(record, SETTINGS["samples"]))
    return Played((*texts, episode.message), *played, tuple(raw[:-1]))


PROGRAM = """
import json, sys
told, said = sys.argv[1:]
replies = iter(json.load(open(said)))
for line in sys.stdin:
    print(line, end="", file=open(told, "a"), flush=True)
    print(json.dumps({"reply": next(replies)}), flush=True)
"""


def by_program(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """A player of ours that is a program and reads lines of JSON (`cmd:...`), a process of its own."""
    with tempfile.TemporaryDirectory() as name, load(identifier, SHIPPED, launcher=launcher) as opened:
        folder = Path(name)
        agent, told, said = folder / "agent.py", folder / "told", folder / "said"
        agent.write_text(PROGRAM, encoding="utf-8")
        said.write_text(json.dumps(replies), encoding="utf-8")
        player = ProgramPlayer(f"{sys.executable} -S -E {agent} {told} {said}")
        episode = Episode(opened, plan(identifier))
        try:
            with contextlib.suppress(EpisodeFailed):
                drive(episode, player)
        finally:
            player.close()
        raw = told.read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line) for line in raw]
    assert [line["kind"] for line in asked] == list(kinds)
    played = (episode_score(episode), episode_outcomes(episode, SETTINGS["samples"]))
    return Played((*(line["message"] for line in asked), episode.message), *played, tuple(raw))


def by_text_env(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """`reset` and `step` over texts; the second episode, so that what the first left behind would show."""
    with TextEnv(identifier, folder=SHIPPED, launcher=launcher, **SETTINGS) as env:
        env.reset(seed=SETTINGS["seed"] + 1)
        env.step(replies[0])
        heard = env.reset(seed=SETTINGS["seed"])
        texts, raw = [heard.text], [heard.model_dump_json()]
        for reply in replies:
            heard = env.step(reply)
            texts.append(heard.text)
            raw.append(heard.model_dump_json())
        assert heard.done
        return Played(tuple(texts), heard.score, heard.outcomes or {}, tuple(raw[:-1]))


def by_text_envs(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The first of three episodes side by side, whose session and answers the others share and disturb."""
    with TextEnvs(identifier, 3, folder=SHIPPED, launcher=launcher, **SETTINGS) as envs:
        heard = envs.reset()
        texts, raw = [heard[0].text], [heard[0].model_dump_json()]
        for number, reply in enumerate(replies):
            others = (replies[-1 - number], reply)
            heard = envs.step([reply, *(None if h.done else other for h, other in zip(heard[1:], others, strict=True))])
            texts.append(heard[0].text)
            raw.append(heard[0].model_dump_json())
        assert heard[0].done
        return Played(tuple(texts), heard[0].score, heard[0].outcomes or {}, tuple(raw[:-1]))


def by_gymnasium(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The registered Gymnasium environment, with the wrappers that `make` adds."""
    import gymnasium

    name = "boxwright.harness.export.gym_env:boxwright/TurnAtShot-v0"
    settings = {field: value for field, value in SETTINGS.items() if field != "seed"}
    env = gymnasium.make(name, boxes=identifier, folder=SHIPPED, launcher=launcher, **settings)
    text, info = env.reset(seed=SETTINGS["seed"])
    texts, raw, reward, over = [text], [repr((text, info))], 0.0, False
    for reply, kind in zip(replies, kinds, strict=True):
        assert info["kind"] == kind and not over
        text, reward, terminated, truncated, info = env.step(reply)
        texts.append(text)
        raw.append(repr((text, reward, info)))
        over = terminated or truncated
        assert over or reward == 0.0
    env.close()
    assert over
    score = None if info["failed"] else float(reward)
    return Played(tuple(texts), score, info["outcomes"], tuple(raw[:-1]))


def by_inspect(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The Inspect task, with Inspect's own mock model."""
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from boxwright.harness.export.inspect_task import turn_at_shot

    given = iter(replies)
    texts: list[str] = []
    raw: list[str] = []

    def reply(messages: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
        texts.append(messages[-1].text)
        raw.append(repr((messages[-1], tools, choice, config)))
        output = ModelOutput.from_content("mockllm/model", next(given))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1)
        return output

    with tempfile.TemporaryDirectory() as folder:
        task = turn_at_shot(boxes=identifier, **SETTINGS)
        model = get_model("mockllm/model", custom_outputs=reply, memoize=False)
        (log,) = inspect_eval(task, model=model, log_dir=folder, display="none", score=True, fail_on_error=False)
        assert log.status == "success" and log.samples is not None, log.error
        (sample,) = log.samples
        if sample.error is not None:  # it is in no metric, and counted as not completed
            assert log.results is None or log.results.completed_samples == 0
            return Played((*texts, sample.error.message), None, {}, (*raw, sample.error.model_dump_json()))
        assert sample.scores is not None
        value = sample.scores["outcomes"].value
        assert isinstance(value, dict)
        texts.append(sample.messages[-1].text)
        return Played(tuple(texts), float(value["score"] or 0), sample.store["outcomes"], tuple(raw))


def by_openenv(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The OpenEnv server, by a WebSocket that speaks its protocol."""
    from starlette.testclient import TestClient

    from boxwright.harness.serve.openenv_app import make_app

    settings = {name: value for name, value in SETTINGS.items() if name != "seed"}
    with (
        Host(identifier, folder=SHIPPED, launcher=launcher, **settings) as host,
        TestClient(make_app(host, sessions=4)) as client,
        client.websocket_connect("/ws") as socket,
    ):
        socket.send_json({"type": "reset", "data": {"seed": SETTINGS["seed"], "environment": identifier}})
        read = socket.receive_json()["data"]
        texts, raw = [read["observation"]["text"]], [str(read)]
        for reply in replies:
            socket.send_json({"type": "step", "data": {"text": reply}})
            read = socket.receive_json()["data"]
            texts.append(read["observation"]["text"])
            raw.append(str(read))
        assert read["done"]
        return Played(tuple(texts), read["reward"], read["observation"]["metadata"]["outcomes"], tuple(raw[:-1]))


def by_verifiers(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The verifiers environment, asking a local server that speaks a chat model's protocol."""
    import verifiers.v1 as vf

    from boxwright.harness.export import verifiers_env

    async def play(address: str) -> Any:
        taskset = {"id": "boxwright-turns", "boxes": identifier, **SETTINGS}
        env = verifiers_env.BoxEnv(verifiers_env.BoxEnvConfig(taskset=taskset))
        (task,) = env.taskset.load()
        config = vf.EvalClientConfig(base_url=address, api_key_var="BOXWRIGHT_TEST_KEY")
        async with env.serving():
            return await env.run_episode(task, vf.ModelContext(model="scripted/m", client=config))

    with ScriptedServer(replies) as server:
        episode = asyncio.run(play(server.address))
    if not episode.ok:
        return Played((*server.heard, str(episode.errors[0])), None, {}, (*server.heard, repr(episode)))
    trace = episode.traces[-1]
    texts = (*server.heard, trace.info["last_message"])
    return Played(texts, trace.rewards["score"].score, trace.info["outcomes"], tuple(server.heard))


@dataclass(frozen=True)
class Interface:
    """How an interface is driven, which package it needs, and what it cannot express."""

    play: Driver
    package: str = ""
    cannot: str = ""


FINISH = "that a reply was cut off or declined: an empty reply stands for both"
ALL: Mapping[str, Interface] = {
    "host": Interface(by_host),
    "text env": Interface(by_text_env),
    "text envs": Interface(by_text_envs),
    "mcp": Interface(by_mcp, "mcp", f"{FINISH}; a reply without its marker (the tools add it)"),
    "cmd: {mcp}": Interface(by_seat, "mcp", "the last message, with how the last sample went, as for a model"),
    "cmd:": Interface(by_program, "", "the last message, with how the last sample went, as for a model"),
    "gymnasium": Interface(by_gymnasium, "gymnasium", f"{FINISH}; a failed environment is `truncated`, with reward 0"),
    "inspect": Interface(by_inspect, "inspect_ai", "nothing; a failed environment is a sample with an error"),
    "openenv": Interface(by_openenv, "openenv", f"{FINISH}; a failed environment has no reward"),
    "verifiers": Interface(by_verifiers, "verifiers", f"{FINISH}; a failed environment is a failed rollout"),
}
DRIVERS = {name: of.play for name, of in ALL.items() if not of.package or find_spec(of.package)}
"""Those that can run here; `.ci/interfaces` runs every one, each in an environment where its package installs."""
