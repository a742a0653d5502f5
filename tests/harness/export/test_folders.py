"""Task folders for hubs: written whole, readable by what reads them, and with nothing of the box inside."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from boxwright.blackboxes.workspace import SHIPPED
from boxwright.cli import run

BOX = "encryption/char_to_num"
HARBOR = {
    "schema_version": None,
    "artifacts": None,
    "task": {"name", "version"},
    "metadata": {"environment", "turns", "shots", "samples", "seed"},
    "agent": {"timeout_sec"},
    "verifier": {"timeout_sec", "environment_mode", "collect", "environment"},
    "environment": {"network_mode", "allowed_hosts", "cpus", "memory_mb", "mcp_servers"},
}
"""The keys of a Harbor task that we write: Harbor ignores those that it does not know, so its models cannot tell."""


def test_a_harbor_task(tmp_path: Path) -> None:
    assert run(["export", "harbor", BOX, "--out", str(tmp_path), "--turns", "3", "--seed", "9"]) == 0
    folder = tmp_path / "encryption-char-to-num"
    task = tomllib.loads((folder / "task.toml").read_text())
    assert {name: set(part) if isinstance(part, dict) else None for name, part in task.items()} == HARBOR
    assert task["task"]["name"] == "boxwright/encryption-char-to-num"
    services = yaml.safe_load((folder / "environment/docker-compose.yaml").read_text())["services"]
    assert task["environment"]["mcp_servers"][0]["url"] == "http://box:8000/mcp" and "box" in services
    assert os.access(folder / "tests/test.sh", os.X_OK)
    (artifact,), (collect,) = task["artifacts"], task["verifier"]["collect"]
    assert artifact["service"] == collect["service"] == "box" and artifact["source"] in collect["command"]
    assert artifact["source"] in (folder / "tests/test.sh").read_text()
    assert "COPY test.sh /tests/test.sh" in (folder / "tests/Dockerfile").read_text()
    code = (SHIPPED / "accepted" / BOX / "box.py") if (SHIPPED / "accepted").exists() else None
    rule = "place in the alphabet"
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text()
            assert rule not in text and (code is None or code.read_text() not in text)


@pytest.mark.skipif(find_spec("harbor") is None, reason="Harbor needs Python 3.12 and an environment of its own")
def test_harbors_own_models_take_the_folder(tmp_path: Path) -> None:
    Task = import_module("harbor.models.task.task").Task
    resolved = import_module("harbor.models.task.verifier_mode").resolve_verifier_environment_definition
    assert run(["export", "harbor", BOX, "--out", str(tmp_path)]) == 0
    folder = tmp_path / "encryption-char-to-num"
    task = Task(folder)
    verifier = resolved(task.config, task.paths)
    assert verifier is not None and verifier.directory == folder / "tests" and verifier.bundled_tests
    given, read = tomllib.loads((folder / "task.toml").read_text()), task.config.model_dump(mode="json")
    assert unread(given, read) == []


def unread(given: object, read: object, at: str = "") -> list[str]:
    """Where what was written is not what was read: a key that Harbor does not know, or a value that it changed."""
    if isinstance(given, dict) and isinstance(read, dict):
        return [fault for key in given for fault in unread(given[key], read.get(key), f"{at}.{key}")]
    if isinstance(given, list) and isinstance(read, list) and len(given) == len(read):
        return [fault for n, pair in enumerate(zip(given, read, strict=True)) for fault in unread(*pair, f"{at}[{n}]")]
    return [] if given == read else [at]


@pytest.mark.skipif(find_spec("mcp") is None, reason="the box is reached over MCP")
def test_what_a_harbor_task_runs_works_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without containers: the command of the box's, an agent that reaches it over HTTP, its score, the verifier's."""
    assert run(["export", "harbor", BOX, "--out", str(tmp_path), "--turns", "2", "--samples", "3"]) == 0
    folder = tmp_path / "encryption-char-to-num"
    with socket.create_server(("127.0.0.1", 0)) as free:
        here = f"127.0.0.1:{free.getsockname()[1]}"

    def told(path: str, *changes: tuple[str, str]) -> str:
        text = (folder / path).read_text()
        for written, instead in changes:
            assert written in text
            text = text.replace(written, instead)
        return text

    image = told("environment/box/Dockerfile", ("0.0.0.0:8000", here))
    command = yaml.safe_load(image[image.index("CMD") + 3 :].replace("\\\n", ""))
    read = told("environment/box/score.py", ("127.0.0.1:8000", here))
    handed = told("tests/test.sh", ("/score.json", str(tmp_path / "score.json")), ("/logs/", f"{tmp_path}/logs/"))
    agent = import_module("runpy").run_path(str(SHIPPED / "docs" / "mcp_agent.py"))
    client = agent["Client"]
    monkeypatch.setitem(agent["main"].__globals__, "Client", lambda _: client(f"http://{here}/mcp"))
    with subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.DEVNULL) as server:
        try:
            begun = wait_for(here)
            scores = []
            for _ in range(2):
                done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
                (tmp_path / "score.json").write_text(done.stdout)
                subprocess.run(["sh", "-c", handed], check=True)
                scores.append(json.loads((tmp_path / "logs/verifier/reward.json").read_text()))
                if not scores[1:]:
                    asyncio.run(agent["main"]())
            assert begun and scores == [{"reward": 0.0}, {"reward": 1.0}]
        finally:
            server.terminate()


def wait_for(address: str) -> bool:
    host, _, port = address.partition(":")
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            socket.create_connection((host, int(port))).close()
            return True
        except ConnectionRefusedError:
            time.sleep(0.1)
    return False


@pytest.mark.parametrize("command", [["export", "harbor"], ["openenv"]])
def test_an_unknown_box_writes_nothing(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "encryption/nothing_like_it", "--out", str(tmp_path / "out")]) == 1
    assert "no shipped environment matches" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_openenv_folder(tmp_path: Path) -> None:
    out = tmp_path / "my_ciphers"
    assert run(["openenv", "encryption/*", "--out", str(out)]) == 0
    manifest = yaml.safe_load((out / "openenv.yaml").read_text())
    assert manifest["name"] == "my-ciphers" and manifest["app"] == "server.app:app"
    assert BOX in (out / "server/app.py").read_text()
    assert tomllib.loads((out / "pyproject.toml").read_text())["project"]["name"] == "my-ciphers"


@pytest.mark.skipif(
    find_spec("openenv") is None, reason="openenv installs in an environment of its own (.ci/interfaces)"
)
def test_openenv_validates_the_folder(tmp_path: Path) -> None:
    out = tmp_path / "my_ciphers"
    assert run(["openenv", "encryption/*", "--out", str(out)]) == 0
    tool = Path(sys.executable).with_name("openenv")
    done = subprocess.run([tool, "validate", out, "--level", "static"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
