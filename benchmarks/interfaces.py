"""Steps per second of the interfaces, and as shares of the bare engine's in the same run.

`python -m benchmarks.interfaces`; only interfaces whose package is installed are measured. CPU is that of this process:
the sandbox has its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from importlib.util import find_spec

from boxwright.blackboxes.entries import load_current, open_entry
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, find_workspace
from boxwright.harness.episode import Episode
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.text_env import TextEnv
from boxwright.sandbox import Launcher, open_launcher

BOX = "encryption/char_to_num"
TURNS, SAMPLES, EPISODES = 100, 20, 40
SESSIONS = 200


def say(kind: str | None) -> str:
    """Return a reply that is always valid."""
    return "QUERY: abc" if kind == "query" else "ANSWER: 1"


def engine(launcher: Launcher, episodes: int) -> int:
    """Step episodes of the engine itself; return the number of steps."""
    steps = 0
    with open_entry(load_current(find_workspace(SHIPPED), BOX), launcher) as opened:
        for seed in range(episodes):
            episode = Episode(opened, Plan(turns=TURNS, shots=1, samples=SAMPLES, seed=seed))
            while not episode.done:
                episode.step(say(episode.kind))
                steps += 1
    return steps


def text_env(launcher: Launcher, episodes: int) -> int:
    """The same by reset and step."""
    steps = 0
    with TextEnv(BOX, folder=SHIPPED, launcher=launcher, turns=TURNS, samples=SAMPLES) as env:
        for seed in range(episodes):
            heard = env.reset(seed)
            while not heard.done:
                heard = env.step(say(heard.kind))
                steps += 1
    return steps


def gymnasium(launcher: Launcher, episodes: int) -> int:
    """The same by Gymnasium."""
    from boxwright.harness.export.gym_env import TurnAtShot

    env = TurnAtShot(BOX, folder=SHIPPED, launcher=launcher, turns=TURNS, samples=SAMPLES)
    steps = 0
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
        steps = 0
        async with Client(make_server(host)) as client:
            for seed in range(max(1, episodes // 10)):
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


MEASURED: dict[str, tuple[Callable[[Launcher, int], int], str]] = {
    "engine": (engine, ""),
    "text env": (text_env, ""),
    "gymnasium": (gymnasium, "gymnasium"),
    "mcp": (mcp, "mcp.server.mcpserver"),
}


def sessions(launcher: Launcher) -> float:
    """Open many episodes at once; return the seconds that all took to open."""
    with Host(BOX, folder=SHIPPED, launcher=launcher, limit=SESSIONS, turns=1, samples=1) as host:
        began = time.perf_counter()
        for number in range(SESSIONS):
            host.start(BOX, run=number + 1)
        return time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    launcher = open_launcher("local")
    print("| interface | steps per second | per second of this process's CPU | of the engine's |")
    print("|---|--:|--:|--:|")
    bare = 0.0
    for name, (play, package) in MEASURED.items():
        if package and not _installed(package):
            continue
        play(launcher, 2)
        wall, cpu = time.perf_counter(), time.process_time()
        steps = play(launcher, EPISODES)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        bare = bare or steps / cpu
        print(f"| {name} | {steps / wall:,.0f} | {steps / cpu:,.0f} | {steps / cpu / bare:.0%} |")
    print(f"\n{SESSIONS} episodes opened at once in {sessions(launcher):.1f} s.")
    launcher.close()


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    main()
