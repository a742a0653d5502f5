"""The doctor's rows: what is here, what is missing with a remedy, and which launcher would be taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import SandboxUnavailable, doctor, local
from sandbox.doctor import Check


@pytest.fixture(autouse=True)
def no_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if "engine_client" not in request.fixturenames:
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")


def rows() -> dict[str, Check]:
    return {row.name: row for row in doctor.report()}


def test_a_machine_without_an_engine_takes_local() -> None:
    found = rows()
    assert list(found) == ["system", "landlock", "seccomp", "local", "engine", "auto"]
    assert found["local"].ok and found["local"].detail.startswith("local+landlock")
    assert "no network" in found["local"].detail and "Not covered" in found["local"].detail
    assert not found["engine"].ok and "DOCKER_HOST" in found["engine"].remedy
    assert found["auto"] == Check("auto", True, "takes local")


def test_a_machine_with_nothing_says_so_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: local.LocalLauncher) -> None:
        raise SandboxUnavailable("no Landlock here")

    monkeypatch.setattr(local.LocalLauncher, "__init__", refuse)
    found = rows()
    assert found["local"].detail == "no Landlock here" and found["local"].remedy
    assert not found["auto"].ok and found["auto"].remedy == found["local"].remedy


@pytest.mark.engine
def test_a_machine_with_an_engine_takes_docker(engine_client: object) -> None:
    found = rows()
    assert list(found) == ["system", "landlock", "seccomp", "local", "engine", "image", "docker", "auto"]
    assert all(row.ok for row in found.values())
    assert found["auto"].detail == "takes docker"
