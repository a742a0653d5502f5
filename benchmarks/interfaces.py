"""Steps per second of each interface, as a share of the bare engine's in the same run, and 200 episodes opened at once.

`python -m benchmarks.interfaces`. Each is measured in a process of its own, beside the engine there; Inspect, OpenEnv
and verifiers in the environments of `.ci/interfaces`. CPU is that of all processes together: the one that plays,
and the sandbox's. So steps per second of CPU are steps per second and core.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from boxwright.blackboxes.entries import load_current, open_entry
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, find_workspace
from boxwright.harness.episode import Episode
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.text_env import TextEnv, TextEnvs
from boxwright.sandbox import Launcher, open_launcher
from tests.conformance.chat_server import ScriptedServer

BOX = "encryption/char_to_num"
TURNS, SAMPLES = 100, 20
SESSIONS = 200
MOST = 70_000
"""Queries of one script."""


EITHER = "ANSWER: 1\nQUERY: abc"
"""A query where one is asked for, else an answer."""


@cache
def queries() -> list[str]:
    """Return queries, all different: made ahead, because what a player thinks is no part of an interface."""
    draw, letters = random.Random(1), "abcdefghijklmnopqrstuvwxyz XYZ"
    texts = (f"QUERY: a{''.join(draw.choices(letters, k=14))}z" for _ in range(MOST))
    return list(dict.fromkeys(texts))


def replies() -> Callable[[str | None], str]:
    """Return what gives a reply that is always valid; no two queries are the same."""
    queue = iter(queries())
    return lambda kind: next(queue) if kind == "query" else "ANSWER: 1"


def engine(launcher: Launcher, episodes: int) -> int:
    """Step episodes of the engine itself; return the number of steps."""
    steps, say = 0, replies()
    with open_entry(load_current(find_workspace(SHIPPED), BOX), launcher) as opened:
        for seed in range(episodes):
            episode = Episode(opened, Plan(turns=TURNS, shots=1, samples=SAMPLES, seed=seed))
            while not episode.done:
                episode.step(say(episode.kind))
                steps += 1
    return steps


def text_env(launcher: Launcher, episodes: int) -> int:
    """The same by reset and step."""
    steps, say = 0, replies()
    with TextEnv(BOX, folder=SHIPPED, launcher=launcher, turns=TURNS, samples=SAMPLES) as env:
        for seed in range(episodes):
            heard = env.reset(seed)
            while not heard.done:
                heard = env.step(say(heard.kind))
                steps += 1
    return steps


def text_envs(launcher: Launcher, episodes: int) -> int:
    """The same, 200 episodes side by side."""
    steps, say = 0, replies()
    with TextEnvs(BOX, SESSIONS, folder=SHIPPED, launcher=launcher, turns=TURNS, samples=SAMPLES) as envs:
        for seed in range(-(-episodes // SESSIONS)):
            heard = envs.reset(seed)
            while not heard[0].done:
                heard = envs.step([say(one.kind) for one in heard])
                steps += SESSIONS
    return steps


def gymnasium(launcher: Launcher, episodes: int) -> int:
    """The same by Gymnasium."""
    from boxwright.harness.export.gym_env import TurnAtShot

    env = TurnAtShot(BOX, folder=SHIPPED, launcher=launcher, turns=TURNS, samples=SAMPLES)
    steps, say = 0, replies()
    for seed in range(episodes):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(say(info["kind"]))
            steps += 1
    env.close()
    return steps


def mcp(launcher: Launcher, episodes: int) -> int:
    """The same by an MCP client in this process."""
    from mcp import Client

    from boxwright.harness.serve.mcp_server import make_server

    async def play(host: Host) -> int:
        steps, say = 0, replies()
        async with Client(make_server(host)) as client:
            for seed in range(episodes):
                begun = await client.call_tool("start", {"environment": BOX, "seed": seed})
                heard = begun.structured_content or {}
                while not heard["done"]:
                    tool = "query" if heard["kind"] == "query" else "answer"
                    given = {"episode": heard["episode"], "text": say(heard["kind"])}
                    heard = (await client.call_tool(tool, given)).structured_content or {}
                    steps += 1
        return steps

    with Host(BOX, folder=SHIPPED, launcher=launcher, turns=TURNS, samples=SAMPLES) as host:
        return asyncio.run(play(host))


def inspect(launcher: Launcher, episodes: int) -> int:
    """The same by Inspect and its own mock model: an epoch per episode."""
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from boxwright.harness.export.inspect_task import turn_at_shot

    def reply(*asked: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", EITHER)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1)
        return output

    with tempfile.TemporaryDirectory() as folder:
        task = turn_at_shot(boxes=BOX, turns=TURNS, samples=SAMPLES)
        model = get_model("mockllm/model", custom_outputs=reply, memoize=False)
        (log,) = inspect_eval(task, model=model, log_dir=folder, display="none", epochs=episodes)
        assert log.status == "success", log.error
    return episodes * (TURNS + SAMPLES)


def openenv(launcher: Launcher, episodes: int) -> int:
    """The same by a WebSocket to an OpenEnv server in this process."""
    from starlette.testclient import TestClient

    from boxwright.harness.serve.openenv_app import make_app

    steps = 0
    with (
        Host(BOX, folder=SHIPPED, launcher=launcher, turns=TURNS, samples=SAMPLES) as host,
        TestClient(make_app(host, sessions=4)) as client,
        client.websocket_connect("/ws") as socket,
    ):
        for seed in range(episodes):
            socket.send_json({"type": "reset", "data": {"seed": seed, "environment": BOX}})
            read = socket.receive_json()["data"]
            while not read["done"]:
                socket.send_json({"type": "step", "data": {"text": EITHER}})
                read = socket.receive_json()["data"]
                steps += 1
    return steps


def verifiers(launcher: Launcher, episodes: int) -> int:
    """The same by verifiers, all at once, asking a server in this process."""
    import verifiers.v1 as vf

    from boxwright.harness.export import verifiers_env

    async def play(address: str) -> list[Any]:
        taskset = {"id": "boxwright-turns", "boxes": BOX, "turns": TURNS, "samples": SAMPLES, "runs": episodes}
        env = verifiers_env.BoxEnv(verifiers_env.BoxEnvConfig(taskset=taskset))
        config = vf.EvalClientConfig(base_url=address, api_key_var="BOXWRIGHT_BENCHMARK_KEY")
        context = vf.ModelContext(model="scripted/m", client=config)
        async with env.serving():
            return await asyncio.gather(*(env.run_episode(task, context) for task in env.taskset.load()))

    os.environ["BOXWRIGHT_BENCHMARK_KEY"] = "none"
    with ScriptedServer(EITHER) as server:
        played = asyncio.run(play(server.address))
    assert all(episode.ok for episode in played), [episode.errors for episode in played][:1]
    return episodes * (TURNS + SAMPLES)


def hosted_at_once(launcher: Launcher) -> None:
    """Open many episodes of one host, as the servers do."""
    with Host(BOX, folder=SHIPPED, launcher=launcher, limit=SESSIONS, turns=1, samples=1) as host:
        for number in range(SESSIONS):
            host.start(BOX, run=number + 1)
        assert len(host) == SESSIONS


def text_envs_at_once(launcher: Launcher) -> None:
    """Open many of `reset` and `step`, each with a sandbox session of its own."""
    with contextlib.ExitStack() as stack:
        for number in range(SESSIONS):
            env = stack.enter_context(TextEnv(BOX, folder=SHIPPED, launcher=launcher, turns=1, samples=1))
            env.reset(number)


def places_at_once(launcher: Launcher) -> None:
    """Begin many episodes side by side."""
    with TextEnvs(BOX, SESSIONS, folder=SHIPPED, launcher=launcher, turns=1, samples=1) as envs:
        envs.reset(1)


def gymnasium_at_once(launcher: Launcher) -> None:
    """Open many of Gymnasium's."""
    from boxwright.harness.export.gym_env import TurnAtShot

    with contextlib.ExitStack() as stack:
        for number in range(SESSIONS):
            env = TurnAtShot(BOX, folder=SHIPPED, launcher=launcher, turns=1, samples=1)
            stack.callback(env.close)
            env.reset(seed=number)


def mcp_at_once(launcher: Launcher) -> None:
    """Open many by one MCP client."""
    from mcp import Client

    from boxwright.harness.serve.mcp_server import make_server

    async def open_all(host: Host) -> None:
        async with Client(make_server(host)) as client:
            for number in range(SESSIONS):
                begun = await client.call_tool("start", {"environment": BOX, "seed": number})
                assert not begun.is_error

    with Host(BOX, folder=SHIPPED, launcher=launcher, limit=SESSIONS, turns=1, samples=1) as host:
        asyncio.run(open_all(host))
        assert len(host) == SESSIONS


def openenv_at_once(launcher: Launcher) -> None:
    """Open many WebSockets to one OpenEnv server."""
    from starlette.testclient import TestClient

    from boxwright.harness.serve.openenv_app import make_app

    with (
        Host(BOX, folder=SHIPPED, launcher=launcher, limit=SESSIONS, turns=1, samples=1) as host,
        TestClient(make_app(host, sessions=SESSIONS)) as client,
        contextlib.ExitStack() as stack,
    ):
        for number in range(SESSIONS):
            socket = stack.enter_context(client.websocket_connect("/ws"))
            socket.send_json({"type": "reset", "data": {"seed": number, "environment": BOX}})
            assert not socket.receive_json()["data"]["done"]
        assert len(host) == SESSIONS


@dataclass(frozen=True)
class Interface:
    """How an interface is measured, and where."""

    play: Callable[[Launcher, int], int]
    at_once: Callable[[Launcher], None] | None = None
    """None where the framework itself decides how many are open."""
    package: str = ""
    episodes: int = 100


INTERFACES = {
    "engine": Interface(engine, hosted_at_once),
    "text env": Interface(text_env, text_envs_at_once),
    "text envs, 200 side by side": Interface(text_envs, places_at_once, episodes=600),
    "gymnasium": Interface(gymnasium, gymnasium_at_once, "gymnasium"),
    "mcp": Interface(mcp, mcp_at_once, "mcp.server.mcpserver", episodes=4),
    "inspect": Interface(inspect, None, "inspect_ai", episodes=4),
    "openenv": Interface(openenv, openenv_at_once, "openenv", episodes=4),
    "verifiers": Interface(verifiers, None, "verifiers.v1", episodes=4),
}
OWN_ENVIRONMENTS = ("inspect", "openenv", "verifiers")


@dataclass(frozen=True)
class Measured:
    """What was measured of an interface."""

    interface: str
    per_second: float
    per_cpu_second: float
    of_the_engine: float
    """Steps per second of CPU, as a share of the engine's in the same environment and run."""
    opened: float | None
    """Seconds in which 200 episodes were open at once."""


def cpu_of_all() -> float:
    """Return the seconds of CPU of this process and all below it, those that have ended included."""
    ticks, todo = 0, [Path("/proc/self").resolve()]
    while todo:
        process = todo.pop()
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))  # user and system, its own and that of children that have ended
        children = [(task / "children").read_text().split() for task in (process / "task").iterdir()]
        todo += [process.parent / pid for pids in children for pid in pids]
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(names: Sequence[str]) -> list[Measured]:
    """Measure interfaces in this environment, the engine first."""
    measured: list[Measured] = []
    launcher = open_launcher("local")
    for name in names:
        interface = INTERFACES[name]
        interface.play(launcher, 2)
        wall, cpu = time.perf_counter(), cpu_of_all()
        steps = interface.play(launcher, interface.episodes)
        wall, cpu = time.perf_counter() - wall, cpu_of_all() - cpu
        share = steps / cpu / measured[0].per_cpu_second if measured else 1.0
        opened = None
        if interface.at_once:
            began = time.perf_counter()
            interface.at_once(launcher)
            opened = time.perf_counter() - began
        measured.append(Measured(name, steps / wall, steps / cpu, share, opened))
    launcher.close()
    return measured


def main() -> None:
    """Measure each in a process of its own, and print; with a name as argument, measure that one and print JSON."""
    if sys.argv[1:]:
        print(json.dumps([asdict(row) for row in measure(list(dict.fromkeys(("engine", *sys.argv[1:]))))]))
        return
    rows = []
    for name, interface in INTERFACES.items():
        own = name in OWN_ENVIRONMENTS
        python = Path(f".venv-{name}/bin/python" if own else sys.executable)
        if python.exists() and (own or _installed(interface.package)):
            said = subprocess.run(
                [python, "-m", __spec__.name, name], check=True, capture_output=True, text=True
            ).stdout
            rows.append(Measured(**json.loads(said.splitlines()[-1])[-1]))
    print("| interface | steps per second | per second of CPU | of the engine's | 200 episodes open after |")
    print("|---|--:|--:|--:|--:|")
    for row in rows:
        opened = f"{row.opened:.1f} s" if row.opened is not None else ""
        cells = f"{row.per_second:,.0f} | {row.per_cpu_second:,.0f} | {row.of_the_engine:.0%} | {opened}"
        print(f"| {row.interface} | {cells} |")


def _installed(package: str) -> bool:
    try:
        return not package or find_spec(package) is not None
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    main()
