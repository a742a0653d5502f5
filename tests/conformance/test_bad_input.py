"""What a client can do wrong, in each interface: the protocol's own error with one clear line, and nothing leaks."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from typing import Any

import pytest

from boxwright.blackboxes.extras import MissingExtra, need
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.cli import run
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.text_env import TextEnv
from boxwright.sandbox import Launcher

CIPHER = "encryption/char_to_num"
SMALL: dict[str, Any] = {"folder": SHIPPED, "turns": 1, "samples": 1}
JUNK = b"\xff\xfe\x00{]\x80\n"


def supported(extra: str) -> pytest.MarkDecorator:
    try:
        need(extra)
    except MissingExtra as missing:
        return pytest.mark.skipif(True, reason=str(missing))
    return pytest.mark.skipif(False, reason="")


def emptied(host: Host, left: int = 0) -> bool:
    end = time.monotonic() + 10
    while len(host) > left and time.monotonic() < end:
        time.sleep(0.02)
    return len(host) == left


@pytest.mark.parametrize("wanted", [{"run": "x"}, {"run": 0}, {"run": True}, {"identifier": 5}, {"identifier": "a/b"}])
def test_an_episode_that_cannot_be_named(wanted: dict[str, Any], launcher: Launcher) -> None:
    with (
        Host(CIPHER, launcher=launcher, **SMALL) as host,
        TextEnv(CIPHER, launcher=launcher, **SMALL) as env,
    ):
        for begin in (lambda: host.start(**{"identifier": CIPHER, **wanted}), lambda: env.reset(1, **wanted)):
            with pytest.raises(BoxwrightError, match=r"a run is a whole number|there is no '(5|a/b)' here") as raised:
                begin()
            assert "\n" not in str(raised.value)
        assert len(host) == 0 and env.reset(seed=1).text == host.start(CIPHER, seed=1).heard().text


@supported("openenv")
def test_openenv_answers_what_it_cannot_read_or_do(launcher: Launcher) -> None:
    from starlette.testclient import TestClient

    from boxwright.harness.serve.openenv_app import make_app

    with (
        Host(CIPHER, launcher=launcher, **SMALL) as host,
        TestClient(make_app(host, sessions=2)) as client,
        client.websocket_connect("/ws") as socket,
    ):

        def told(kind: str, **data: Any) -> str:
            socket.send_json({"type": kind, "data": data})
            said = socket.receive_json()
            assert said["type"] == "error", said
            return str(said["data"]["message"])

        assert told("step", text="QUERY: abc") == "no episode has begun; reset first"
        assert told("reset", environment="encryption/nothing").startswith("there is no 'encryption/nothing' here")
        assert told("reset", environment=5).startswith("there is no '5' here")
        assert told("reset", run="x").startswith("a run is a whole number")
        assert told("reset", turns=-1).startswith("start(turns=-1)")
        assert told("reset", nonsense=1).startswith("start(nonsense=...): no such setting")
        assert told("step", txt="QUERY: abc") == "Invalid message"
        assert "nonsense" in told("nonsense")
        socket.send_text("no json")
        assert socket.receive_json()["data"]["code"] == "INVALID_JSON"
        socket.send_json({"type": "reset", "data": {}})
        assert socket.receive_json()["type"] == "observation" and len(host) == 1
        with client.websocket_connect("/ws") as second, client.websocket_connect("/ws") as third:
            second.send_json({"type": "reset", "data": {}})
            assert second.receive_json()["type"] == "observation"
            assert third.receive_json()["data"]["code"] == "CAPACITY_REACHED"
            second.close()  # wait here: leaving its `with` cancels what the server still does, as no network can
            assert emptied(host, 1)
        socket.send_bytes(JUNK)
        assert socket.receive_json()["type"] == "error"
        assert emptied(host)


@supported("inspect")
def test_inspect_is_told_of_an_unknown_box() -> None:
    from boxwright.harness.export.inspect_task import turn_at_shot

    with pytest.raises(BoxwrightError, match="no environment matches 'encryption/nothing'"):
        turn_at_shot(boxes="encryption/nothing")
    with pytest.raises(BoxwrightError, match="turns"):
        turn_at_shot(boxes=CIPHER, turns=-1)


@supported("verifiers")
def test_verifiers_is_told_of_an_unknown_box() -> None:
    from boxwright.harness.export.verifiers_env import BoxEnv, BoxEnvConfig

    env = BoxEnv(BoxEnvConfig(taskset={"id": "boxwright-turns", "boxes": "encryption/nothing"}))
    with pytest.raises(BoxwrightError, match="no environment matches 'encryption/nothing'"):
        list(env.taskset.load())


@supported("mcp")
def test_mcp_survives_junk_and_ends_with_its_client() -> None:
    """A line of bytes that is no message is passed over; the next client's message is answered, and the server ends."""
    command = [sys.executable, "-m", "boxwright", "mcp", "--boxes", CIPHER]
    told = b'{"jsonrpc": "2.0", "id": 7, "method": "no/such/method"}\n'
    done = subprocess.run(command, cwd=SHIPPED, input=JUNK * 3 + told, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0 and b'"id":7' in done.stdout and b'"error"' in done.stdout
    assert b"Traceback" not in done.stderr


@supported("mcp")
def test_mcp_refuses_more_episodes_than_it_may_hold_and_a_call_without_one(launcher: Launcher) -> None:
    from mcp import Client

    from boxwright.harness.serve.mcp_server import make_server

    async def client(host: Host) -> None:
        async with Client(make_server(host)) as server:

            async def told(tool: str, **arguments: Any) -> str:
                result = await server.call_tool(tool, arguments)
                assert result.is_error
                return str(result.content[0].text)  # type: ignore[union-attr]

            assert "no episode" in await told("answer", episode="never", text="1")
            assert not (await server.call_tool("start", {"environment": CIPHER})).is_error
            assert "1 episodes are open" in await told("start", environment=CIPHER)
            assert "whole number" in await told("start", environment=CIPHER, run=-1)

    with Host(CIPHER, launcher=launcher, limit=1, **SMALL) as host:
        asyncio.run(client(host))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mcp", "--limit", "0"], "--limit"),
        (["mcp", "--idle", "0"], "--idle"),
        (["serve", "--openenv", "--sessions", "0"], "--sessions"),
    ],
)
def test_a_server_that_could_hold_nothing(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    assert said in capsys.readouterr().err


@supported("mcp")
def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        assert run(["mcp", "--boxes", CIPHER, "--http", where]) == 1
    assert f"--http {where}: cannot be used" in capsys.readouterr().err
