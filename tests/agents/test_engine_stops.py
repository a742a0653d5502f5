"""An engine that stops during a build: one clear fault, nothing half-registered, and `--resume` continues there."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.harness.chat.api import Reply, Request
from boxwright.sandbox import SandboxUnavailable, open_launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

ROOT = Path(__file__).resolve().parents[2]
ID = "encryption/caesar"


@dataclass
class Engine:
    """An engine of the test's own, on its own socket, that can be stopped and started."""

    folder: Path

    def _do(self, what: str) -> str:
        environment = {**os.environ, "BOXWRIGHT_ENGINE_DIR": str(self.folder)}
        done = subprocess.run(
            [ROOT / ".ci" / "engine", what], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def start(self) -> str:
        """Start it; return its address."""
        from boxwright.sandbox import engine, image

        address = self._do("start").removeprefix("DOCKER_HOST=")
        os.environ["DOCKER_HOST"] = address
        client = engine.connect()
        image.ensure_image(client)
        client.close()
        return address

    def stop(self) -> None:
        """Stop it, with everything that runs in it."""
        self._do("stop")


@pytest.fixture
def own_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    if not os.environ.get("BOXWRIGHT_REQUIRE_ENGINE") and not os.environ.get("DOCKER_HOST"):
        pytest.skip("no Docker engine here: set DOCKER_HOST, or run .ci/run")
    monkeypatch.setenv("DOCKER_HOST", os.environ.get("DOCKER_HOST", ""))
    with tempfile.TemporaryDirectory(prefix="bw-") as folder:  # a short path: sockets allow 107 characters
        engine = Engine(Path(folder) / "e")
        engine.start()
        yield engine
        engine.stop()


class StopsTheEngine(ScriptedModel):
    """Stops the engine when the test agent is asked for the third time."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine

    def ask(self, request: Request) -> Reply:
        """Answer as always; the engine stops before the third query is made."""
        if request.step == "test/1/3":
            self._engine.stop()
        return super().ask(request)


@pytest.mark.engine
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # docker-py leaves a socket open
def test_a_build_goes_on_after_the_engine_stopped(own_engine: Engine, place: Workspace) -> None:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    launcher = open_launcher("docker")
    stopper = StopsTheEngine(own_engine)
    with pytest.raises(SandboxUnavailable):
        build(place, ID, launcher, BuildOptions(models=played_by(stopper)))
    with contextlib.suppress(SandboxUnavailable):
        launcher.close()
    assert place.accepted_folders() == {}

    own_engine.start()
    again = ScriptedModel()
    launcher = open_launcher("docker")
    result = build(place, ID, launcher, BuildOptions(models=played_by(again), resume=True))
    launcher.close()
    assert result.ending == "accepted"
    assert again.asked[0].step == "test/1/4"
    assert load(place, ID).manifest.run.launcher == "docker"
    gc.collect()


@pytest.mark.engine
def test_an_evaluation_without_its_engine_fails_in_one_line(
    own_engine: Engine, place: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    launcher = open_launcher("docker")
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    launcher.close()
    own_engine.stop()
    monkeypatch.chdir(place.root)
    capsys.readouterr()
    arguments = ["eval", "--models", "builtin/oracle", "--boxes", ID, "--out", "out", "--sandbox", "docker"]
    assert run(arguments) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (place.root / "out").exists()
