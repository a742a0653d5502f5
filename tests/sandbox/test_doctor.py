"""The doctor's rows: what works, what is missing and how to fix it, and which launcher `auto` would use."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxwright.sandbox import SandboxUnavailable, bubblewrap, container, doctor, local, open_launcher
from boxwright.sandbox.doctor import Check


@pytest.fixture(autouse=True)
def no_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if "engine_client" not in request.fixturenames:
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")


def nothing() -> str:
    raise SandboxUnavailable("no bwrap here")


def rows() -> dict[str, Check]:
    return {row.name: row for row in doctor.report()}


def test_a_machine_without_an_engine_takes_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "find", nothing)
    found = rows()
    assert list(found) == ["system", "landlock", "seccomp", "local", "bubblewrap", "engine", "auto"]
    assert found["bubblewrap"] == Check("bubblewrap", False, "no bwrap here", doctor.NO_BUBBLEWRAP)
    assert found["local"].ok and found["local"].detail.startswith("local+landlock")
    assert "no network" in found["local"].detail and "Not covered" in found["local"].detail
    assert not found["engine"].ok and "DOCKER_HOST" in found["engine"].remedy
    assert found["auto"] == Check("auto", True, "uses local")


def test_a_machine_with_nothing_says_so_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: local.LocalLauncher) -> None:
        raise SandboxUnavailable("no Landlock here")

    monkeypatch.setattr(local.LocalLauncher, "__init__", refuse)
    found = rows()
    assert found["bubblewrap"].detail == "no Landlock here"
    assert found["local"].detail == "no Landlock here" and found["local"].remedy
    assert not found["auto"].ok and found["auto"].remedy == found["local"].remedy


def test_a_limit_that_the_engine_cannot_hold_is_in_the_level_and_said() -> None:
    assert container.lost_limits({"MemoryLimit": False, "PidsLimit": True, "CpuCfsQuota": False}) == [
        "no-memory-limit",
        "no-cpu-limit",
    ]
    assert container.lost_limits({}) == []
    launcher = open_launcher("local")
    launcher.level = "docker+seccomp+no-pids-limit"
    said = doctor._guarantees(launcher, "all")
    assert said.detail.endswith("all. LOST HERE: only the self-lock keeps modules from creating processes")


@pytest.mark.engine
def test_a_machine_with_an_engine_takes_docker(engine_client: object) -> None:
    found = rows()
    names = ["system", "landlock", "seccomp", "local", "bubblewrap", "engine", "image", "docker", "auto"]
    assert list(found) == names
    assert all(row.ok for row in found.values())
    assert found["auto"].detail == "uses docker"
