"""The Docker launchers' own matters: frames, isolation as the engine sees it, and whose containers are whose."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.sandbox import (
    Conditions,
    Module,
    SandboxUnavailable,
    container,
    container_socket,
    engine,
    image,
    open_launcher,
)
from boxwright.sandbox.docker import DockerLauncher
from boxwright.sandbox.docker_per_session import DockerPerSessionLauncher, Frames
from tests.sandbox.processes import in_containers_of, processes_below, wait_until_swept

if TYPE_CHECKING:
    from docker import DockerClient
    from docker.models.containers import Container

ABANDON_PROGRAM = """
from boxwright.sandbox import Module, open_launcher
session = open_launcher("docker").open(Module("def f():\\n  while 1: pass"))
print(flush=True)
session.call("f")
"""


def frame(kind: int, payload: bytes) -> bytes:
    return bytes([kind, 0, 0, 0]) + len(payload).to_bytes(4, "big") + payload


@given(st.lists(st.tuples(st.sampled_from([1, 2]), st.binary(max_size=30))), st.lists(st.integers(1, 20)))
def test_frames_are_taken_apart_however_they_are_cut(sent: list[tuple[int, bytes]], cuts: list[int]) -> None:
    stream = b"".join(frame(kind, payload) for kind, payload in sent)
    frames = Frames()
    received = b""
    for cut in cuts:
        received += frames.feed(stream[:cut])
        stream = stream[cut:]
    received += frames.feed(stream)
    assert received == b"".join(payload for kind, payload in sent if kind == 1)


def test_the_settings_leave_nothing_open() -> None:
    settings = container.settings(Conditions(hash_seed=5), memory_mb=196, processes=1, cpus=1)
    assert settings["network_mode"] == "none" and settings["read_only"] and settings["cap_drop"] == ["ALL"]
    assert settings["security_opt"] == ["no-new-privileges"] and settings["ipc_mode"] == "none"
    assert settings["mem_limit"] == settings["memswap_limit"] == "196m"
    assert settings["pids_limit"] == 33 and settings["nano_cpus"] == 10**9
    assert settings["log_config"] == {"type": "none"} and not settings["tty"]
    assert not {"volumes", "mounts", "tmpfs", "privileged", "devices"} & set(settings)
    assert settings["environment"]["PYTHONHASHSEED"] == "5"


@pytest.mark.parametrize(
    ("change", "orphan"),
    [
        ({}, False),
        ({engine.OWNER_LABEL: f"{os.getpid()}:1"}, True),
        ({engine.OWNER_LABEL: "4194305:77"}, True),
        ({engine.OWNER_LABEL: "nonsense"}, True),
        ({engine.SCOPE_LABEL: "another machine/boot"}, False),
        ({engine.SCOPE_LABEL: engine._scope().split("/")[0] + "/an earlier boot"}, True),
    ],
)
def test_an_orphan_is_a_container_whose_process_is_gone(change: dict[str, str], orphan: bool) -> None:
    assert engine._is_orphan({**engine.labels(), **change}) is orphan


def test_the_image_is_named_by_its_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    before = image.tag()
    monkeypatch.setattr(image, "DEBIAN_PACKAGES", (*image.DEBIAN_PACKAGES, "tzdata"))
    assert image.tag() != before


def test_equal_content_is_packed_into_equal_bytes(tmp_path: Path) -> None:
    for folder, names, moment in (("a", ("one", "two"), 1.0), ("b", ("two", "one"), 2.0)):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).write_text(name)
            os.utime(tmp_path / folder / name, (moment, moment))
    assert image._archive(tmp_path / "a") == image._archive(tmp_path / "b")


@pytest.fixture
def launcher(engine_client: DockerClient) -> Iterator[DockerLauncher]:
    opened = DockerLauncher()
    yield opened
    opened.close()


def ours(client: DockerClient) -> list[Any]:
    return client.containers.list(
        all=True, filters={"label": f"{engine.RUN_LABEL}={engine.RUN_ID}"}, ignore_removed=True
    )


@pytest.fixture
def per_session(engine_client: DockerClient) -> Iterator[DockerPerSessionLauncher]:
    opened = DockerPerSessionLauncher()
    yield opened
    opened.close()


IDLE = Module("def f(): pass")


def users_of(found: Container) -> list[tuple[int, int]]:
    """Return the users of a container's processes, as the kernel names them, and their pids inside."""
    client = engine.connect()
    root = int(client.api.inspect_container(found.id)["State"]["Pid"])
    client.close()
    told = []
    for pid in sorted({root} | processes_below(root)):
        fields = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        told.append((int(fields["Uid"].split()[0]), int(fields["NSpid"].split()[-1])))
    return told


@pytest.mark.engine
def test_a_sessions_own_container_as_the_engine_sees_it(
    per_session: DockerPerSessionLauncher, engine_client: DockerClient
) -> None:
    known = {found.id for found in ours(engine_client)}
    session = per_session.open(IDLE)
    (found,) = [found for found in ours(engine_client) if found.id not in known]
    watcher, child = users_of(found)
    assert watcher == (60001, 1) and child[0] == 60001
    host = found.attrs["HostConfig"]
    assert host["NetworkMode"] == "none" and host["ReadonlyRootfs"] and host["CapDrop"] == ["ALL"]
    assert host["Memory"] == host["MemorySwap"] == (512 + 96) << 20
    assert not found.attrs["Mounts"]
    session.close()
    assert found.id not in {left.id for left in ours(engine_client)}


@pytest.mark.engine
def test_a_workers_container_as_the_engine_sees_it(engine_client: DockerClient) -> None:
    known = {found.id for found in ours(engine_client)}
    launcher = DockerLauncher()
    sessions = [launcher.open(IDLE) for _ in range(2)]
    (found,) = [found for found in ours(engine_client) if found.id not in known]
    assert [user for user, _ in users_of(found)] == [60001] * 3, "the worker and both sessions"
    assert all(session.alive for session in sessions)
    host, info = found.attrs["HostConfig"], engine_client.info()
    assert host["NetworkMode"] == "none" and host["ReadonlyRootfs"] and host["CapDrop"] == ["ALL"]
    assert host["Memory"] == host["MemorySwap"] <= info["MemTotal"] * 0.5
    assert host["NanoCpus"] < info["NCPU"] * 10**9
    (mount,) = found.attrs["Mounts"]
    assert mount["Destination"] == container_socket.INSIDE and not mount["RW"]
    assert not Path(mount["Source"]).exists(), "the socket is gone once the worker has connected"
    launcher.close()
    assert found.id not in {left.id for left in ours(engine_client)}


@pytest.mark.engine
def test_another_hash_seed_is_another_worker_and_few_idle_ones_are_kept(launcher: DockerLauncher) -> None:
    for seed in range(1, 6):
        session = launcher.open(IDLE, conditions=Conditions(hash_seed=seed))
        assert session.alive
        session.close()
    assert sum(len(same) for same in launcher._workers.values()) <= 3


def test_the_socket_of_a_killed_process_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left = tmp_path / f"{container_socket.PREFIX}4194305-77-abc"
    left.mkdir()
    with container_socket.ContainerSocket() as mine:
        container_socket.sweep()
        assert mine.folder.exists() and not left.exists()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.engine
def test_an_engine_that_cannot_reach_us_means_a_container_per_session(
    engine_client: DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container_socket.ContainerSocket, "wait", lambda self, still_there, slices: None)
    launcher = open_launcher("docker")
    assert launcher.level.startswith("docker-strict+")
    launcher.close()


@pytest.mark.engine
def test_a_runtime_that_the_engine_does_not_know_is_one_clear_error(
    engine_client: DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(container.RUNTIME_VARIABLE, "moon")
    with pytest.raises(SandboxUnavailable, match=r"did not start a container.*moon"):
        open_launcher("docker")


@pytest.mark.engine
def test_the_container_of_a_killed_caller_is_swept(engine_client: DockerClient) -> None:
    """It may be swept by another test's launcher, too: all that counts is that it does not stay."""
    with subprocess.Popen([sys.executable, "-c", ABANDON_PROGRAM], stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout is not None
        caller.stdout.readline()
        assert in_containers_of(caller.pid)
        os.kill(caller.pid, signal.SIGKILL)
    engine.sweep(engine_client)
    wait_until_swept(caller.pid)


@pytest.mark.engine
def test_a_missing_image_is_named_with_the_remedy(engine_client: DockerClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "recipe", lambda: "000000000000")
    with pytest.raises(SandboxUnavailable, match=r"image is missing.*boxwright sandbox build"):
        DockerLauncher()


@pytest.mark.engine
def test_the_image_travels_in_a_file(engine_client: DockerClient, tmp_path: Path) -> None:
    file = tmp_path / "image.tar"
    image.save(engine_client, file)
    image.load(engine_client, file)
    assert image.is_present(engine_client)
    file.write_bytes(b"not an image")
    with pytest.raises(SandboxUnavailable):
        image.load(engine_client, file)


@pytest.mark.engine
def test_a_base_image_that_cannot_be_had_is_one_clear_error(engine_client: DockerClient) -> None:
    with pytest.raises(SandboxUnavailable):
        image.build_from_base(engine_client, "boxwright.invalid/python:none")


@pytest.mark.engine
def test_the_image_has_no_shell_and_no_other_program(launcher: DockerLauncher) -> None:
    source = "import os\ndef f(names): return [name for name in names if os.path.exists(name)]"
    session = launcher.open(Module(source))
    assert session.call("f", ["/bin/sh", "/bin/bash", "/usr/bin/env", "/usr/bin/apt", "/usr/bin/pip", "/root"]) == []
