"""What is special about the docker launcher: frames, walls as the engine sees them, whose containers are whose."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import Conditions, Limits, Module, SandboxError, SandboxUnavailable, engine, image
from sandbox.docker import DockerLauncher, Frames, container_settings

if TYPE_CHECKING:
    from docker import DockerClient

FLOOD = """
import os
def f():
    while True:
        for descriptor in range(3, 9):
            try: os.write(descriptor, b"x" * 9999)
            except OSError: pass
"""
ABANDON_PROGRAM = """
from sandbox import Module, open_launcher
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
    settings = container_settings(Limits(memory_mb=100), Conditions(hash_seed=5))
    assert settings["network_mode"] == "none" and settings["read_only"] and settings["cap_drop"] == ["ALL"]
    assert settings["security_opt"] == ["no-new-privileges"] and settings["ipc_mode"] == "none"
    assert settings["mem_limit"] == settings["memswap_limit"] == "196m"
    assert settings["pids_limit"] == 32 and settings["nano_cpus"] == 10**9
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
    return client.containers.list(all=True, filters={"label": f"{engine.RUN_LABEL}={engine.RUN_ID}"})


@pytest.mark.engine
def test_a_container_as_the_engine_sees_it(launcher: DockerLauncher, engine_client: DockerClient) -> None:
    known = {container.id for container in ours(engine_client)}
    session = launcher.open(Module("import os\ndef who(): return os.getuid(), os.getgid(), os.getpid()"))
    (container,) = [container for container in ours(engine_client) if container.id not in known]
    assert session.call("who") == (60001, 60001, 1)
    host = container.attrs["HostConfig"]
    assert host["NetworkMode"] == "none" and host["ReadonlyRootfs"] and host["CapDrop"] == ["ALL"]
    assert host["Memory"] == host["MemorySwap"] == (512 + 96) << 20
    assert not container.attrs["Mounts"]
    session.close()
    assert container.id not in {left.id for left in ours(engine_client)}


@pytest.mark.engine
def test_a_flood_that_nobody_reads_does_not_keep_a_container_alive(
    launcher: DockerLauncher, engine_client: DockerClient
) -> None:
    session = launcher.open(Module(FLOOD), Limits(call_seconds=0.5))
    with pytest.raises(SandboxError):
        session.call("f")
    assert not session.alive
    assert not launcher._leftovers


@pytest.mark.engine
def test_the_containers_of_a_killed_caller_are_swept(engine_client: DockerClient) -> None:
    with subprocess.Popen([sys.executable, "-c", ABANDON_PROGRAM], stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout is not None
        caller.stdout.readline()
        time.sleep(0.2)
        os.kill(caller.pid, signal.SIGKILL)
    owner = f"{engine.OWNER_LABEL}={caller.pid}:"

    def abandoned() -> list[Any]:
        found = engine_client.containers.list(all=True, filters={"label": engine.OWNER_LABEL})
        return [c for c in found if c.labels[engine.OWNER_LABEL].startswith(owner.partition("=")[2])]

    assert len(abandoned()) == 1
    assert engine.sweep(engine_client) >= 1
    assert not abandoned()


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
