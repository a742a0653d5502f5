"""Disks that are really full: each gives one clear error that names the disk, and leaves nothing half-written."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boxwright.sandbox import SandboxUnavailable, engine, image

if TYPE_CHECKING:
    from docker import DockerClient

ROOT = Path(__file__).resolve().parents[2]
SmallDisk = Callable[[int], Path]


@pytest.fixture
def small_disk() -> Iterator[SmallDisk]:
    """Mount a disk of so many MB. Needs root."""
    mounted: list[Path] = []
    made: list[Path] = []

    def mount(megabytes: int) -> Path:
        place = Path(tempfile.mkdtemp(prefix="bw-disk-"))  # an engine's sockets want a short path
        made.append(place)
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", str(place)]
        if os.getuid() or subprocess.run(command, check=False, capture_output=True).returncode:
            pytest.skip("this user cannot mount a small disk")
        mounted.append(place)
        return place

    yield mount
    for place in mounted:
        subprocess.run(["umount", str(place)], check=True)
    for place in made:
        place.rmdir()


@pytest.mark.engine
@pytest.mark.parametrize("left", [0, 20, image.BUILD_MB - 1])
def test_no_room_to_put_the_image_together(
    small_disk: SmallDisk, engine_client: DockerClient, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    disk = small_disk(image.BUILD_MB)
    with (disk / "filler").open("wb") as filler:
        os.posix_fallocate(filler.fileno(), 0, (image.BUILD_MB - left) << 20)
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    with pytest.raises(SandboxUnavailable, match=r"disk is full|No space left") as caught:
        image.build_from_debian(engine_client)
    assert str(disk) in str(caught.value) and "\n" not in str(caught.value)
    assert [path.name for path in disk.iterdir()] == ["filler"]


@pytest.mark.engine
def test_no_room_to_save_the_image(small_disk: SmallDisk, engine_client: DockerClient) -> None:
    target = small_disk(5) / "image.tar"
    with pytest.raises(SandboxUnavailable, match=r"did not save the image to '.*image.tar': .*No space left"):
        image.save(engine_client, target)
    assert list(target.parent.iterdir()) == []


@pytest.mark.engine
def test_no_room_where_the_engine_keeps_its_images(
    small_disk: SmallDisk, engine_client: DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = small_disk(30) / "e"
    environment = {**os.environ, "BOXWRIGHT_ENGINE_DIR": str(home)}
    try:
        said = subprocess.run(
            [ROOT / ".ci" / "engine", "start"], env=environment, check=True, capture_output=True, text=True
        )
        monkeypatch.setenv("DOCKER_HOST", said.stdout.strip().removeprefix("DOCKER_HOST="))
        client = engine.connect()
        try:
            with pytest.raises(SandboxUnavailable, match=r"engine did not import the image: .*no space left"):
                image.build_from_debian(client)
            assert not image.is_present(client)
        finally:
            client.close()
    finally:
        subprocess.run([ROOT / ".ci" / "engine", "stop"], env=environment, check=True)
